"""The numbers behind the figures: rates with Wilson intervals, lengths, marks; tables in, tables
out, nothing drawn.

A row of the table is an episode (`runs.table`). An episode whose `stop` begins with "error" is a
fault of the infrastructure and no result; one whose `success` is missing is unscored. Neither is in
any rate; both are counted. Rates count tasks: of several attempts at one the newest that is a
result stands for it.
"""

from collections.abc import Iterable

import pandas


def wilson(successes: int, n: int) -> tuple[float, float]:
    """The Wilson 95 % interval of successes / n, as shares; (0, 1) where n is 0."""
    from scipy.stats import binomtest  # slow to import, and seldom needed

    if not n:
        return 0.0, 1.0
    interval = binomtest(successes, n).proportion_ci(0.95, method="wilson")
    return interval.low, interval.high


def results(df: pandas.DataFrame) -> pandas.DataFrame:
    """The episodes that are results, one for each task: no faults, no earlier attempts. ValueError
    where none is.
    """
    require(df, "stop")
    found = df[~df["stop"].str.startswith("error")]
    if found.empty:
        raise ValueError(f"None of the {len(df)} episodes is a result: all ended in a fault.")
    return newest(found)


def newest(df: pandas.DataFrame) -> pandas.DataFrame:
    """The newest attempt at each task, of each run, model, view and judge; all rows where nothing
    tells attempts.
    """
    if "task" not in df or "attempt" not in df:
        return df
    key = [column for column in ("run", "model", "view", "judge", "task") if column in df]
    return df[df["attempt"] == df.groupby(key, dropna=False)["attempt"].transform("max")]


def scored(df: pandas.DataFrame) -> pandas.DataFrame:
    """The results that were judged, `success` as bool. ValueError where none is."""
    require(df, "stop", "success")
    found = results(df)
    judged = found[found["success"].notna()]
    if judged.empty:
        raise ValueError(f"None of the {len(found)} episodes is scored: judge them first.")
    return judged.assign(success=judged["success"].astype(bool))


def require(df: pandas.DataFrame, *columns: str) -> None:
    """ValueError, in one sentence, where the table is empty or lacks a column."""
    missing = [column for column in columns if column not in df.columns]
    if missing:
        raise ValueError(
            f"The table has no column {', '.join(map(repr, missing))}, which is needed here."
        )
    if df.empty:
        raise ValueError("The table holds no episodes.")


def rates(df: pandas.DataFrame, by: list[str]) -> pandas.DataFrame:
    """One row per group of scored episodes: n, successes, and rate, low, high as shares (Wilson 95
    %).
    """
    require(df, *by)
    table = scored(df).groupby(by, observed=True)["success"].agg(n="size", successes="sum")
    ends = [wilson(successes, n) for n, successes in table.itertuples(index=False)]
    low, high = zip(*ends, strict=True)
    return table.assign(rate=table["successes"] / table["n"], low=low, high=high)


def series(df: pandas.DataFrame) -> pandas.Series:
    """What a row belongs to: its model, and its view too where the table holds several."""
    require(df, "model")
    several = "view" in df and df["view"].nunique() > 1
    return df["model"] + ", " + df["view"] if several else df["model"]


def length_and_marks(df: pandas.DataFrame) -> pandas.DataFrame:
    """The paper's Figure 6 in numbers, one row per series and site: length, marks, rate, n,
    answered.

    length: mean steps of the episodes that ended within the step limit (stop "answer"); marks: mean
    number of marks per screenshot over all results; rate over n scored episodes, missing where
    there is none.
    """
    require(df, "site", "steps", "marks", "stop", "success")
    found = results(df.assign(series=series(df)))
    key = ["series", "site"]
    answered = (
        found[found["stop"] == "answer"].groupby(key)["steps"].agg(length="mean", answered="size")
    )
    shown = found[found["marks"].notna()]
    shown = shown.assign(all_marks=shown["marks"].astype(float) * shown["steps"]).groupby(key)
    marks = (shown["all_marks"].sum() / shown["steps"].sum()).rename("marks")
    judged = found[found["success"].notna()].groupby(key)["success"]
    rate = judged.mean().astype(float).rename("rate")
    table = pandas.concat([marks, rate, judged.size().rename("n"), answered], axis=1)
    return (
        table.fillna({"n": 0, "answered": 0})
        .astype({"n": int, "answered": int})
        .sort_index()
        .reset_index()
    )


def by_length(df: pandas.DataFrame, groups: int = 5) -> pandas.DataFrame:
    """Rates by the number of steps, in about so many groups of equal width: series, first, last, n,
    rate, low, high.
    """
    require(df, "steps", "stop", "success")
    return rates(
        spans(df.assign(series=series(df)), groups), ["series", "first", "last"]
    ).reset_index()


def spans(df: pandas.DataFrame, groups: int = 5) -> pandas.DataFrame:
    """The table with `first` and `last`, the group of lengths that a row belongs to: about so many,
    up to the limit.
    """
    limit = max(int(df["max_steps"].max()) if "max_steps" in df else 0, int(df["steps"].max()))
    width = max(1, -(-limit // groups))
    first = (df["steps"].clip(lower=1) - 1) // width * width + 1
    return df.assign(first=first, last=first + width - 1)


def category_shares(
    labels: pandas.DataFrame, by: str, categories: Iterable[str]
) -> pandas.DataFrame:
    """One row per group and category: n, count, and share, low, high as shares of the group (Wilson
    95 %).

    Groups stand in the order in which they come; labels of other categories are left out.
    """
    require(labels, by, "category")
    categories = list(categories)
    named = labels[labels["category"].isin(categories)]
    if named.empty:
        raise ValueError(
            f"None of the labels names one of these categories: {', '.join(categories)}."
        )
    rows = []
    for group, block in named.groupby(by, sort=False):
        counts = block["category"].value_counts().reindex(categories, fill_value=0)
        rows += [
            (group, name, len(block), n, n / len(block), *wilson(int(n), len(block)))
            for name, n in counts.items()
        ]
    return pandas.DataFrame(rows, columns=[by, "category", "n", "count", "share", "low", "high"])


def summary(df: pandas.DataFrame) -> pandas.DataFrame:
    """One row per model and site, and one for all its sites: counts, success in % (Wilson 95 %
    interval), means, sums.

    steps and marks are means over the results; tokens, cost (US dollars, missing where one price is
    unknown) and seconds are sums over all episodes, faults too, for they were paid.
    """
    columns = ["task", "site", "model", "steps", "marks", "stop", "success"]
    require(df, *columns, "prompt_tokens", "completion_tokens", "cost", "seconds")
    rows = {}
    for name, block in df.groupby(series(df)):
        rows |= {(name, site): _row(group) for site, group in block.groupby("site")} | {
            (name, "all"): _row(block)
        }
    index = pandas.MultiIndex.from_tuples(rows, names=["model", "site"])
    return pandas.DataFrame(list(rows.values()), index=index)


def _row(group: pandas.DataFrame) -> dict:
    """One row of the summary."""
    fault = group["stop"].str.startswith("error")
    valid = newest(group[~fault])
    judged = valid["success"].dropna().astype(bool)
    low, high = wilson(int(judged.sum()), len(judged))
    cost = group["cost"].astype(float)
    return {
        "tasks": group["task"].nunique(),
        "episodes": len(group),
        "answered": int((valid["stop"] == "answer").sum()),
        "success": 100 * judged.mean() if len(judged) else float("nan"),
        "low": 100 * low if len(judged) else float("nan"),
        "high": 100 * high if len(judged) else float("nan"),
        "steps": valid["steps"].mean(),
        "marks": valid["marks"].astype(float).mean(),
        "faults": int(fault.sum()),
        "unscored": int(valid["success"].isna().sum()),
        "tokens": int((group["prompt_tokens"] + group["completion_tokens"]).sum()),
        "cost": cost.sum(skipna=False),
        "seconds": group["seconds"].sum(),
    }
