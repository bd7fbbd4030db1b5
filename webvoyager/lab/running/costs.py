"""What will it cost? The tokens of a stored run, at the model's price."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas
from markupsafe import Markup

from ... import runs
from ...display import without_math
from ...models import Model
from ..statistics import rates

OFFLINE = ("offline-rules", "offline-eyes")
TOKENS = ["prompt_tokens", "completion_tokens"]
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
        price = "the price is not known: add it to data/prices.csv"
        if self.cost:
            price = "about {1:,.2f} dollars ({0:,.2f} to {2:,.2f})".format(*self.cost)
        sums = map(sum, zip(self.prompt_tokens, self.completion_tokens, strict=True))
        low, mean, high = (f"{float(f'{tokens:.3g}'):,.0f}" for tokens in sums)  # to three digits
        rules = ", rules and no language model" if self.counted_by in OFFLINE else ""
        return (
            f"{self.tasks:,} tasks with {self.model}: {price}, for about {mean} tokens"
            f" ({low} to {high}), as counted in {self.episodes:,} episodes of {self.like}"
            f" by {self.counted_by}{rules}."
        )

    def _repr_html_(self) -> str:
        table = pandas.DataFrame(
            {
                "prompt tokens": self.prompt_tokens,
                "completion tokens": self.completion_tokens,
                "US dollars": [f"{each:,.2f}" for each in self.cost] if self.cost else "not known",
            },
            index=["if all are short (10 %)", "by the mean", "if all are long (90 %)"],
        )
        return without_math(Markup("<p>{!r}</p>{}").format(self, Markup(table.to_html())))


def estimate(tasks: int | Sequence, model: Model, like: str | Path | pandas.DataFrame) -> Estimate:
    """Estimate what tasks, or a number of tasks, would cost, from a stored run of the same view.

    `like` is the run's folder or its table. Servers count pictures and words differently, and
    another model takes more steps or fewer, so this is the order of magnitude of the bill;
    `batch.run_tasks(…, max_cost=…)` limits it. Raises ValueError when the run has no episodes with
    counted tokens.
    """
    number = tasks if isinstance(tasks, int) else len(tasks)
    table = like if isinstance(like, pandas.DataFrame) else runs.table(like)
    rates.require(table, "run", "model", *TOKENS, "stop")
    counted = rates.results(table)
    counted = counted[counted["prompt_tokens"] > 0]
    if counted.empty:
        raise ValueError(
            "No episode of this run has a token count: its server counted none. Choose another run."
        )

    usage = counted[TOKENS]
    if rate := model.rate:
        usage = usage.assign(cost=usage.apply(lambda tokens: rate.cost(dict(tokens)), axis=1))
    each = usage.quantile(LOW), usage.mean(), usage.quantile(HIGH)
    low, mean, high = (number * tokens for tokens in each)
    prompt, completion = ((round(low[of]), round(mean[of]), round(high[of])) for of in TOKENS)
    cost = (low["cost"], mean["cost"], high["cost"]) if rate else None
    run, counted_by = (
        " and ".join(sorted(counted[name].astype(str).unique())) for name in ("run", "model")
    )
    return Estimate(number, model.name, run, counted_by, len(usage), prompt, completion, cost)
