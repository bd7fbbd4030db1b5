"""The ways of a world's oracles through its tasks: the simulated agent's answer key.

They are read from the gold trajectories (data/gold/): for each stop the address, the elements of
the page, and what the oracle did there.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from webvoyager.records import Episode, Observation, Step, Task

from ..learned import gold
from ..learned.state import Done, find_role, read_done, say
from ..offline.endpoint.conversation import read_element
from ..offline.page.page import Element
from ..offline.question.words import fold

Looks = Counter[tuple]  # how many elements of each name, role and state a page has


@dataclass(frozen=True)
class Stop:
    """One step of an oracle: where it was taken, and what it did."""

    address: str
    looks: Looks
    label: int | None  # of the element that it used
    done: Done


@dataclass(frozen=True)
class Way:
    """A task with the stops of its oracle; the last one is the answer."""

    task: Task
    stops: tuple[Stop, ...]
    home: frozenset[str]  # names of links to the first page
    last_lines: frozenset[str]  # the lines in view where the oracle answered

    @property
    def answer(self) -> str:
        """What the oracle answers."""
        return self.stops[-1].done.text


class Ways:
    """The ways of a world, found by the questions of its tasks."""

    def __init__(self, seed: int, episodes: Iterable[Episode] | None = None) -> None:
        """The oracles' `episodes` are by default the world's gold trajectories.

        Raises FileNotFoundError, which says what to do, if there are none.
        """
        self.seed = seed
        known = gold.load_world(seed) if episodes is None else episodes
        self._episodes = {fold(episode.task.question): episode for episode in known}
        self._read = lru_cache(None)(lambda question: read_way(self._episodes[question]))

    def find(self, question: str) -> Way | None:
        """The way of the task with this question; None if this world has no such task."""
        folded = fold(question)
        return self._read(folded) if folded in self._episodes else None

    @property
    def tasks(self) -> list[Task]:
        """The tasks of the world."""
        return [episode.task for episode in self._episodes.values()]


def read_way(episode: Episode) -> Way:
    """The way of an oracle from its recorded episode."""
    first = episode.steps[0].observation.url
    home = {
        fold(mark.text)
        for step in episode.steps
        for mark in step.observation.marks
        if mark.href.split("#")[0] == first and mark.text
    }
    last = frozenset(map(fold, episode.steps[-1].observation.words))
    return Way(episode.task, tuple(map(_read_stop, episode.steps)), frozenset(home), last)


def describe(elements: Iterable[Element]) -> Looks:
    """How a page looks: its elements without their numbers and positions."""
    return Counter(
        (find_role(each), each.name, each.value, each.checked, each.expanded) for each in elements
    )


def compare(first: Looks, second: Looks) -> float:
    """The similarity of two pages, from 0 to 1: their common elements divided by all of them."""
    either = (first | second).total()
    return (first & second).total() / either if either else 1.0


def _read_stop(step: Step) -> Stop:
    elements = read_elements(step.observation)
    action = step.action
    used = next((each for each in elements if each.label == action.label), None)
    role, name = (find_role(used), used.name) if used else ("", "")
    done = _rewrite_as_reply(Done(action.name, role, name, action.text))
    return Stop(step.observation.url, describe(elements), used and used.label, done)


def _rewrite_as_reply(done: Done) -> Done:
    """An action as a reply says it: on one line, with quotation marks made straight."""
    return done if done.action == "ANSWER" else read_done(say(done)) or done


def read_elements(seen: Observation) -> list[Element]:
    """The elements of an observation, as they are read from a prompt."""
    return [each for mark in seen.marks if (each := read_element(mark.line, {}))]
