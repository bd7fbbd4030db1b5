"""Play an oracle: the steps that solve a task, in the same environment that the agent uses.

Steps name their targets by role and visible name.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from webvoyager.records import Action, ActionError, EpisodeError, Mark, Observation, Step, Task

MOST_SCREENS = 40  # the most screens of a page to search for a mark
MOST_WAITS = 3  # for a mark that isn't there yet


def play(env: Any, task: Task, steps: Sequence[Sequence[str]]) -> tuple[Step, ...]:
    """Solve a task in a fresh world and return the steps of the episode, the answer last.

    `env` is a webvoyager.Environment. A step is ["Click", role, name], ["Type", role, name, text],
    ["Scroll", "down"], ["Wait"], ["GoBack"], ["Google"] or ["ANSWER", text]; scrolling to find a
    mark, and waiting for it, adds steps. Raises LookupError if no mark on the page fits a step, and
    ActionError if a step cannot be carried out; a note on the error says which step it was.
    """
    env.reset(task)
    return play_on(env, task, steps)


def play_on(env: Any, task: Task, steps: Sequence[Sequence[str]]) -> tuple[Step, ...]:
    """Like `play`, but from the current state of the environment; for the rest of an oracle."""
    taken: list[Step] = []
    for number, (verb, *rest) in enumerate(steps, 1):
        try:
            for action in _find_actions(env, verb, rest):
                taken.append(_take_action(env, action, len(taken) + 1))
        except (LookupError, ActionError, EpisodeError) as error:
            words = " ".join(map(repr, rest))
            error.add_note(f"at step {number} of the oracle for {task.url}: {verb} {words}")
            raise
    return tuple(taken)


def find(marks: Sequence[Mark], role: str, name: str) -> Mark | None:
    """The mark with exactly this role and name, or the only one whose name contains it."""
    alike = [mark for mark in marks if mark.role == role]
    exact = [mark for mark in alike if _squeeze_spaces(mark.text) == _squeeze_spaces(name)]
    parts = [mark for mark in alike if _squeeze_spaces(name) in _squeeze_spaces(mark.text)]
    return exact[0] if exact else parts[0] if len(parts) == 1 else None


def _find_actions(env: Any, verb: str, rest: Sequence[str]) -> Iterator[Action]:
    """The actions of one step: those that scroll to its mark, then the step itself."""
    if verb in ("Click", "Type"):
        role, name, *text = rest
        yield from _scroll_to(env, role, name)
        yield Action(verb, find(env.observation.marks, role, name).label, "".join(text))
    elif verb == "Scroll":
        yield Action(verb, "WINDOW", rest[0])
    else:
        yield Action(verb, None, "".join(rest))


def _scroll_to(env: Any, role: str, name: str) -> Iterator[Action]:
    """Scroll until the mark is in view; wait a few times for parts of the page that are slow."""
    seen_marks: list[Mark] = []
    for waits in range(MOST_WAITS + 1):
        if waits:
            yield Action("Wait", None, "")
        yield from _scroll_through(env, role, name, seen_marks)
        if find(env.observation.marks, role, name):
            return
    names = dict.fromkeys(f"{mark.role} {_squeeze_spaces(mark.text)!r}" for mark in seen_marks)
    raise LookupError(
        f"No {role} {name!r} at {env.observation.url}. There are: {', '.join(names)}."
    )


def _scroll_through(env: Any, role: str, name: str, seen_marks: list[Mark]) -> Iterator[Action]:
    """Scroll to the top of the page, then down from there, until the mark is in view."""
    seen_marks += env.observation.marks
    for way in ("up", "down"):
        for _ in range(MOST_SCREENS):
            seen: Observation = env.observation
            if find(seen.marks, role, name) or seen.scroll[way == "down"] == 0:
                break
            yield Action("Scroll", "WINDOW", way)
            seen_marks += env.observation.marks
            if env.observation.scroll == seen.scroll:
                break


def _take_action(env: Any, action: Action, index: int) -> Step:
    """Carry out an action. Raises ActionError if that is impossible."""
    step = Step(index, env.observation, action=action)
    if not step.answered and (error := env.step(action).error):
        raise ActionError(error)
    return step


def _squeeze_spaces(name: str) -> str:
    return " ".join(name.split())
