"""Helpers that act on marks by name instead of number."""

from webvoyager import Action, Browser, Environment, Mark, Observation, hands, views
from webvoyager.records import ActionError


def see(browser: Browser) -> Observation:
    """What the agent sees now."""
    return views.marked_screenshot(browser)


def names(seen: Observation) -> list[str]:
    """The names of the marks."""
    return [mark.text for mark in seen.marks]


def find(seen: Observation, name: str, nth: int = 0) -> Mark:
    """The mark of that name; if several have it, number `nth` of them, from 0."""
    found = [mark for mark in seen.marks if mark.text == name]
    assert len(found) > nth, f"there is no mark {nth} named {name!r}; the names are {names(seen)}"
    return found[nth]


def make_action(
    seen: Observation, name: str, target: str | None = None, text: str = "", nth: int = 0
) -> Action:
    """The action called `name`, on the mark called `target`."""
    if target == "WINDOW" or (name == "Scroll" and not target):
        return Action(name, "WINDOW", text)
    return Action(name, find(seen, target, nth).label if target else None, text)


def act(browser: Browser, seen: Observation, *action: str | None, nth: int = 0) -> None:
    """Carry out an action on what was seen. Raises ActionError when that is impossible."""
    hands.act(browser, make_action(seen, *action, nth=nth), seen)


def do(browser: Browser, *action: str | None, nth: int = 0) -> Observation:
    """The observation after an action. Raises ActionError when it cannot be carried out."""
    env = Environment(browser)
    before = env.step()
    seen = env.step(make_action(before, *action, nth=nth), before)
    if seen.error:
        raise ActionError(seen.error)
    return seen
