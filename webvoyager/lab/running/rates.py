"""The numbers behind the figures: rates with Wilson intervals, lengths, marks; nothing is drawn.

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


def require_one_kind(df: pandas.DataFrame) -> None:
    """Raise ValueError when simulated agents are mixed with others."""
    simulated = df["model"].astype(str).map(models.is_simulated) if "model" in df else None
    if simulated is not None and 0 < simulated.sum() < len(df):
        names = ", ".join(sorted(df["model"][simulated].unique()))
        raise ValueError(
            f"Simulated agents ({names}) follow the answer key and can't share a table with other"
            " agents: pass one kind only."
        )


def newest(df: pandas.DataFrame) -> pandas.DataFrame:
    """The newest attempt at each task, for each run, model, view and judge.

    All rows if the table has no column for tasks or attempts.
    """
    if "task" not in df or "attempt" not in df:
        return df
    return df[df["attempt"] == df.groupby(list_keys(df), dropna=False)["attempt"].transform("max")]


def list_keys(df: pandas.DataFrame) -> list[str]:
    """The columns that have the same value in all attempts at one task."""
    return [column for column in ("run", "model", "view", "judge", "task") if column in df]


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


def split(df: pandas.DataFrame, hue: str) -> dict[str, pandas.DataFrame]:
    """The rows of each series by its name in column `hue`, in order of first appearance."""
    require(df, hue)
    groups = df.groupby(hue, sort=False, dropna=False, observed=True)
    return {"not named" if pandas.isna(name) else str(name): rows for name, rows in groups}


def rates(df: pandas.DataFrame, by: list[str]) -> pandas.DataFrame:
    """One row per group of scored episodes: n, successes, and rate, low, high (Wilson 95 %)."""
    require(df, *by)
    table = scored(df).groupby(by, observed=True)["success"].agg(n="size", successes="sum")
    ends = [wilson(successes, n) for n, successes in table.itertuples(index=False)]
    low, high = zip(*ends, strict=True)
    return table.assign(rate=table["successes"] / table["n"], low=low, high=high)


def series(df: pandas.DataFrame) -> pandas.Series:
    """The series of each row: its model, and its view too if the table has several."""
    require(df, "model")
    several = "view" in df and df["view"].nunique() > 1
    return df["model"] + ", " + df["view"] if several else df["model"]


def length_and_marks(df: pandas.DataFrame) -> pandas.DataFrame:
    """The paper's Figure 6 in numbers: length, marks, rate, n, answered per series and site.

    length: mean steps of the episodes that ended within the step limit (stop "answer"); marks: mean
    number of marks per screenshot over all results; rate over n scored episodes, missing if
    there are none.
    """
    require(df, "site", "steps", "marks", "stop", "success")
    valid = results(df.assign(series=series(df)))
    key = ["series", "site"]
    answered = valid[valid["stop"] == "answer"].groupby(key)["steps"]
    answered = answered.agg(length="mean", answered="size")
    marked = valid[valid["marks"].notna()]
    marked = marked.assign(all_marks=marked["marks"].astype(float) * marked["steps"]).groupby(key)
    marks = (marked["all_marks"].sum() / marked["steps"].sum()).rename("marks")
    judged = valid[valid["success"].notna()].groupby(key)["success"]
    rate = judged.mean().astype(float).rename("rate")
    table = pandas.concat([marks, rate, judged.size().rename("n"), answered], axis=1)
    table = table.fillna({"n": 0, "answered": 0}).astype({"n": int, "answered": int})
    return table.sort_index().reset_index()


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
        counts = block["category"].value_counts().reindex(categories, fill_value=0)
        n = len(block)
        rows += [
            (group, name, n, count, count / n, *wilson(int(count), n))
            for name, count in counts.items()
        ]
    return pandas.DataFrame(rows, columns=[by, "category", "n", "count", "share", "low", "high"])


def summary(df: pandas.DataFrame) -> pandas.DataFrame:
    """One row per model and site, and one for all its sites: counts, success in %, means, sums.

    low and high are the Wilson 95 % interval of success, in %. steps and marks are means over the
    results; tokens, cost (US dollars, missing if one price is unknown) and seconds are sums over
    all episodes, including faults, which were paid for too.
    """
    columns = ["task", "site", "model", "steps", "marks", "stop", "success"]
    require(df, *columns, "prompt_tokens", "completion_tokens", "cost", "seconds")
    rows = {}
    for name, block in df.groupby(series(df)):
        rows |= {(name, site): _sum_up(group) for site, group in block.groupby("site")}
        rows[name, "all"] = _sum_up(block)
    index = pandas.MultiIndex.from_tuples(rows, names=["model", "site"])
    return pandas.DataFrame(list(rows.values()), index=index)


def _sum_up(group: pandas.DataFrame) -> dict:
    """One row of the summary."""
    fault = group["stop"].str.startswith("error")
    valid = newest(group[~fault])
    judged = valid["success"].dropna().astype(bool)
    rate = low = high = float("nan")
    if len(judged):
        rate = judged.mean()
        low, high = wilson(int(judged.sum()), len(judged))
    cost = group["cost"].astype(float)
    return {
        "tasks": group["task"].nunique(),
        "episodes": len(group),
        "answered": int((valid["stop"] == "answer").sum()),
        "success": 100 * rate,
        "low": 100 * low,
        "high": 100 * high,
        "steps": valid["steps"].mean(),
        "marks": valid["marks"].astype(float).mean(),
        "faults": int(fault.sum()),
        "unscored": int(valid["success"].isna().sum()),
        "tokens": int((group["prompt_tokens"] + group["completion_tokens"]).sum()),
        "cost": cost.sum(skipna=False),
        "seconds": group["seconds"].sum(),
    }
