"""Means with their 95 % intervals: how far a mean over tasks, or over calls, can be trusted.

The steps of one task are not independent, so the task is the unit: first each task's mean, then the
mean over tasks. Intervals are Student's t; for shares they are cut to the range from 0 to 1. If all
tasks have the same value, the t interval has no width, and Wilson's interval for that rate over
the tasks is used instead.
"""

from collections.abc import Sequence

import pandas

from webvoyager.lab.statistics.rates import require


def macro_means(table: pandas.DataFrame, by: Sequence[str], measure: str) -> pandas.DataFrame:
    """One row per group: mean, low, high (shares from 0 to 1), tasks, steps; indexed by `by`.

    `table` has one row per step (`metrics.score`) with its `task`, and `measure` from 0 to 1. Steps
    without a value are left out. A single task has the interval from 0 to 1. Raises ValueError when
    a column is missing or no step has a value.
    """
    require(table, "task", measure, *by)
    known = table[table[measure].notna()].astype({measure: float})
    if known.empty:
        raise ValueError(f"No step has a value of {measure!r}, so there is nothing to average.")
    per_task = known.groupby([*by, "task"], sort=False)[measure].agg(mean="mean", steps="size")
    groups = per_task.groupby(level=list(range(len(by))), sort=False)
    means = groups.agg(mean=("mean", "mean"), tasks=("mean", "size"), steps=("steps", "sum"))
    low, high = zip(*(_find_share_interval(values) for _, values in groups["mean"]), strict=True)
    return means.assign(low=low, high=high)


def mean_interval(table: pandas.DataFrame, by: Sequence[str], measure: str) -> pandas.DataFrame:
    """One row per group: mean, low, high (in the unit of `measure`), n; indexed by `by`.

    For amounts such as seconds: `low` is never below the smallest value. An empty table gives an
    empty table.
    """
    if table.empty:
        return pandas.DataFrame()
    require(table, measure, *by)
    groups = table.groupby(list(by), sort=False)[measure]
    means = groups.agg(mean="mean", n="size")
    ends = [_find_t_interval(values) for _, values in groups]
    low = [max(end[0], values.min()) for end, (_, values) in zip(ends, groups, strict=True)]
    return means.assign(low=low, high=[end[1] for end in ends])


def _find_share_interval(values: pandas.Series) -> tuple[float, float]:
    from statsmodels.stats.proportion import proportion_confint  # slow to import

    n, mean = len(values), values.mean()
    if n == 1:
        return 0.0, 1.0
    if values.sem() < 1e-12:
        return proportion_confint(mean * n, n, 0.05, "wilson")
    low, high = _find_t_interval(values)
    return max(0.0, low), min(1.0, high)


def _find_t_interval(values: pandas.Series) -> tuple[float, float]:
    """Student's 95 % interval; for one value, or equal values, both ends are the mean."""
    from scipy import stats  # slow to import

    error = values.sem()
    if not error > 0:
        return values.mean(), values.mean()
    return stats.t.interval(0.95, len(values) - 1, values.mean(), error)
