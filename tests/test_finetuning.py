"""Training sets: prompts and right replies, in two forms, and what is refused."""

import base64
import io
import json
from dataclasses import replace
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from PIL import Image

from webvoyager import actions, agent
from webvoyager.lab.planning.finetuning import export
from webvoyager.lab.planning.golden_plans import LAST_STEP, golden_plan
from webvoyager.lab.planning.slow import prompt as plan_prompt
from webvoyager.lab.planning.training_examples import (
    executor_examples,
    planner_examples,
)
from webvoyager.records import Action, Episode, Mark, Observation, Step, Task

FORMS = ("openai", "trl")
SCHEMAS = Path(__file__).parent / "schemas"


def png(colour="white", size=(64, 48), form="PNG"):
    sheet = io.BytesIO()
    Image.new("RGB", size, colour).save(sheet, form)
    return sheet.getvalue()


def page(url, *marks, colour="white"):
    text = "\n".join(mark.line for mark in marks)
    return Observation(url, "Tern", marks, text, image=png(colour))


def mark(label, role, text, tag="button", **more):
    box = (4.0, 4.0 + 12 * label, 30.0, 10.0)
    return Mark(label, tag, role, text, (box,), (0.0, box[1], 4.0, 10.0), **more)


SEARCH = page(
    "http://flights.mini/",
    mark(0, "combobox", "Trip", "select", options=("Round trip", "One way")),
    mark(1, "textbox", "Where to?", "input"),
    mark(2, "button", "Search"),
)
FOUND = page("http://flights.mini/found", mark(0, "link", "LW 236, 54 dollars", "a"), colour="grey")


def gold(task="flights--0", question="What does it cost to fly to Zurich?", seed=1, **more):
    """A gold trajectory of six steps; the answer is 54 dollars."""
    taken = [
        (SEARCH, Action("Type", 0, "One way")),
        (SEARCH, Action("Type", 1, "Zurich")),
        (SEARCH, Action("Click", 2)),
        (FOUND, Action("Scroll", "WINDOW", "down")),
        (FOUND, Action("Click", 0)),
        (FOUND, Action("ANSWER", None, "54 dollars")),
    ]
    steps = tuple(Step(n, seen, action=done) for n, (seen, done) in enumerate(taken, 1))
    answer = {"ans": "54 dollars", "rule": {"parts": [54]}}
    asked = Task(
        id=task,
        site="flights",
        url="http://flights.mini/",
        question=question,
        images=(),
        answer=answer,
        extra={"web_seed": seed},
    )
    return Episode(replace(asked, **more), steps, "answer", "oracle, no agent")


def make_golds(count=2):
    return [gold(f"flights--{n}", f"What does it cost to fly to city {n}?") for n in range(count)]


def remove_pictures(episode, *steps):
    """The gold trajectory without the screenshots of these steps."""
    bare = [
        replace(step, observation=replace(step.observation, image=b""))
        if step.index in steps
        else step
        for step in episode.steps
    ]
    return replace(episode, steps=tuple(bare))


def read_rows(file, form="openai"):
    """The rows of a training set, all of which must be of this form."""
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    schema = Draft202012Validator(json.loads((SCHEMAS / f"{form}.json").read_text("utf-8")))
    for row in rows:
        schema.validate(row)
    return rows


def read_pictures(row):
    """The pictures in a row of OpenAI's form."""
    parts = [
        part
        for message in row["messages"]
        if isinstance(message["content"], list)
        for part in message["content"]
    ]
    urls = [part["image_url"]["url"] for part in parts if part["type"] == "image_url"]
    return [base64.b64decode(url.removeprefix("data:image/png;base64,")) for url in urls]


# --- golden plans ---


def test_a_golden_plan_contains_the_actions_and_not_the_answer():
    assert golden_plan(gold()) == (
        'Select "One way" in "Trip"',
        'Type "Zurich" into "Where to?"',
        'Click the button "Search"',
        "Click the link that fits the question",  # the link's name contains the answer
        LAST_STEP,
    )


def test_a_golden_plan_hides_an_answer_that_is_typed_or_chosen():
    episode = gold()
    typed = replace(episode.steps[1], action=Action("Type", 1, "flights for 54 dollars"))
    plan = golden_plan(replace(episode, steps=(typed, episode.steps[-1])))
    assert plan == ('Type what fits the question into "Where to?"', LAST_STEP)


# --- examples ---


def test_a_planner_example_has_the_prompt_of_the_fast_planner():
    [example] = planner_examples([gold()])
    assert list(example.messages) == plan_prompt("plan_fast", gold().task, SEARCH)
    assert example.reply.splitlines()[1] == '2. Type "Zurich" into "Where to?"'
    assert "54" not in example.reply


def test_an_executor_example_has_the_prompt_of_the_agent():
    episode = gold()
    examples = executor_examples([episode])
    done = []
    for step, example in zip(episode.steps, examples, strict=True):
        expected = agent.messages(episode.task, done, step.observation)
        assert list(example.messages) == expected
        done.append(replace(step, reply=example.reply))


def test_replies_are_read_back_as_the_gold_actions():
    episode = gold()
    for step, example in zip(episode.steps, executor_examples([episode]), strict=True):
        thought, action = actions.parse(example.reply)
        assert action == step.action
        assert thought
    assert executor_examples([episode])[2].reply == (
        'Thought: Click the button "Search"\nAction: Click [2]'
    )


def test_failed_steps_are_not_examples():
    episode = gold()
    failed = replace(episode.steps[2], error="There is no such element.")
    broken = replace(episode, steps=(*episode.steps[:2], failed, *episode.steps[3:]))
    assert len(executor_examples([broken])) == 5


def test_the_prompt_contains_the_golden_plan_on_request():
    planned = executor_examples([gold()], planned=True)[1].messages[-1]["content"][0]["text"]
    assert '2. Type "Zurich" into "Where to?"' in planned
    plain = executor_examples([gold()])[1].messages[-1]["content"][0]["text"]
    assert LAST_STEP not in plain


# --- the two forms ---


def test_openai_rows_contain_the_prompt_and_train_on_the_reply_alone(tmp_path):
    examples = executor_examples(make_golds())
    table = read_rows(export(examples, tmp_path))
    assert len(table) == 12
    third = table[2]["messages"]
    assert [message["role"] for message in third] == [
        "system", "user", "assistant", "user", "assistant", "user", "assistant"
    ]  # fmt: skip
    assert [message.get("weight") for message in third] == [None, None, 0, None, 0, None, 1]
    assert third[-1]["content"] == examples[2].reply
    assert third[0]["content"] == examples[2].messages[0]["content"]
    assert read_pictures(table[2]) == [SEARCH.marked()] * 3
    assert not (tmp_path / "pictures").exists()


def test_trl_rows_hold_prompt_completion_and_the_paths_of_pictures(tmp_path):
    examples = executor_examples(make_golds())
    table = read_rows(export(examples, tmp_path, "trl"), "trl")
    row = table[4]
    parts = [part for message in row["prompt"] for part in message["content"]]
    assert sum(part["type"] == "image" for part in parts) == len(row["images"]) == 3
    assert row["completion"] == [
        {"role": "assistant", "content": [{"type": "text", "text": examples[4].reply}]}
    ]
    kept = [(tmp_path / path).read_bytes() for path in row["images"]]
    assert kept == [SEARCH.marked(), FOUND.marked(), FOUND.marked()]
    assert len(list((tmp_path / "pictures").iterdir())) == 2  # each picture once


@pytest.mark.parametrize("form", FORMS)
def test_pictures_can_be_left_out(form, tmp_path):
    bare = [remove_pictures(episode, *range(1, 7)) for episode in make_golds()]
    table = read_rows(export(executor_examples(bare, pictures=False), tmp_path, form), form)
    assert len(table) == 12
    assert "images" not in table[0]
    assert not (tmp_path / "pictures").exists()
    assert "not kept" not in json.dumps(table)
    talk = table[3].get("prompt") or table[3]["messages"]
    assert all(isinstance(message["content"], str) for message in talk)


def test_words_that_trl_would_take_for_a_picture_are_changed(tmp_path):
    episode = gold(question="What is a <video> element?")
    row = read_rows(export(executor_examples([episode]), tmp_path, "trl"), "trl")[0]
    assert "What is a <video > element?" in row["prompt"][1]["content"][0]["text"]


def test_the_pictures_of_a_task_are_exported_before_its_screenshots(tmp_path):
    sheet = png("red")
    episode = gold(images=(f"data:image/png;base64,{base64.b64encode(sheet).decode()}",))
    examples = executor_examples([episode])
    assert read_pictures(read_rows(export(examples, tmp_path))[0]) == [sheet, SEARCH.marked()]
    row = read_rows(export(examples, tmp_path, "trl"), "trl")[0]
    assert [(tmp_path / path).read_bytes() for path in row["images"]] == [sheet, SEARCH.marked()]


# --- what is refused ---


def assert_refused(match, examples, tmp_path, *arguments, **more):
    """Check that the export is refused with a matching sentence and writes nothing."""
    folder = tmp_path / "set"
    with pytest.raises(ValueError, match=match):
        export(examples, folder, *arguments, **more)
    assert not folder.exists()


def test_an_unknown_form_is_refused(tmp_path):
    examples = executor_examples(make_golds())
    assert_refused("no form 'csv'; choose openai or trl", examples, tmp_path, "csv")


def test_a_gold_step_without_its_screenshot_is_named():
    broken = [gold(), remove_pictures(gold("flights--7"), 2)]
    with pytest.raises(ValueError, match="Step 2 of flights--7 has no screenshot"):
        executor_examples(broken)
    with pytest.raises(ValueError, match="Step 1 of flights--0 has no screenshot"):
        planner_examples([remove_pictures(gold(), 1)])
    assert len(planner_examples(broken)) == 2, "a planner is shown the first page alone"


@pytest.mark.parametrize(
    ("test", "leaks"),
    [
        (gold("flights--99", "What does it  cost to fly to CITY 1?", seed=42), True),
        (gold("flights--1", "Something else?"), True),
        (gold("flights--1", "Something else?", seed=42), False),  # the same kind, in another world
        (gold("flights--99", "Something else?"), False),
    ],
)
def test_test_tasks_are_refused(test, leaks, tmp_path):
    examples = executor_examples(make_golds())
    if leaks:
        assert_refused("flights--1 is a test task or asks the same", examples, tmp_path,
               test_tasks=[test.task])  # fmt: skip
    else:
        assert export(examples, tmp_path, test_tasks=[test.task]).exists()


def test_an_export_replaces_the_rows_of_an_earlier_one(tmp_path):
    export(executor_examples(make_golds()), tmp_path, "trl")
    file = export(planner_examples(make_golds(10)), tmp_path, "trl")
    assert len(read_rows(file, "trl")) == 10
    assert sorted(path.name for path in tmp_path.iterdir()) == ["pictures", "train.jsonl"]
