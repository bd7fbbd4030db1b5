"""Going back to a state: by a reset and the same steps again (the paper's way), or quicker where
that is safe.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace

from ... import agent, hands
from ...browser import Browser
from ...records import (
    Action,
    ActionError,
    EpisodeError,
    Mark,
    Observation,
    Outcome,
    Step,
    Task,
    quoted,
)
from .nodes import Node

# actions that change nothing on the server
LOOKING = (
    "Scroll",
    "Wait",
    "GoBack",
    "Google",
    "Hover",
    "Zoom",
)


@dataclass(frozen=True)
class Arrival:
    """What the browser shows after going back, whether that is the state that was wanted, and how
    it came there.
    """

    seen: Observation
    same: bool
    way: str  # "replay", "back", "address" or "spare"


Revisit = Callable[[Browser, Task, Node, Node, agent.View], Arrival]


def replay(
    browser: Browser, task: Task, node: Node, here: Node, view: agent.View, lenient: bool = False
) -> Arrival:
    """Reset the browser, open the task's address and take the node's steps again; a reset gives the
    site a new visitor.

    What is found is compared with what was seen. EpisodeError where the first page keeps what was
    done before the reset: on such a site nothing can be taken back, and a search would do all that
    it tries. `lenient` goes on.
    """
    seen = agent.observe(browser, retrace(browser, task, node.steps, view), view)
    found = same(seen, node.observation)
    if not found and not lenient and _keeps(browser, task, node, view):
        raise EpisodeError(
            f"{task.url} cannot be reset: after a reset its first page still differs from what it"
            " was, so what a search tries there could not be taken back. Use the agent without"
            " search (a budget of 0) on it."
        )
    if not found and not lenient:  # looking for the reason led to the first page
        return replay(browser, task, node, here, view, lenient=True)
    return Arrival(seen, found, "replay")


def retrace(browser: Browser, task: Task, steps: Sequence[Step], view: agent.View) -> Outcome:
    """Reset the browser, open the task's address and take these steps again: what came of the
    last.
    """
    browser.reset()
    outcome = browser.open(task.url)
    for step in steps:
        outcome = _again(browser, step, view)
    return outcome


def quick(browser: Browser, task: Task, node: Node, here: Node, view: agent.View) -> Arrival:
    """The back button, or the state's own address, where nothing but looking was done between the
    two states.

    Each is believed only where the page is then as it was seen; else it is `replay`.
    """
    common = sum(step is other for step, other in zip(node.steps, here.steps, strict=False))
    if all(map(only_looks, (*node.steps[common:], *here.steps[common:]))):
        for way in ("back", "address"):
            if way == "back" and (here.parent != node.number or not browser.back()):
                continue
            if way == "address":
                browser.open(node.observation.url)
            seen = replace(view(browser), logged=len(browser.log))
            if same(seen, node.observation):
                return Arrival(seen, True, way)
    return replay(browser, task, node, here, view)


class Spare:
    """A second browser that is led to a state while the first tries something there, to take its
    place afterwards.

    Each is a visitor of its own, so what the first does is not to be seen in the second.
    """

    def __init__(self, browser: Browser, task: Task, view: agent.View) -> None:
        self._browser, self._task, self._view = browser, task, view
        self._thread = ThreadPoolExecutor(1)
        self._node: int | None = None
        self._arrival: Future[Arrival] | None = None

    def wait_at(self, node: Node) -> None:
        """Lead it to a node that was visited, meanwhile; nothing where it is there already, or on
        its way.
        """
        if node.number != self._node:
            self._node = node.number
            self._arrival = self._thread.submit(
                replay, self._browser, self._task, node, node, self._view
            )

    def take(self, node: Node, instead: Browser) -> tuple[Browser, Arrival] | None:
        """The browser that waits at a node, and what it shows; None where it waits elsewhere.
        `instead` is kept.
        """
        if node.number != self._node:
            return None
        arrival, taken = self._arrival.result(), self._browser
        self._browser, self._node = instead, None
        return taken, replace(arrival, way="spare")

    def close(self) -> None:
        """Wait until it stands still; the browser is its owner's."""
        self._thread.shutdown()


def only_looks(step: Step) -> bool:
    """Whether a step changed nothing but what is shown: scrolling, and links that lead to an
    address.
    """
    if step.action is None or step.action.name in LOOKING:
        return True
    label = step.action.label
    link = (
        isinstance(label, int)
        and label < len(step.observation.marks)
        and step.observation.marks[label].href
    )
    return step.action.name == "Click" and bool(link) and link.startswith("http")


def same(first: Observation, second: Observation) -> bool:
    """Whether two observations show the same state: address, elements with what they hold, words,
    place on the page.
    """
    return _state(first) == _state(second)


def _state(seen: Observation) -> tuple:
    marks = [
        (mark.tag, mark.role, mark.text, mark.value, mark.checked, mark.disabled)
        for mark in seen.marks
    ]
    return seen.url, seen.title, marks, seen.words, seen.scroll


def counterpart(step: Step, seen: Observation) -> Action:
    """A step's action on a page that is seen again: the number is that of the mark which is like
    the one it had.

    ActionError where there is none.
    """
    label = step.action.label
    if seen is step.observation or not isinstance(label, int):
        return step.action
    kind = _kind(step.observation.mark(label))
    # of several, the same of them
    before = sum(_kind(mark) == kind for mark in step.observation.marks[:label])
    alike = [mark.label for mark in seen.marks if _kind(mark) == kind]
    if len(alike) <= before:
        raise ActionError(f"{quoted(kind[2])} is not on this page any more.")
    return replace(step.action, label=alike[before])


def _kind(mark: Mark) -> tuple[str, str, str, str]:
    return mark.tag, mark.role, mark.text, mark.href


def _again(browser: Browser, step: Step, view: agent.View) -> Outcome:
    """Take a step once more; what cannot be done now need not have been possible then, and the
    comparison tells.
    """
    before = replace(step.observation, logged=len(browser.log))
    if step.action is None:
        return hands.outcome(browser, before, step.error)
    try:
        return hands.act(browser, step.action, before)
    except ActionError as error:
        if step.error:  # as it was
            return hands.outcome(browser, before, str(error))
    try:
        seen = view(browser)
        return hands.act(browser, counterpart(step, seen), seen)
    except ActionError as error:
        return hands.outcome(browser, before, str(error))


def _keeps(browser: Browser, task: Task, node: Node, view: agent.View) -> bool:
    """Whether the first page is another than at the beginning, but for rows that differ from visit
    to visit anyway.

    A clock or a belt of news shows something else each time, or while one looks on, and keeps
    nothing of what was done.
    """
    visits = []
    for _ in range(2):
        browser.reset()
        visits.append(agent.observe(browser, browser.open(task.url), view))
    later = agent.observe(browser, hands.act(browser, Action("Wait"), visits[1]), view)
    moving = _changed_rows(*visits) | _changed_rows(visits[1], later)
    return bool(_changed_rows(node.observations[0], visits[1]) - moving)


def _changed_rows(first: Observation, second: Observation) -> set[int]:
    """How far down the page, in pixels, stands what two looks at it differ in."""
    rows, others = _rows(first), _rows(second)
    return {y for y in rows.keys() | others.keys() if rows.get(y) != others.get(y)}


def _rows(seen: Observation) -> dict[int, list[str]]:
    """What stands at each height: words, and elements with what they hold."""
    rows: dict[int, list[str]] = {}
    for x, y, _, _, words in sorted(seen.lines):
        rows.setdefault(round(y), []).append(f"{x} {words}")
    for mark in seen.marks:
        rows.setdefault(round(mark.boxes[0][1]), []).append(
            f"{mark.text} {mark.value} {mark.checked} {mark.disabled}"
        )
    return rows
