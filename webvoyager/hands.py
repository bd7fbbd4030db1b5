"""Carry out an action on a marked element, as a careful person would.

The actions are the paper's (section 3.4) and the extended ones.
"""

import re

from .action_table import TABLE
from .browser import ZOOMS, Browser, Point, Target
from .records import Action, ActionError, EpisodeError, Mark, Observation, quoted

# types of field whose value is set, not typed, each with an example
_PICKED = {
    "date": "2026-12-31",
    "time": "18:30",
    "month": "2026-12",
    **dict.fromkeys(("week", "datetime-local", "color", "range"), "another form"),
}
_DIRECTIONS = ("UP", "DOWN", "LEFT", "RIGHT")
_ENDS = {"up": "top", "down": "end", "left": "left edge", "right": "right edge"}


def act(browser: Browser, action: Action, observation: Observation) -> None:
    """Carry out the action on the observed page, and wait until the page settles.

    If that cannot be done, raises ActionError, whose text is for the model. ANSWER does nothing to
    the page.
    """
    hand = TABLE[action.name].hand or _HANDS[action.name]
    hand(browser, action, observation)


def click(browser: Browser, action: Action, observation: Observation) -> None:
    """Click at a point that really hits the target; a native list only notes its options.

    "x,y" is a point of the target or the page, in screenshot pixels from its upper left corner.
    """
    if not action.text:
        mark = observation.mark(action.label)
        if _aim_at(browser, mark).tag == "SELECT":
            offered = " | ".join(mark.options)
            remedy = f"choose with Type [{mark.label}]; and the option's name."
            browser.note(f"[{mark.label}] is a list ({offered}): {remedy}")
            return
    _click(browser, action, observation)


def double_click(browser: Browser, action: Action, observation: Observation) -> None:
    """Click twice in a row, at a point given as for a click."""
    _click(browser, action, observation, times=2)


def right_click(browser: Browser, action: Action, observation: Observation) -> None:
    """Click with the right button, at a point given as for a click."""
    _click(browser, action, observation, button=2)


def type_text(browser: Browser, action: Action, observation: Observation) -> None:
    """Clear a field, type the text and press Enter; in a native list, choose that option.

    What the typing started (suggestions) comes before Enter.
    """
    mark = observation.mark(action.label)
    typed = _fill_field(browser, mark, action.text)
    browser.settle()
    if typed:
        held, url = _check_value(browser, mark, typed, action.text), browser.url
        browser.press("ENTER")
        browser.settle()
        if browser.url == url:
            _check_value(browser, mark, typed, action.text, held)


def fill(browser: Browser, action: Action, observation: Observation) -> None:
    """Clear a field and type the text, without Enter: suggestions stay open."""
    mark = observation.mark(action.label)
    typed = _fill_field(browser, mark, action.text)
    browser.settle()
    if typed:
        _check_value(browser, mark, typed, action.text)


def select(browser: Browser, action: Action, observation: Observation) -> None:
    """Choose the option of that name in a native list."""
    mark = observation.mark(action.label)
    target = _aim_at(browser, mark)
    if target.tag != "SELECT":
        remedy = "click it and choose from what it shows."
        raise ActionError(f"[{mark.label}] <{mark.tag}> is no list of options: {remedy}")
    _choose_option(browser, target, mark, action.text)
    browser.settle()


def hover(browser: Browser, action: Action, observation: Observation) -> None:
    """Move the mouse over the target, or to a point given as for a click, and leave it there."""
    target = None
    if action.text:
        point = _find_point(browser, action, observation, _read_pixels(action, 2))
    else:
        target = _aim_at(browser, observation.mark(action.label), enabled=False)
        point = target.point
    browser.move(*point)
    browser.settle()
    if words := browser.tooltip(point, target):
        browser.note(f"A tooltip says {quoted(words)}.")


def press(browser: Browser, action: Action, observation: Observation) -> None:
    """Press a key, or several together: Escape, ArrowDown, Control+a."""
    browser.press(*_read_keys(action.text))
    browser.settle()


def drag(browser: Browser, action: Action, observation: Observation) -> None:
    """Press the mouse on the target, move it by dx,dy pixels and release it.

    A slider is held at its thumb. "x,y,dx,dy" begins at that point of the target, or of the page.
    "40,0 40,40 0,40" leads through three points, each given as its distance from the start.
    """
    start, ways = _read_drag(action)
    if start or action.label == "WINDOW":
        begin = _find_point(browser, action, observation, start)
    else:
        begin = _aim_at(browser, observation.mark(action.label)).grip
    browser.drag(*begin, *((dx / browser.zoom, dy / browser.zoom) for dx, dy in ways))
    browser.settle()


def zoom(browser: Browser, action: Action, observation: Observation) -> None:
    """Show the page one size larger or smaller."""
    larger = [size for size in ZOOMS if size > browser.zoom]
    smaller = [size for size in ZOOMS if size < browser.zoom]
    next_size = min(larger, default=None) if action.text == "in" else max(smaller, default=None)
    if next_size is None:
        browser.note(f"The page cannot be zoomed {action.text} further.")
        return
    browser.zoomed(next_size)
    browser.note(f"The page is shown at {browser.zoom:.0%} of its size.")
    browser.settle()


def show_tab(browser: Browser, action: Action, observation: Observation) -> None:
    """Show another tab, by its number from 0."""
    number = re.fullmatch(r"\[?\s*(\d{1,4})\s*\]?", action.text)
    if not number or not browser.show_tab(int(number[1])):
        raise ActionError(f"There is no tab {action.text[:20]}; the notes say which there are.")
    browser.settle()


def scroll(browser: Browser, action: Action, observation: Observation) -> None:
    """Scroll the window or the area around an element, by two thirds of its height or width.

    "top" and "end" scroll all the way up or down.
    """
    target, far = None, action.text in ("top", "end")
    way = {"top": "up", "end": "down"}.get(action.text, action.text)
    if isinstance(action.label, int):
        target = _aim_at(browser, observation.mark(action.label), enabled=False)
    scrolled = browser.scroll(target, way, far)
    what, end = "The page" if scrolled.page else "The area", _ENDS[way]
    distance = f"by {scrolled.moved:.0f} pixels; {scrolled.left} are left that way"
    if not scrolled.left:
        how = f"was scrolled {way}" if scrolled.moved else f"cannot be scrolled further {way}"
        browser.note(f"{what} {how}: this is its {end}.")
    elif not scrolled.moved:
        browser.note(f"{what} did not scroll {way}, but {scrolled.left} pixels are left that way.")
    elif not scrolled.page or far or way in ("left", "right"):
        browser.note(f"{what} was scrolled {way} {distance}.")
    # how far the page scrolled up or down shows in the next observation


def wait(browser: Browser, action: Action, observation: Observation) -> None:
    """Wait until the page changes and settles, at most five seconds."""
    browser.settle(change=True)


def go_back(browser: Browser, action: Action, observation: Observation) -> None:
    """Go to the previous page; ActionError if there is none."""
    if not browser.back():
        raise ActionError("There is no earlier page to go back to.")


def open_search_engine(browser: Browser, action: Action, observation: Observation) -> None:
    """Open the search engine."""
    try:
        browser.open(browser.search_engine)
    except EpisodeError as error:
        raise ActionError(f"The search engine does not answer: {error}") from error


def answer(browser: Browser, action: Action, observation: Observation) -> None:
    """Do nothing: an answer leaves the page as it is."""


_HANDS = {
    "Click": click,
    "Type": type_text,
    "Scroll": scroll,
    "Wait": wait,
    "GoBack": go_back,
    "Google": open_search_engine,
    "ANSWER": answer,
    "Select": select,
    "Fill": fill,
    "Hover": hover,
    "DoubleClick": double_click,
    "RightClick": right_click,
    "Press": press,
    "Drag": drag,
    "Zoom": zoom,
    "Tab": show_tab,
}

_KEYS = {  # the names that a key may have, in capitals and without _ or -
    **{key: key for key in ("ENTER", "TAB", "ESCAPE", "BACKSPACE", "DELETE", "SPACE")},
    **{key: key for key in ("HOME", "END", "INSERT", "CONTROL", "SHIFT", "ALT", "META")},
    **{f"F{number}": f"F{number}" for number in range(1, 13)},
    **{f"{prefix}{way}": f"ARROW_{way}" for prefix in ("", "ARROW") for way in _DIRECTIONS},
    **{"PAGEUP": "PAGE_UP", "PAGEDOWN": "PAGE_DOWN", "ESC": "ESCAPE", "DEL": "DELETE"},
    **{"RETURN": "ENTER", "CTRL": "CONTROL", "CMD": "META", "OPTION": "ALT"},
}


def _click(
    browser: Browser, action: Action, observation: Observation, button: int = 0, times: int = 1
) -> None:
    """Click at a point of the target or the page, in the middle of the target if none is given."""
    if action.text:
        point = _find_point(browser, action, observation, _read_pixels(action, 2))
    else:
        mark = observation.mark(action.label)
        point = _hover_and_aim(browser, mark, _aim_at(browser, mark))
    browser.click(*point, button, times)
    browser.settle()


def _read_keys(text: str) -> list[str]:
    """Parse the names of keys: Control+a is ["CONTROL", "a"]."""
    words = ["+"] if text == "+" else re.split(r"\s*\+\s*|\s+", text.removeprefix("key ").strip())
    names = []
    for word in words:
        name = word if len(word) == 1 else _KEYS.get(re.sub(r"[_-]", "", word).upper())
        if not name:
            known = "Enter, Escape, ArrowDown, F1, letters, and Control+a"
            raise ActionError(f"There is no key {word!r}; there are {known}.")
        names.append(name)
    return names


def _fill_field(browser: Browser, mark: Mark, text: str) -> Target | None:
    """Replace a field's content; return the field if it was typed, so that Enter may follow."""
    target = _aim_at(browser, mark)
    browser.require_secrets(text, target)
    if target.fixed:
        raise ActionError(
            f"[{mark.label}] is read only, nothing can be typed into it: try a click."
        )
    if not target.editable:
        if _is_control(mark) or not browser.focus(target):
            raise ActionError(f"[{mark.label}] is a <{mark.tag}>, nothing can be typed into it.")
        _replace_text(browser, target, text, cleared=mark.role not in ("cell", "gridcell"))
        return target
    if target.tag == "SELECT":
        _choose_option(browser, target, mark, text)
        return None
    if target.type in _PICKED:
        if not browser.put(target, text):
            form = f"a {target.type} like {_PICKED[target.type]}"
            raise ActionError(f"[{mark.label}] does not take {text!r}; it wants {form}.")
        _check_value(browser, mark, target, text)
        return None
    if target.tag == "INPUT" and "\n" in text:
        text = _join_lines(text)
        browser.note(f"[{mark.label}] takes one line, so {quoted(text)} was typed.")
    _retype(browser, target, text)
    old, new = target.value, browser.value(target)
    if old and new and old in new and new != text:  # keys were lost while the field was redrawn
        browser.settle()
        _retype(browser, _aim_at(browser, mark), text)
    elif new and target.tag != "INPUT" and not _is_alike(new, text):  # an editor closed brackets
        _retype(browser, _aim_at(browser, mark), text, pasted=True)
    return target


def _check_value(
    browser: Browser, mark: Mark, target: Target, text: str, known: str | None = None
) -> str | None:
    """Note what a field holds if it isn't the text, nor `known` already; return what it holds."""
    held, text = browser.value(target), _join_lines(text) if target.tag == "INPUT" else text
    if held is None or held == known or _is_alike(held, text):
        return held
    if target.type == "password":
        difference = f"[{mark.label}] does not hold the text that was typed"
    else:
        now, wished = quoted(held[:200]) if held else "nothing", quoted(text[:200])
        difference = f"[{mark.label}] holds {now}, not the {wished} that was typed"
    if target.type == "number":  # Enter would send a number that nobody wished
        raise ActionError(f"{difference}; it wants a number like 12.5, so nothing was sent.")
    browser.note(f"{difference}.")
    return held


def _join_lines(text: str) -> str:
    """A text for a field of one line; what follows an empty line is rather commentary."""
    return " ".join(text.partition("\n\n")[0].splitlines())


def _is_alike(held: str, text: str) -> bool:
    """Whether a field holds a text, apart from case and kinds of blanks."""
    return held.casefold().split() == text.casefold().split()


def _is_control(mark: Mark) -> bool:
    """Whether a click operates it, so that it isn't an editor to click into and type."""
    roles = ("textbox", "searchbox", "combobox", "gridcell", "code")
    return mark.rule in ("native", "label") or (mark.rule == "role" and mark.role not in roles)


def _retype(browser: Browser, target: Target, text: str, pasted: bool = False) -> None:
    browser.click(*target.point)
    _replace_text(browser, target, text, pasted=pasted)


def _replace_text(
    browser: Browser, target: Target, text: str, cleared: bool = True, pasted: bool = False
) -> None:
    """Type a text in place of the present content.

    Pass `cleared=False` for a cell of a sheet: it clears itself, and the keys that clear a field
    would clear the whole sheet.
    """
    if cleared:
        browser.press("CONTROL", "a")
        browser.press("BACKSPACE")
    for number, line in enumerate(text.split("\n")):
        if number:  # Enter alone may send the text
            browser.press("SHIFT", "ENTER")
        browser.keys(line, target, pasted)


def _read_pixels(action: Action, *counts: int) -> list[float]:
    """The pixels that an action names; ActionError if their number isn't one of `counts`."""
    pixels = _find_numbers(action.text)
    if len(pixels) not in counts:
        example = "120,0" if action.name == "Drag" else "40,25"
        raise ActionError(
            f"{action.name} needs numbers of pixels, as in {action.name} [{action.label}]; "
            f"{example}, not {action.text[:40]!r}."
        )
    return pixels


def _find_numbers(text: str) -> list[float]:
    return [float(number) for number in re.findall(r"-?\d{1,5}(?:\.\d{1,5})?", text)]


def _read_drag(action: Action) -> tuple[list[float], list[list[float]]]:
    """The start of a drag, if given, and the distance of each point on its way from there."""
    parts = re.split(r"(?<![,;\s])[;\s]+(?![,;\s])|\)[,;\s]*\(", action.text)
    first, *others = [pixels for part in parts if (pixels := _find_numbers(part))] or [[]]
    if not others or len(first) not in (2, 4) or any(len(pixels) != 2 for pixels in others):
        first, others = _read_pixels(action, 2, 4), []
    return first[:-2], [first[-2:], *others]


def _find_point(
    browser: Browser, action: Action, observation: Observation, numbers: list[float]
) -> Point:
    """A point of the target or the page, in screenshot pixels from its upper left corner."""
    if len(numbers) != 2:
        raise ActionError(
            f"{action.name} on the page needs a point: {action.name} [WINDOW]; x,y and by how much."
        )
    left, top = 0.0, 0.0
    if action.label != "WINDOW":
        left, top = _aim_at(browser, observation.mark(action.label)).corner
    x, y = left + numbers[0] / browser.zoom, top + numbers[1] / browser.zoom
    width, height = (side / browser.zoom for side in browser.viewport)
    if not (0 <= x < width and 0 <= y < height):
        raise ActionError(f"The point {action.text} lies outside of what the screenshot shows.")
    return round(x), round(y)


def _hover_and_aim(browser: Browser, mark: Mark, target: Target) -> Point:
    """Move the mouse to the target, and return the point to press.

    By then, whatever hovering changes (a picture, a size, a position) has changed.
    """
    if target.shared:
        reason = "has no place of its own: all of it belongs to other numbers inside it"
        raise ActionError(f"{_describe_mark(mark)} {reason}.")
    for _ in range(3):
        point = target.point
        target = _check_reach(mark, browser.approach(mark, point))
        if target.point == point:
            break
    return target.point


def _describe_mark(mark: Mark) -> str:
    return f"[{mark.label}] <{mark.tag}> {quoted(mark.text)}"


def _aim_at(browser: Browser, mark: Mark, enabled: bool = True) -> Target:
    """The marked element as it is now, with a point that hits it."""
    return _check_reach(mark, browser.aim(mark), enabled)


def _check_reach(mark: Mark, target: Target, enabled: bool = True) -> Target:
    """Return the target; ActionError if it cannot be reached."""
    name = _describe_mark(mark)
    if target.missing == "frame":
        raise ActionError(
            f"[{mark.label}] {quoted(mark.text)} is no longer there: the frame it stood in is gone."
        )
    if target.missing:
        raise ActionError(f"{name} is no longer there; look at the new screenshot.")
    if not target.hit:
        raise ActionError(
            f"{name} cannot be reached: {target.covered or 'something'} lies on top of it."
        )
    if enabled and target.disabled:
        raise ActionError(f"{name} is disabled.")
    return target


def _choose_option(browser: Browser, target: Target, mark: Mark, text: str) -> None:
    offered = browser.choose(target, text)
    if offered is not None:
        raise ActionError(
            f"[{mark.label}] offers no option {text!r}; it offers: {', '.join(offered)}."
        )
    if target.type == "select-multiple":
        browser.note(f"[{mark.label}] takes several options; choosing one again takes it back.")
