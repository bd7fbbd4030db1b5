"""How judges' errors change success rates, worked out by hand on small tables."""

import pandas
import pytest

from studies.known_agents import error_rates

SLIPS = {"Hallucination": 0.5, "Navigation Stuck": 0.5}


def episodes() -> pandas.DataFrame:
    """Four solved, four hallucinated, four stuck, one lost without a lasting slip."""
    planted = [None] * 4 + ["Hallucination"] * 4 + ["Navigation Stuck"] * 4 + [None]
    success = [True] * 4 + [False] * 9
    tasks = [f"t--{number}" for number in range(13)]
    return pandas.DataFrame({"model": "m", "task": tasks, "success": success, "planted": planted})


def verdicts(*said: bool | None, judge: str = "kind") -> pandas.DataFrame:
    tasks = [f"t--{number}" for number in range(len(said))]
    return pandas.DataFrame({"model": "m", "task": tasks, "judge": judge, "success": said})


# rejects one of four solved, accepts two of four hallucinations and none that is stuck
KIND = (True, True, True, False, True, True, False, False, False, False, False, False, False)


def test_errors_are_counted_by_kind_and_the_truth_is_not_a_judge():
    both = pandas.concat([verdicts(*KIND), verdicts(*episodes()["success"], judge="rules")])
    found = error_rates.find_errors(both, episodes())
    assert set(found.index.unique("judge")) == {"kind"}
    shares = found["share"].droplevel("judge").to_dict()
    assert shares == {
        "solved": 0.25,
        "Hallucination": 0.5,
        "Navigation Stuck": 0,
        "no lasting slip": 0,
    }
    assert (found["low"] <= found["share"]).all() and (found["share"] <= found["high"]).all()


def test_unscored_answers_count_in_no_share():
    found = error_rates.find_errors(verdicts(None, *KIND[1:]), episodes())
    assert found.loc[("kind", "solved"), ["n", "wrong"]].tolist() == [3, 1]


def test_a_judges_rate_follows_from_its_errors():
    errors = error_rates.find_errors(verdicts(*KIND), episodes())
    row = error_rates.expect_rates(errors, 0.4, SLIPS).loc["kind"]
    assert row.reported == pytest.approx(0.4 * 0.75 + 0.6 * 0.25)
    assert row.agreement == pytest.approx(0.4 * 0.75 + 0.6 * 0.75)
    assert row.kappa == pytest.approx((0.75 - (0.4 * 0.45 + 0.6 * 0.55)) / (1 - 0.51))


def test_a_difference_shrinks_by_the_judges_errors():
    errors = error_rates.find_errors(verdicts(*KIND), episodes())
    found = error_rates.expect_difference(errors, 0.5, 0.47, SLIPS, tasks=643)
    assert found.loc["rules", "difference"] == pytest.approx(0.03)
    assert found.loc["kind", "difference"] == pytest.approx(0.03 * (1 - 0.25 - 0.25))
    assert 0 < found.loc["rules", "worse first"] < found.loc["kind", "worse first"] < 0.5
    turned = error_rates.expect_difference(errors, 0.47, 0.5, SLIPS, tasks=643)
    assert turned["worse first"].tolist() == pytest.approx(found["worse first"].tolist())


def test_shares_that_do_not_add_up_and_kinds_that_nobody_judged_are_named():
    errors = error_rates.find_errors(verdicts(*KIND), episodes())
    with pytest.raises(ValueError, match="add up to 1"):
        error_rates.expect_rates(errors, 0.5, {"Hallucination": 0.5})
    with pytest.raises(ValueError, match="no episode of the kind 'Visual Grounding Issue'"):
        error_rates.expect_rates(errors, 0.5, {"Visual Grounding Issue": 1.0})
    with pytest.raises(ValueError, match="no column 'planted'"):
        error_rates.find_errors(verdicts(*KIND), episodes().drop(columns="planted"))
