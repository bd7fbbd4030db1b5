"""Logistic regressions follow their formula, and say why there is none."""

import numpy
import pandas
import pytest

from webvoyager.lab.statistics.effects import NoFit, predict, regress


def test_a_table_that_cannot_be_regressed_is_refused():
    table = pandas.DataFrame({"slip": [True, True], "step": [1, 2]})
    with pytest.raises(ValueError, match="no column 'marks'"):
        regress(table, "slip", ["marks"])
    with pytest.raises(ValueError, match="All rows have the same 'slip'"):
        regress(table, "slip", ["step"])


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
