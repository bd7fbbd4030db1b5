"""How well labellers find the categories and steps of planted failures.

Simulated agents fail for known reasons (play.py writes data/known/). `episodes` has model, task,
success, planted and planted_step: the category and step of the slip that made an episode fail.
`labels` has one row per labeller and episode: labeller, model, task, category and step. A labeller
who abstains has no row, or a row without a category.
"""

import pandas

from webvoyager.lab.statistics import agreement, rates

FLOOR = "always the commonest"


def score_labellers(labels: pandas.DataFrame, episodes: pandas.DataFrame) -> pandas.DataFrame:
    """One row per labeller, and one for the floor, which always names the commonest category.

    failures: those with a planted category; named: those of them that the labeller categorises;
    right: those categorised as planted, with share, low, high of all failures (Wilson 95 %); kappa:
    over the named ones; step found: the share of all failures whose step the labeller finds;
    alarms: the share of solved episodes that the labeller categorises. Raises ValueError when no
    failure has a planted category.
    """
    rates.require(labels, "labeller", "model", "task", "category", "step")
    rates.require(episodes, "model", "task", "success", "planted", "planted_step")
    success = episodes["success"].astype(bool)
    lost = episodes[~success & (episodes["planted"].fillna("") != "")]
    if lost.empty:
        raise ValueError("No failure has a planted category: there is nothing to find.")
    rows = {
        name: _score(block, lost, episodes[success])
        for name, block in labels.groupby("labeller", sort=False)
    }
    commonest = lost["planted"].mode()[0]
    floor = lost[["model", "task"]].assign(category=commonest, step=None)
    rows[f"{FLOOR} ({commonest})"] = _score(floor, lost, episodes[success]) | {"alarms": None}
    return pandas.DataFrame.from_dict(rows, orient="index").rename_axis("labeller")


def _score(labels: pandas.DataFrame, lost: pandas.DataFrame, solved: pandas.DataFrame) -> dict:
    key = ["model", "task"]
    given = labels[labels["category"].fillna("") != ""].drop_duplicates(key)
    both = lost.merge(given[[*key, "category", "step"]], on=key, how="left")
    named = both["category"].notna()
    right = int((both["category"] == both["planted"]).sum())
    low, high = rates.wilson(right, len(both))
    return {
        "failures": len(both),
        "named": int(named.sum()),
        "right": right,
        "share": right / len(both),
        "low": low,
        "high": high,
        "kappa": agreement.cohen(both.loc[named, ["planted", "category"]]),
        "step found": float((both["step"] == both["planted_step"]).mean()),
        "alarms": len(solved.merge(given, on=key)) / len(solved) if len(solved) else None,
    }
