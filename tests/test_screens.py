"""Measures of what agents were shown, on marks in known places, and the figure by site."""

import io
import math
from pathlib import Path

import matplotlib.pyplot as plt
import pandas
import pytest
from PIL import Image

from webvoyager import drawing, runs
from webvoyager.lab import figures
from webvoyager.lab.figures.plates import find_sentence
from webvoyager.lab.statistics import screens
from webvoyager.records import Action, Mark, Observation, Step, Task

STORED = Path(__file__).parents[1] / "data" / "runs" / "offline-42"


@pytest.fixture(autouse=True)
def _close_figures():
    yield
    plt.close("all")


def make_picture():
    file = io.BytesIO()
    Image.new("RGB", (8, 6)).save(file, "PNG")
    return file.getvalue()


def mark(label, tag_box, box=(0.0, 300.0, 50.0, 20.0), text=""):
    return Mark(label, "a", "link", text or f"link {label}", boxes=(box,), tag_box=tag_box)


def make_observation(*marks, url="http://shop.mini/", **more):
    return Observation(url, "", marks, "", image=make_picture(), **more)


def record_run(folder, observations, actions=(), task="shop--1", site="shop", **more):
    """A run of one episode with these observations; without `actions`, each step waits."""
    taken = [
        Step(number, observation, action=actions[number - 1] if actions else Action("Wait"))
        for number, observation in enumerate(observations, 1)
    ]
    asked = Task(id=task, site=site, url=f"http://{site}.mini/", question="?")
    return runs.record(iter(taken), folder, task=asked, **{"model": "m"} | more)


def describe_one(tmp_path, *marks, **more):
    record_run(tmp_path / "r", [make_observation(*marks)])
    return screens.describe_screens(tmp_path / "r", **more).iloc[0]


# --- numbers ---


def test_the_table_has_one_row_per_step_and_can_be_joined(tmp_path):
    record_run(tmp_path / "r", [make_observation(), make_observation(mark(0, (0, 0, 12, 14)))])
    described = screens.describe_screens(tmp_path / "r")
    names = ["run", "task", "site", "model", "view", "attempt", "index", "marks", "pictured"]
    assert described[names].values.tolist() == [
        ["r", "shop--1", "shop", "m", "marked_screenshot", 1, 1, 0, True],
        ["r", "shop--1", "shop", "m", "marked_screenshot", 1, 2, 1, True],
    ]
    joined = described.merge(runs.table(tmp_path / "r"), on=["run", "task", "attempt"])
    assert len(joined) == 2


def test_covered_is_the_share_of_the_viewport_under_tags(tmp_path):
    marks = mark(0, (0, 0, 12, 14)), mark(1, (100, 0, 19, 14))
    assert describe_one(tmp_path, *marks)["covered"] == pytest.approx(31 * 14 / (1024 * 768))
    described = screens.describe_screens(tmp_path / "r", viewport=(100, 100))
    assert described["covered"][0] == pytest.approx(31 * 14 / 10_000)


@pytest.mark.parametrize(
    ("gap", "crowded"), [((6, 0), 2 / 3), ((7, 0), 0), ((0, 6), 2 / 3), ((0, 7), 0), ((6, 7), 0)]
)
def test_crowded_tags_have_another_nearer_than_a_digit_is_wide(tmp_path, gap, crowded):
    right, below = 100 + 12 + gap[0], 100 + (14 + gap[1] if gap[1] else 0)
    right = right if gap[0] else 100
    tags = (100, 100, 12, 14), (right, below, 12, 14), (500, 500, 12, 14)
    marks = [mark(label, tag) for label, tag in enumerate(tags)]
    assert describe_one(tmp_path, *marks)["crowded"] == pytest.approx(crowded)


def test_moved_tags_are_those_without_their_usual_place(tmp_path):
    """Two targets have room above them; the third is at the top, where a number has no room."""
    boxes = [(40.3, 200.5, 60.0, 20.0), (300.0, 200.5, 60.0, 20.0), (600.0, 3.0, 60.0, 20.0)]
    places = drawing.tag_boxes([[box] for box in boxes], screens.VIEWPORT)
    marks = [mark(label, places[label], boxes[label]) for label in range(3)]
    assert describe_one(tmp_path, *marks)["moved"] == pytest.approx(1 / 3)


def test_without_tags_or_a_picture_there_are_no_shares(tmp_path):
    record_run(
        tmp_path / "r",
        [make_observation(), make_observation(mark(0, (0, 0, 12, 14)), pictured=False)],
    )
    described = screens.describe_screens(tmp_path / "r")
    assert described["covered"][0] == 0 and math.isnan(described["crowded"][0])
    assert described.loc[1, ["covered", "crowded", "moved"]].isna().all()
    assert described["marks"].to_list() == [0, 1]


@pytest.mark.slow
def test_the_marks_of_a_stored_run_match_its_table():
    described, table = screens.describe_screens(STORED), runs.table(STORED)
    keys = ["task", "attempt"]
    means = described.groupby(keys)["marks"].mean().rename("mean").reset_index()
    joined = table.merge(means, on=keys)
    assert len(joined) == len(table)
    assert joined["mean"].to_numpy() == pytest.approx(joined["marks"].to_numpy(float))
    shares = described[["covered", "crowded", "moved"]]
    assert shares.min().min() >= 0 and shares.max().max() <= 1


# --- what is drawn ---


def row(site="shop", marks=10, **more):
    usual = dict(site=site, model="m", marks=marks, pictured=True, covered=0.01, crowded=0.5)
    return usual | more


WORKED = pandas.DataFrame([row("shop", n) for n in range(1, 22)] + [row("maps", 40, crowded=None)])


def words(ax):
    return "\n".join(text.get_text() for text in ax.texts)


def test_each_site_has_a_box_most_marks_first():
    ax = figures.marks_per_screenshot(WORKED)
    assert [label.get_text() for label in ax.get_yticklabels()] == ["maps", "shop"]
    box = ax.patches[1].get_path().vertices[:, 0]
    assert (box.min(), box.max()) == (6, 16)
    ends = sorted(end for line in ax.lines for end in line.get_xdata() if end < 40)
    assert (ends[0], ends[-1]) == (2, 20)  # 5 % and 95 %
    assert "11 (n = 21)" in words(ax) and "40 (n = 1)" in words(ax)
    assert "n = 22 screenshots, one per step" in words(ax)
    assert ax.get_xlabel() == "Marks per screenshot" and ax.get_xlim()[0] == 0


def test_screenshots_without_a_known_number_are_counted_apart():
    ax = figures.marks_per_screenshot(pandas.concat([WORKED, WORKED[:1].assign(marks=None)]))
    assert "apart: 1 without a picture, or not known" in words(ax)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (WORKED[:0], "The table holds no episodes"),
        (WORKED.assign(pictured=False), "view is text only"),
        (WORKED.assign(marks=None), "No screenshot has a known number of marks"),
    ],
)
def test_what_is_missing_is_said_in_place_of_the_figure(data, sentence):
    assert sentence in find_sentence(figures.marks_per_screenshot(data))


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (WORKED.drop(columns="site"), "no column 'site'"),
        (pandas.concat([WORKED, WORKED.assign(model="simulated-1")]), "follow the answer key"),
    ],
)
def test_a_table_that_cannot_be_drawn_raises_a_clear_error(data, sentence):
    with pytest.raises(ValueError, match=sentence):
        figures.marks_per_screenshot(data)
