"""Scores of labellers against planted mistakes, worked out by hand."""

import pandas
import pytest

from studies.known_agents import planted

STUCK, INVENTED = "Navigation Stuck", "Hallucination"


def episodes() -> pandas.DataFrame:
    """Four failures (three stuck), one failure without a lasting slip, two solved."""
    return pandas.DataFrame(
        {
            "model": "m",
            "task": [f"t--{number}" for number in range(7)],
            "success": [False] * 5 + [True] * 2,
            "planted": [STUCK, STUCK, STUCK, INVENTED, None, None, None],
            "planted_step": [1, 2, 3, 4, None, None, None],
        }
    )


def labels(*rows: tuple[int, str, int]) -> pandas.DataFrame:
    found = [("me", "m", f"t--{task}", category, step) for task, category, step in rows]
    return pandas.DataFrame(found, columns=["labeller", "model", "task", "category", "step"])


def test_a_labeller_is_scored_on_failures_whose_cause_is_known():
    given = labels((0, STUCK, 1), (1, INVENTED, 2), (3, INVENTED, 1), (4, STUCK, 1), (5, STUCK, 1))
    row = planted.score_labellers(given, episodes()).loc["me"]
    assert row[["failures", "named", "right"]].tolist() == [4, 3, 2]
    assert (row["share"], row["step found"], row["alarms"]) == (0.5, 0.5, 0.5)
    assert row["low"] < 0.5 < row["high"]


def test_the_baseline_names_the_commonest_category_and_has_kappa_0():
    table = planted.score_labellers(labels((0, STUCK, 1)), episodes())
    floor = table.loc["always the commonest (Navigation Stuck)"]
    assert floor["share"] == 0.75 and floor["kappa"] == pytest.approx(0)


def test_an_empty_category_does_not_count_as_named():
    row = planted.score_labellers(labels((0, "", 1)), episodes()).loc["me"]
    assert row["named"] == 0 and row["share"] == 0 and pandas.isna(row["kappa"])


def test_without_planted_categories_scoring_is_refused():
    with pytest.raises(ValueError, match="No failure has a planted category"):
        planted.score_labellers(labels((0, STUCK, 1)), episodes()[4:])
