"""What a tree search is made of: its limits, its nodes, what a state is worth, and what all of it
took.
"""

from dataclasses import dataclass, field

from ...records import Observation, Outcome, Record, Step


@dataclass(frozen=True)
class Limits(Record):
    """How far a search goes; the defaults are the paper's (Koh et al. 2024, section 4.1)."""

    depth: int = 5  # actions from the root of a search
    branching: int = 5  # different actions tried in a state
    budget: int = 20  # states that one search goes to; 0 is the agent without search
    threshold: float = 1.0  # a state of this value ends the search
    samples: int = 20  # replies among which the actions to try are counted

    def __post_init__(self) -> None:
        if (
            min(self.depth, self.branching, self.samples) < 1
            or self.budget < 0
            or not 0 <= self.threshold <= 1
        ):
            wanted = (
                "depth, branching and samples of 1 or more, a budget of 0 or more, a threshold from"
                " 0 to 1"
            )
            raise ValueError(f"A search needs {wanted}: not {self}.")


@dataclass(frozen=True)
class Spent(Record):
    """What something took: tokens, US dollars (None where the price is not known), seconds by what
    they went into.
    """

    usage: dict = field(default_factory=dict)
    cost: float | None = 0.0
    seconds: dict = field(default_factory=dict)

    def __add__(self, other: "Spent") -> "Spent":
        cost = None if None in (self.cost, other.cost) else self.cost + other.cost
        return Spent(_sums(self.usage, other.usage), cost, _sums(self.seconds, other.seconds))


@dataclass(frozen=True)
class Value(Record):
    """What a value function says of a state: a score from 0 to 1, None where nothing it was told
    could be read.
    """

    score: float | None
    reasons: tuple[str, ...] = ()
    scores: tuple[
        float | None, ...
    ] = ()  # of each sample; None for one that was cut, or could not be read
    spent: Spent = field(default_factory=Spent)


@dataclass(frozen=True)
class Node:
    """A state: the steps that lead to it from the task's address and, once it was visited, what it
    shows and is worth.

    The prompt at a node is made of its own steps and its own observation, and tells of no other
    branch.
    """

    number: int  # in the order in which they were thought of
    steps: tuple[Step, ...] = ()
    parent: int | None = None
    search: int = 0  # which search thought of it, from 1; 0 is where the episode begins
    share: float = 1.0  # of the replies at its parent, those that chose its last action
    priority: float = 1.0  # the value of its parent, by which it stands in the frontier
    visit: int | None = None  # in the order of visits, from 1
    observation: Observation | None = None
    outcome: Outcome | None = None  # what came of its last action
    value: Value | None = None
    way: str = ""  # how the browser came back to its parent; "" where it was there
    same: bool = True  # whether its parent was found again as it had been
    refused: str = ""  # why it is not explored
    committed: bool = False  # whether its last step was taken for good
    spent: Spent = field(default_factory=Spent)  # on getting here, on its value and on its branches
    cut: int = 0  # replies in its branching that reached max_tokens
    unreadable: int = 0  # replies in its branching that named no action that could be tried

    @property
    def answered(self) -> bool:
        """Whether its last step is an ANSWER."""
        last = self.steps[-1].action if self.steps else None
        return last is not None and last.name == "ANSWER"

    @property
    def answer(self) -> str:
        """What was answered, "" where nothing was."""
        return self.steps[-1].action.text if self.answered else ""

    @property
    def score(self) -> float:
        """Its value; that of its parent where it has none."""
        return self.priority if self.value is None or self.value.score is None else self.value.score

    @property
    def observations(self) -> tuple[Observation, ...]:
        """What was seen on the way here and here (o_1 to o_p); an ANSWER changes nothing on the
        page.
        """
        here = () if self.answered or self.observation is None else (self.observation,)
        return (*(step.observation for step in self.steps), *here)


def _sums(first: dict, second: dict) -> dict:
    return {key: round(first.get(key, 0) + second.get(key, 0), 3) for key in {**first, **second}}
