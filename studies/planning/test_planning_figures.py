"""Figures of planning: artists are checked against worked tables; no pixels are compared."""

import math
from itertools import combinations
from pathlib import Path

import matplotlib.pyplot as plt
import pandas
import pytest
from scipy import stats

from studies.planning import planning_curves, planning_figures
from studies.planning.intervals import macro_means, mean_interval
from studies.planning.planning_figures import MEASURES, PAPER_SPLITS
from webvoyager.lab.statistics import rates

pytestmark = pytest.mark.slow

PAPER = Path(__file__).parents[2] / "data" / "paper"
NONE = pandas.DataFrame()


@pytest.fixture(autouse=True)
def _close_figures():
    yield
    plt.close("all")


def steps(by, group, successes, model="offline-rules", **more):
    """One row per step: `successes` holds a list of steps for each task."""
    rows = [
        {by: group, "task": f"task--{task}", "success": bool(success), "model": model,
         "element": float(success), "operation_f1": 1.0, **more}
        for task, taken in enumerate(successes)
        for success in taken
    ]  # fmt: skip
    return pandas.DataFrame(rows)


def episodes(method, successes, model="offline-rules", **more):
    rows = [
        {"method": method, "task": f"task--{n}", "success": success, "stop": "answer",
         "model": model, **more}
        for n, success in enumerate(successes)
    ]  # fmt: skip
    return pandas.DataFrame(rows).astype({"success": "boolean"})


VARIANTS = pandas.concat(
    [
        steps("variant", "complete", [[1, 1], [1, 0], [0, 1]]),
        steps("variant", "without screenshot", [[1, 0], [1, 0], [0, 0]]),
        steps("variant", "without lunch", [[1], [0]]),
    ]
)
BY_SPLIT = pandas.concat(
    [
        steps("split", "new_world", [[1, 1], [1, 1], [1, 0]]),
        steps("split", "cross_task", [[1, 1], [0, 0], [1, 0]]),
    ]
)
EPISODES = pandas.concat(
    [
        episodes("plain", [True, False, False, None]),
        episodes("plan", [True, True, False, True]),
        episodes("a new idea", [True, True, True, True]),
    ]
)
CALLS = pandas.DataFrame(
    [("planning", 2.0), ("planning", 4.0), ("action", 1.0), ("reading", 3.0)],
    columns=["module", "seconds"],
).assign(model="offline-rules")
RECALL = pandas.DataFrame(
    [(1, 0.5, 200, 0.43, 0.57), (26, 0.9, 200, 0.85, 0.93), (50, 0.95, 200, 0.91, 0.97)],
    columns=["k", "recall", "n", "low", "high"],
).assign(model="word overlap")
BY_K = pandas.concat(
    [
        steps("k", 0, [[1, 0], [0, 0]]),
        steps("k", 1, [[1, 1], [0, 0]]),
        steps("k", 3, [[0, 0], [0, 1]]),
    ]
)
BY_SIZE = pandas.concat(
    [
        steps("parameters", 20_000, [[1], [0]], "word overlap"),
        steps("parameters", 10**6, [[1], [1], [0], [1]], "learned executor"),
    ]
)
DRAWN = {
    planning_figures.plan_ablations: VARIANTS,
    planning_figures.success_by_split: BY_SPLIT,
    planning_figures.success_by_method: EPISODES,
    planning_figures.seconds_by_module: CALLS,
    planning_curves.recall_by_k: RECALL,
    planning_curves.lessons_by_k: BY_K,
    planning_curves.success_by_size: BY_SIZE,
}


def words(ax):
    return "\n".join(text.get_text() for text in ax.texts)


def values(ax, gid, axis="x"):
    """The values that the artists with this gid show, sorted."""
    found = [line.get_data() for line in ax.lines if line.get_gid() == gid]
    return sorted(float(value) for data in found for value in data[axis == "y"])


def names(ax):
    return [label.get_text() for label in ax.get_yticklabels()]


def read_published(name):
    return pandas.read_csv(PAPER / f"webexpert_{name}.csv")


# --- means and intervals ---


def test_macro_means_are_means_over_tasks():
    """Tasks of 4, 1 and 1 steps with means 1/4, 1 and 0 have the mean 5/12, whatever their size."""
    table = steps("split", "x", [[1, 0, 0, 0], [1], [0]])
    row = macro_means(table, ["split"], "success").loc["x"]
    assert row["mean"] == pytest.approx(5 / 12)
    assert (row["tasks"], row["steps"]) == (3, 6)


def test_intervals_of_means_follow_students_t():
    table = steps("split", "x", [[1, 0], [1, 1], [0, 0], [1, 0], [1, 1], [1, 0]])
    shares = [0.5, 1, 0, 0.5, 1, 0.5]
    mean, half = sum(shares) / 6, stats.t.ppf(0.975, 5) * stats.sem(shares)
    row = macro_means(table, ["split"], "success").loc["x"]
    assert (row["low"], row["high"]) == pytest.approx((mean - half, mean + half))


def test_intervals_of_rates_stay_between_0_and_1_and_never_vanish():
    few = macro_means(steps("split", "x", [[1], [0]]), ["split"], "success").loc["x"]
    assert (few["low"], few["high"]) == (0, 1)
    alone = macro_means(steps("split", "x", [[1, 1]]), ["split"], "success").loc["x"]
    assert (alone["low"], alone["high"]) == (0, 1)
    equal = macro_means(steps("split", "x", [[1]] * 8), ["split"], "success").loc["x"]
    assert (equal["low"], equal["high"]) == pytest.approx(rates.wilson(8, 8))


def test_steps_without_a_value_are_left_out_of_the_mean():
    table = steps("split", "x", [[1, 0], [1, 1]])
    table.loc[1, "element"] = math.nan
    assert macro_means(table, ["split"], "element").loc["x", "mean"] == 1
    with pytest.raises(ValueError, match="No step has a value of 'element'"):
        macro_means(table.assign(element=math.nan), ["split"], "element")


def test_the_interval_of_a_single_amount_is_that_amount():
    row = mean_interval(CALLS, ["module"], "seconds").loc["action"]
    assert (row["mean"], row["low"], row["high"], row["n"]) == (1, 1, 1, 1)


# --- every figure ---


@pytest.mark.parametrize("draw", DRAWN)
def test_without_our_runs_the_paper_is_drawn_alone(draw):
    ax = draw(NONE)
    assert values(ax, "paper")
    assert not values(ax, "ours")
    assert "No runs of ours." in words(ax)
    assert "Large dots" not in words(ax)
    assert ("Luo et al., ACL 2025" in words(ax)) != ("arXiv 2306.06070" in words(ax))


@pytest.mark.parametrize(("draw", "table"), DRAWN.items())
def test_our_values_are_drawn_beside_the_papers_with_the_models_name(draw, table):
    ax = draw(table)
    assert values(ax, "paper") == pytest.approx(values(draw(NONE), "paper"))
    assert values(ax, "ours")
    said = words(ax).replace("\n", " ")
    for model in table["model"].unique():
        assert model in said
    assert ("offline rules, not a language model" in said) == ("offline-rules" in said)
    assert "95 % interval" in said


@pytest.mark.parametrize(("draw", "table"), DRAWN.items())
def test_a_given_axes_is_used_and_labelled_with_units(draw, table):
    _, ax = plt.subplots()
    assert draw(table, ax=ax) is ax
    assert ax.get_title(loc="left")
    assert "%" in ax.get_xlabel() + ax.get_ylabel() or "(s)" in ax.get_xlabel()


@pytest.mark.parametrize(("draw", "table"), DRAWN.items())
def test_a_missing_column_raises_a_clear_error(draw, table):
    with pytest.raises(ValueError, match="no column 'model'"):
        draw(table.drop(columns="model"))


@pytest.mark.parametrize(("draw", "table"), DRAWN.items())
def test_no_label_covers_another_or_leaves_the_figure(draw, table):
    ax = draw(table)
    ax.figure.canvas.draw()
    beside = [text for text in ax.texts if text.get_gid() != "caption"]
    boxes = [text.get_window_extent() for text in beside]
    assert not [pair for pair in combinations(boxes, 2) if pair[0].overlaps(pair[1])]
    assert max(box.x1 for box in boxes) <= ax.figure.bbox.x1 + 1


# --- each figure ---


def test_ablations_are_drawn_above_the_papers_of_the_same_name():
    ax = planning_figures.plan_ablations(VARIANTS)
    assert values(ax, "ours") == pytest.approx(sorted([200 / 3, 100 / 3, 50]))
    table = read_published("ablations")
    theirs = table[table["setting"] == "in-context"]["step_success"]
    assert values(ax, "paper") == pytest.approx(sorted(theirs))
    assert names(ax)[0] == "complete" and names(ax)[-1] == "without lunch"
    assert "67 % (3 tasks)" in words(ax) and "39.2 / 36.4 / 37.1 %" in words(ax)
    assert "54.9 / 49.0 / 44.0 %" in words(planning_figures.plan_ablations(NONE, "supervised"))
    with pytest.raises(ValueError, match="no setting 'zero-shot'"):
        planning_figures.plan_ablations(NONE, "zero-shot")


def test_splits_have_three_measures_and_the_new_world_has_no_published_value():
    ax = planning_figures.success_by_split(BY_SPLIT)
    headings = ["new world", "cross-task", "cross-website", "cross-domain"]
    measures = ["element accuracy", "operation F1", "step success"]
    assert names(ax) == [name for split in headings for name in (split, *measures)]
    assert values(ax, "ours") == pytest.approx(sorted([500 / 6, 100, 500 / 6, 50, 100, 50]))
    assert len(values(ax, "paper")) == 3 * 3 * 3
    assert "60.3 / 55.1 / 45.6 %" in words(ax)
    assert "diamond WebExperT (Flan-T5-XL)" in words(ax)
    assert "new world" not in names(planning_figures.success_by_split(NONE))
    with pytest.raises(ValueError, match="no split 'cross-task'; the splits are new_world, "):
        planning_figures.success_by_split(BY_SPLIT.replace("cross_task", "cross-task"))


def test_other_methods_of_the_paper_can_be_compared():
    ax = planning_figures.success_by_split(NONE, [("SeeAct", "Flan-T5-XL")])
    table = read_published("offline")
    seeact = table[table["method"] == "SeeAct"][list(MEASURES.values())].to_numpy().ravel()
    assert values(ax, "paper") == pytest.approx(sorted(seeact))


def test_several_models_have_different_colours_and_are_named_once():
    both = pandas.concat([BY_SPLIT, BY_SPLIT.assign(model="gpt-4o", success=False)])
    ax = planning_figures.success_by_split(both)
    dots = [line for line in ax.lines if line.get_gid() == "ours"]
    assert len({line.get_color() for line in dots}) == 2
    beside = [text.get_text() for text in ax.texts if text.get_gid() != "caption"]
    assert sum("gpt-4o" in said for said in beside) == 1


def test_methods_are_compared_on_their_common_tasks():
    ax = planning_figures.success_by_method(EPISODES)
    assert names(ax)[:3] == ["plain", "plan", "a new idea"]
    assert values(ax, "ours") == pytest.approx([100 / 3, 200 / 3, 100])
    assert values(ax, "paper") == [8.9, 13.3, 31.5, 33.2]
    assert "67 % of 3" in words(ax) and "on the same 3 tasks" in words(ax)
    again = pandas.concat([EPISODES.assign(attempt=1), episodes("plan", [False], attempt=2)])
    assert values(planning_figures.success_by_method(again), "ours") == pytest.approx(
        [100 / 3] * 2 + [100]
    )
    apart = pandas.concat([episodes("plain", [True]), episodes("plan", [True]).assign(task="b")])
    with pytest.raises(ValueError, match="No task was scored under all methods"):
        planning_figures.success_by_method(apart)


def test_mean_seconds_per_call_are_drawn_above_the_papers():
    ax = planning_figures.seconds_by_module(CALLS)
    assert values(ax, "ours") == pytest.approx([1, 3, 3])
    assert values(ax, "paper") == pytest.approx([1.0, 2.6, 2.6, 3.5, 7.8, 8.5])
    assert names(ax)[-1] == "reading"
    assert "3 s (2 calls)" in words(ax) and "1 s (1 call)" in words(ax)
    assert ax.get_xscale() == "linear"
    quick = CALLS.assign(seconds=CALLS["seconds"] / 100)
    assert planning_figures.seconds_by_module(quick).get_xscale() == "log"


def test_recall_is_drawn_by_k_beside_mindacts():
    ax = planning_curves.recall_by_k(RECALL)
    assert values(ax, "ours") == pytest.approx([1, 26, 50])
    assert values(ax, "ours", "y") == pytest.approx([50, 90, 95])
    assert values(ax, "paper", "y") == pytest.approx([85.3, 85.7, 88.9])
    assert "word overlap, 95 % (200 steps)" in words(ax)


def test_lessons_are_drawn_by_k_beside_with_and_without_experience():
    ax = planning_curves.lessons_by_k(BY_K)
    assert values(ax, "ours", "y") == pytest.approx(sorted([25, 50, 25] * 2))
    assert values(ax, "paper", "y") == pytest.approx([38.4, 39.2, 44.7, 45.6])
    assert list(ax.get_xticks()) == [0, 1, 2, 3]
    assert "step success, 25 % (2 tasks)" in words(ax)
    other = planning_curves.lessons_by_k(NONE, "supervised", "cross_domain")
    assert values(other, "paper", "y") == pytest.approx([43.2, 44.0, 47.3, 48.5])
    with pytest.raises(ValueError, match="no setting 'in-context' with a split 'new_world'"):
        planning_curves.lessons_by_k(NONE, split="new_world")


def test_sizes_are_drawn_beside_the_papers_models():
    ax = planning_curves.success_by_size(BY_SIZE)
    assert values(ax, "ours") == [20_000, 1_000_000]
    assert "learned executor, 75 % (4 tasks)" in words(ax)
    assert values(ax, "ours", "y") == pytest.approx([50, 75])
    assert values(ax, "paper", "y") == pytest.approx([41.1, 49.9, 54.9, 56.5, 63.8])
    ticks = [label.get_text() for label in ax.get_xticklabels()]
    assert ticks == ["10 k", "100 k", "1 M", "10 M", "100 M", "1 B", "10 B"]
    with pytest.raises(ValueError, match="no split 'new_world'"):
        planning_curves.success_by_size(NONE, "new_world")


# --- the published numbers ---


def test_the_papers_tables_agree_with_each_other():
    """Its method is in four tables: with XL and GPT-4o in 2, 3 and 7, and by size in 2 and 8."""
    key, measures = ["base_model", "split"], list(MEASURES.values())
    ours = read_published("offline")
    ours = ours[ours["method"] == "WebExperT"].set_index(key)[measures]
    whole = read_published("ablations")
    whole = whole[whole["variant"] == "complete"].set_index(key)[measures]
    sizes = read_published("sizes").set_index(key)[measures]
    assert whole.equals(ours.loc[whole.index])
    flan = sizes[sizes.index.get_level_values(0).str.startswith("Flan")]
    assert flan.equals(ours.loc[flan.index])
    assert (
        len(read_published("offline")) == 12 * 3 and len(read_published("ablations")) == 2 * 7 * 3
    )


def test_the_papers_numbers_are_in_their_units():
    for file in PAPER.glob("webexpert_*.csv"):
        table = pandas.read_csv(file)
        assert table["source"].str.startswith("Luo et al., ACL 2025, ").all(), file
        shares = table.columns.intersection(
            [*MEASURES.values(), "task_success", "bleu4", "rouge_l", "share"]
        )
        assert table[shares].stack().between(5, 100).all(), file
        if "split" in table:
            assert set(table["split"]) - {"train"} == set(PAPER_SPLITS), file
    assert read_published("ratings").loc[3, "overall"] == 4.59
    modules = read_published("seconds").set_index("module")["seconds"]
    assert modules["element grounding":"action"].sum() == pytest.approx(14.9)
