"""Mind2Web: its files read, and its metrics on examples worked by hand."""

import json
import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy
import pytest
from stepping import click, make_page, make_task

from webvoyager.lab.planning.gold_steps import GoldStep
from webvoyager.lab.planning.metrics import Prediction, means, operation_f1, score
from webvoyager.lab.planning.mind2web import read


def change(file: Path, edit: Callable[[list], object]) -> Path:
    """Edit the tasks in a file and write it again."""
    rows = json.loads(file.read_text("utf-8"))
    edit(rows)
    file.write_text(json.dumps(rows), "utf-8")
    return file


# --- its files ---

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


def make_action(op: str, positive: list[dict], value: str = "") -> dict:
    others = [
        make_candidate("60", "svg", "-1,-1,-1,-1"),
        make_candidate("50", "select", aria_label="Time"),
        make_candidate("12", "input", type="search", placeholder="Pick-up city", input_value=""),
        make_candidate("70", "div", role="navigation"),
    ]
    right = {candidate["backend_node_id"] for candidate in positive}
    return {
        "action_uid": "b64c2417",
        "raw_html": "<!DOCTYPE html>",
        "cleaned_html": HTML,
        "operation": {"op": op, "original_op": "HOVER", "value": value},
        "pos_candidates": positive,
        "neg_candidates": [c for c in others if c["backend_node_id"] not in right],
    }


@pytest.fixture
def downloaded(tmp_path: Path) -> Path:
    """A file like Mind2Web's train_0.json, with one step without a right element."""
    link = make_candidate("30", "a", class_="car") | {"is_original_target": True}
    field = make_candidate("12", "input", type="search", placeholder="Pick-up city")
    actions = [
        make_action("CLICK", [make_candidate("70", "div", role="navigation"), link]),
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
        (lambda rows: rows[0].pop("actions"), "Task 1 of train_0.json isn't .* KeyError.'actions'"),
        (
            lambda rows: rows[0]["actions"][0].update(cleaned_html="<a>"),
            "ParseError.*no element found",
        ),
    ],
)
def test_the_error_names_the_task_that_is_not_of_mind2webs_form(edit, sentence, downloaded: Path):
    with pytest.raises(ValueError, match=sentence):
        read(change(downloaded, edit))


def test_a_folder_is_read_file_by_file(downloaded: Path):
    second = json.loads(downloaded.read_text("utf-8"))
    second[0]["annotation_id"] = "second"
    (downloaded.parent / "train_1.json").write_text(json.dumps(second), "utf-8")
    assert [step.task.id for step in read(downloaded.parent)] == ["401c4e6f"] * 3 + ["second"] * 3


def test_a_screenshot_beside_the_file_belongs_to_its_step(downloaded: Path):
    assert not read(downloaded)[0].observation.kept
    (downloaded.parent / "b64c2417.png").write_bytes(b"a PNG")
    assert read(downloaded)[0].observation.screenshot == b"a PNG"


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


def test_a_step_is_scored_once():
    steps, predictions = make_scored()
    with pytest.raises(ValueError, match="Step 1 of flights--0 occurs twice; score one world"):
        score(steps + steps[:1], predictions)
    assert len(score(steps[:1], predictions)) == 1, "other predictions must be ignored"
