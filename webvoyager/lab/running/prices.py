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
    data = _add_tokens(data, what)
    rates.require(data, hue, "task", "attempt", *what)
    tables = {
        name: _price_series(tasks, what, resamples, numpy.random.default_rng(seed))
        for name, tasks in rates.split(_sum_by_task(data, what, hue), hue).items()
    }
    return pandas.concat(tables, names=[hue, "what"]).reset_index()


def _add_tokens(data: pandas.DataFrame, what: Sequence[str]) -> pandas.DataFrame:
    if "tokens" not in what or "tokens" in data:
        return data
    rates.require(data, "prompt_tokens", "completion_tokens")
    return data.assign(tokens=data["prompt_tokens"] + data["completion_tokens"])


def _sum_by_task(data: pandas.DataFrame, what: Sequence[str], hue: str) -> pandas.DataFrame:
    """One row per series and task: solved (how often), episodes, and the costs of all attempts."""
    key = list(dict.fromkeys([hue, *rates.list_keys(data)]))
    ended = find_endings(data)
    outcomes = {
        "solved": ended["ending"] == "right answer",
        "unscored": ended["ending"] == "unscored answer",
    }
    counts = ended.assign(**outcomes).groupby(key, dropna=False)[list(outcomes)].sum()
    paid = data.assign(episodes=1, **{name: data[name].astype(float) for name in what})
    sums = paid.groupby(key, dropna=False, sort=False)[["episodes", *what]].sum(skipna=False)
    table = sums.join(counts).fillna({"solved": 0, "unscored": 0})
    known = table[table["unscored"] == 0].reset_index()
    by_task = known.groupby(list(dict.fromkeys([hue, "task"])), dropna=False, sort=False)
    return by_task[["solved", "episodes", *what]].sum(skipna=False).reset_index()


def _price_series(
    tasks: pandas.DataFrame, what: Sequence[str], resamples: int, draw: numpy.random.Generator
) -> pandas.DataFrame:
    """The prices of one series, one row per measure."""
    paid, solved = tasks[list(what)].to_numpy(float), tasks["solved"].to_numpy(float)
    weights = (
        numpy.bincount(draw.integers(len(tasks), size=len(tasks)), minlength=len(tasks))
        for _ in range(resamples)
    )
    drawn = numpy.array([_divide(each @ paid, each @ solved) for each in weights])
    # no interpolation: between a number and infinity there is nothing
    low, high = numpy.quantile(drawn, [0.025, 0.975], axis=0, method="inverted_cdf")
    counts = {"tasks": len(tasks), "episodes": tasks["episodes"].sum(), "solved": int(solved.sum())}
    price = _divide(paid.sum(axis=0), solved.sum())
    table = {"paid": paid.sum(axis=0), "price": price, "low": low, "high": high}
    return pandas.DataFrame({**counts, **table}, index=list(what))


def _divide(paid: numpy.ndarray, solved: float) -> numpy.ndarray:
    return paid / solved if solved else numpy.where(numpy.isnan(paid), numpy.nan, numpy.inf)
