"""How often signals are right about failures, and about their categories."""

import pandas

from webvoyager.lab.failures.categories import NO_LABELS
from webvoyager.lab.failures.signals import HINTS_AT
from webvoyager.lab.statistics import rates
from webvoyager.runs import Missing


def precision(found: pandas.DataFrame, episodes: pandas.DataFrame) -> pandas.DataFrame:
    """How often episodes with a hint failed: one row per signal, even if it never fired.

    `found` is a table of hints (`signals.table`), `episodes` the run's (`runs.table`). "seen in"
    names an episode with the hint. The first row, "any episode", is the rate to compare with.
    """
    key = ["task", "attempt"]
    judged = episodes[episodes["success"].notna()][[*key, "success"]]
    judged = judged.assign(failed=~judged["success"].astype(bool))
    rows = {"any episode": _count_failed(judged) | {"seen in": ""}}
    for name in dict.fromkeys([*HINTS_AT, *found["hint"]]):
        hinted = judged.merge(found[found["hint"] == name][key].drop_duplicates(), on=key)
        example = hinted["task"].iloc[0] if len(hinted) else "none"
        rows[name] = _count_failed(hinted) | {"seen in": example}
    return pandas.DataFrame.from_dict(rows, orient="index").rename_axis("hint")


def match_categories(found: pandas.DataFrame, labels: pandas.DataFrame) -> pandas.DataFrame:
    """How well hints match the labelled category of a failure: one row per signal.

    `found` is a table of hints (`signals.table`), `labels` has one row per failed episode with its
    category (from `labels.consensus`, or one rater's). Columns: category (the one hinted at);
    hinted (labelled episodes with the hint); right (those of them labelled with that category);
    share, low, high (right / hinted, Wilson 95 %); base (share of all labels with that category,
    which a hint at every failure would reach); recall (share of that category's episodes with the
    hint). Shares are from 0 to 1. Raises Missing when no label names a category.
    """
    key = ["task", "attempt"]
    named = labels[labels["category"].fillna("") != ""][[*key, "category"]]
    if named.empty:
        raise Missing(NO_LABELS)
    rows = {}
    own = dict(zip(found["hint"], found["category"], strict=True))
    for name, category in (HINTS_AT | own).items():
        hinted = named.merge(found[found["hint"] == name][key].drop_duplicates(), on=key)
        right, n = int((hinted["category"] == category).sum()), len(hinted)
        low, high = rates.wilson(right, n)
        of_category = int((named["category"] == category).sum())
        rows[name] = {
            "category": category,
            "hinted": n,
            "right": right,
            "share": right / n if n else None,
            "low": low,
            "high": high,
            "base": of_category / len(named),
            "recall": right / of_category if of_category else None,
        }
    return pandas.DataFrame.from_dict(rows, orient="index").rename_axis("hint")


def _count_failed(episodes: pandas.DataFrame) -> dict:
    failed = int(episodes["failed"].sum())
    return {
        "episodes": len(episodes),
        "failed": failed,
        "% failed": round(100 * failed / max(len(episodes), 1)),
    }
