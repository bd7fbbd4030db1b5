"""Carry an action out on what a mark points at, as a careful person would (the paper's section 3.4)."""

from .browser import Browser
from .records import Action, ActionError, EpisodeError, Mark, Observation

_PICKED = {"date", "time", "month", "week", "datetime-local", "color", "range"}  # take their value whole


def act(browser: Browser, action: Action, observation: Observation) -> None:
    """Do what the action says on the page that the observation shows, and wait until the page has settled.

    Raises ActionError, whose text is for the model, where it cannot be done. ANSWER does nothing to the page.
    """
    do = _DO[action.name]
    do(browser, action, observation)


def click(browser: Browser, action: Action, observation: Observation) -> None:
    """Click at a point that truly hits the target; a native list tells what it offers instead."""
    mark = observation.mark(action.label)
    spot = _aim(browser, mark)
    if spot["tag"] == "SELECT":
        browser.note(f"[{mark.label}] is a list: choose with Type [{mark.label}]; and the name of an option.")
        return
    browser.click(*spot["point"])
    browser.settle()


def write(browser: Browser, action: Action, observation: Observation) -> None:
    """Clear a field, type the text and press Enter; on a native list, choose the option of that name."""
    mark = observation.mark(action.label)
    spot = _aim(browser, mark)
    if not spot["editable"]:
        raise ActionError(f"[{mark.label}] is a <{mark.tag}>, nothing can be typed into it.")
    if spot["tag"] == "SELECT":
        _choose(browser, spot, mark, action.text)
    elif spot["type"] in _PICKED:
        if not browser.survey("put", mark.identity, action.text, frame=spot["frame"]):
            form = {"date": "2026-12-31", "time": "18:30", "month": "2026-12"}.get(spot["type"], "another form")
            raise ActionError(f"[{mark.label}] does not take {action.text!r}; it wants a {spot['type']} like {form}.")
    else:
        browser.click(*spot["point"])
        browser.press("CONTROL", "a")
        browser.press("BACKSPACE")
        browser.keys(action.text)
        browser.press("ENTER")
    browser.settle()


def scroll(browser: Browser, action: Action, observation: Observation) -> None:
    """Scroll the window, or the area an element stands in, by two thirds of what it shows."""
    identity, frame = None, None
    if isinstance(action.label, int):
        identity = observation.mark(action.label).identity
        frame = _aim(browser, observation.mark(action.label))["frame"]
    went = browser.survey("scroll", identity, 1 if action.text == "down" else -1, frame=frame)
    what = "The page" if went["page"] else "The area"
    if not went["moved"]:
        end = "end" if action.text == "down" else "top"
        browser.note(f"{what} cannot be scrolled further {action.text}: this is its {end}.")
    elif not went["page"]:
        browser.note(f"The area was scrolled; {went['left']} pixels of it are left that way.")
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
}


def _aim(browser: Browser, mark: Mark) -> dict:
    """The marked element as it is now, a point that hits it, and the frame of another origin it stands in."""
    name = f'[{mark.label}] <{mark.tag}> "{mark.text}"'
    frame = _enter(browser, mark)
    spot = browser.survey("aim", mark.identity, frame=frame)
    if spot and spot.get("scrolled") and frame:  # its frame may have moved with it
        frame = _enter(browser, mark)
        spot = browser.survey("aim", mark.identity, frame=frame)
    if not spot or not spot["found"]:
        raise ActionError(f"{name} is no longer there; look at the new screenshot.")
    if not spot["point"]:
        raise ActionError(f"{name} cannot be reached: {spot['covered'] or 'something'} lies on top of it.")
    if spot["disabled"]:
        raise ActionError(f"{name} is disabled.")
    return {**spot, "frame": frame}


def _enter(browser: Browser, mark: Mark) -> dict | None:
    """The way into the frame of another origin that the mark stands in, None where it stands in none."""
    frame = None
    for path in mark.identity.get("frames", ()):
        doors = browser.survey("door", path, frame=frame)["frames"]
        if not doors:
            raise ActionError(f'[{mark.label}] "{mark.text}" is no longer there: the frame it stood in is gone.')
        frame = doors[0]
    return frame


def _choose(browser: Browser, spot: dict, mark: Mark, text: str) -> None:
    offered = browser.survey("choose", mark.identity, text, frame=spot["frame"])
    if offered is not None:
        raise ActionError(f"[{mark.label}] offers no option {text!r}; it offers: {', '.join(offered)}.")
