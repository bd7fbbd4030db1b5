"""Regressions find planted effects, and the computed number of tasks tells two agents apart."""

import numpy
import pandas
import pytest
from scipy.stats import binomtest

from practice.simulated import Skill, Ways
from practice.simulated.planted import draw_steps
from webvoyager.lab.running.effects import NoFit, find_again, predict, regress, tasks_to_tell


@pytest.fixture(scope="module")
def ways():
    known = Ways(42)
    return [known.find(task.question) for task in known.tasks]


def find_planted(skill: Skill, ways, sizes, draws: int):
    planted = {"marks": skill.per_mark, "step": skill.per_step}
    return find_again(
        lambda tasks, seed: draw_steps(skill, ways, tasks, seed), planted, "slip", sizes, draws
    )


def test_the_intervals_contain_the_planted_effects(ways):
    skill = Skill(0.85, per_mark=0.01, per_step=0.1, steadiness=0.3)
    found = find_planted(skill, ways, (200,), 80).set_index("factor")
    for factor, planted in (("marks", 0.01), ("step", 0.1)):
        row = found.loc[factor]
        assert row.planted == planted and row.estimate == pytest.approx(planted, rel=0.3)
        assert row.covered >= binomtest(76, 80).proportion_ci(0.99).low


def test_more_tasks_make_intervals_narrower(ways):
    found = find_planted(Skill(0.8), ways, (100, 400), 10)
    wide = found.pivot(index="factor", columns="tasks", values="wide")
    assert (wide[400] < 0.7 * wide[100]).all()


def test_steps_end_with_the_first_slip(ways):
    steps = draw_steps(Skill(0.7), ways, 50)
    assert steps.groupby("task").slip.sum().max() == 1
    assert not steps[steps.duplicated("task", keep="last")].slip.any()


def test_a_table_that_cannot_be_regressed_is_refused():
    table = pandas.DataFrame({"slip": [True, True], "step": [1, 2]})
    with pytest.raises(ValueError, match="no column 'marks'"):
        regress(table, "slip", ["marks"])
    with pytest.raises(ValueError, match="All rows have the same 'slip'"):
        regress(table, "slip", ["step"])


@pytest.mark.parametrize("agreement", [None, 0.0, 0.6])
def test_the_returned_number_of_tasks_tells_two_agents_apart_four_times_in_five(agreement):
    n, draws = tasks_to_tell(0.45, 0.55, agreement), 2000
    source = numpy.random.default_rng(1)
    if agreement is None:
        first, second = (source.binomial(n, rate, draws) / n for rate in (0.45, 0.55))
        mean = (first + second) / 2
        distinguished = abs(second - first) > 1.96 * numpy.sqrt(2 * mean * (1 - mean) / n)
    else:
        both = 0.45 * 0.55 * (1 + agreement)
        shares = [both, 0.45 - both, 0.55 - both, both]  # solved by both, one, the other, neither
        counts = source.multinomial(n, shares, draws)
        one, other = counts[:, 1], counts[:, 2]
        distinguished = abs(one - other) > 1.96 * numpy.sqrt(one + other)
    assert distinguished.mean() == pytest.approx(0.8, abs=0.06)
    with pytest.raises(ValueError, match="two different numbers"):
        tasks_to_tell(0.5, 0.5)


def test_a_prediction_follows_the_regression_and_has_an_interval():
    draw = numpy.random.default_rng(3)
    length = draw.integers(1, 15, size=400)
    solved = draw.random(400) < 1 / (1 + numpy.exp(0.3 * (length - 6)))
    table = pandas.DataFrame({"length": length, "solved": solved})
    at = pandas.DataFrame({"length": [2, 6, 12]})
    found = predict(table, "solved", ["length"], at)
    effects = regress(table, "solved", ["length"])["estimate"]
    odds = numpy.exp(effects["intercept"] + effects["length"] * at["length"])
    assert found["rate"].to_numpy() == pytest.approx((odds / (1 + odds)).to_numpy())
    assert (found["low"] < found["rate"]).all() and (found["rate"] < found["high"]).all()


@pytest.mark.parametrize(
    ("length", "reason"),
    [
        ([1, 2, 3, 7, 8, 9], "'solved' follows perfectly from length"),
        ([4] * 6, "the same 'length'"),
    ],
)
def test_a_regression_that_cannot_be_fitted_says_why(length, reason):
    table = pandas.DataFrame({"length": length, "solved": [True] * 3 + [False] * 3})
    with pytest.raises(NoFit, match=reason):
        regress(table, "solved", ["length"])


def test_factors_that_determine_each_other_are_named():
    table = pandas.DataFrame({"a": [1, 2, 3, 4, 5, 6], "solved": [0, 1, 0, 1, 1, 0]})
    with pytest.raises(NoFit, match="one of these follows from the others"):
        regress(table.assign(b=2 * table["a"]), "solved", ["a", "b"])
