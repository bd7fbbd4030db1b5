"""How far a state of a search is along its task's oracle: the ground truth of a state's value.

The oracle's way is given by its steps and its addresses. Another way to the same answer only counts
where it crosses the oracle's.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from urllib.parse import SplitResult, parse_qsl, urlsplit

from practice.learned import gold
from practice.miniweb.oracle import find
from webvoyager.lab.search import Node, Spent, Value, ValueFunction
from webvoyager.records import Episode, Settings, Step, Task, Verdict


@dataclass(frozen=True)
class Progress:
    """The progress of states, from the steps and the addresses of each task's oracle."""

    oracles: dict[str, list[list[str]]]
    ways: dict[str, list[str]]

    def __call__(self, task: Task, node: Node) -> float:
        """The share of the oracle's way that a state without an answer has covered, from 0 to 1."""
        steps, way = self.oracles[task.id][:-1], self.ways[task.id]
        return measure(steps, way, node.steps, node.observation.url)


def by_truth(
    check: Callable[[Episode], Verdict], progress: Callable[[Task, Node], float]
) -> ValueFunction:
    """The ground truth: 1 if the checker accepts the answer given here, 0 if not.

    A state without an answer lies between, by its progress: from 0.25 at the start to 0.75 if only
    the answer is missing. None if the checker cannot decide. `check` gets an episode that ends
    here, and reads the site's state as it is now, if it reads any:
    `lambda episode: judging.grade(episode, kit.web.state(…))`. `progress` gets the task and the
    node, and returns a number from 0 to 1.
    """

    def value(task: Task, node: Node) -> Value:
        """The checker's verdict on an answer, or the progress of a state without one."""
        if not node.answered:
            share = progress(task, node)
            return Value(0.25 + 0.5 * share, (f"{share:.0%} of the way to the answer.",))
        start = time.perf_counter()
        verdict = check(Episode(task, node.steps, "answer", settings=Settings()))
        spent = Spent(seconds={"value": round(time.perf_counter() - start, 3)})
        score = None if verdict.success is None else float(verdict.success)
        return Value(score, (verdict.reason,), (score,), spent)

    value.__name__ = "ground truth"
    return value


def read_ways(seed: int = 42) -> dict[str, list[str]]:
    """The addresses that each oracle of a world visits, by task, from the gold trajectories."""
    return {
        episode.task.id: list(dict.fromkeys(step.observation.url for step in episode.steps))
        for episode in gold.load_world(seed)
    }


def measure(
    oracle: Sequence[Sequence[str]], way: Sequence[str], taken: Sequence[Step], address: str
) -> float:
    """The greater of two shares of the oracle's way; 0 on a page that the oracle never opens.

    One is the share of the oracle's steps before its answer that were taken, in any order. The
    other is the share of its addresses up to the furthest one that is this page; if the page has
    only part of that address's query, that address counts in part.
    """
    here = urlsplit(address)
    there = [urlsplit(each) for each in way]
    if not any(_is_same_page(here, each) for each in there):
        return 0.0
    done = sum(any(_does(step, wanted) for step in taken) for wanted in oracle)
    by_steps = done / len(oracle) if oracle else 1.0
    reached = [
        place - 1 + _share_of_query(here, each)
        for place, each in enumerate(there)
        if place and _is_same_page(here, each)
    ]
    by_addresses = max(reached, default=0.0) / max(len(way) - 1, 1)
    return max(by_steps, by_addresses)


def _is_same_page(first: SplitResult, second: SplitResult) -> bool:
    return (first.netloc, first.path) == (second.netloc, second.path)


def _share_of_query(here: SplitResult, wanted: SplitResult) -> float:
    """The share of the wanted address's query that an address has, in any order and case."""
    pairs, found = (set(parse_qsl(each.query.casefold())) for each in (wanted, here))
    return len(pairs & found) / len(pairs) if pairs else 1.0


def _does(step: Step, wanted: Sequence[str]) -> bool:
    """Whether a step is this step of an oracle, and could be carried out."""
    verb, *rest = wanted
    action = step.action
    if action is None or step.error or action.name != verb:
        return False
    if verb not in ("Click", "Type"):
        return action.text == "".join(rest)
    role, name, *text = rest
    mark = find(step.observation.marks, role, name)
    return bool(mark) and (action.label, action.text) == (mark.label, "".join(text))
