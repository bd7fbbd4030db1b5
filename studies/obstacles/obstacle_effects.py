"""What each obstacle does to an agent: the same tasks, played with it and without it.

The task is the unit: several attempts at a task are not independent, so their share of successes
counts as one observation. With one attempt per task, the results are those of
`statistics.agreement.paired`.
"""

from collections.abc import Iterator

import numpy
import pandas
from scipy.stats import permutation_test
from statsmodels.stats.proportion import proportion_confint

from webvoyager.lab.statistics.agreement import bound_difference

FLIPS = 2**17  # up to 17 tasks, the test goes through all flips; above, it draws this many
Interval = tuple[float, float]


def measure_obstacles(table: pandas.DataFrame) -> pandas.DataFrame:
    """One row per agent and obstacle: success with and without it, and the paired difference.

    `table` has one row per episode, as `studies.obstacles.play` writes it; `met` says whether the
    obstacle was there. In the result, `met` and `without` are means over the tasks of their share
    of successes, as shares with Wilson's 95 % intervals; `difference` is met − without, with the
    interval for pairs (Newcombe 1998, Statistics in Medicine 17:2635, method 10), and `p` its exact
    test. A bootstrap over tasks would be far too narrow for three or five tasks. A fault or an
    unscored answer is no result. `tasks` were played both ways, with up to `attempts` results each;
    `one_way` counts those without a result on one side, which are left out. An agent and obstacle
    with no task both ways have no row.
    """
    rows = [row for group in _split_groups(table) for row in _compare_ways(*group)]
    return pandas.DataFrame(rows)


def count_left_out(table: pandas.DataFrame) -> dict[str, int]:
    """How many rows of such a table are no result, and how many tasks have results only one way."""
    faults = _find_faults(table)
    one_way = sum(
        int(_find_shares(rows).isna().any(axis=1).sum()) for *_, rows in _split_groups(table)
    )
    return {
        "ended in a fault": int(faults.sum()),
        "unscored": int((table["success"].isna() & ~faults).sum()),
        "played only one way": one_way,
    }


def flip_signs(differences: numpy.ndarray) -> float:
    """The two-sided p value of the sign-flip test: could the differences as well be around 0?

    With one attempt per task, this is McNemar's exact test.
    """
    changed = differences[differences != 0]
    if len(changed) < 2:  # one or none says nothing
        return 1.0
    how = {"permutation_type": "samples", "vectorized": True, "rng": 0, "n_resamples": FLIPS}
    return float(permutation_test((changed,), numpy.mean, **how).pvalue)


def _find_faults(table: pandas.DataFrame) -> pandas.Series:
    return table["stop"].str.startswith("error")


def _split_groups(
    table: pandas.DataFrame,
) -> Iterator[tuple[str, str, str, pandas.DataFrame]]:
    """Agent, kind, obstacle and their rows, in order of appearance; a fault has no success."""
    success = table["success"].astype("boolean").mask(_find_faults(table))
    names = ["agent", "kind", "obstacle"]
    for (agent, kind, obstacle), rows in table.assign(success=success).groupby(names, sort=False):
        yield agent, kind, obstacle, rows


def _find_shares(rows: pandas.DataFrame) -> pandas.DataFrame:
    """One row per task: its share of successes, with the obstacle (True) and without (False).

    A task without a result on one side has no share there.
    """
    shares = rows.groupby(["task", "met"])["success"].mean().astype(float).unstack()
    return shares.reindex(columns=[True, False])


def _compare_ways(agent: str, kind: str, obstacle: str, rows: pandas.DataFrame) -> Iterator[dict]:
    """The row of one agent and obstacle; none if no task was played both ways."""
    shares = _find_shares(rows)
    paired = shares.dropna()
    if paired.empty:
        return
    met, without = paired[True].to_numpy(), paired[False].to_numpy()
    met_interval, without_interval = _bound_rate(met), _bound_rate(without)
    interval = bound_difference(met, without)
    results = rows[rows["task"].isin(paired.index) & rows["success"].notna()]
    yield {
        "agent": agent,
        "kind": kind,
        "obstacle": obstacle,
        "tasks": len(paired),
        "attempts": int(results.groupby(["task", "met"]).size().max()),
        "one_way": len(shares) - len(paired),
        "met": met.mean(),
        "met_low": met_interval[0],
        "met_high": met_interval[1],
        "without": without.mean(),
        "without_low": without_interval[0],
        "without_high": without_interval[1],
        "difference": met.mean() - without.mean(),
        "low": interval[0],
        "high": interval[1],
        "p": flip_signs(met - without),
    }


def _bound_rate(shares: numpy.ndarray) -> Interval:
    """Wilson's 95 % interval of a mean of shares."""
    low, high = proportion_confint(shares.sum(), len(shares), method="wilson")
    return float(low), float(high)
