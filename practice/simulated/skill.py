"""The settings of a simulated agent: how good it is, and how it errs."""

import math
import random
from collections.abc import Mapping
from dataclasses import dataclass, field

KINDS = ("navigation", "grounding", "hallucination", "misalignment")
PAPER = {  # shares of failures in the paper's Table 3, here used for slips
    "navigation": 0.444,
    "grounding": 0.248,
    "hallucination": 0.218,
    "misalignment": 0.090,
}
USUAL_MARKS, USUAL_STEP = 60, 4  # where `per_mark` and `per_step` make no difference


@dataclass(frozen=True)
class Skill:
    """The settings of a simulated agent. Raises ValueError if they make no sense.

    - `steps`: the share of steps that it gets right at temperature 1, as a mean over states.
    - `shares`: the share of its slips for each of the KINDS; they add up to 1.
    - `steadiness`: how alike the replies in one state are, from 0 (each is drawn independently) to
      1 (all are right, or all slip).
    - `per_mark`, `per_step`: planted effects, in log-odds of a slip for each mark on the page, and
      for each step taken.
    - `votes`: the share of its opinions (values, verdicts, categories) that are right.
    - `bias`: how far all votes on one state err together, from 0 to 1.
    - `seed`: decides which states are hard, and what the slips are. The same seed gives the same
      replies.
    - `label`: a word added to its name, to tell apart agents with the same `steps`.
    """

    steps: float = 0.8
    shares: Mapping[str, float] = field(default_factory=lambda: dict(PAPER))
    steadiness: float = 0.5
    per_mark: float = 0.0
    per_step: float = 0.0
    votes: float = 0.8
    bias: float = 0.5
    seed: int = 0
    label: str = ""

    def __post_init__(self) -> None:
        for name in ("steps", "steadiness", "votes", "bias"):
            if not _is_share(getattr(self, name)):
                raise ValueError(
                    f"`{name}` must be a number from 0 to 1, not {getattr(self, name)!r}."
                )
        for name in ("per_mark", "per_step"):
            value = getattr(self, name)
            if not isinstance(value, int | float) or not math.isfinite(value):
                raise ValueError(f"`{name}` must be a finite number, not {value!r}.")
        unknown = sorted(set(self.shares) - set(KINDS))
        if unknown:
            raise ValueError(f"There is no slip {unknown[0]!r}; the kinds are {', '.join(KINDS)}.")
        if not all(map(_is_share, self.shares.values())):
            raise ValueError("The shares of slips must be numbers from 0 to 1.")
        if not math.isclose(sum(self.shares.values()), 1, abs_tol=1e-3):
            total = sum(self.shares.values())
            raise ValueError(f"The shares of slips must add up to 1, not {total:g}.")

    @property
    def name(self) -> str:
        """The name of a model with this skill: "simulated-0.8", "simulated-0.8-sure"."""
        return "-".join(filter(None, ("simulated", f"{self.steps:g}", self.label)))

    def mean_slips(self, marks: int, step: int) -> float:
        """The mean probability of a slip, by the number of marks and the step (from 1)."""
        if self.steps in (0, 1):
            return 1.0 - self.steps
        odds = math.log((1 - self.steps) / self.steps)
        odds += self.per_mark * (marks - USUAL_MARKS) + self.per_step * (step - USUAL_STEP)
        return 1 / (1 + math.exp(-odds))

    def slips_in(self, state: str, marks: int, step: int) -> float:
        """The probability of a slip in this state, whose difficulty is drawn by the seed."""
        return spread(self.mean_slips(marks, step), self.steadiness, f"{self.seed}/hard/{state}")


def spread(mean: float, steadiness: float, key: str) -> float:
    """A probability drawn by a key, so that its mean over keys is `mean`.

    With a steadiness of 0 it is the mean itself, with 1 it is 0 or 1; in between it follows a Beta
    distribution.
    """
    source = random.Random(key)
    if mean in (0, 1) or steadiness == 0:
        return mean
    if steadiness == 1:
        return float(source.random() < mean)
    weight = (1 - steadiness) / steadiness  # the sum of the distribution's two parameters
    return source.betavariate(mean * weight, (1 - mean) * weight)


def _is_share(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1
