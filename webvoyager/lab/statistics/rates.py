"""Rates with Wilson intervals, lengths, numbers of marks: the numbers behind most figures.

A row of the table is an episode (`runs.table`). An episode whose `stop` begins with "error" is an
infrastructure fault, not a result; one whose `success` is missing is unscored. Neither is in any
rate; both are counted. Rates count tasks: of several attempts at one task, the newest result
counts.
"""

from collections.abc import Iterable

import pandas

from ... import models
from ...runs import Missing


def wilson(successes: int, n: int) -> tuple[float, float]:
    """The Wilson 95 % interval of successes / n, as shares; (0, 1) where n is 0."""
    from scipy.stats import binomtest  # slow to import, and seldom needed

    if not n:
        return 0.0, 1.0
    interval = binomtest(successes, n).proportion_ci(0.95, method="wilson")
    return float(interval.low), float(interval.high)


# --- which rows count ---


def require(
    df: pandas.DataFrame, *columns: str, empty: str = "The table holds no episodes."
) -> None:
    """Raise ValueError when the table lacks a column, and Missing, with `empty`, if it is empty."""
    missing = [column for column in columns if column not in df.columns]
    if missing:
        raise ValueError(
            f"The table has no column {', '.join(map(repr, missing))}, which is needed here."
        )
    if df.empty:
        raise Missing(empty)


def require_one_kind(df: pandas.DataFrame) -> None:
    """Raise ValueError when simulated agents are mixed with others."""
    simulated = df["model"].astype(str).map(models.is_simulated) if "model" in df else None
    if simulated is not None and 0 < simulated.sum() < len(df):
        names = ", ".join(sorted(df["model"][simulated].unique()))
        raise ValueError(
            f"Simulated agents ({names}) follow the answer key and can't share a table with other"
            " agents: pass one kind only."
        )


def list_keys(df: pandas.DataFrame) -> list[str]:
    """The columns that have the same value in all attempts at one task."""
    return [column for column in ("run", "model", "view", "judge", "task") if column in df]


def newest(df: pandas.DataFrame) -> pandas.DataFrame:
    """The newest attempt at each task, for each run, model, view and judge.

    All rows if the table has no column for tasks or attempts.
    """
    if "task" not in df or "attempt" not in df:
        return df
    return df[df["attempt"] == df.groupby(list_keys(df), dropna=False)["attempt"].transform("max")]


def results(df: pandas.DataFrame) -> pandas.DataFrame:
    """The episodes that are results, one per task: no faults, no earlier attempts.

    Raises ValueError when there are none, or when simulated agents are mixed with others.
    """
    require(df, "stop")
    require_one_kind(df)
    finished = df[~df["stop"].str.startswith("error")]
    if finished.empty:
        raise Missing(f"None of the {len(df)} episodes is a result: all ended in a fault.")
    return newest(finished)


def scored(df: pandas.DataFrame) -> pandas.DataFrame:
    """The results that were judged, `success` as bool; raises ValueError when there are none."""
    require(df, "stop", "success")
    valid = results(df)
    judged = valid[valid["success"].notna()]
    if judged.empty:
        raise Missing(
            f"None of the {len(valid)} episodes is scored: judge them with judging.judge_run."
        )
    return judged.assign(success=judged["success"].astype(bool))


def split(df: pandas.DataFrame, hue: str) -> dict[str, pandas.DataFrame]:
    """The rows of each series by its name in column `hue`, in order of first appearance."""
    require(df, hue)
    groups = df.groupby(hue, sort=False, dropna=False, observed=True)
    return {"not named" if pandas.isna(name) else str(name): rows for name, rows in groups}


def series(df: pandas.DataFrame) -> pandas.Series:
    """The series of each row: its model, and its view too if the table has several."""
    require(df, "model")
    several = "view" in df and df["view"].nunique() > 1
    return df["model"] + ", " + df["view"] if several else df["model"]


# --- what is counted ---


def rates(df: pandas.DataFrame, by: list[str]) -> pandas.DataFrame:
    """One row per group of scored episodes: n, successes, and rate, low, high (Wilson 95 %)."""
    require(df, *by)
    table = scored(df).groupby(by, observed=True)["success"].agg(n="size", successes="sum")
    low, high = zip(*map(wilson, table["successes"], table["n"]), strict=True)
    return table.assign(rate=table["successes"] / table["n"], low=low, high=high)


def length_and_marks(df: pandas.DataFrame) -> pandas.DataFrame:
    """The paper's Figure 6 in numbers: length, marks, rate, n, answered per series and site.

    length: mean steps of the episodes that ended within the step limit (stop "answer"); marks: mean
    number of marks per screenshot over all results; rate over n scored episodes, missing if
    there are none.
    """
    require(df, "site", "steps", "marks", "stop", "success")
    valid = results(df.assign(series=series(df)))
    marks = valid["marks"].astype(float)
    columns = {
        "all_marks": marks * valid["steps"],
        "screenshots": valid["steps"].where(marks.notna()),
        "rate": valid["success"].astype(float),
        "length": valid["steps"].where(valid["stop"] == "answer"),
    }
    groups = valid.assign(**columns).groupby(["series", "site"])
    sums = groups[["all_marks", "screenshots"]].sum()
    table = groups.agg(
        rate=("rate", "mean"),
        n=("rate", "count"),
        length=("length", "mean"),
        answered=("length", "count"),
    )
    table.insert(0, "marks", sums["all_marks"] / sums["screenshots"])
    return table.reset_index()


def spans(df: pandas.DataFrame, groups: int = 5) -> pandas.DataFrame:
    """The table with `first` and `last`, the range of steps that each row falls into.

    There are about `groups` ranges, up to the step limit.
    """
    limit = int(df["steps"].max())
    if "max_steps" in df:
        limit = max(limit, int(df["max_steps"].max()))
    width = max(1, -(-limit // groups))
    first = (df["steps"].clip(lower=1) - 1) // width * width + 1
    return df.assign(first=first, last=first + width - 1)


def category_shares(
    labels: pandas.DataFrame, by: str, categories: Iterable[str]
) -> pandas.DataFrame:
    """One row per group and category: n, count, and share, low, high (Wilson 95 %) of the group.

    Groups keep their order of appearance; labels of other categories are left out.
    """
    require(labels, by, "category")
    categories = list(categories)
    named = labels[labels["category"].isin(categories)]
    if named.empty:
        names = ", ".join(categories)
        raise Missing(f"None of the labels names one of these categories: {names}.")
    rows = []
    for group, block in named.groupby(by, sort=False):
        counts, n = block["category"].value_counts(), len(block)
        for name in categories:
            count = int(counts.get(name, 0))
            rows.append((group, name, n, count, count / n, *wilson(count, n)))
    return pandas.DataFrame(rows, columns=[by, "category", "n", "count", "share", "low", "high"])


def summary(df: pandas.DataFrame) -> pandas.DataFrame:
    """One row per model and site, and one for all its sites: counts, success in %, means, sums.

    low and high are the Wilson 95 % interval of success, in %. steps and marks are means over the
    results; tokens, cost (US dollars, missing if one price is unknown) and seconds are sums over
    all episodes, including faults, which were paid for too.
    """
    columns = ["task", "site", "model", "steps", "marks", "stop", "success"]
    require(df, *columns, "prompt_tokens", "completion_tokens", "cost", "seconds")
    rows: dict[tuple[str, str], dict[str, float]] = {}
    for name, block in df.groupby(series(df)):
        rows |= {(str(name), str(site)): _sum_up(group) for site, group in block.groupby("site")}
        rows[str(name), "all"] = _sum_up(block)
    index = pandas.MultiIndex.from_tuples(list(rows), names=["model", "site"])
    return pandas.DataFrame(list(rows.values()), index=index)


def _sum_up(group: pandas.DataFrame) -> dict[str, float]:
    """One row of the summary."""
    fault = group["stop"].str.startswith("error")
    valid = newest(group[~fault])
    judged = valid["success"].dropna().astype(bool)
    low, high = wilson(int(judged.sum()), len(judged)) if len(judged) else (float("nan"),) * 2
    return {
        "tasks": group["task"].nunique(),
        "episodes": len(group),
        "answered": int((valid["stop"] == "answer").sum()),
        "success": 100 * judged.mean(),  # missing without a verdict
        "low": 100 * low,
        "high": 100 * high,
        "steps": valid["steps"].mean(),
        "marks": valid["marks"].astype(float).mean(),
        "faults": int(fault.sum()),
        "unscored": int(valid["success"].isna().sum()),
        "tokens": int((group["prompt_tokens"] + group["completion_tokens"]).sum()),
        "cost": group["cost"].astype(float).sum(skipna=False),
        "seconds": group["seconds"].sum(),
    }
