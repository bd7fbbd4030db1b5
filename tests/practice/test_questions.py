"""Questions across sites: the same in every process, found by searching, and checked by rules."""

import base64
import csv
import hashlib
import io
import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from practice.miniweb import MiniWeb, World, questions, sites, taskfile
from practice.miniweb.kit.answer_slots import says
from practice.miniweb.sites.compute.question_reader import reckon
from practice.miniweb.sites.compute.records import Settings
from tools.oracles import LIMIT, play_oracle
from webvoyager import agent, runs, tasks
from webvoyager.browser import Browser
from webvoyager.lab.judging import checking
from webvoyager.lab.judging.answer_parts import to_slot
from webvoyager.lab.judging.answer_tokens import tokens
from webvoyager.lab.judging.checking import check
from webvoyager.records import Observation, Task

SEEDS = (42, 7)
ROOT = Path(__file__).parents[2]
DIGEST = """
import hashlib, json
from practice.miniweb import World, questions
print(hashlib.sha256(json.dumps(questions.make(World())).encode()).hexdigest())
"""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.xdist_group("miniweb"),
]  # its worker has the sites of both worlds


@cache
def rows_of(seed: int) -> list[questions.Question]:
    return questions.make(World(seed))


@cache
def tasks_of(seed: int) -> list[Task]:
    return taskfile.tasks(World(seed), {questions.NAME: rows_of(seed)})


def attached_of(seed: int) -> dict[str, bytes]:
    """The attached files: {name: content}."""
    return {
        row["extra"]["file_name"]: base64.b64decode(row["attached"])
        for row in rows_of(seed)
        if "attached" in row
    }


@pytest.mark.parametrize("seed", SEEDS)
def test_every_world_has_questions_of_both_levels(seed: int) -> None:
    levels = [task.extra["Level"] for task in tasks_of(seed)]
    assert levels == sorted(levels) and min(levels.count(1), levels.count(2)) >= 15
    assert {task.url for task in tasks_of(seed)} == {"http://search.mini/"}
    assert len({task.extra["task_id"] for task in tasks_of(seed)}) == len(levels)
    led_to = {name for task in tasks_of(seed) for name in task.extra["features"]}
    assert led_to > {*sites.names()} - {"search"}
    assert sum(task.extra["needs_vision"] for task in tasks_of(seed)) >= 3


def test_the_questions_do_not_belong_to_a_site(web: MiniWeb) -> None:
    assert len(web.tasks()) == 301 == len(web.oracles())
    assert questions.NAME not in {task.site for task in web.tasks()}
    third = f"{questions.NAME}--3"
    assert [task.id for task in web.tasks(third)] == [third] == list(web.oracles(third))
    with pytest.raises(ValueError, match="another name"):
        web.add(questions.NAME, None)


def test_a_seed_gives_the_same_questions_in_every_process() -> None:
    settings = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "5"}
    command = [sys.executable, "-c", DIGEST]
    done = subprocess.run(command, env=settings, stdout=subprocess.PIPE, check=True, text=True)
    assert done.stdout.strip() == hashlib.sha256(json.dumps(rows_of(42)).encode()).hexdigest()


def test_another_seed_gives_other_answers() -> None:
    one, other = ({(task.question, task.reference) for task in tasks_of(seed)} for seed in SEEDS)
    assert len(one & other) <= 2, one & other
    assert not set(attached_of(42).values()) & set(attached_of(7).values())


# --- the stored files ---


def test_the_stored_files_match_the_world(tmp_path: Path) -> None:
    taskfile.write_questions(World(), tmp_path)
    names = [file.relative_to(tmp_path) for file in tmp_path.rglob("*.*")]
    stored = [taskfile.FOLDER / questions.NAME, *taskfile.FOLDER.glob(f"{questions.NAME}*.*")]
    assert len(names) == len([*stored[0].iterdir(), *stored[1:]]) == 2 + len(attached_of(42))
    for name in names:
        made, kept = (tmp_path / name).read_bytes(), (taskfile.FOLDER / name).read_bytes()
        if name.suffix != ".png":
            assert made == kept, f"regenerate {name} by python -m practice.miniweb"
        else:  # another version of Pillow may encode the same picture differently
            assert measure_difference(made, kept) < 0.02, name


def measure_difference(one: bytes, other: bytes) -> float:
    """The share of pixels that clearly differ between two pictures."""
    first, second = (Image.open(io.BytesIO(each)).convert("L") for each in (one, other))
    counts = ImageChops.difference(first, second).histogram()
    return sum(counts[64:]) / sum(counts)


def test_the_loader_and_the_web_return_the_same_questions(web: MiniWeb) -> None:
    loaded = tasks.load(questions.NAME)
    for task in loaded:
        del task.answer["id"]  # the number that the schema of answer files adds
    plain = [task.to_json() | {"images": len(task.images)} for task in loaded]
    assert plain == [
        task.to_json() | {"images": len(task.images)} for task in web.tasks(questions.NAME)
    ]
    assert set(tasks.table(loaded)["Level"]) == {1, 2}


def test_a_line_has_the_columns_of_gaia() -> None:
    lines = (taskfile.FOLDER / f"{questions.NAME}.jsonl").read_text("utf-8").splitlines()
    for row in map(json.loads, lines):
        assert row.keys() >= {"task_id", "Level", "ques", "Final answer", "file_name", "web"}
        assert not row["file_name"] or (taskfile.FOLDER / row["file_name"]).is_file()


# --- the answers ---


@pytest.mark.parametrize("seed", SEEDS)
def test_the_golden_answer_is_right_and_confusable_answers_are_not(seed: int) -> None:
    for task, row in zip(tasks_of(seed), rows_of(seed), strict=True):
        for said in (task.reference, f"The answer is {task.reference}.", f"**{task.reference}**"):
            assert check(said, task.answer, task.question).success is True, (task.id, said)
        for wrong in row["wrong"]:
            assert not check(wrong, task.answer, task.question).success, (task.id, wrong)


@pytest.mark.parametrize("seed", SEEDS)
def test_no_question_contains_its_answer_or_can_be_guessed(seed: int) -> None:
    for task in tasks_of(seed):
        parts = task.answer["rule"]["parts"]
        assert not all(says(tokens(task.question), to_slot(part)) for part in parts), task.question
        assert "yes-no" not in {part["type"] for part in parts}
        assert task.answer["type"] == "golden"


# --- pictures and tables ---


@pytest.mark.parametrize("seed", SEEDS)
def test_pictures_and_tables_are_small_and_sound(seed: int) -> None:
    attached = attached_of(seed)
    kinds = [Path(name).suffix for name in attached]
    assert kinds.count(".png") >= 4 and kinds.count(".csv") >= 2
    for name, content in attached.items():
        assert len(content) < 10_000, name
        if name.endswith(".png"):
            assert max(Image.open(io.BytesIO(content)).size) <= 600
        else:
            head, *rows = csv.reader(content.decode().splitlines())
            assert rows and {len(row) for row in rows} == {len(head)}


def test_attached_files_reach_the_model() -> None:
    seen = Observation("http://search.mini/", "Lantern", (), "")
    for task, row in zip(tasks_of(42), rows_of(42), strict=True):
        content = agent.messages(task, [], seen)[1]["content"]
        pictures = [part["image_url"]["url"] for part in content if part["type"] == "image_url"]
        name = row["extra"]["file_name"]
        if name.endswith(".png"):
            assert pictures == [f"data:image/png;base64,{row['attached']}"]
        else:
            table = base64.b64decode(row.get("attached", "")).decode()
            assert not pictures and table in content[0]["text"]
            assert name.rpartition("/")[2] in content[0]["text"]


# --- the oracles ---


@pytest.mark.parametrize("seed", SEEDS)
def test_an_oracle_searches_and_follows_results(seed: int) -> None:
    for row in rows_of(seed):
        searches = [step for step in row["oracle"] if step[:3] == ["Type", "searchbox", "Search"]]
        returns = [step for step in row["oracle"] if step == ["Google"]]
        assert row["oracle"][0] == searches[0] and len(returns) == len(searches) - 1
        assert len(row["oracle"]) <= LIMIT and row["oracle"][-1][0] == "ANSWER"
        assert not any(".mini" in word for step in row["oracle"] for word in step)


@pytest.mark.parametrize("seed", SEEDS)
def test_reckon_has_each_result_that_an_oracle_opens(seed: int) -> None:
    data, opened = sites.make_data("compute", World(seed)), 0
    for oracle in (row["oracle"] for row in rows_of(seed)):
        for number, step in enumerate(oracle):
            if step[:3] == ["Type", "searchbox", "Ask Reckon"]:
                click = next(each for each in oracle[number:] if each[0] == "Click")
                pods = reckon(data, step[3], Settings()).pods
                assert click[2] in [f"Plain text of {pod.title}" for pod in pods], step
                opened += 1
    assert opened >= 4


@pytest.mark.parametrize(
    "which",
    [
        lambda task: task.images,
        lambda task: {"papers", "words"} <= set(task.extra["features"]),
        lambda task: {"stays", "shop"} <= set(task.extra["features"]),
        lambda task: {"news", "maps"} <= set(task.extra["features"]),
    ],
    ids=["with a picture", "papers and words", "stays and shop", "news and maps"],
)
def test_an_oracle_solves_its_question(which, web: MiniWeb, browser: Browser) -> None:
    """`python -m tools.oracles minigaia` plays all of them."""
    task = next(filter(which, web.tasks(questions.NAME)))
    assert play_oracle(web, browser, task, web.oracles(task.id)[task.id]).wrong == "", task.id


# --- the stored runs ---


@pytest.mark.parametrize("run", ["minigaia-offline-42", "minigaia-offline-42-accessibility_tree"])
def test_a_stored_run_answers_these_questions(run: str) -> None:
    folder = ROOT / "data" / "runs" / run
    table = runs.table(folder).set_index("task")
    known = {task.id: (task.question, str(task.extra["Level"])) for task in tasks_of(42)}
    rows = table[["question", "level"]].itertuples()
    assert {name: (question, level) for name, question, level in rows} == known
    graded = {each.task.id: checking.grade(each).success for each in runs.load(folder)}
    by_rules = table[table.judge == "rules"].success.to_dict()
    assert {name: success for name, success in graded.items() if success is not None} == by_rules
    tracked = [file for file in folder.rglob("*") if file.is_file() and file.suffix != ".lock"]
    assert sum(file.stat().st_size for file in tracked) < 600_000


def test_other_runs_have_no_level() -> None:
    assert set(runs.table(ROOT / "data" / "runs" / "offline-eyes-42").level) == {""}
