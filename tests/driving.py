"""Acting on marks by their names, as a reader of the page would say it."""

from webvoyager import Action, Browser, Environment, Mark, Observation, hands, views


def see(browser: Browser) -> Observation:
    """What the agent sees now."""
    return views.marked_screenshot(browser)


def names(seen: Observation) -> list[str]:
    """What the marks are called."""
    return [mark.text for mark in seen.marks]


def find(seen: Observation, name: str, nth: int = 0) -> Mark:
    """The first mark of that name, or the one so many further on."""
    found = [mark for mark in seen.marks if mark.text == name]
    assert len(found) > nth, f"no mark {nth} is called {name!r}; there are {names(seen)}"
    return found[nth]


def by_name(
    seen: Observation, name: str, target: str | None = None, text: str = "", nth: int = 0
) -> Action:
    """The action that is called `name`, on the mark that is called `target`."""
    if target == "WINDOW" or (name == "Scroll" and not target):
        return Action(name, "WINDOW", text)
    return Action(name, find(seen, target, nth).label if target else None, text)


def act(browser: Browser, seen: Observation, *action: str | None, nth: int = 0) -> None:
    """Carry an action out on what was seen; ActionError where that is not possible."""
    hands.act(browser, by_name(seen, *action, nth=nth), seen)


def do(browser: Browser, *action: str | None, nth: int = 0) -> Observation:
    """What an environment shows after an action; ActionError where it cannot be carried out."""
    env = Environment(browser)
    before = env.observe()
    env.act(by_name(before, *action, nth=nth), before)
    return env.observe()
