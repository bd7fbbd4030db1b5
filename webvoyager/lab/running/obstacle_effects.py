"""What each obstacle does to an agent: the same tasks, played with it and without it."""

from collections.abc import Iterator

import pandas

from ...runs import Missing
from . import rates
from .paired_rates import compare_shares

COLUMNS = ("agent", "kind", "obstacle", "task", "attempt", "met", "success", "stop")
_PAIRED = "No task was played to a result both with its obstacle and without it."


def measure_obstacles(table: pandas.DataFrame) -> pandas.DataFrame:
    """One row per agent and obstacle: success with and without it, and the paired difference.

    `table` has one row per episode: agent, kind, obstacle, task, attempt, met (whether the obstacle
    was there), success and stop, as `python -m tools.obstacles` writes it. `met` and `without` are
    means over the tasks of their share of successes, as shares with 95 % intervals; `difference` is
    met − without, and `p` its exact test. A fault or an unscored answer is no result. `tasks` were
    played both ways, with up to `attempts` results each; `one_way` counts those without a result on
    one side, which are left out. An agent and obstacle with no task both ways have no row. Raises
    ValueError when a column is missing or not yes or no, or no task was played both ways.
    """
    rates.require(table, *COLUMNS)
    played = _read_outcomes(table)
    rows = [row for group in _split_groups(played) for row in _compare_ways(*group)]
    if not rows:
        raise Missing(_PAIRED)
    return pandas.DataFrame(rows)


def count_left_out(table: pandas.DataFrame) -> dict[str, int]:
    """How many rows of such a table are no result, and how many tasks have results only one way."""
    played = _read_outcomes(table)
    faults = played["stop"].str.startswith("error")
    one_way = sum(
        int(_find_shares(rows).isna().any(axis=1).sum()) for *_, rows in _split_groups(played)
    )
    return {
        "ended in a fault": int(faults.sum()),
        "unscored": int((played["success"].isna() & ~faults).sum()),
        "played only one way": one_way,
    }


def _read_outcomes(table: pandas.DataFrame) -> pandas.DataFrame:
    """The table with `met` as bool, `success` as boolean (missing in a fault), `stop` as text."""
    outcomes = {name: _read_yes_or_no(table, name) for name in ("met", "success")}
    if outcomes["met"].isna().any():
        raise ValueError("The column 'met' must be True or False in each row.")
    stop = table["stop"].fillna("").astype(str)
    success = outcomes["success"].mask(stop.str.startswith("error"))
    return table.assign(met=outcomes["met"].astype(bool), success=success, stop=stop)


def _read_yes_or_no(table: pandas.DataFrame, name: str) -> pandas.Series:
    try:
        return table[name].astype("boolean")
    except (TypeError, ValueError):
        raise ValueError(f"The column {name!r} must hold True, False or nothing.") from None


def _split_groups(played: pandas.DataFrame) -> Iterator[tuple[str, str, str, pandas.DataFrame]]:
    """Agent, kind, obstacle and their rows, in order of appearance."""
    for (agent, kind, obstacle), rows in played.groupby(
        ["agent", "kind", "obstacle"], sort=False, dropna=False
    ):
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
    found = compare_shares(paired[True].to_numpy(), paired[False].to_numpy())
    results = rows[rows["task"].isin(paired.index) & rows["success"].notna()]
    yield {
        "agent": agent,
        "kind": kind,
        "obstacle": obstacle,
        "tasks": len(paired),
        "attempts": int(results.groupby(["task", "met"]).size().max()),
        "one_way": len(shares) - len(paired),
        "met": found.first,
        "met_low": found.first_interval[0],
        "met_high": found.first_interval[1],
        "without": found.second,
        "without_low": found.second_interval[0],
        "without_high": found.second_interval[1],
        "difference": found.difference,
        "low": found.interval[0],
        "high": found.interval[1],
        "p": found.p,
    }
