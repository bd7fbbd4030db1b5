"""What will it cost? Tokens as a stored run took them, at the model's price."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas

from ... import runs
from ...models import Model, Rate
from . import rates

OFFLINE = ("offline-rules", "offline-eyes")
LOW, HIGH = 0.1, 0.9  # the tenth of the episodes that took least, and that took most, lie beyond


@dataclass(frozen=True)
class Estimate:
    """Tokens, and US dollars where the price is known, for some tasks: by the mean, and if all were
    short or long.

    Each is (low, mean, high): low and high as if every task took what the 10 % and 90 % points of
    the stored episodes took.
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
        tokens = f"{_round(mean)} tokens ({_round(low)} to {_round(high)})"
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
        table["US dollars"] = (
            [f"{dollars:,.2f}" for dollars in self.cost] if self.cost else "not known"
        )
        return f"<p>{self!r}</p>{table.to_html()}"


def estimate(tasks: int | Sequence, model: Model, like: str | Path | pandas.DataFrame) -> Estimate:
    """What so many tasks would take with the model, by a stored run of the same view (its folder,
    or its table).

    Servers count pictures and words in ways of their own, and another model takes more steps or
    fewer: take it for the size of the bill, and bound the bill with `batch.run_tasks(…,
    max_cost=…)`. ValueError where the run has no episodes that were counted.
    """
    number = tasks if isinstance(tasks, int) else len(tasks)
    table = like if isinstance(like, pandas.DataFrame) else runs.table(like)
    rates.require(table, "run", "model", "prompt_tokens", "completion_tokens", "stop")
    counted = rates.results(table)
    counted = counted[counted["prompt_tokens"] > 0]
    if counted.empty:
        raise ValueError(
            "No episode of this run tells how many tokens it took: its server counted none."
        )
    names = [
        " and ".join(sorted(counted[column].astype(str).unique())) for column in ("run", "model")
    ]
    prompt, completion = (
        _spread(counted[column], number) for column in ("prompt_tokens", "completion_tokens")
    )
    cost = _cost(model.rate, counted, number) if model.rate else None
    return Estimate(number, model.name, *names, len(counted), prompt, completion, cost)


def _round(number: float) -> str:
    """A number in three digits that tell something."""
    return f"{float(f'{number:.3g}'):,.0f}"


def _spread(values: pandas.Series, number: int) -> tuple[int, int, int]:
    low, mean, high = (round(number * float(each)) for each in _points(values))
    return low, mean, high


def _cost(rate: Rate, counted: pandas.DataFrame, number: int) -> tuple[float, float, float]:
    dollars = [
        rate.cost(dict(row))
        for _, row in counted[["prompt_tokens", "completion_tokens"]].iterrows()
    ]
    low, mean, high = (number * float(each) for each in _points(pandas.Series(dollars)))
    return low, mean, high


def _points(values: pandas.Series) -> tuple[float, float, float]:
    return values.quantile(LOW), values.mean(), values.quantile(HIGH)
