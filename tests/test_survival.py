"""How episodes end and how long they run: statsmodels, worked tables, and the figures."""

from itertools import combinations

import matplotlib.pyplot as plt
import numpy
import pandas
import pytest
from statsmodels.duration.survfunc import CumIncidenceRight, SurvfuncRight

from webvoyager.lab import figures, statistics
from webvoyager.lab.figures.plates import find_sentence


@pytest.fixture(autouse=True)
def _close_figures():
    yield
    plt.close("all")


def row(task, steps, stop="answer", success=True, attempt=1, model="m"):
    return dict(
        task=task, attempt=attempt, model=model, steps=steps, stop=stop, success=success, run="r"
    )


def table(*rows):
    return pandas.DataFrame(rows).astype({"success": "boolean"})


WORKED = table(
    row("a", 1, success=True),
    row("b", 2, success=False),
    row("c", 2, stop="error: no browser", success=None),
    row("d", 3, success=True),
    row("e", 4, stop="max_steps", success=False),
    row("f", 4, success=None),
)


def draw_table(n, seed, model="m"):
    """Episodes that answer, run out of steps or end in a fault, at random."""
    draw = numpy.random.default_rng(seed)
    stops = draw.choice(["answer", "answer", "answer", "max_steps", "error: x"], n)
    right = draw.random(n) < 0.4
    made = [
        row(f"t{each}", steps, stop, None if stop[0] == "e" else success, model=model)
        for each, (steps, stop, success) in enumerate(
            zip(draw.integers(1, 15, n).tolist(), stops.tolist(), right.tolist(), strict=True)
        )
    ]
    return table(*made)


def words(ax):
    return "\n".join(text.get_text() for text in ax.texts)


def with_gid(ax, gid):
    return [artist for artist in ax.get_children() if artist.get_gid() == gid]


# --- endings ---


def test_every_task_ends_in_one_of_five_ways():
    counts = statistics.count_endings(WORKED).loc["m"]
    assert counts.to_dict() == {
        "right answer": 2,
        "wrong answer": 1,
        "unscored answer": 1,
        "limit": 1,
        "fault": 1,
    }


def test_each_task_counts_once_by_its_result_or_its_newest_fault():
    played = table(
        row("a", 3, attempt=1, success=True),
        row("a", 9, attempt=2, stop="error: x", success=None),
        row("b", 1, attempt=1, stop="error: x", success=None),
        row("b", 2, attempt=2, stop="error: y", success=None),
        row("c", 4, attempt=1, success=True),
        row("c", 5, attempt=2, success=False),
    )
    ended = statistics.find_endings(played)
    assert ended[["task", "attempt", "ending"]].values.tolist() == [
        ["a", 1, "right answer"],
        ["b", 2, "fault"],
        ["c", 2, "wrong answer"],
    ]


# --- numbers ---


def test_survival_matches_a_worked_table():
    by_step = statistics.survival_by_step(WORKED).set_index("step")
    assert by_step["at_risk"].to_list() == [5, 5, 4, 2, 1]
    assert by_step["running"].to_list() == pytest.approx([1, 4 / 5, 3 / 5, 3 / 10, 3 / 10])
    assert by_step["solved"].to_list() == pytest.approx([0, 1 / 5, 1 / 5, 1 / 2, 1 / 2])


@pytest.mark.parametrize("seed", range(4))
def test_survival_and_solved_match_statsmodels(seed):
    played = draw_table(90, seed)
    by_step = statistics.survival_by_step(played).set_index("step")
    cause = numpy.where(played["success"].fillna(False).astype(bool), 1, 2)
    cause = cause * (played["stop"] == "answer").to_numpy()
    kept = SurvfuncRight(played["steps"], (cause > 0).astype(int))
    found = by_step.loc[kept.surv_times]
    assert found["running"].to_numpy() == pytest.approx(kept.surv_prob)
    assert found["at_risk"].to_numpy() == pytest.approx(kept.n_risk)
    assert implied_error(found, "running", "low", "high") == pytest.approx(kept.surv_prob_se)
    causes = CumIncidenceRight(played["steps"].to_numpy(), cause)
    found = by_step.loc[causes.times]
    assert found["solved"].to_numpy() == pytest.approx(causes.cinc[0])
    error = implied_error(found, "solved", "solved_low", "solved_high")
    varied = causes.cinc[0] > 0
    assert error[varied] == pytest.approx(causes.cinc_se[0][varied])


def implied_error(found, share, low, high):
    """The standard error that underlies a share's Wilson interval.

    The interval's middle m gives n: (m - p) (1 + z²/n) = z² (1/2 - p) / n.
    """
    p, z = found[share].to_numpy(), 1.959964
    ends = found[[low, high]].to_numpy()
    middle = ends.mean(axis=1)
    n = z * z * (0.5 - middle) / (middle - p)
    return numpy.sqrt(p * (1 - p) / n)


def test_a_fault_before_the_first_step_does_not_count():
    extra = table(row("x", 0, stop="error: no browser", success=None))
    by_step = statistics.survival_by_step(pandas.concat([WORKED, extra])).set_index("step")
    columns = ["running", "solved"]
    expected = statistics.survival_by_step(WORKED).set_index("step")[columns]
    pandas.testing.assert_frame_equal(by_step[columns], expected)


# --- what is drawn ---


def test_the_lines_show_the_numbers_and_continue_beyond_the_last_step():
    ax = figures.survival(WORKED)
    (line,), (solved,) = with_gid(ax, "running"), with_gid(ax, "solved")
    assert line.get_drawstyle() == "steps-post"
    assert line.get_ydata().tolist() == pytest.approx([100, 80, 60, 30, 30, 30])
    assert solved.get_ydata().tolist() == pytest.approx([0, 20, 20, 50, 50, 50])
    assert ax.get_xlim()[1] > 4
    assert "%" in ax.get_ylabel() and "Steps" in ax.get_xlabel()
    assert "solved 50 % (" in words(ax)
    assert "n = 5 episodes, one per task: 3 answered, 1 cut off, 1 ended in a fault" in words(ax)
    assert "apart: 1 unscored" in words(ax)


def test_any_column_may_separate_series_and_labels_do_not_overlap():
    names = ["tiny", "offline-rules", "some-organisation/a-very-long-name-of-a-model-72b-instruct"]
    both = pandas.concat([draw_table(50, 1, name) for name in names])
    ax = figures.survival(both.assign(who=both["model"]), hue="who")
    assert len({line.get_color() for line in with_gid(ax, "running")}) == 3
    ax.figure.canvas.draw()
    boxes = [text.get_window_extent() for text in with_gid(ax, "label")]
    assert len(boxes) == 3
    assert not [pair for pair in combinations(boxes, 2) if pair[0].overlaps(pair[1])]
    assert "offline rules, not a language model" in words(ax)


# --- how episodes ended, as bars ---


def test_the_parts_of_a_bar_show_shares_and_numbers_of_endings():
    ax = figures.shares_of_stops(WORKED)
    drawn = {bar.get_gid(): round(bar.get_width(), 6) for bar in ax.patches}
    assert drawn == {
        "right answer": round(100 / 3, 6),
        "wrong answer": round(100 / 6, 6),
        "unscored answer": round(100 / 6, 6),
        "limit": round(100 / 6, 6),
        "fault": round(100 / 6, 6),
    }
    starts = [bar.get_x() for bar in ax.patches]
    assert starts == pytest.approx([0, 200 / 6, 300 / 6, 400 / 6, 500 / 6])
    assert words(ax).splitlines()[:6] == ["2", "1", "1", "1", "1", "n = 6"]
    assert "%" in ax.get_xlabel() and "n = 6 tasks, of 6 episodes" in words(ax)


def test_each_series_has_a_bar_and_simulated_agents_are_not_mixed_with_others():
    both = pandas.concat([WORKED, WORKED.assign(model="offline-rules")])
    _, given = plt.subplots()
    ax = figures.shares_of_stops(both, ax=given)
    assert ax is given
    assert [label.get_text() for label in ax.get_yticklabels()] == ["m", "offline-rules"]
    assert "offline rules, not a language model" in words(ax)
    with pytest.raises(ValueError, match="follow the answer key"):
        figures.shares_of_stops(pandas.concat([WORKED, WORKED.assign(model="simulated-1")]))
    with pytest.raises(ValueError, match="no column 'success'"):
        figures.shares_of_stops(WORKED.drop(columns="success"))


# --- what cannot be drawn ---


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (WORKED[:0], "The table holds no episodes"),
        (WORKED.assign(success=pandas.NA), "judge them with judging"),
        (WORKED[2:3], "all ended in a fault"),
    ],
)
def test_what_is_missing_is_said_in_place_of_the_figure(data, sentence):
    assert sentence in find_sentence(figures.survival(data))


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (WORKED.drop(columns="steps"), "no column 'steps'"),
        (WORKED.drop(columns="stop"), "no column 'stop'"),
        (pandas.concat([WORKED, WORKED.assign(model="simulated-1")]), "follow the answer key"),
    ],
)
def test_a_table_that_cannot_be_drawn_raises_a_clear_error(data, sentence):
    with pytest.raises(ValueError, match=sentence):
        figures.survival(data)
