"""Play an oracle: the steps that solve a task, named by role and visible name, through the agent's
views and hands.
"""

from collections.abc import Callable, Sequence
from typing import Any

from webvoyager.records import Action, ActionError, EpisodeError, Mark, Observation, Outcome, Step

LOOKS = 40  # how many screens of a page are searched for a mark

Observe = Callable[[Any, Outcome], Observation]  # as agent.observe
Act = Callable[[Any, Action, Observation], Outcome]  # as hands.act


def play(
    browser: Any, url: str, steps: Sequence[Sequence[str]], observe: Observe, act: Act
) -> tuple[Step, ...]:
    """All that was seen and done, as the steps of an episode: scrolling to find a mark included,
    the answer last.

    A step is ["Click", role, name], ["Type", role, name, text], ["Scroll", "down"], ["Wait"],
    ["GoBack"], ["Google"] or ["ANSWER", text]. LookupError where no mark on the page fits a step;
    what the hands raise tells in a note which step it was.
    """
    outcome = browser.open(url)
    taken: list[Step] = []

    def _look() -> Observation:
        return observe(browser, outcome)

    def _do(action: Action, seen: Observation) -> None:
        nonlocal outcome
        outcome = act(browser, action, seen)
        taken.append(Step(len(taken) + 1, seen, action=action))

    for number, (verb, *rest) in enumerate(steps, 1):
        try:
            seen = _look()
            if verb in ("Click", "Type"):
                seen, mark = _seek(seen, rest[0], rest[1], _look, _do)
                _do(Action(verb, mark.label, "".join(rest[2:])), seen)
            elif verb == "Scroll":
                _do(Action(verb, "WINDOW", rest[0]), seen)
            else:
                _do(Action(verb, None, "".join(rest)), seen)
        except (LookupError, ActionError, EpisodeError) as error:
            error.add_note(
                f"at step {number} of the oracle for {url}: {verb} {' '.join(map(repr, rest))}"
            )
            raise
    return tuple(taken)


def find(marks: Sequence[Mark], role: str, name: str) -> Mark | None:
    """The first mark with exactly this role and name, else the only one whose name contains it,
    else None.
    """
    alike = [mark for mark in marks if mark.role == role]
    exact = [mark for mark in alike if _folded(mark.text) == _folded(name)]
    parts = [mark for mark in alike if _folded(name) in _folded(mark.text)]
    return exact[0] if exact else parts[0] if len(parts) == 1 else None


def _seek(
    seen: Observation, role: str, name: str, observe: Callable[[], Observation], do: Callable
) -> tuple[Observation, Mark]:
    """Scroll until the mark is in view: on the way to the top of the page, then down from there."""
    met = list(seen.marks)
    for way in ("up", "down"):
        for _ in range(LOOKS):
            if mark := find(seen.marks, role, name):
                return seen, mark
            if seen.scroll[way == "down"] == 0:
                break
            before = seen
            do(Action("Scroll", "WINDOW", way), seen)
            seen = observe()
            met += seen.marks
            if seen.scroll == before.scroll:
                break
    there = dict.fromkeys(f"{mark.role} {_folded(mark.text)!r}" for mark in met)
    raise LookupError(f"No {role} {name!r} at {seen.url}. There are: {', '.join(there)}.")


def _folded(name: str) -> str:
    return " ".join(name.split())
