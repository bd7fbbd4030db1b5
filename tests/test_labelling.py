"""Widgets that write: labels and reviews, used as a person does, without a browser."""

import io
import json
from dataclasses import replace

import pytest
from PIL import Image

from webvoyager import Action, Mark, Observation, Task, runs
from webvoyager.lab import labels, pool, viewer
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
    return " ".join(getattr(each, "value", "") for each in widgets(root) if type(each).__name__ == "HTML")


@pytest.fixture
def folder(tmp_path):
    """A run of two tasks, of two steps each."""
    buffer = io.BytesIO()
    Image.new("RGB", (64, 48), "teal").save(buffer, "PNG")
    mark = Mark(0, "button", "button", "<script>alert(1)</script>", ((1, 1, 30, 9),), (1, 1, 12, 14))
    for name in ("a", "b"):
        task = Task(
            f"shop--{name}", "shop", "http://shop.mini/", f"What is {name}?", answer={"type": "golden", "ans": "SECRET"}
        )
        seen = Observation("http://shop.mini/", "Shop", (mark,), mark.line, image=buffer.getvalue())
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
    assert (given.task, given.outcome, given.category, given.step) == ("shop--a", "failure", "Hallucination", 2)
    assert (given.note, given.screenshots, given.by) == ("took the first", 2, "person") and given.seconds >= 0
    named(made, "Next episode").click()
    assert "What is b?" in shown(made) and named(made, "Outcome").value is None
    again = viewer.label(folder, "ann")
    assert "What is b?" in shown(again), "it begins with what is not labelled yet"
    named(again, "Episode before").click()
    assert (named(again, "Category").value, named(again, "Went wrong at step").value) == ("Hallucination", 2)
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
    assert (given.outcome, given.category, given.step, given.rater) == ("success", "", None, "ann/../x")


def test_what_cannot_be_labelled_is_told(folder, tmp_path):
    with pytest.raises(ValueError, match="Say who labels"):
        viewer.label(folder, " ")
    with pytest.raises(ValueError, match="among these tasks"):
        viewer.label(folder, "ann", tasks=["nothing--1"])


def test_a_review_goes_on_to_the_next_and_shows_what_can_not_be_done(tmp_path):
    file = tmp_path / "pool.jsonl"
    pool.begin(file, [Task("x--0", "x", "http://x.test/", "Why?")])
    rows = [pool.Proposal(f"x--new-{n}", "x", "http://x.test/", f"Why <b>{n}</b>?", "open") for n in (1, 2)]
    rows[0] = replace(
        rows[0], nearest={"id": "x--0", "similarity": 0.7}, checks=({"check": "c", "passed": True, "reason": "r"},)
    )
    pool.update(file, lambda old: old | {row.id: row for row in rows})
    made = viewer.review(file, reviewer="ann")
    assert "2 wait" in shown(made) and "Nearest of the pool (0.70)" in shown(made) and "<b>1</b>" not in made.still
    named(made, "Reject").click()
    assert "needs a reason" in shown(made) and named(made, "Task").value == "Why <b>1</b>?"
    named(made, "Skip").click()
    assert named(made, "Task").value == "Why <b>2</b>?"
    named(made, "Accept").click()
    named(made, "Reason").value = "no"
    named(made, "Reject").click()
    assert "0 wait for a decision, 1 accepted, 1 rejected." in shown(made) and named(made, "Accept").disabled
    assert [json.loads(line)["status"] for line in file.read_text().splitlines()] == ["seed", "rejected", "accepted"]
