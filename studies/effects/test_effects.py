"""Planted effects are found again, and the computed number of tasks tells two agents apart."""

import numpy
import pytest
from scipy.stats import binomtest

from practice.simulated import Skill, Ways
from studies.effects.answer_key import count_on_way, list_used_marks
from studies.effects.planted import draw_steps, find_again
from studies.effects.sample_size import tasks_to_tell
from webvoyager.records import Action, Episode, Mark, Observation, Step, Task

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def ways():
    known = Ways(42)
    return [known.find(task.question) for task in known.tasks]


def test_the_intervals_contain_the_planted_effects(ways):
    skill = Skill(0.85, per_mark=0.01, per_step=0.1, steadiness=0.3)
    found = find_again(skill, ways, (200,), 80).set_index("factor")
    for factor, planted in (("marks", 0.01), ("step", 0.1)):
        row = found.loc[factor]
        assert row.planted == planted and row.estimate == pytest.approx(planted, rel=0.3)
        assert row.covered >= binomtest(76, 80).proportion_ci(0.99).low


def test_more_tasks_make_intervals_narrower(ways):
    found = find_again(Skill(0.8), ways, (100, 400), 10)
    wide = found.pivot(index="factor", columns="tasks", values="wide")
    assert (wide[400] < 0.7 * wide[100]).all()


def test_steps_end_with_the_first_slip(ways):
    steps = draw_steps(Skill(0.7), ways, 50)
    assert steps.groupby("task").slip.sum().max() == 1
    assert not steps[steps.duplicated("task", keep="last")].slip.any()


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


def test_marks_on_the_way_are_those_that_a_played_answer_key_used():
    names = ("Cups", "Pots")
    marks = tuple(Mark(label, "a", "link", text, ()) for label, text in enumerate(names))
    task = Task(id="shop--1", site="shop", url="http://shop.mini/", question="?")

    def play(*addresses, labels):
        steps = tuple(
            Step(number, Observation(address, "", marks, ""), action=Action("Click", label))
            for number, (address, label) in enumerate(zip(addresses, labels, strict=True), 1)
        )
        return Episode(task, steps, "answer", "m")

    sorted_cups = "http://shop.mini/cups?sort=price"
    keys = list_used_marks([play(task.url, sorted_cups, labels=(0, 1))])
    assert keys == {
        "shop--1": {
            ("shop.mini", "/"): {("link", "Cups")},
            ("shop.mini", "/cups"): {("link", "Pots")},
        }
    }
    elsewhere = "http://shop.mini/help"
    played = play(task.url, "http://shop.mini/cups", elsewhere, labels=(0, 0, 0))
    assert count_on_way([played], keys)["on_way"].to_list() == [1, 1, 0]
