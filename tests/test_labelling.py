"""Widgets that write: labels and reviews, used as a person does, without a browser."""

import io
import json
from dataclasses import replace

import pytest
from PIL import Image

from webvoyager import Action, Mark, Observation, Task, runs
from webvoyager.lab import viewer
from webvoyager.lab.failures import labels
from webvoyager.lab.proposing import pool
from webvoyager.records import Step, Verdict


def widgets(root) -> list:
    found = [root]
    for child in getattr(root, "children", ()):
        found += widgets(child)
    return found


def named(root, description: str):
    """The widget with these words on it."""
    return next(each for each in widgets(root) if getattr(each, "description", "") == description)


def shown(root) -> str:
    return " ".join(
        getattr(each, "value", "") for each in widgets(root) if type(each).__name__ == "HTML"
    )


def _png() -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", (64, 48), "teal").save(buffer, "PNG")
    return buffer.getvalue()


@pytest.fixture
def folder(tmp_path):
    """A run of two tasks, of two steps each."""
    mark = Mark(
        0, "button", "button", "<script>alert(1)</script>", ((1, 1, 30, 9),), (1, 1, 12, 14)
    )
    for name in ("a", "b"):
        task = Task(
            f"shop--{name}",
            "shop",
            "http://shop.mini/",
            f"What is {name}?",
            answer={"type": "golden", "ans": "SECRET"},
        )
        seen = Observation("http://shop.mini/", "Shop", (mark,), mark.line, image=_png())
        steps = [
            Step(1, seen, "…", "I look.", Action("Click", 0)),
            Step(2, seen, "…", "So.", Action("ANSWER", None, f"It is {name}.")),
        ]
        runs.record(iter(steps), tmp_path / "run", task=task, model="m")
    runs.add_verdicts(tmp_path / "run", Verdict("shop--a", False, "UNWANTED", "rules"))
    return tmp_path / "run"


def test_each_click_is_saved_and_the_work_goes_on_where_it_was(folder):
    made = viewer.label(folder, "ann")
    named(made, "Step").value = 2
    named(made, "Outcome").value = "failure"
    named(made, "Category").value = "Hallucination"
    named(made, "This step").click()
    named(made, "Note").value = "took the first"
    [given] = labels.load(folder)
    assert (given.task, given.outcome, given.category, given.step) == (
        "shop--a",
        "failure",
        "Hallucination",
        2,
    )
    assert (given.note, given.screenshots, given.by) == (
        "took the first",
        2,
        "person",
    ) and given.seconds >= 0
    named(made, "Next episode").click()
    assert "What is b?" in shown(made) and named(made, "Outcome").value is None
    again = viewer.label(folder, "ann")
    assert "What is b?" in shown(again), "it begins with what is not labelled yet"
    named(again, "Episode before").click()
    assert (named(again, "Category").value, named(again, "Went wrong at step").value) == (
        "Hallucination",
        2,
    )
    assert len(labels.load(folder)) == 1, "looking at it again changes nothing"


def test_raters_are_blind_to_verdicts_to_each_other_and_to_the_answer(folder):
    labels.add(folder, labels.Label("shop--a", 1, "bob", "success", note="OPINION"))
    made = viewer.label(folder, "ann")
    assert not any(word in shown(made) + made.still for word in ("UNWANTED", "OPINION", "SECRET"))
    assert "SECRET" in shown(viewer.label(folder, "ann", reference=True))
    assert "<script>alert" not in shown(made)


def test_a_success_has_no_category(folder):
    made = viewer.label(folder, "ann/../x")
    named(made, "Outcome").value = "failure"
    named(made, "Category").value = "Blocked"
    named(made, "Outcome").value = "success"
    [given] = labels.load(folder)
    assert (given.outcome, given.category, given.step, given.rater) == (
        "success",
        "",
        None,
        "ann/../x",
    )


def test_what_cannot_be_labelled_is_told(folder, tmp_path):
    with pytest.raises(ValueError, match="Say who labels"):
        viewer.label(folder, " ")
    with pytest.raises(ValueError, match="among these tasks"):
        viewer.label(folder, "ann", tasks=["nothing--1"])


# --- resolving ---


def differ(folder, task="shop--a"):
    """Ann and Bob say different things of an attempt."""
    note = "<script>alert(2)</script>"
    labels.add(folder, labels.Label(task, 1, "ann/../x", "failure", "Hallucination", 2, note=note))
    labels.add(folder, labels.Label(task, 1, "bob", "success"))


def settled(folder) -> list[tuple]:
    found = [given for given in labels.load(folder) if given.rater == labels.AGREED]
    return [
        (given.task, given.outcome, given.category, given.step, given.note, given.by)
        for given in found
    ]


def test_one_click_takes_over_what_a_rater_said_and_the_work_goes_on(folder):
    differ(folder, "shop--a")
    differ(folder, "shop--b")
    made = viewer.resolve(folder)
    assert "2 left to settle; this is number 1 of 2. 0 attempts are settled." in shown(made)
    assert "What is a?" in shown(made) and "ann/../x" in shown(made) and "I look." in shown(made)
    named(made, "Agree with ann/../x").click()
    assert settled(folder) == [
        ("shop--a", "failure", "Hallucination", 2, "<script>alert(2)</script>", "person")
    ]
    assert "1 left to settle" in shown(made) and named(made, "Category").value == "Hallucination"
    named(made, "Next episode").click()
    assert "What is b?" in shown(made) and named(made, "Outcome").value is None
    named(made, "Agree with bob").click()
    assert "Nothing is left to settle. 2 attempts are settled." in shown(made)
    again = viewer.resolve(folder)
    assert (
        "Nothing is left to settle. 2 attempts are settled." in shown(again)
        and "2 attempts" in again.still
    )
    assert labels.consensus(folder)["outcome"].to_list() == ["failure", "success"]


def test_an_agreed_label_can_be_picked_and_picked_anew(folder):
    differ(folder)
    made = viewer.resolve(folder)
    named(made, "Outcome").value = "failure"
    named(made, "Category").value = "Blocked"
    assert settled(folder) == [("shop--a", "failure", "Blocked", None, "", "person")]
    named(made, "Agree with bob").click()
    assert settled(folder) == [("shop--a", "success", "", None, "", "person")]


def test_resolving_shows_no_verdict_runs_nothing_and_stands_still_where_no_widgets_run(folder):
    differ(folder)
    made = viewer.resolve(folder)
    both = shown(made) + made.still
    assert not any(word in both for word in ("UNWANTED", "SECRET", "<script>alert"))
    assert all(
        words in made.still
        for words in ("1 left to settle", "What is a?", "ann/../x", "Hallucination")
    )
    assert "SECRET" in shown(viewer.resolve(folder, reference=True))


def test_what_is_not_to_be_settled_is_said(folder, tmp_path):
    assert "Nothing is left to settle. 0 attempts are settled." in shown(viewer.resolve(folder))
    labels.add(folder, labels.Label("shop--a", 1, "ann", "failure"))
    labels.add(folder, labels.Label("shop--a", 1, "rules", "success", by="model"))
    assert "Nothing is left" in shown(viewer.resolve(folder)), "a model is no rater"
    differ(folder, "gone--0")
    assert "People differ on 1 of which the run holds no steps" in shown(viewer.resolve(folder))
    with pytest.raises(FileNotFoundError, match="no run folder"):
        viewer.resolve(tmp_path / "nowhere")


def test_labels_may_lie_beside_the_run_and_be_added_without_widgets(folder, tmp_path):
    differ(tmp_path)
    assert "1 left to settle" in shown(viewer.resolve(folder, into=tmp_path))
    labels.add(
        tmp_path,
        labels.Label(*labels.disagreements(tmp_path).index[0], labels.AGREED, "cannot tell"),
    )
    assert "Nothing is left to settle. 1 attempt is settled." in shown(
        viewer.resolve(folder, into=tmp_path)
    )
    assert not (folder / labels.FILE).exists()


@pytest.mark.parametrize("count", [1, 50])
def test_an_episode_of_any_length_without_pictures_can_be_settled(tmp_path, count):
    seen = Observation(
        "http://shop.mini/", "<script>alert(3)</script>", (), "", image=tmp_path / "gone.png"
    )
    steps = [Step(n, seen, "…", f"Thought {n}.", Action("Wait")) for n in range(1, count + 1)]
    whole = replace(seen, image=_png())
    runs.record(
        (replace(step, observation=whole) for step in steps),
        tmp_path,
        task=Task("shop--a", "shop", "", "?"),
    )
    for picture in tmp_path.rglob("*.png"):
        picture.unlink()
    differ(tmp_path)
    made = viewer.resolve(tmp_path)
    named(made, "Step").value = count
    assert (
        f"Thought {count}." in shown(made)
        and "wv-missing" in shown(made)
        and "<script>alert" not in shown(made)
    )
    named(made, "Agree with ann/../x").click()
    assert settled(tmp_path)[0][3] == (2 if count > 1 else None), "a step that is not there is none"


def test_a_review_goes_on_to_the_next_and_shows_what_can_not_be_done(tmp_path):
    file = tmp_path / "pool.jsonl"
    pool.begin(file, [Task("x--0", "x", "http://x.test/", "Why?")])
    rows = [
        pool.Proposal(f"x--new-{n}", "x", "http://x.test/", f"Why <b>{n}</b>?", "open")
        for n in (1, 2)
    ]
    rows[0] = replace(
        rows[0],
        nearest={"id": "x--0", "similarity": 0.7},
        checks=({"check": "c", "passed": True, "reason": "r"},),
    )
    pool.update(file, lambda old: old | {row.id: row for row in rows})
    made = viewer.review(file, reviewer="ann")
    assert (
        "2 wait" in shown(made)
        and "Nearest of the pool (0.70)" in shown(made)
        and "<b>1</b>" not in made.still
    )
    named(made, "Reject").click()
    assert "needs a reason" in shown(made) and named(made, "Task").value == "Why <b>1</b>?"
    named(made, "Skip").click()
    assert named(made, "Task").value == "Why <b>2</b>?"
    named(made, "Accept").click()
    named(made, "Reason").value = "no"
    named(made, "Reject").click()
    assert (
        "0 wait for a decision, 1 accepted, 1 rejected." in shown(made)
        and named(made, "Accept").disabled
    )
    assert [json.loads(line)["status"] for line in file.read_text().splitlines()] == [
        "seed",
        "rejected",
        "accepted",
    ]
