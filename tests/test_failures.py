"""Failures: each signal on an episode made by hand, people's labels, and a model's opinion."""

import json
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

import matplotlib.pyplot as plt
import pandas
import pytest
from PIL import Image

from practice.offline import Offline
from webvoyager import Action, Episode, Mark, Model, Observation, Task, runs
from webvoyager.lab import failures, figures
from webvoyager.lab.failures import labels, signals
from webvoyager.lab.failures.categories import CATEGORIES
from webvoyager.lab.failures.labels import AGREED, Label
from webvoyager.lab.figures.plates import find_sentence
from webvoyager.lab.statistics import rates
from webvoyager.records import Step, Verdict

TASK = Task(
    id="shop--0",
    site="shop",
    url="http://shop.mini/",
    question="How many watts does the Red Kettle draw, and what does it cost?",
    answer={
        "type": "golden",
        "ans": "2200 watts, $31",
        "rule": {"parts": [2200, ["$31", "31 dollars"]]},
    },
)


def mark(label: int, name: str) -> Mark:
    return Mark(label, "a", "link", name, ((10, 30 * label, 80, 20),))


def step(index, url="/", action=None, thought="", error="", reply="…", **page):
    return Step(index, observation(url, **page), reply, thought, action, error)


def observation(url, lines=(), notes=(), marks=()):
    words = tuple((0.0, 20.0 * n, 100.0, 14.0, line) for n, line in enumerate(lines))
    url = f"http://shop.mini{url}"
    return Observation(url, "Shop", tuple(marks), "", tuple(notes), lines=words)


def episode(*steps, stop="answer", task=TASK):
    return Episode(task, tuple(steps), stop, "m")


def answer(index, words, **more):
    return step(index, action=Action("ANSWER", None, words), **more)


CLICK, BACK = Action("Click", 1), Action("GoBack")
NOTHING = ("Nothing changed.",)
KETTLES = [mark(0, "Blue Kettle"), mark(1, "Lamp"), mark(2, "Red Kettle")]
EPISODES = {
    "repeated without effect": (
        episode(
            step(1, action=CLICK), step(2, action=CLICK, notes=NOTHING), answer(3, "2200 watts")
        ),
        (1, 2),
    ),
    "cycle of pages": (
        episode(
            *(step(n, "/a" if n % 2 else "/b", action=BACK) for n in range(1, 6)), stop="max_steps"
        ),
        (1, 2, 3, 4),
    ),
    "out of steps": (
        episode(step(1, action=CLICK), step(2, "/b", action=CLICK), stop="max_steps"),
        (2,),
    ),
    "gave up": (episode(step(1, action=CLICK), answer(2, "I could not find this out.")), (2,)),
    "clicked a neighbour": (
        episode(
            step(1, action=CLICK, thought='I open "Red Kettle".', marks=KETTLES), answer(2, "2200")
        ),
        (1,),
    ),
    "unsupported answer": (
        episode(
            step(1, action=CLICK, lines=["Red Kettle", "2,200 W"]),
            answer(2, "It draws 1800 watts."),
        ),
        (2,),
    ),
    "part not answered": (episode(step(1, action=CLICK), answer(2, "Quite a lot.")), (2,)),
    "error repeated": (
        episode(
            step(1, action=BACK, error="There is no earlier page."),
            step(2, action=CLICK),
            step(3, action=BACK, error="There is no earlier page."),
            stop="max_steps",
        ),
        (1, 3),
    ),
    "unreadable reply": (episode(step(1, error="There is no action."), answer(2, "2200")), (1,)),
    "ended early": (episode(answer(1, "2200 watts", lines=["2200 watts"])), (1,)),
}


@pytest.mark.parametrize("name", EPISODES)
def test_each_signal_finds_its_example_and_names_the_steps(name):
    made, steps = EPISODES[name]
    found = {hint.name: hint for hint in signals.hints(made)}
    assert name in found and found[name].steps == steps, found
    assert found[name].category in CATEGORIES and found[name].why


def test_a_good_episode_gives_no_hint():
    lines = ["Red Kettle", "Power: 2,200 W", "$31.00"]
    good = episode(
        step(
            1,
            action=CLICK,
            thought='I open "Red Kettle".',
            marks=[mark(0, "Lamp"), mark(1, "Red Kettle")],
        ),
        step(2, "/kettle", action=Action("Scroll", "WINDOW", "down"), lines=lines),
        answer(3, "It draws 2200 watts and costs $31.", url="/kettle", lines=lines),
    )
    assert signals.hints(good) == []


def test_an_answer_that_a_text_only_view_shows_is_supported():
    read = step(1, action=CLICK, lines=["Select"])
    seen = replace(read.observation, text='[3] button "Select LW 120 for $96"', pictured=False)
    made = episode(replace(read, observation=seen), answer(2, "LW 120, for $96"))
    assert [*signals.unsupported_answer(made)] == []
    pictured = replace(seen, pictured=True)  # whose text lists names that no screenshot shows
    made = episode(replace(read, observation=pictured), answer(2, "LW 120, for $96"))
    assert [hint.steps for hint in signals.unsupported_answer(made)] == [(2,)]


def test_an_answer_that_had_to_be_computed_is_not_searched_for_on_the_pages():
    task = replace(TASK, question="What do the kettle and the lamp cost together?")
    made = episode(step(1, action=CLICK, lines=["$31", "$12"]), answer(2, "$43"), task=task)
    assert "unsupported answer" not in [hint.name for hint in signals.hints(made)]


# --- a model's opinion ---


def test_a_model_is_given_the_definitions_and_never_the_reference(endpoint, model):
    endpoint.replies = ["It took the first one.\nStep: 2\nCategory: Hallucination"]
    made = EPISODES["unsupported answer"][0]
    given = failures.categorise(made, model)
    assert (given.category, given.step, given.by, given.note) == (
        "Hallucination",
        2,
        "model",
        "It took the first one.",
    )
    asked = json.dumps(endpoint.asked[0])
    assert (
        all(name in asked for name in CATEGORIES) and "1800 watts" in asked and "$31" not in asked
    )


@pytest.mark.parametrize(
    ("reply", "category", "step"),
    [
        ("Step: 99\nCategory: hallucination", "Hallucination", None),
        ("**Category:** Navigation Stuck", "Navigation Stuck", None),
        ("Category: Hallucination\nNo, wait.\nCategory: Blocked", "Blocked", None),
        ("Category: Something Else", "", None),
        ("It failed, that is all I know.", "", None),
        ("", "", None),
    ],
)
def test_the_last_category_line_counts_and_unknown_categories_count_as_none(
    endpoint, model, reply, category, step
):
    endpoint.replies = [reply]
    given = failures.categorise(EPISODES["gave up"][0], model)
    assert (given.category, given.step) == (category, step)


def test_the_offline_rules_choose_a_category_without_the_reference():
    with Offline() as served:
        rules = Model("offline-rules", served.base_url, "none", page_text=True)
        said = {
            name: failures.categorise(made, rules).category for name, (made, _) in EPISODES.items()
        }
    assert said["gave up"] == said["out of steps"] == "Navigation Stuck"
    assert (
        said["unsupported answer"] == "Hallucination"
        and said["ended early"] == "Prompt Misalignment"
    )


# --- labels ---


def label(rater, outcome="failure", category="Hallucination", attempt=1, **more):
    return Label("shop--0", attempt, rater, outcome, category, **more)


def test_disagreements_are_listed_until_raters_agree(tmp_path):
    labels.add(
        tmp_path,
        label("ann"),
        label("bob", category="Navigation Stuck"),
        label("ann", attempt=2),
        label("bob", attempt=2),
    )
    assert list(labels.disagreements(tmp_path).index) == [("shop--0", 1)]
    assert labels.disagreements(tmp_path).loc[("shop--0", 1), "bob"] == "failure: Navigation Stuck"
    assert list(labels.consensus(tmp_path).attempt) == [2]
    labels.add(tmp_path, label(AGREED, category="Navigation Stuck", note="talked it over"))
    assert labels.disagreements(tmp_path).empty
    assert sorted(labels.consensus(tmp_path).category) == ["Hallucination", "Navigation Stuck"]


def test_a_raters_newest_label_counts_and_a_model_does_not_join_the_consensus(tmp_path):
    labels.add(tmp_path, label("ann"), label("ann", "success", ""), label("m", by="model"))
    assert [(one.rater, one.outcome) for one in labels.load(tmp_path)] == [
        ("ann", "success"),
        ("m", "failure"),
    ]
    assert (
        list(labels.consensus(tmp_path).rater) == ["ann"] and labels.disagreements(tmp_path).empty
    )


@pytest.mark.parametrize(
    ("bad", "sentence"),
    [
        (label(" "), "needs the name"),
        (label("ann", "perhaps"), "not 'perhaps'"),
        (label("ann", category="Bad Luck"), "no category 'Bad Luck'"),
        (label("ann", attempt="1"), r"Expected `int`, got `str` - at `\$\.attempt`"),
        (label("ann", step=2.5), r"got `float` - at `\$\.step`"),
        (label("ann", note=None), r"Expected `str`, got `null` - at `\$\.note`"),
        (label("ann", seconds=float("nan")), "not JSON compliant"),
        (label("ann", by=5), r"Expected `str`, got `int` - at `\$\.by`"),
    ],
)
def test_an_invalid_label_is_refused_and_not_written(tmp_path, bad, sentence):
    with pytest.raises(ValueError, match=sentence):
        labels.add(tmp_path, label("ann"), bad)
    assert not (tmp_path / "labels.jsonl").exists()


def test_a_file_edited_by_hand_loses_only_its_broken_lines(tmp_path):
    labels.add(tmp_path, label("ann"), label("../../bob"))
    file = tmp_path / "labels.jsonl"
    file.write_text(file.read_text() + 'hello\n{"task": "a"}\n[1]\n{"task": "shop--0", "att')
    with pytest.warns(UserWarning, match="isn't a label and is left out") as caught:
        assert len(labels.load(tmp_path)) == 2
    assert [f"line {n} " in str(each.message) for n, each in enumerate(caught, 3)] == [True] * 4
    labels.add(tmp_path, label("eve"))
    with pytest.warns(UserWarning, match="isn't a label and is left out"):
        assert [one.rater for one in labels.load(tmp_path)] == ["ann", "../../bob", "eve"]


def label_thirty(folder: Path, rater: str) -> None:
    for number in range(30):
        labels.add(folder, Label("shop--0", number + 1, rater, "success"))


def test_raters_who_label_at_the_same_time_lose_no_label(tmp_path):
    with ProcessPoolExecutor(2, get_context("fork")) as pool:
        [*pool.map(label_thirty, [tmp_path] * 2, ["ann", "bob"])]
    assert len(labels.load(tmp_path)) == 60


def test_labels_in_a_run_folder_do_not_disturb_the_run(tmp_path):
    png = tmp_path / "p.png"
    Image.new("RGB", (64, 48)).save(png)
    made = answer(1, "2200")
    seen = replace(made.observation, image=png.read_bytes())
    runs.record(iter([replace(made, observation=seen)]), tmp_path / "run", task=TASK)
    runs.add_verdicts(tmp_path / "run", Verdict("shop--0", False, "no", "rules"))
    labels.add(tmp_path / "run", label("ann"))
    assert len(runs.load(tmp_path / "run")) == 1 and not runs.unreadable(tmp_path / "run")
    assert labels.table(tmp_path / "run").merge(
        runs.table(tmp_path / "run"), on=["task", "attempt"]
    ).success.to_list() == [False]


# --- figures ---


@pytest.fixture(autouse=True)
def _close_figures():
    yield
    plt.close("all")


def test_categories_are_drawn_beside_those_of_the_paper():
    names = ["Navigation Stuck"] * 6 + ["Hallucination"] * 2 + ["Blocked", ""]
    ax = figures.failure_categories(
        pandas.DataFrame({"category": names, "rater": "ann"}), "offline-rules"
    )
    words = " ".join(text.get_text() for text in ax.texts)
    assert "75 % (6)" in words and "25 % (2)" in words and "paper 44.4 %" in words
    assert (
        "n = 8 failures; apart: 1 without a category, 1 Blocked." in words
        and "not a language model" in words
    )
    empty = figures.failure_categories(pandas.DataFrame({"category": [""], "rater": "ann"}), "m")
    assert "None of the labels" in find_sentence(empty)


def failure_rows(*rows) -> pandas.DataFrame:
    """Labels of failures with data of their episodes: (category, site, steps, stop)."""
    columns = ["category", "site", "steps", "stop"]
    return pandas.DataFrame(rows, columns=columns).assign(rater="ann", max_steps=15)


NAVIGATION, MADE_UP = "Navigation Stuck", "Hallucination"
FAILURES = failure_rows(
    (NAVIGATION, "shop", 15, "max_steps"),
    (NAVIGATION, "shop", 5, "answer"),
    (MADE_UP, "words", 4, "answer"),
    (MADE_UP, "shop", 2, "answer"),
    ("Blocked", "shop", 2, "answer"),
    (NAVIGATION, "words", 9, "error: no browser"),
)


def read_tick_labels(ax) -> list[str]:
    return [tick.get_text() for tick in ax.get_yticklabels()]


def read_texts(ax) -> str:
    return "\n".join(text.get_text() for text in ax.texts)


def test_shares_within_a_group_have_intervals():
    found = rates.category_shares(FAILURES, "site", [NAVIGATION, MADE_UP]).set_index(
        ["site", "category"]
    )
    assert found["count"].to_list() == [2, 1, 1, 1] and found["n"].to_list() == [3, 3, 2, 2]
    row = found.loc[("shop", NAVIGATION)]
    assert (row["share"], (row["low"], row["high"])) == (2 / 3, rates.wilson(2, 3))
    with pytest.raises(
        ValueError, match="None of the labels names one of these categories: Hallucination"
    ):
        rates.category_shares(FAILURES[:2], "site", [MADE_UP])


def test_categories_are_drawn_by_length_and_episodes_without_an_answer_apart():
    ax = figures.failures_by_length(FAILURES, "offline-rules")
    assert read_tick_labels(ax) == [
        "all failures\nn = 4",
        "1–3 steps\nn = 1",
        "4–6 steps\nn = 2",
        "no answer\nn = 1",
    ]
    shares = [line.get_xdata()[0] for line in ax.lines if line.get_gid() == "ours"]
    assert shares == [50, 50, 0, 100, 50, 50, 100, 0]
    words = read_texts(ax)
    assert (
        "50 % (2)  Navigation Stuck" in words
        and "paper 44.4 %" in words
        and "not a language model" in words
    )
    assert (
        "Never: Visual Grounding Issue, Prompt Misalignment." in words
        and "apart: 1 Blocked." in words
    )


def test_categories_are_drawn_by_site_most_failures_first():
    ax = figures.failures_by_site(FAILURES, "m")
    assert read_tick_labels(ax) == [
        "all failures\nn = 4",
        "shop\nn = 3",
        "words\nn = 1",
    ], "a fault is not a failure"
