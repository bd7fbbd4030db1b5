"""Going back to a state: by a reset and the same steps, as in the paper, or quicker if safe."""

from collections.abc import Callable
from dataclasses import dataclass

from ...environment import Environment
from ...records import Action, EpisodeError, Observation, Step, Task
from ..retracing import retrace, same
from . import safety
from .trees import Node

LOOKING = ("Scroll", "Wait", "GoBack", "Google", "Hover", "Zoom")


@dataclass(frozen=True)
class Arrival:
    """What the browser shows after going back, whether it is the wanted state, and the way."""

    seen: Observation
    same: bool
    way: str  # "replay", "back" or "address"


Revisit = Callable[[Environment, Task, Node, Node], Arrival]


def replay(env: Environment, task: Task, node: Node, here: Node, lenient: bool = False) -> Arrival:
    """Reset the browser, open the task's address and take the node's steps again.

    A reset makes the agent a new visitor of the site. The state is compared with what was seen
    before. Raises EpisodeError when the first page still shows what was done before the reset: on
    such a site nothing can be undone, so a search would really do everything that it tries. With
    `lenient`, this is not checked.
    """
    seen = retrace(env, task, node.steps)
    found = same(seen, node.seen)
    if not found and not lenient and _survives_reset(env, task, node):
        raise EpisodeError(
            f"{task.url} cannot be reset: after a reset its first page still differs from what it "
            "was, so a search could not undo what it tries there. Use the agent without "
            "search (a budget of 0) on it."
        )
    if not found and not lenient:  # looking for the reason has left the browser on the first page
        return replay(env, task, node, here, lenient=True)
    return Arrival(seen, found, "replay")


def quick(env: Environment, task: Task, node: Node, here: Node) -> Arrival:
    """Go back by the back button or the state's address, if the steps in between changed nothing.

    Either way counts only if the page then looks as it did before; otherwise it is `replay`.
    """
    common = sum(step is other for step, other in zip(node.steps, here.steps, strict=False))
    if all(map(only_looks, (*node.steps[common:], *here.steps[common:]))):
        back = here.parent == node.number and env.browser.back()
        if back and same(env.step(), node.seen):
            return Arrival(env.observation, True, "back")
        if same(env.reset(node.seen.url, fresh=False), node.seen):
            return Arrival(env.observation, True, "address")
    return replay(env, task, node, here)


def only_looks(step: Step) -> bool:
    """Whether a step changed only what is shown.

    True of scrolling, and of links to an address, unless their words announce an act.
    """
    if safety.find_act(step):
        return False
    if step.action is None or step.action.name in LOOKING:
        return True
    targets = [mark for mark in step.observation.marks if mark.label == step.action.label]
    return step.action.name == "Click" and any(mark.href.startswith("http") for mark in targets)


def _survives_reset(env: Environment, task: Task, node: Node) -> bool:
    """Whether the first page differs from the beginning, in rows that do not change by themselves.

    A clock or a news ticker changes from visit to visit, or during one; such a change is no trace
    of what was done.
    """
    visits = [env.reset(task) for _ in range(2)]
    later = env.step(Action("Wait"))
    moving = _find_changed_rows(*visits) | _find_changed_rows(visits[1], later)
    return bool(_find_changed_rows(node.observations[0], visits[1]) - moving)


def _find_changed_rows(*pages: Observation) -> set[int]:
    """The heights on a page, in pixels, at which two observations of it differ."""
    found: list[dict[int, list[str]]] = []  # by height: words, and elements with their values
    for seen in pages:
        rows: dict[int, list[str]] = {}
        for x, y, _, _, words in sorted(seen.lines):
            rows.setdefault(round(y), []).append(f"{x} {words}")
        for mark in seen.marks:
            state = f"{mark.text} {mark.value} {mark.checked} {mark.disabled}"
            rows.setdefault(round(mark.boxes[0][1]), []).append(state)
        found.append(rows)
    first, second = found
    return {y for y in first.keys() | second.keys() if first.get(y) != second.get(y)}
