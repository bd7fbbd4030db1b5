"""What obstacles cost: worked tables, the kit's test of paired runs, the figure, a small run."""

import math

import matplotlib.pyplot as plt
import numpy
import pandas
import pytest
from scipy.stats import binomtest

from practice.miniweb.world import OBSTACLES
from studies.obstacles import play
from studies.obstacles.obstacle_effects import count_left_out, flip_signs, measure_obstacles
from studies.obstacles.obstacles_figures import success_by_obstacle
from webvoyager.lab.statistics import agreement, rates


@pytest.fixture(autouse=True)
def _close_figures():
    yield
    plt.close("all")


def row(task, met, success=True, stop="answer", attempt=1, **more):
    usual = dict(agent="offline-rules", kind="rules", obstacle="late-fees", steps=4)
    return usual | dict(task=task, met=met, success=success, stop=stop, attempt=attempt) | more


def both_ways(task, met, without, **more):
    """The two rows of a task: its success with the obstacle, and without."""
    return [row(task, True, met, **more), row(task, False, without, **more)]


def table(*rows):
    return pandas.DataFrame(rows)


WORKED = table(
    *both_ways("a", met=False, without=True),
    *both_ways("b", met=False, without=True),
    *both_ways("c", met=True, without=True),
    *both_ways("d", met=False, without=False),
    row("e", True, None, stop="error: no browser"),
    row("e", False, True),
    row("f", True, True),
)


def effect(data, obstacle="late-fees"):
    found = measure_obstacles(data).set_index("obstacle")
    return found.loc[obstacle]


# --- numbers ---


def test_only_tasks_with_a_result_both_ways_are_compared():
    found = effect(WORKED)
    assert found[["tasks", "attempts", "one_way"]].tolist() == [4, 1, 2]
    assert found[["met", "without", "difference"]].tolist() == [0.25, 0.75, -0.5]
    assert (found["met_low"], found["met_high"]) == pytest.approx(rates.wilson(1, 4))
    assert (found["without_low"], found["without_high"]) == pytest.approx(rates.wilson(3, 4))
    assert found["p"] == 0.5  # two of two changes in one direction


def test_what_is_left_out_is_counted():
    counts = {"ended in a fault": 1, "unscored": 0, "played only one way": 2}
    assert count_left_out(WORKED) == counts
    unscored = table(*both_ways("a", met=None, without=True))
    assert count_left_out(unscored) == counts | {
        "ended in a fault": 0,
        "unscored": 1,
        "played only one way": 1,
    }


def test_attempts_at_a_task_count_as_one_task():
    """A task's share of successes is one observation, however many attempts there are."""
    tried = [
        each
        for attempt, met in enumerate((True, False, False, False), 1)
        for each in both_ways("a", met=met, without=True, attempt=attempt)
    ]
    found = effect(table(*tried, *both_ways("b", met=True, without=True)))
    assert found[["tasks", "attempts"]].tolist() == [2, 4]
    assert found[["met", "without", "difference"]].tolist() == [0.625, 1, -0.375]
    assert found["met_high"] - found["met_low"] > 0.7


def test_each_agent_and_obstacle_has_a_row():
    slow = [each | dict(obstacle="slow-parts") for each in both_ways("a", met=True, without=True)]
    other = [each | dict(agent="simulated-0.9", kind="simulated") for each in slow]
    found = measure_obstacles(pandas.concat([WORKED, table(*slow, *other)]))
    named = found[["agent", "kind", "obstacle"]].itertuples(index=False, name=None)
    assert list(named) == [
        ("offline-rules", "rules", "late-fees"),
        ("offline-rules", "rules", "slow-parts"),
        ("simulated-0.9", "simulated", "slow-parts"),
    ]


def test_the_table_survives_its_file(tmp_path):
    WORKED.to_csv(tmp_path / "obstacles.csv", index=False)
    again = pandas.read_csv(tmp_path / "obstacles.csv")
    assert measure_obstacles(again).equals(measure_obstacles(WORKED))


@pytest.mark.parametrize("seed", range(6))
def test_with_one_attempt_the_differences_are_those_of_paired_runs(seed):
    draw = numpy.random.default_rng(seed)
    first, second = (draw.random(3 + 3 * seed) < rate for rate in (0.4, 0.6))
    tried = [
        each
        for task, (met, without) in enumerate(zip(first, second, strict=True))
        for each in both_ways(task, met=met, without=without)
    ]
    runs = [
        pandas.DataFrame({"task": range(len(each)), "success": each}) for each in (first, second)
    ]
    found, expected = effect(table(*tried)), agreement.paired(*runs)
    for name in ("difference", "low", "high", "p"):
        assert found[name] == pytest.approx(expected[name])


def test_the_exact_test_needs_six_tasks_to_reach_five_percent():
    for tasks in (5, 6):
        p = flip_signs(-numpy.ones(tasks))
        assert p == pytest.approx(binomtest(tasks, tasks).pvalue)
    assert p < 0.05


def test_equal_results_have_no_difference_but_an_interval():
    tried = [each for task in "abc" for each in both_ways(task, met=False, without=False)]
    found = effect(table(*tried))
    assert (found["difference"], found["p"]) == (0, 1)
    assert found["low"] == pytest.approx(-found["high"]) and found["high"] > 0.5


# --- what is drawn ---


def several():
    """Two agents, the simulated one first; slow-parts costs more than late-fees."""
    slow = [
        each | dict(obstacle="slow-parts")
        for task in "uvwxyz"
        for each in both_ways(task, met=False, without=True)
    ]
    rules = pandas.concat([WORKED, table(*slow)], ignore_index=True)
    simulated = rules.assign(agent="simulated-0.9", kind="simulated")
    return pandas.concat([simulated, rules], ignore_index=True)


def with_gid(ax, gid):
    return [artist for artist in ax.get_children() if artist.get_gid() == gid]


def words(ax):
    return [text.get_text() for text in ax.texts]


def test_each_agent_has_a_panel_and_simulated_agents_come_last():
    axes = success_by_obstacle(several())
    titles = [ax.get_title(loc="left") for ax in axes]
    assert titles == ["offline-rules\nrules", "simulated-0.9\nsimulated"]
    labels = [label.get_text() for label in axes[0].get_yticklabels()]
    assert labels == ["slow-parts\n6 tasks", "late-fees\n4 tasks"]


def test_rates_are_drawn_at_their_places_and_the_difference_is_written():
    (ax,) = success_by_obstacle(WORKED)
    assert with_gid(ax, "met")[0].get_xdata()[0] == 25
    assert with_gid(ax, "without")[0].get_xdata()[0] == 75
    ends = sorted(x for bar in with_gid(ax, "interval") for x in bar.get_xdata())
    intervals = [*rates.wilson(1, 4), *rates.wilson(3, 4)]
    assert ends == pytest.approx(sorted(100 * end for end in intervals))
    found = effect(WORKED)
    assert words(ax)[:2] == ["−50", f"−{-100 * found['low']:.0f} to +{100 * found['high']:.0f}"]


def test_only_a_difference_beyond_chance_is_bold():
    axes = success_by_obstacle(several())
    weights = {text.get_text(): text.get_weight() for text in axes[0].texts}
    assert (weights["−100"], weights["−50"]) == ("bold", "normal")


def test_the_caption_says_what_agents_are_and_what_is_left_out():
    axes = success_by_obstacle(several())
    caption = axes[0].figure.get_supxlabel().replace("\n", " ")
    assert "offline rules, not a language model" in caption
    assert "follows the answer key, slips on purpose" in caption
    assert "Left out: 2 episodes ended in a fault, 4 tasks played only one way." in caption
    assert "few tasks meet each obstacle" in caption.lower()


def test_an_obstacle_met_only_one_way_is_left_out_and_counted():
    slow = table(row("a", True, obstacle="slow-parts"))
    (ax,) = success_by_obstacle(pandas.concat([WORKED, slow]))
    assert [label.get_text() for label in ax.get_yticklabels()] == ["late-fees\n4 tasks"]
    assert "3 tasks played only one way" in ax.figure.get_supxlabel()


def test_an_agent_that_did_not_meet_an_obstacle_has_a_gap():
    data = several()
    rules_fees = (data["agent"] == "offline-rules") & (data["obstacle"] == "late-fees")
    axes = success_by_obstacle(data[~rules_fees])
    assert "not played" in words(axes[0]) and "not played" not in words(axes[1])


# --- playing ---


def test_every_obstacle_is_among_the_first_pairs():
    pairs = play.flip_signsairs()
    assert {obstacle for obstacle, _ in play.choose_pairs(pairs, 6)} == set(OBSTACLES)
    assert sorted(play.choose_pairs(pairs, len(pairs))) == sorted(pairs)


@pytest.mark.slow
def test_a_task_is_played_with_its_obstacle_and_without(tmp_path):
    """Played once more, nothing is repeated; what was not played is not in the table."""
    pairs = [("late-fees", "stays--23"), ("late-fees", "devices--1")]
    for _ in range(2):
        play.play_pairs(pairs[:1], ["offline-rules"], tmp_path, browsers=1, max_steps=2)
    played = play.make_table(pairs, tmp_path)
    assert played["met"].tolist() == [False, True]
    assert set(played["task"]) == {"stays--23"} and set(played["kind"]) == {"rules"}
    assert played["success"].notna().all()
    assert not math.isnan(effect(played)["difference"])
    assert len(list(tmp_path.glob("*/*/stays--23/*"))) == 2
