"""What will it cost? The tokens of a stored run, at the model's price."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas
from markupsafe import Markup

from ... import runs
from ...models import Model
from . import rates

OFFLINE = ("offline-rules", "offline-eyes")
LOW, HIGH = 0.1, 0.9  # quantiles; a tenth of the episodes lies beyond each


@dataclass(frozen=True)
class Estimate:
    """Tokens, and US dollars if the price is known, for some tasks: each is (low, mean, high).

    Low and high are the 10 % and 90 % quantiles of the stored episodes, times the number of tasks.
    """

    tasks: int
    model: str
    like: str
    counted_by: str  # the model whose tokens were counted
    episodes: int
    prompt_tokens: tuple[int, int, int]
    completion_tokens: tuple[int, int, int]
    cost: tuple[float, float, float] | None

    def __repr__(self) -> str:
        low, mean, high = (
            sum(pair) for pair in zip(self.prompt_tokens, self.completion_tokens, strict=True)
        )
        price = "the price is not known: add it to data/prices.csv"
        if self.cost:
            price = "about {1:,.2f} dollars ({0:,.2f} to {2:,.2f})".format(*self.cost)
        tokens = f"{_round_number(mean)} tokens ({_round_number(low)} to {_round_number(high)})"
        rules = ", rules and no language model" if self.counted_by in OFFLINE else ""
        return (
            f"{self.tasks:,} tasks with {self.model}: {price}, for about {tokens}, "
            f"as counted in {self.episodes:,} episodes of {self.like} by {self.counted_by}{rules}."
        )

    def _repr_html_(self) -> str:
        table = pandas.DataFrame(
            {"prompt tokens": self.prompt_tokens, "completion tokens": self.completion_tokens},
            index=["if all are short (10 %)", "by the mean", "if all are long (90 %)"],
        )
        table["US dollars"] = "not known"
        if self.cost:
            table["US dollars"] = [f"{dollars:,.2f}" for dollars in self.cost]
        return Markup("<p>{!r}</p>{}").format(self, Markup(table.to_html()))


def estimate(tasks: int | Sequence, model: Model, like: str | Path | pandas.DataFrame) -> Estimate:
    """Estimate what tasks, or a number of tasks, would cost, from a stored run of the same view.

    `like` is the run's folder or its table. Servers count pictures and words differently, and
    another model takes more steps or fewer, so this is the order of magnitude of the bill;
    `batch.run_tasks(…, max_cost=…)` limits it. Raises ValueError when the run has no episodes with
    counted tokens.
    """
    number = tasks if isinstance(tasks, int) else len(tasks)
    table = like if isinstance(like, pandas.DataFrame) else runs.table(like)
    rates.require(table, "run", "model", "prompt_tokens", "completion_tokens", "stop")
    counted = rates.results(table)
    counted = counted[counted["prompt_tokens"] > 0]
    if counted.empty:
        raise ValueError(
            "No episode of this run has a token count: its server counted none. Choose another run."
        )
    run, counted_by = (
        " and ".join(sorted(counted[column].astype(str).unique())) for column in ("run", "model")
    )
    usage = counted[["prompt_tokens", "completion_tokens"]]
    prompt, completion = (
        tuple(round(tokens) for tokens in _scale_up(usage[column], number)) for column in usage
    )
    cost = None
    if model.rate:
        dollars = [model.rate.cost(dict(row)) for _, row in usage.iterrows()]
        cost = _scale_up(pandas.Series(dollars), number)
    return Estimate(number, model.name, run, counted_by, len(usage), prompt, completion, cost)


def _scale_up(values: pandas.Series, number: int) -> tuple[float, float, float]:
    """What `number` tasks cost if each costs the low, the mean or the high of the values."""
    low, mean, high = values.quantile(LOW), values.mean(), values.quantile(HIGH)
    return number * float(low), number * float(mean), number * float(high)


def _round_number(number: float) -> str:
    """A number with three significant digits."""
    return f"{float(f'{number:.3g}'):,.0f}"
