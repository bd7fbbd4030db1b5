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


def list_widgets(root) -> list:
    """The widget and all widgets in it."""
    return [
        root,
        *(inner for child in getattr(root, "children", ()) for inner in list_widgets(child)),
    ]


def find_widget(root, description: str):
    """The widget with this description."""
    described = (widget for widget in list_widgets(root) if hasattr(widget, "description"))
    return next(widget for widget in described if widget.description == description)


def read_html(root) -> str:
    """The content of all HTML widgets."""
    return " ".join(
        widget.value for widget in list_widgets(root) if type(widget).__name__ == "HTML"
    )


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
        task = Task(
            id=f"shop--{name}",
            site="shop",
            url="http://shop.mini/",
            question=question,
            answer=answer,
        )
        seen = Observation("http://shop.mini/", "Shop", (mark,), mark.line, image=_png())
        steps = [
            Step(1, seen, "…", "I look.", Action("Click", 0)),
            Step(2, seen, "…", "So.", Action("ANSWER", None, f"It is {name}.")),
        ]
        runs.record(iter(steps), tmp_path / "run", task=task, model="m")
    runs.add_verdicts(tmp_path / "run", Verdict("shop--a", False, "UNWANTED", "rules"))
    return tmp_path / "run"


def test_each_click_is_saved_and_labelling_resumes(folder):
    made = viewer.label(folder, "ann")
    find_widget(made, "Step").value = 2
    find_widget(made, "Outcome").value = "failure"
    find_widget(made, "Category").value = "Hallucination"
    find_widget(made, "This step").click()
    find_widget(made, "Note").value = "took the first"
    [label] = labels.load(folder)
    assert summary(label) == ("shop--a", "failure", "Hallucination", 2, "took the first")
    assert (label.screenshots, label.by) == (2, "person") and label.seconds >= 0
    find_widget(made, "Next episode").click()
    assert "What is b?" in read_html(made) and find_widget(made, "Outcome").value is None
    again = viewer.label(folder, "ann")
    assert "What is b?" in read_html(again), "it must begin with the first unlabelled episode"
    find_widget(again, "Previous episode").click()
    assert find_widget(again, "Category").value == "Hallucination"
    assert find_widget(again, "Went wrong at step").value == 2
    assert len(labels.load(folder)) == 1, "showing a label must not change it"


def test_raters_are_blind_to_verdicts_to_each_other_and_to_the_answer(folder):
    labels.add(folder, labels.Label("shop--a", 1, "bob", "success", note="OPINION"))
    made = viewer.label(folder, "ann")
    assert not any(
        word in read_html(made) + made.still for word in ("UNWANTED", "OPINION", "SECRET")
    )
    assert "SECRET" in read_html(viewer.label(folder, "ann", reference=True))
    assert "<script>alert" not in read_html(made)


def test_a_success_has_no_category(folder):
    made = viewer.label(folder, "ann/../x")
    find_widget(made, "Outcome").value = "failure"
    find_widget(made, "Category").value = "Blocked"
    find_widget(made, "Outcome").value = "success"
    [label] = labels.load(folder)
    assert summary(label) == ("shop--a", "success", "", None, "")
    assert label.rater == "ann/../x"


def test_labelling_needs_a_rater_and_an_episode(folder, tmp_path):
    with pytest.raises(ValueError, match="Say who labels"):
        viewer.label(folder, " ")
    with pytest.raises(ValueError, match="among these tasks"):
        viewer.label(folder, "ann", tasks=["nothing--1"])


# --- resolving ---


def label_differently(folder, task="shop--a"):
    """Ann and Bob label an attempt differently."""
    label = labels.Label(task, 1, "ann/../x", "failure", "Hallucination", 2, note=NOTE)
    labels.add(folder, label)
    labels.add(folder, labels.Label(task, 1, "bob", "success"))


def list_agreed(folder) -> list[tuple]:
    """The agreed labels, all of which must be a person's."""
    chosen = [label for label in labels.load(folder) if label.rater == labels.AGREED]
    assert {label.by for label in chosen} <= {"person"}
    return [summary(label) for label in chosen]


def test_one_click_adopts_a_raters_label_and_shows_the_next(folder):
    label_differently(folder, "shop--a")
    label_differently(folder, "shop--b")
    made = viewer.resolve(folder)
    assert "2 left to settle; this is number 1 of 2. 0 attempts are settled." in read_html(made)
    assert (
        "What is a?" in read_html(made)
        and "ann/../x" in read_html(made)
        and "I look." in read_html(made)
    )
    find_widget(made, "Agree with ann/../x").click()
    assert list_agreed(folder) == [("shop--a", "failure", "Hallucination", 2, NOTE)]
    assert (
        "1 left to settle" in read_html(made)
        and find_widget(made, "Category").value == "Hallucination"
    )
    find_widget(made, "Next episode").click()
    assert "What is b?" in read_html(made) and find_widget(made, "Outcome").value is None
    find_widget(made, "Agree with bob").click()
    assert "Nothing is left to settle. 2 attempts are settled." in read_html(made)
    again = viewer.resolve(folder)
    assert "Nothing is left to settle. 2 attempts are settled." in read_html(again)
    assert "2 attempts" in again.still
    assert labels.consensus(folder)["outcome"].to_list() == ["failure", "success"]


def test_an_agreed_label_can_be_chosen_and_changed(folder):
    label_differently(folder)
    made = viewer.resolve(folder)
    find_widget(made, "Outcome").value = "failure"
    find_widget(made, "Category").value = "Blocked"
    assert list_agreed(folder) == [("shop--a", "failure", "Blocked", None, "")]
    find_widget(made, "Agree with bob").click()
    assert list_agreed(folder) == [("shop--a", "success", "", None, "")]


def test_resolving_shows_no_verdict_runs_no_script_and_has_a_static_version(folder):
    label_differently(folder)
    made = viewer.resolve(folder)
    both = read_html(made) + made.still
    assert not any(word in both for word in ("UNWANTED", "SECRET", "<script>alert"))
    for words in ("1 left to settle", "What is a?", "ann/../x", "Hallucination"):
        assert words in made.still
    assert "SECRET" in read_html(viewer.resolve(folder, reference=True))


def test_labels_may_be_in_another_folder_and_be_added_without_widgets(folder, tmp_path):
    label_differently(tmp_path)
    assert "1 left to settle" in read_html(viewer.resolve(folder, into=tmp_path))
    [key] = labels.disagreements(tmp_path).index
    labels.add(tmp_path, labels.Label(*key, labels.AGREED, "cannot tell"))
    made = viewer.resolve(folder, into=tmp_path)
    assert "Nothing is left to settle. 1 attempt is settled." in read_html(made)
    assert not (folder / labels.FILE).exists()


def test_a_review_shows_the_next_proposal_and_explains_refusals(tmp_path):
    file = tmp_path / "pool.jsonl"
    pool.begin(file, [Task(id="x--0", site="x", url="http://x.test/", question="Why?")])
    rows = [
        pool.Proposal(f"x--new-{n}", "x", "http://x.test/", f"Why <b>{n}</b>?", "open")
        for n in (1, 2)
    ]
    checks = ({"check": "c", "passed": True, "reason": "r"},)
    rows[0] = replace(rows[0], nearest={"id": "x--0", "similarity": 0.7}, checks=checks)
    pool.update(file, lambda old: old | {row.id: row for row in rows})
    made = viewer.review(file, reviewer="ann")
    assert "2 wait" in read_html(made) and "Nearest of the pool (0.70)" in read_html(made)
    assert "<b>1</b>" not in made.still
    find_widget(made, "Reject").click()
    assert (
        "needs a reason" in read_html(made) and find_widget(made, "Task").value == "Why <b>1</b>?"
    )
    find_widget(made, "Skip").click()
    assert find_widget(made, "Task").value == "Why <b>2</b>?"
    find_widget(made, "Accept").click()
    find_widget(made, "Reason").value = "no"
    find_widget(made, "Reject").click()
    assert "0 wait for a decision, 1 accepted, 1 rejected." in read_html(made)
    assert find_widget(made, "Accept").disabled
    statuses = [json.loads(line)["status"] for line in file.read_text().splitlines()]
    assert statuses == ["seed", "rejected", "accepted"]
