"""The parts of a tree search: limits, states, their values, and their cost."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

from ...records import Observation, Record, Step


@dataclass(frozen=True)
class Limits(Record):
    """How far a search goes; the defaults are the paper's (Koh et al. 2024, section 4.1)."""

    depth: int = 5  # actions from the root of a search
    branching: int = 5  # different actions tried in a state
    budget: int = 20  # states that one search visits; 0 is the agent without search
    threshold: float = 1.0  # a state of at least this value ends the search
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
    cost: float | None = 0.0
    seconds: dict[str, float] = field(default_factory=dict)

    def __add__(self, other: "Spent") -> "Spent":
        cost = None if None in (self.cost, other.cost) else self.cost + other.cost
        return Spent(_add_up(self.usage, other.usage), cost, _add_up(self.seconds, other.seconds))


@dataclass(frozen=True)
class Value(Record):
    """A value function's result for a state: a score from 0 to 1, or None if it cannot tell."""

    score: float | None
    reasons: tuple[str, ...] = ()
    # one per sample; None if it was cut or could not be read
    scores: tuple[float | None, ...] = ()
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
    share: float = 1.0  # of the replies at its parent that chose its action
    priority: float = 1.0  # the value of its parent, by which the frontier is ordered
    visit: int | None = None  # in the order of visits, from 1; None: never visited
    value: float | None = None
    reasons: tuple[str, ...] = ()  # why it has that value
    scores: tuple[float | None, ...] = ()  # the samples of that value
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
    cost: float | None = 0.0
    seconds: dict[str, float] = field(default_factory=dict)
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
        return self.steps[-1].action.text if self.answered else ""

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
    def observations(self) -> tuple[Observation, ...]:
        """The observations on the way and here (o_1 to o_p); an ANSWER does not change the page."""
        here = () if self.answered or self.observation is None else (self.observation,)
        return (*(step.observation for step in self.steps), *here)

    def with_steps(self, steps: Sequence[Step]) -> Self:
        """The node at the end of these steps."""
        last = steps[-1]
        marks = {mark.label: mark.text for mark in last.observation.marks}
        return replace(
            self,
            steps=tuple(steps),
            action=str(last.action or "no action"),
            target=marks.get(last.action.label, "") if last.action else "",
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
        return replace(self, **vars(self.spent + spent))

    def to_json(self) -> dict[str, Any]:
        """Everything except what only a running search has."""
        return Record.to_json(replace(self, steps=(), observation=None))


def _add_up(first: dict, second: dict) -> dict:
    return {key: round(first.get(key, 0) + second.get(key, 0), 3) for key in {**first, **second}}
