"""Carry an action out on what a mark points at, as a careful person would (the paper's section 3.4)."""

import re

from .browser import ZOOMS, Browser, Target
from .records import Action, ActionError, EpisodeError, Mark, Observation, Outcome

_PICKED = {"date", "time", "month", "week", "datetime-local", "color", "range"}  # take their value whole


def act(browser: Browser, action: Action, observation: Observation) -> Outcome:
    """Do what the action says on the page that the observation shows, wait until it has settled: what came of it.

    Raises ActionError, whose text is for the model, where it cannot be done. ANSWER does nothing to the page.
    """
    do = _DO[action.name]
    do(browser, action, observation)
    return outcome(browser, observation)


def outcome(browser: Browser, observation: Observation, error: str = "") -> Outcome:
    """What happened since the observation, and why the action that was chosen then could not be done."""
    log = browser.log
    return Outcome(log[observation.logged :], observation, error, len(log))


def click(browser: Browser, action: Action, observation: Observation) -> None:
    """Click at a point that truly hits the target; a native list tells what it offers instead."""
    mark = observation.mark(action.label)
    target = _aim(browser, mark)
    if target.tag == "SELECT":
        offered = " | ".join(mark.options)
        browser.note(f"[{mark.label}] is a list ({offered}): choose with Type [{mark.label}]; and the option's name.")
        return
    browser.click(*target.point)
    browser.settle()


def write(browser: Browser, action: Action, observation: Observation) -> None:
    """Clear a field, type the text and press Enter; on a native list, choose the option of that name."""
    if _fill(browser, observation.mark(action.label), action.text):
        browser.press("ENTER")
    browser.settle()


def fill(browser: Browser, action: Action, observation: Observation) -> None:
    """Clear a field and type the text, without Enter: suggestions stay open."""
    _fill(browser, observation.mark(action.label), action.text)
    browser.settle()


def select(browser: Browser, action: Action, observation: Observation) -> None:
    """Choose the option of that name in a native list."""
    mark = observation.mark(action.label)
    target = _aim(browser, mark)
    if target.tag != "SELECT":
        raise ActionError(f"[{mark.label}] <{mark.tag}> is no list of options: click it and choose from what it shows.")
    _choose(browser, target, mark, action.text)
    browser.settle()


def hover(browser: Browser, action: Action, observation: Observation) -> None:
    """Move the mouse over the target and leave it there."""
    browser.move(*_aim(browser, observation.mark(action.label)).point)
    browser.settle()


def press(browser: Browser, action: Action, observation: Observation) -> None:
    """Press a key, or several together: Escape, ArrowDown, Control+a."""
    browser.press(*_keys(action.text))
    browser.settle()


def drag(browser: Browser, action: Action, observation: Observation) -> None:
    """Press the mouse on the target (a slider at its thumb), move it by dx,dy CSS pixels and release it."""
    mark = observation.mark(action.label)
    way = re.fullmatch(r"\D*?(-?\d+(?:\.\d+)?)[\s,;x]+(-?\d+(?:\.\d+)?)\D*", action.text)
    if not way:
        raise ActionError(f"Drag needs two numbers of pixels, as in Drag [{mark.label}]; 120,0, not {action.text!r}.")
    browser.drag(*_aim(browser, mark).grip, float(way[1]) / browser.zoom, float(way[2]) / browser.zoom)
    browser.settle()


def zoom(browser: Browser, action: Action, observation: Observation) -> None:
    """Show the page one size larger or smaller."""
    sizes = [size for size in ZOOMS if (size > browser.zoom if action.text == "in" else size < browser.zoom)]
    if not sizes:
        browser.note(f"The page cannot be zoomed {action.text} further.")
        return
    browser.zoomed(min(sizes, key=lambda size: abs(size - browser.zoom)))
    browser.note(f"The page is shown at {browser.zoom:.0%} of its size.")
    browser.settle()


def show_tab(browser: Browser, action: Action, observation: Observation) -> None:
    """Show another tab, by its number from 0."""
    number = re.fullmatch(r"\[?\s*(\d+)\s*\]?", action.text)
    if not number or not browser.show_tab(int(number[1])):
        raise ActionError(f"There is no tab {action.text}; the notes say which there are.")
    browser.settle()


def scroll(browser: Browser, action: Action, observation: Observation) -> None:
    """Scroll the window, or the area an element stands in, by two thirds of what it shows."""
    way = 1 if action.text == "down" else -1
    target = _aim(browser, observation.mark(action.label)) if isinstance(action.label, int) else None
    scrolled = browser.scroll(target, way)
    what, end = "The page" if scrolled.page else "The area", "end" if way > 0 else "top"
    if not scrolled.moved:
        browser.note(f"{what} cannot be scrolled further {action.text}: this is its {end}.")
    elif not scrolled.left:
        browser.note(f"{what} was scrolled {action.text}: this is its {end}.")
    elif not scrolled.page:  # how far the page went, its place on the screen tells
        far = f"by {scrolled.moved:.0f} pixels; {scrolled.left} are left that way"
        browser.note(f"{what} was scrolled {action.text} {far}.")
    browser.settle()


def wait(browser: Browser, action: Action, observation: Observation) -> None:
    """Wait until the page changes and comes to rest, five seconds at most."""
    browser.settle(change=True)


def go_back(browser: Browser, action: Action, observation: Observation) -> None:
    """Go to the page before, ActionError where there is none."""
    if not browser.back():
        raise ActionError("There is no earlier page to go back to.")


def search(browser: Browser, action: Action, observation: Observation) -> None:
    """Open the search engine."""
    try:
        browser.open(browser.search)
    except EpisodeError as error:
        raise ActionError(f"The search engine does not answer: {error}") from error


def answer(browser: Browser, action: Action, observation: Observation) -> None:
    """Nothing is left to do on the page."""


_DO = {
    "Click": click,
    "Type": write,
    "Scroll": scroll,
    "Wait": wait,
    "GoBack": go_back,
    "Google": search,
    "ANSWER": answer,
    "Select": select,
    "Fill": fill,
    "Hover": hover,
    "Press": press,
    "Drag": drag,
    "Zoom": zoom,
    "Tab": show_tab,
}
_KEYS = ("ENTER", "TAB", "ESCAPE", "BACKSPACE", "DELETE", "SPACE", "HOME", "END", "INSERT", "PAGE_UP", "PAGE_DOWN")
_KEYS += ("ARROW_UP", "ARROW_DOWN", "ARROW_LEFT", "ARROW_RIGHT", "CONTROL", "SHIFT", "ALT", "META")
_KEYS += tuple(f"F{number}" for number in range(1, 13))
_CALLED = {"ESC": "ESCAPE", "DEL": "DELETE", "RETURN": "ENTER", "CTRL": "CONTROL", "CMD": "META", "OPTION": "ALT"}
_CALLED |= {name.replace("_", ""): name for name in _KEYS} | {
    way: f"ARROW_{way}" for way in ("UP", "DOWN", "LEFT", "RIGHT")
}


def _keys(text: str) -> list[str]:
    """The keys that are named: Control+a is ["CONTROL", "a"]."""
    words = ["+"] if text == "+" else re.split(r"\s*\+\s*|\s+", text.removeprefix("key ").strip())
    names = [word if len(word) == 1 else _CALLED.get(re.sub(r"[_-]", "", word).upper(), "") for word in words]
    if "" in names:
        wrong = words[names.index("")]
        raise ActionError(f"There is no key {wrong!r}; there are Enter, Escape, ArrowDown, F1, letters, and Control+a.")
    return names


def _fill(browser: Browser, mark: Mark, text: str) -> bool:
    """Put a text in place of what a field holds; whether it was typed, so that Enter may follow."""
    target = _aim(browser, mark)
    if target.fixed:
        raise ActionError(f"[{mark.label}] is read only, nothing can be typed into it: try a click.")
    if not target.editable:
        raise ActionError(f"[{mark.label}] is a <{mark.tag}>, nothing can be typed into it.")
    if target.tag == "SELECT":
        _choose(browser, target, mark, text)
        return False
    if target.type in _PICKED:
        if not browser.put(target, text):
            form = {"date": "2026-12-31", "time": "18:30", "month": "2026-12"}.get(target.type, "another form")
            raise ActionError(f"[{mark.label}] does not take {text!r}; it wants a {target.type} like {form}.")
        return False
    _retype(browser, target, text)
    old, new = target.value, browser.value(target)
    if old and new and old in new and new != text:  # it lost keys: some fields are drawn anew as one comes to them
        browser.settle()
        _retype(browser, _aim(browser, mark), text)
    return True


def _retype(browser: Browser, target: Target, text: str) -> None:
    browser.click(*target.point)
    browser.press("CONTROL", "a")
    browser.press("BACKSPACE")
    browser.keys(text)


def _aim(browser: Browser, mark: Mark) -> Target:
    """The marked element as it is now, with a point that hits it."""
    target, name = browser.aim(mark), f'[{mark.label}] <{mark.tag}> "{mark.text}"'
    if target.missing == "frame":
        raise ActionError(f'[{mark.label}] "{mark.text}" is no longer there: the frame it stood in is gone.')
    if target.missing:
        raise ActionError(f"{name} is no longer there; look at the new screenshot.")
    if not target.point:
        raise ActionError(f"{name} cannot be reached: {target.covered or 'something'} lies on top of it.")
    if target.disabled:
        raise ActionError(f"{name} is disabled.")
    return target


def _choose(browser: Browser, target: Target, mark: Mark, text: str) -> None:
    offered = browser.choose(target, text)
    if offered is not None:
        raise ActionError(f"[{mark.label}] offers no option {text!r}; it offers: {', '.join(offered)}.")
