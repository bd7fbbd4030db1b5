"""Mind2Web: its JSON written and read, and its metrics on examples worked by hand."""

import json
import math
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import numpy
import pytest
from stepping import click, make_marks, make_page, make_task

from webvoyager.lab.planning.gold_steps import GoldStep
from webvoyager.lab.planning.metrics import Prediction, means, operation_f1, score
from webvoyager.lab.planning.mind2web import read, write
from webvoyager.records import Mark

TASK = make_task("flights", 3, question="What does a flight to Zurich cost?")
MARKS = (
    *make_marks("Home", "Deals & offers"),
    Mark(2, "input", "textbox", "Where to?", ((1.5, 70, 80, 20),), type="text", value="Bern"),
    Mark(3, "select", "combobox", "Trip", ((1, 9, 9, 9),), options=("Round trip", "One way")),
    Mark(4, "input", "checkbox", "Nonstop <only>", ((1, 9, 9, 9),), type="checkbox", checked=True),
    Mark(5, "a", "link", "A long link", ((300, 400, 50, 20), (0, 420, 90, 20))),
)
PICTURE = b"\x89PNG of step 1"


def make_steps() -> list[GoldStep]:
    """A task of three steps, the last of which Mind2Web does not know."""
    trip = "[combobox]  Trip -> SELECT: One way"
    page = make_page(MARKS)
    return [
        GoldStep(TASK, 1, make_page(MARKS, PICTURE), (), "SELECT", "One way", (3,)),
        GoldStep(TASK, 2, page, (trip,), "CLICK", "", (1, 0)),
        GoldStep(TASK, 3, page, (trip, "[link]  Deals & offers -> CLICK"), "ANSWER", "$54"),
    ]


def change(file: Path, edit: Callable[[list], object]) -> Path:
    """Edit the tasks in a file and write it again."""
    rows = json.loads(file.read_text("utf-8"))
    edit(rows)
    file.write_text(json.dumps(rows), "utf-8")
    return file


def drop_our_keys(rows: list[dict]) -> None:
    for row in rows:
        del row["task"], row["gold_steps"]


# --- our steps in Mind2Web's form ---


def test_gold_steps_are_read_back_unchanged(tmp_path: Path):
    other = click(make_task("words", 1), 1, ["Home", "Word of the day"], 1)
    files = write([*make_steps(), other], tmp_path)
    assert [file.name for file in files] == ["flights.json", "words.json"]
    back = read(tmp_path)
    assert back == [*make_steps(), other]
    assert back[0].observation.screenshot == PICTURE and not back[1].observation.kept
    assert read(files[1]) == [other]


def test_a_file_has_mind2webs_fields(tmp_path: Path):
    (file,) = write(make_steps(), tmp_path)
    (row,) = json.loads(file.read_text("utf-8"))
    assert (row["website"], row["domain"], row["annotation_id"]) == (
        "flights",
        "travel",
        "flights--3@1",
    )
    assert row["confirmed_task"] == TASK.question
    assert row["action_reprs"] == [
        "[combobox]  Trip -> SELECT: One way",
        "[link]  Deals & offers -> CLICK",
    ]
    first, second = row["actions"]
    assert first["operation"] == {"op": "SELECT", "original_op": "SELECT", "value": "One way"}
    assert [c["backend_node_id"] for c in first["pos_candidates"]] == ["3"]
    assert len(first["neg_candidates"]) == len(MARKS) - 1
    assert [(c["backend_node_id"], c["is_original_target"]) for c in second["pos_candidates"]] == [
        ("1", True),
        ("0", False),
    ]
    link = next(c for c in first["neg_candidates"] if c["backend_node_id"] == "5")
    box = json.loads(link["attributes"])["bounding_box_rect"]
    assert (link["tag"], box) == ("a", "0,400,350,40"), "one box must contain both lines"


def test_a_stored_page_can_be_read_as_mindact_reads_it(tmp_path: Path):
    """Every element has its own number, and every candidate is an element."""
    (file,) = write(make_steps(), tmp_path)
    (row,) = json.loads(file.read_text("utf-8"))
    for action in row["actions"]:
        nodes = Counter(
            node.get("backend_node_id")
            for node in ElementTree.fromstring(action["cleaned_html"]).iter()
        )
        candidates = action["pos_candidates"] + action["neg_candidates"]
        assert set(nodes.values()) == {1} and None not in nodes
        assert {candidate["backend_node_id"] for candidate in candidates} <= set(nodes)


def test_mind2webs_fields_alone_suffice_for_scoring(tmp_path: Path):
    (file,) = write(make_steps(), tmp_path)
    back = read(change(file, drop_our_keys))
    wanted = make_steps()[:2]
    for found, step in zip(back, wanted, strict=True):
        assert (found.operation, found.value, found.targets) == (
            step.operation,
            step.value,
            step.targets,
        )
        assert found.history == step.history and found.task.question == step.task.question
        for mark, original in zip(found.observation.marks, MARKS, strict=True):
            for name in ("label", "tag", "role", "text", "type", "value", "checked", "options"):
                assert getattr(mark, name) == getattr(original, name), name
    assert back[0].observation.screenshot == PICTURE
    assert back[0].observation.marks[2].boxes == MARKS[2].boxes


# --- Mind2Web's own files ---

HTML = """<html backend_node_id="9"><body backend_node_id="10">
 <div backend_node_id="70"><text backend_node_id="71">Rent a </text>
  <a backend_node_id="30"><text backend_node_id="31">CAR
 </text></a></div>
 <input backend_node_id="12" type="search" placeholder="Pick-up city" input_value="" />
 <select backend_node_id="50" aria_label="Time"><option backend_node_id="51">
  <text backend_node_id="52">9 00 AM</text></option><option backend_node_id="53">
  <text backend_node_id="54">10 00 AM</text></option></select>
 <svg backend_node_id="60" /></body></html>"""


def make_candidate(node: str, tag: str, box: str = "1,2,30,40", **attributes: str) -> dict:
    attributes |= {"backend_node_id": node, "bounding_box_rect": box}
    return {"tag": tag, "attributes": json.dumps(attributes), "backend_node_id": node}


def make_action(op: str, positive: list[dict], uid: str = "b64c2417", value: str = "") -> dict:
    others = [
        make_candidate("60", "svg", "-1,-1,-1,-1"),
        make_candidate("50", "select", aria_label="Time"),
        make_candidate("12", "input", type="search", placeholder="Pick-up city", input_value=""),
        make_candidate("70", "div", role="navigation"),
    ]
    right = {candidate["backend_node_id"] for candidate in positive}
    return {
        "action_uid": uid,
        "raw_html": "<!DOCTYPE html>",
        "cleaned_html": HTML,
        "operation": {"op": op, "original_op": op, "value": value},
        "pos_candidates": positive,
        "neg_candidates": [c for c in others if c["backend_node_id"] not in right],
    }


@pytest.fixture
def downloaded(tmp_path: Path) -> Path:
    """A file like Mind2Web's train_0.json: no keys of ours, one step without a right element."""
    link = make_candidate("30", "a", class_="car") | {"is_original_target": True}
    field = make_candidate("12", "input", type="search", placeholder="Pick-up city")
    actions = [
        make_action("HOVER", [make_candidate("70", "div", role="navigation"), link]),
        make_action("TYPE", [field], value="Brooklyn Central"),
        make_action("CLICK", []),
    ]
    reprs = ["[link]  CAR -> HOVER", "[searchbox]  Pick-up city -> TYPE: Brooklyn Central", "x"]
    row = {"annotation_id": "401c4e6f", "website": "united", "domain": "Travel"}
    row |= {"subdomain": "Airlines", "confirmed_task": "Rent a car", "action_reprs": reprs}
    file = tmp_path / "train_0.json"
    file.write_text(json.dumps([{**row, "actions": actions}]), "utf-8")
    return file


def test_a_file_of_mind2web_becomes_gold_steps(downloaded: Path):
    hover, typing, lost = read(downloaded)
    assert (hover.task.id, hover.task.site, hover.task.question) == (
        "401c4e6f",
        "united",
        "Rent a car",
    )
    assert hover.task.extra == {"domain": "Travel", "subdomain": "Airlines"}
    assert [(step.operation, step.value, step.index) for step in (hover, typing, lost)] == [
        ("CLICK", "", 1),
        ("TYPE", "Brooklyn Central", 2),
        ("CLICK", "", 3),
    ]
    assert lost.history == (
        "[link]  CAR -> HOVER",
        "[searchbox]  Pick-up city -> TYPE: Brooklyn Central",
    )


def test_candidates_are_marks_in_the_order_of_the_page(downloaded: Path):
    step = read(downloaded)[0]
    marks = step.observation.marks
    assert [(mark.label, mark.tag, mark.role, mark.text) for mark in marks] == [
        (0, "div", "navigation", "Rent a CAR"),
        (1, "a", "link", "CAR"),
        (2, "input", "searchbox", "Pick-up city"),
        (3, "select", "combobox", "Time"),
        (4, "svg", "", ""),
    ]
    assert step.targets == (1, 0), "the original target must come first"
    assert marks[3].options == ("9 00 AM", "10 00 AM")
    assert marks[0].boxes == ((1, 2, 30, 40),) and marks[4].boxes == ()
    assert step.observation.text.splitlines()[1] == '[1]: <a> "CAR";'


def test_a_step_without_a_right_element_is_kept_and_scores_0(downloaded: Path):
    lost = read(downloaded)[2]
    assert (lost.targets, lost.on_element) == ((), True)
    table = score([lost], [Prediction("401c4e6f", 3, 0, "CLICK")])
    assert table.loc[0, ["element", "operation_f1", "success"]].tolist() == [0, 0, False]


def test_an_action_cannot_name_a_file_elsewhere(downloaded: Path):
    change(downloaded, lambda rows: rows[0]["actions"][0].update(action_uid="../../secret"))
    assert read(downloaded)[0].observation.image.parent == downloaded.parent


@pytest.mark.parametrize(
    ("edit", "sentence"),
    [
        (lambda rows: rows[0].pop("actions"), "train_0.json, task 1 has no list of `actions`"),
        (lambda rows: rows[0]["actions"][0].pop("pos_candidates"), "no list `pos_candidates`"),
        (lambda rows: rows[0]["actions"][0].update(cleaned_html="<a>"), "is not well-formed"),
    ],
)
def test_the_error_says_what_is_wrong_with_a_file(edit, sentence: str, downloaded: Path):
    with pytest.raises(ValueError, match=sentence):
        read(change(downloaded, edit))


# --- metrics ---


@pytest.mark.parametrize(
    ("predicted", "right", "f1"),
    [
        ("CLICK ", "CLICK", 1),
        ("CLICK", "TYPE", 0),
        ("TYPE New York", "TYPE New York", 1),
        ("TYPE York New New", "TYPE New York", 1),  # sets: neither order nor number counts
        ("TYPE New", "TYPE New York", 4 / 5),  # precision 2/2, recall 2/3
        ("SELECT New York City", "TYPE New York", 4 / 7),  # precision 2/4, recall 2/3
        ("TYPE new york", "TYPE New York", 1 / 3),  # case counts
        ("", "CLICK", 0),
        ("", "", 1),
    ],
)
def test_operation_f1_is_mind2webs(predicted: str, right: str, f1: float):
    assert operation_f1(predicted, right) == pytest.approx(f1)


def make_scored() -> tuple[list[GoldStep], list[Prediction]]:
    """Two tasks, of three steps and of one; the comments give the score of each step."""
    names = ["Home", "Deals", "Where to?"]
    first, second = make_task("flights", 0), make_task("words", 1)
    typing = replace(click(first, 2, names, 2), operation="TYPE", value="New York")
    twins = replace(click(second, 1, names, 0), targets=(0, 1))
    answer = GoldStep(first, 3, make_page(), (), "ANSWER", "$54 by train")
    return [click(first, 1, names, 0), typing, answer, twins], [
        Prediction("flights--0", 1, 2, "CLICK"),  # element 0, F1 1, failure
        Prediction("flights--0", 2, 2, "TYPE", "New"),  # element 1, F1 0.8, failure
        Prediction("flights--0", 3, None, "ANSWER", "by train $54"),  # no element, F1 1, success
        Prediction("words--1", 1, 1, "CLICK"),  # element 1 (a twin), F1 1, success
    ]


def test_each_step_is_scored():
    table = score(*make_scored())
    assert table.columns.tolist() == [
        "task",
        "index",
        "on_element",
        "element",
        "operation_f1",
        "success",
    ]
    numpy.testing.assert_allclose(table["element"], [0, 1, math.nan, 1])
    numpy.testing.assert_allclose(table["operation_f1"], [1, 0.8, 1, 1])
    assert table["success"].tolist() == [False, False, True, True]
    assert table["on_element"].tolist() == [True, True, False, True]


def test_means_are_over_the_means_of_tasks():
    found = means(score(*make_scored()))
    assert found == {
        "element_accuracy": pytest.approx((1 / 2 + 1) / 2),
        "operation_f1": pytest.approx(((1 + 0.8 + 1) / 3 + 1) / 2),
        "step_success": pytest.approx((1 / 3 + 1) / 2),
        "task_success": pytest.approx(1 / 2),
        "tasks": 2,
        "steps": 4,
        "steps_on_element": 3,
    }


def test_means_can_be_taken_over_mind2webs_own_steps_alone():
    table = score(*make_scored())
    found = means(table[table["on_element"]])
    assert (found["steps"], found["step_success"]) == (3, pytest.approx((0 + 1) / 2))


def test_a_target_that_was_not_among_the_candidates_scores_0():
    steps, predictions = make_scored()
    table = score(steps, predictions, candidates=lambda step: [0])
    assert table["operation_f1"].tolist() == [1, 0, 1, 1], "step 2 has target 2; answers have none"
    assert table["success"].tolist() == [False, False, True, True]


def test_each_step_needs_one_prediction():
    steps, predictions = make_scored()
    with pytest.raises(ValueError, match="1 of 4 steps have no prediction, the first is step 1 of"):
        score(steps, predictions[1:])
    with pytest.raises(ValueError, match="predictions hold step 1 of flights--0 twice"):
        score(steps, predictions + predictions[:1])
    with pytest.raises(ValueError, match="gold steps hold step 1 of flights--0 twice"):
        score(steps + steps[:1], predictions)
    assert len(score(steps[:1], predictions)) == 1, "other predictions must be ignored"
