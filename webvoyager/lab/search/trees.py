"""Trees of states: a search's limits, states, values and cost, and its record.

The record is in tree.json.gz beside the episode's steps, with the value, the visit and the cost of
each state.
"""

import base64
import gzip
import io
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Self

from PIL import Image

from ... import runs
from ...records import Episode, Number, Observation, Record, Step, sum_costs

FILE, FORMAT = "tree.json.gz", 1
THUMBNAIL = (320, 240)  # pixels


@dataclass(frozen=True)
class Limits(Record):
    """How far a search goes; the defaults are the paper's (Koh et al. 2024, section 4.1)."""

    depth: int = 5  # actions from the root of a search
    branching: int = 5  # different actions tried in a state
    budget: int = 20  # states that one search visits; 0 is the agent without search
    threshold: Number = 1.0  # a state of at least this value ends the search
    samples: int = 20  # replies from which the most frequent actions are chosen

    def __post_init__(self) -> None:
        counts = min(self.depth, self.branching, self.samples)
        if counts < 1 or self.budget < 0 or not 0 <= self.threshold <= 1:
            wanted = (
                "depth, branching and samples of 1 or more, a budget of 0 or more, a threshold "
                "from 0 to 1"
            )
            raise ValueError(f"A search needs {wanted}: not {self}.")


@dataclass(frozen=True)
class Spent(Record):
    """Tokens, US dollars (None if the price is unknown), and seconds by what they were spent on."""

    usage: dict[str, int] = field(default_factory=dict)
    cost: Number | None = 0.0
    seconds: dict[str, Number] = field(default_factory=dict)

    def __add__(self, other: "Spent") -> "Spent":
        usage, seconds = {**self.usage}, {**self.seconds}
        for kind, tokens in other.usage.items():
            usage[kind] = usage.get(kind, 0) + tokens
        for part, taken in other.seconds.items():
            seconds[part] = round(seconds.get(part, 0) + taken, 3)
        return Spent(usage, sum_costs((self.cost, other.cost)), seconds)


@dataclass(frozen=True)
class Value(Record):
    """A value function's result for a state: a score from 0 to 1, or None if it cannot tell."""

    score: Number | None
    reasons: tuple[str, ...] = ()
    # one per sample; None if it was cut or could not be read
    scores: tuple[Number | None, ...] = ()
    spent: Spent = field(default_factory=Spent)


@dataclass(frozen=True)
class Node(Record):
    """A state: the steps that lead to it from the task's address and, once visited, what it shows.

    The prompt at a node is made of its own steps and observation only, not of other branches.
    """

    number: int  # in the order in which nodes were proposed
    parent: int | None = None
    search: int = 0  # which search proposed it, from 1; 0 for the episode's first state
    action: str = ""
    target: str = ""  # the text of the mark that the action points at
    thought: str = ""
    error: str = ""  # why the action could not be carried out
    share: Number = 1.0  # of the replies at its parent that chose its action
    priority: Number = 1.0  # the value of its parent, by which the frontier is ordered
    visit: int | None = None  # in the order of visits, from 1; None: never visited
    value: Number | None = None
    reasons: tuple[str, ...] = ()  # why it has that value
    scores: tuple[Number | None, ...] = ()  # the samples of that value
    url: str = ""
    title: str = ""
    way: str = ""  # how the browser came back to its parent; "" if it was still there
    same: bool = True  # whether its parent looked the same as before
    refused: str = ""  # why it is not explored
    act: str = ""  # what its step did that cannot be undone
    committed: bool = False  # whether its step is one of the episode's
    cut: int = 0  # replies in its branching that reached max_tokens
    unreadable: int = 0  # replies in its branching that named no action that could be tried
    # the cost of getting here, of its value and of its branches
    usage: dict[str, int] = field(default_factory=dict)
    cost: Number | None = 0.0
    seconds: dict[str, Number] = field(default_factory=dict)
    # a small JPEG in base64; "" if there is none
    picture: str = field(default="", repr=False)
    # places among the proposals, from 0: of the actions since the search's root, its own last
    ranks: tuple[int, ...] = ()
    # only while the search runs: no file has these
    steps: tuple[Step, ...] = field(default=(), compare=False)
    observation: Observation | None = field(default=None, compare=False)

    @property
    def answered(self) -> bool:
        """Whether its action is an ANSWER."""
        return self.action.startswith("ANSWER")

    @property
    def answer(self) -> str:
        """The answer; "" if there is none."""
        last = self.steps[-1].action if self.answered else None
        return last.text if last else ""

    @property
    def score(self) -> float:
        """Its value, or its parent's if it has none."""
        return self.priority if self.value is None else self.value

    @property
    def valued(self) -> bool:
        """Whether a value function was asked about it, even if no reply was readable."""
        return self.value is not None or bool(self.scores or self.reasons)

    @property
    def spent(self) -> Spent:
        """What it cost to get here, to value it and to branch from it."""
        return Spent(self.usage, self.cost, self.seconds)

    @property
    def seen(self) -> Observation:
        """What it showed; raises ValueError if it was not visited."""
        if self.observation is None:
            raise ValueError(f"State {self.number} was not visited.")
        return self.observation

    @property
    def observations(self) -> tuple[Observation, ...]:
        """The observations on the way and here (o_1 to o_p); an ANSWER does not change the page."""
        here = () if self.answered or self.observation is None else (self.observation,)
        return (*(step.observation for step in self.steps), *here)

    def with_steps(self, steps: Sequence[Step]) -> Self:
        """The node at the end of these steps."""
        last, label = steps[-1], steps[-1].action and steps[-1].action.label
        targets = [mark.text for mark in last.observation.marks if mark.label == label]
        return replace(
            self,
            steps=tuple(steps),
            action=str(last.action or "no action"),
            target="".join(targets),
            thought=last.thought,
            error=last.error,
        )

    def with_value(self, value: Value) -> Self:
        """The node with a value function's result."""
        return replace(self, value=value.score, reasons=value.reasons, scores=value.scores)

    def showing(self, observation: Observation) -> Self:
        """The node with the observation of its page."""
        return replace(self, observation=observation, url=observation.url, title=observation.title)

    def plus(self, spent: Spent) -> Self:
        """The node with this added to its cost."""
        total = self.spent + spent
        return replace(self, usage=total.usage, cost=total.cost, seconds=total.seconds)

    def to_json(self) -> dict[str, Any]:
        """Everything except what only a running search has."""
        return Record.to_json(replace(self, steps=(), observation=None))


@dataclass(frozen=True)
class Tree(Record):
    """All searches of one episode."""

    task: str
    question: str
    model: str
    limits: dict
    states: tuple[Node, ...]
    stop: str = ""

    def __post_init__(self) -> None:
        numbers: set[int] = set()
        for state in self.states:  # a parent comes before its children
            if state.number in numbers or not (state.parent is None or state.parent in numbers):
                raise ValueError(
                    f"State {state.number} must have a unique number, and its parent"
                    f" ({state.parent}) must come before it."
                )
            numbers.add(state.number)

    @property
    def visited(self) -> tuple[Node, ...]:
        """The states that were visited, in the order of visits."""
        visited = [state for state in self.states if state.visit]
        return tuple(sorted(visited, key=lambda state: state.visit or 0))

    @property
    def spent(self) -> Spent:
        """The cost of all searches."""
        return sum((state.spent for state in self.states), Spent())

    @property
    def counts(self) -> dict[str, Any]:
        """The search in numbers: states, visits, and what went wrong on the way."""
        reset = [state for state in self.visited if state.way]
        return {
            "searches": max((state.search for state in self.states), default=0),
            "thought of": len(self.states),
            "visited": len(self.visited),
            "committed": sum(state.committed for state in self.states),
            "refused": sum(bool(state.refused) for state in self.states),
            "acts": sum(bool(state.act) for state in self.states),
            "went back": len(reset),
            "found changed": sum(not state.same for state in reset),
            "replies cut": sum(state.cut for state in self.states),
            "replies unreadable": sum(state.unreadable for state in self.states),
            "values unreadable": sum(None in state.scores for state in self.states),
        }

    def __repr__(self) -> str:
        visits = len(self.visited)
        return (
            f"Tree({self.task}: {len(self.states)} states, {visits} visited,"
            f" {self.stop or 'unfinished'})"
        )


def make(episode: Episode, nodes: Sequence[Node], limits: dict) -> Tree:
    """The record of the nodes of an episode's searches, each with a small screenshot if kept."""
    task = episode.task
    states = []
    for node in nodes:
        if (seen := node.observation) and seen.kept:
            image = Image.open(io.BytesIO(seen.screenshot)).convert("RGB")
            image.thumbnail(THUMBNAIL, Image.Resampling.LANCZOS)
            buffer = io.BytesIO()
            image.save(buffer, "JPEG", quality=70)
            node = replace(node, picture=base64.b64encode(buffer.getvalue()).decode())
        states.append(node)
    return Tree(task.id, task.question, episode.model, limits, tuple(states), episode.stop)


def save(tree: Tree, folder: str | Path) -> Path:
    """Write the tree into an attempt's folder; the same tree gives the same bytes."""
    file = Path(folder) / FILE
    words = json.dumps({"format": FORMAT, **tree.to_json()}, ensure_ascii=False)
    runs.write_whole(file, gzip.compress(words.encode(), mtime=0))
    return file


def load(folder: str | Path) -> Tree:
    """The tree in an attempt's folder.

    Raises FileNotFoundError when there is none, ValueError when it cannot be read.
    """
    file = Path(folder) / FILE
    if not file.exists():
        raise FileNotFoundError(
            f"There is no {FILE} in {folder}: was the episode played with lab.search?"
        )
    try:
        data = runs.decode(gzip.decompress(file.read_bytes()), dict)
        if data.get("format", FORMAT) > FORMAT:
            raise ValueError(f"its format {data['format']} is newer than this version reads")
        return Tree.from_json(data)
    except runs.DAMAGED as error:
        raise ValueError(f"{file} cannot be read ({error}); play the episode again.") from error


def name_function(function: Callable) -> str:
    """The name of a value function or a tie-break in a run."""
    return getattr(function, "__name__", type(function).__name__)
