"""What a solved task costs: everything that was paid, divided by the number of tasks solved."""

from collections.abc import Sequence

import numpy
import pandas

from . import rates
from .endings import find_endings

WHAT = ("cost", "tokens", "seconds")
RESAMPLES, SEED = 2000, 0


def price_solved_tasks(
    data: pandas.DataFrame,
    *,
    what: Sequence[str] = WHAT,
    hue: str = "model",
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> pandas.DataFrame:
    """One row per series and measure: the total cost, and the cost per solved task.

    paid is the sum over all episodes, including faults and earlier attempts, since these were paid
    for; price is paid / solved, infinite if no task was solved and missing if a part of it is
    unknown. low and high are the 95 % interval (percentiles) of a bootstrap over tasks; an end is
    infinite if too many resamples have no solved task. `what` are columns; "tokens" is the sum of
    prompt and completion tokens. Tasks whose answer has no verdict are left out with all their
    costs. Raises ValueError when a column is missing or nothing is scored.
    """
    rates.scored(data)  # raises a clear error if no episode is scored
    if "tokens" in what and "tokens" not in data:
        rates.require(data, "prompt_tokens", "completion_tokens")
        data = data.assign(tokens=data["prompt_tokens"] + data["completion_tokens"])
    rates.require(data, hue, "task", "attempt", *what)
    tables = {
        name: _price_series(tasks, list(what), resamples, numpy.random.default_rng(seed))
        for name, tasks in rates.split(_sum_by_task(data, what, hue), hue).items()
    }
    return pandas.concat(tables, names=[hue, "what"]).reset_index()


def _sum_by_task(data: pandas.DataFrame, what: Sequence[str], hue: str) -> pandas.DataFrame:
    """One row per series and task: solved (how often), episodes, and the costs of all attempts."""
    key = list(dict.fromkeys([hue, *rates.list_keys(data)]))
    ending = (ended := find_endings(data))["ending"]
    outcomes = {"solved": ending == "right answer", "unscored": ending == "unscored answer"}
    counts = ended.assign(**outcomes).groupby(key, dropna=False)[list(outcomes)].sum()
    paid = data.assign(episodes=1, **{name: data[name].astype(float) for name in what})
    sums = paid.groupby(key, dropna=False, sort=False)[["episodes", *what]].sum(skipna=False)
    table = sums.join(counts).fillna({"solved": 0, "unscored": 0})
    known = table[table["unscored"] == 0].reset_index()
    by_task = known.groupby(list(dict.fromkeys([hue, "task"])), dropna=False, sort=False)
    return by_task[["solved", "episodes", *what]].sum(skipna=False).reset_index()


def _price_series(
    tasks: pandas.DataFrame, what: list[str], resamples: int, draw: numpy.random.Generator
) -> pandas.DataFrame:
    """The prices of one series, one row per measure."""

    def divide(paid: numpy.ndarray, solved: float) -> numpy.ndarray:
        return paid / solved if solved else numpy.where(numpy.isnan(paid), numpy.nan, numpy.inf)

    n, paid, solved = len(tasks), tasks[what].to_numpy(float), tasks["solved"].to_numpy(float)
    drawn = []
    for _ in range(resamples):
        weights = numpy.bincount(draw.integers(n, size=n), minlength=n)
        drawn.append(divide(weights @ paid, weights @ solved))
    # no interpolation: between a number and infinity there is nothing
    low, high = numpy.quantile(drawn, [0.025, 0.975], axis=0, method="inverted_cdf")
    total = paid.sum(axis=0)
    prices = {"paid": total, "price": divide(total, solved.sum()), "low": low, "high": high}
    counts = {"tasks": n, "episodes": tasks["episodes"].sum(), "solved": int(solved.sum())}
    return pandas.DataFrame({**counts, **prices}, index=what)
