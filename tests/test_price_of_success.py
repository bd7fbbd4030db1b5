"""The price of a solved task: worked tables, the bootstrap against SciPy's, and the figure."""

import math

import matplotlib.pyplot as plt
import numpy
import pandas
import pytest
from scipy.stats import bootstrap

from webvoyager.lab import figures, statistics


@pytest.fixture(autouse=True)
def _close_figures():
    yield
    plt.close("all")


def row(task, success=True, stop="answer", attempt=1, **more):
    usual = dict(run="r", model="m", steps=3, prompt_tokens=900, completion_tokens=100)
    usual |= dict(cost=0.5, seconds=10.0)
    return usual | dict(task=task, success=success, stop=stop, attempt=attempt) | more


def table(*rows):
    return pandas.DataFrame(rows).astype({"success": "boolean"})


WORKED = table(
    row("a", True),
    row("b", True, cost=1.5),
    row("c", False),
    row("d", None, stop="error: no browser", attempt=1, seconds=3.0),
    row("d", False, stop="max_steps", attempt=2),
    row("e", None, stop="error: no browser"),
    row("f", None, cost=1000.0),
)


def price(data, name="cost", **more):
    return statistics.price_solved_tasks(data, **more).set_index(["model", "what"]).loc[("m", name)]


def words(axes):
    return "\n".join(text.get_text() for ax in axes for text in ax.texts)


def with_gid(ax, gid):
    return [artist for artist in ax.get_children() if artist.get_gid() == gid]


# --- numbers ---


def test_the_whole_cost_is_divided_by_the_solved_tasks():
    """Faults and earlier attempts count as paid; the task without a verdict is left out."""
    found = price(WORKED)
    assert found[["tasks", "episodes", "solved"]].tolist() == [5, 6, 2]
    assert (found["paid"], found["price"]) == (4.0, 2.0)
    assert price(WORKED, "tokens")["price"] == 3000
    assert price(WORKED, "seconds")["price"] == 26.5


def test_a_price_that_is_partly_unknown_is_not_guessed():
    found = statistics.price_solved_tasks(pandas.concat([WORKED, table(row("g", cost=None))]))
    cost, tokens, seconds = found["price"]
    assert math.isnan(cost) and tokens > 0 and seconds > 0


def test_without_a_solved_task_the_price_is_infinite():
    found = price(WORKED.assign(success=WORKED["success"] & False))
    assert found[["price", "low", "high"]].tolist() == [math.inf] * 3
    nothing_paid = price(WORKED.assign(success=WORKED["success"] & False, cost=0.0))
    assert nothing_paid["price"] == math.inf


def test_the_interval_matches_scipys_bootstrap():
    draw = numpy.random.default_rng(3)
    costs, right = draw.gamma(2, 1, 120), draw.random(120) < 0.5
    played = table(*(row(f"t{n}", bool(right[n]), cost=costs[n]) for n in range(120)))
    found = price(played, resamples=4000)
    theirs = bootstrap(
        (costs, right.astype(float)),
        lambda paid, solved, axis: paid.sum(axis) / solved.sum(axis),
        paired=True,
        vectorized=True,
        n_resamples=4000,
        method="percentile",
        rng=numpy.random.default_rng(0),
    ).confidence_interval
    assert found[["low", "high"]].tolist() == pytest.approx([theirs.low, theirs.high], rel=0.02)


def test_tasks_are_the_units_also_if_a_series_joins_several_runs():
    twice = pandas.concat([WORKED, WORKED.assign(run="s")])
    found, once = price(twice), price(WORKED)
    assert found[["tasks", "episodes", "solved"]].tolist() == [5, 12, 4]
    assert found[["price", "low", "high"]].tolist() == once[["price", "low", "high"]].tolist()


# --- what is drawn ---


def test_each_measure_has_a_panel_with_its_unit():
    axes = figures.price_of_success(WORKED)
    labels = [ax.get_xlabel() for ax in axes]
    assert labels == ["US dollars", "Tokens (thousands)", "Seconds"]
    drawn = [with_gid(ax, "price")[0].get_xdata()[0] for ax in axes]
    assert drawn == pytest.approx([2.0, 3.0, 26.5])
    assert axes[0].get_yticklabels()[0].get_text() == "m\n2 of 5 solved"
    caption = axes[0].figure.get_supxlabel()
    assert "2,000 resamples, seed 0" in caption
    assert "n = 5 tasks, 6 episodes; apart: 1 episode of tasks without a verdict" in caption


def test_unsolved_and_unknown_prices_are_written_and_not_drawn():
    none = WORKED.assign(success=WORKED["success"] & False, model="none")
    unknown = WORKED.assign(cost=None, model="offline-eyes")
    axes = figures.price_of_success(pandas.concat([none, unknown]))
    assert not with_gid(axes[0], "price") and len(with_gid(axes[1], "price")) == 1
    assert words(axes[:1]).splitlines() == ["no task solved", "not known"]
    assert "not a language model" in axes[0].figure.get_supxlabel()
    assert all(math.isfinite(end) for ax in axes for end in ax.get_xlim())


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (WORKED[:0], "The table holds no episodes"),
        (WORKED.drop(columns="seconds"), "no column 'seconds'"),
        (WORKED.drop(columns="prompt_tokens"), "no column 'prompt_tokens'"),
        (WORKED.assign(success=pandas.NA), "judge them with judging"),
        (WORKED[3:4], "all ended in a fault"),
        (pandas.concat([WORKED, WORKED.assign(model="simulated-1")]), "follow the answer key"),
    ],
)
def test_a_table_that_cannot_be_drawn_raises_a_clear_error(data, sentence):
    with pytest.raises(ValueError, match=sentence):
        figures.price_of_success(data)
