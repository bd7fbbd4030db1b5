"""The widgets that save (labelling, resolving and reviewing), used as a person would."""

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

NOTE = "<script>alert(2)</script>"


def widgets(root) -> list:
    """The widget and all widgets in it."""
    return [root, *(inner for child in getattr(root, "children", ()) for inner in widgets(child))]


def named(root, description: str):
    """The widget with this description."""
    described = (widget for widget in widgets(root) if hasattr(widget, "description"))
    return next(widget for widget in described if widget.description == description)


def shown(root) -> str:
    """The content of all HTML widgets."""
    return " ".join(widget.value for widget in widgets(root) if type(widget).__name__ == "HTML")


def summary(label) -> tuple:
    return label.task, label.outcome, label.category, label.step, label.note


def _png() -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", (64, 48), "teal").save(buffer, "PNG")
    return buffer.getvalue()


@pytest.fixture
def folder(tmp_path):
    """A run of two tasks with two steps each."""
    script, box = "<script>alert(1)</script>", (1, 1, 30, 9)
    mark = Mark(0, "button", "button", script, (box,), (1, 1, 12, 14))
    answer = {"type": "golden", "ans": "SECRET"}
    for name in ("a", "b"):
        question = f"What is {name}?"
        task = Task(f"shop--{name}", "shop", "http://shop.mini/", question, answer=answer)
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
    [label] = labels.load(folder)
    assert summary(label) == ("shop--a", "failure", "Hallucination", 2, "took the first")
    assert (label.screenshots, label.by) == (2, "person") and label.seconds >= 0
    named(made, "Next episode").click()
    assert "What is b?" in shown(made) and named(made, "Outcome").value is None
    again = viewer.label(folder, "ann")
    assert "What is b?" in shown(again), "it must begin with the first unlabelled episode"
    named(again, "Previous episode").click()
    assert named(again, "Category").value == "Hallucination"
    assert named(again, "Went wrong at step").value == 2
    assert len(labels.load(folder)) == 1, "showing a label must not change it"


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
    [label] = labels.load(folder)
    assert summary(label) == ("shop--a", "success", "", None, "")
    assert label.rater == "ann/../x"


def test_what_cannot_be_labelled_is_said(folder, tmp_path):
    with pytest.raises(ValueError, match="Say who labels"):
        viewer.label(folder, " ")
    with pytest.raises(ValueError, match="among these tasks"):
        viewer.label(folder, "ann", tasks=["nothing--1"])


# --- resolving ---


def differ(folder, task="shop--a"):
    """Ann and Bob label an attempt differently."""
    label = labels.Label(task, 1, "ann/../x", "failure", "Hallucination", 2, note=NOTE)
    labels.add(folder, label)
    labels.add(folder, labels.Label(task, 1, "bob", "success"))


def agreed(folder) -> list[tuple]:
    """The agreed labels, all of which must be a person's."""
    chosen = [label for label in labels.load(folder) if label.rater == labels.AGREED]
    assert {label.by for label in chosen} <= {"person"}
    return [summary(label) for label in chosen]


def test_one_click_takes_over_what_a_rater_said_and_the_work_goes_on(folder):
    differ(folder, "shop--a")
    differ(folder, "shop--b")
    made = viewer.resolve(folder)
    assert "2 left to settle; this is number 1 of 2. 0 attempts are settled." in shown(made)
    assert "What is a?" in shown(made) and "ann/../x" in shown(made) and "I look." in shown(made)
    named(made, "Agree with ann/../x").click()
    assert agreed(folder) == [("shop--a", "failure", "Hallucination", 2, NOTE)]
    assert "1 left to settle" in shown(made) and named(made, "Category").value == "Hallucination"
    named(made, "Next episode").click()
    assert "What is b?" in shown(made) and named(made, "Outcome").value is None
    named(made, "Agree with bob").click()
    assert "Nothing is left to settle. 2 attempts are settled." in shown(made)
    again = viewer.resolve(folder)
    assert "Nothing is left to settle. 2 attempts are settled." in shown(again)
    assert "2 attempts" in again.still
    assert labels.consensus(folder)["outcome"].to_list() == ["failure", "success"]


def test_an_agreed_label_can_be_chosen_and_changed(folder):
    differ(folder)
    made = viewer.resolve(folder)
    named(made, "Outcome").value = "failure"
    named(made, "Category").value = "Blocked"
    assert agreed(folder) == [("shop--a", "failure", "Blocked", None, "")]
    named(made, "Agree with bob").click()
    assert agreed(folder) == [("shop--a", "success", "", None, "")]


def test_resolving_shows_no_verdict_runs_no_script_and_has_a_static_version(folder):
    differ(folder)
    made = viewer.resolve(folder)
    both = shown(made) + made.still
    assert not any(word in both for word in ("UNWANTED", "SECRET", "<script>alert"))
    for words in ("1 left to settle", "What is a?", "ann/../x", "Hallucination"):
        assert words in made.still
    assert "SECRET" in shown(viewer.resolve(folder, reference=True))


def test_what_cannot_be_resolved_is_said(folder, tmp_path):
    assert "Nothing is left to settle. 0 attempts are settled." in shown(viewer.resolve(folder))
    labels.add(folder, labels.Label("shop--a", 1, "ann", "failure"))
    labels.add(folder, labels.Label("shop--a", 1, "rules", "success", by="model"))
    assert "Nothing is left" in shown(viewer.resolve(folder)), "a model is not a rater"
    differ(folder, "gone--0")
    assert "People differ on 1 of which the run has no steps" in shown(viewer.resolve(folder))
    with pytest.raises(FileNotFoundError, match="no run folder"):
        viewer.resolve(tmp_path / "nowhere")


def test_labels_may_lie_beside_the_run_and_be_added_without_widgets(folder, tmp_path):
    differ(tmp_path)
    assert "1 left to settle" in shown(viewer.resolve(folder, into=tmp_path))
    [key] = labels.disagreements(tmp_path).index
    labels.add(tmp_path, labels.Label(*key, labels.AGREED, "cannot tell"))
    made = viewer.resolve(folder, into=tmp_path)
    assert "Nothing is left to settle. 1 attempt is settled." in shown(made)
    assert not (folder / labels.FILE).exists()


@pytest.mark.parametrize("count", [1, 50])
def test_an_episode_of_any_length_without_pictures_can_be_resolved(tmp_path, count):
    title = "<script>alert(3)</script>"
    seen = Observation("http://shop.mini/", title, (), "", image=_png())
    steps = [Step(n, seen, "…", f"Thought {n}.", Action("Wait")) for n in range(1, count + 1)]
    runs.record(iter(steps), tmp_path, task=Task("shop--a", "shop", "", "?"))
    for picture in tmp_path.rglob("*.png"):
        picture.unlink()
    differ(tmp_path)
    made = viewer.resolve(tmp_path)
    named(made, "Step").value = count
    assert f"Thought {count}." in shown(made) and "wv-missing" in shown(made)
    assert "<script>alert" not in shown(made)
    named(made, "Agree with ann/../x").click()
    [(*_, step, _)] = agreed(tmp_path)
    assert step == (2 if count > 1 else None), "a step that does not exist must be left out"


def test_a_review_goes_on_to_the_next_and_says_what_cannot_be_done(tmp_path):
    file = tmp_path / "pool.jsonl"
    pool.begin(file, [Task("x--0", "x", "http://x.test/", "Why?")])
    rows = [
        pool.Proposal(f"x--new-{n}", "x", "http://x.test/", f"Why <b>{n}</b>?", "open")
        for n in (1, 2)
    ]
    checks = ({"check": "c", "passed": True, "reason": "r"},)
    rows[0] = replace(rows[0], nearest={"id": "x--0", "similarity": 0.7}, checks=checks)
    pool.update(file, lambda old: old | {row.id: row for row in rows})
    made = viewer.review(file, reviewer="ann")
    assert "2 wait" in shown(made) and "Nearest of the pool (0.70)" in shown(made)
    assert "<b>1</b>" not in made.still
    named(made, "Reject").click()
    assert "needs a reason" in shown(made) and named(made, "Task").value == "Why <b>1</b>?"
    named(made, "Skip").click()
    assert named(made, "Task").value == "Why <b>2</b>?"
    named(made, "Accept").click()
    named(made, "Reason").value = "no"
    named(made, "Reject").click()
    assert "0 wait for a decision, 1 accepted, 1 rejected." in shown(made)
    assert named(made, "Accept").disabled
    statuses = [json.loads(line)["status"] for line in file.read_text().splitlines()]
    assert statuses == ["seed", "rejected", "accepted"]
