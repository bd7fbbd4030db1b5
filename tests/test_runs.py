"""Run folders: what is written is read back, also from and to the official layout.

A torn file or a full disk costs one step at most.
"""

import gzip
import io
import json
import math
import os
import re
import resource
import shutil
import subprocess
import sys
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, replace
from pathlib import Path

import pandas
import pytest
from PIL import Image

from tools.pictures import sample, shrink
from webvoyager import Action, Mark, Observation, Settings, Task, drawing, runs, views
from webvoyager.lab.failures import labels
from webvoyager.lab.failures.labels import Label
from webvoyager.records import EpisodeError, Step, Verdict

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def png(tmp_path_factory) -> bytes:
    file = tmp_path_factory.mktemp("picture") / "p.png"
    Image.new("RGB", (64, 48), "#cde").save(file)
    return file.read_bytes()


@pytest.fixture
def task_and_steps(png) -> tuple[Task, list[Step]]:
    """A task and three steps that contain everything awkward to store."""
    reference = {"type": "golden", "ans": "42 [minutes]"}
    task = Task(
        id="Google Flights--3",
        site="Google Flights",
        url="http://x.mini/",
        question="How long?\nReally?",
        answer=reference,
    )
    mark = Mark(
        0,
        "input",
        "searchbox",
        "Suche «ß»",
        ((1.5, 2, 30, 10),),
        (0, 0, 12, 14),
        "search",
        value="日本",
        options=(),
    )
    seen = Observation(
        "http://x.mini/", "X", (mark,), mark.line, notes=("Nothing changed.",), image=png
    )
    usage = {"prompt_tokens": 10, "completion_tokens": 2}
    first = Step(
        1,
        seen,
        "Thought: a\nAction: Type [0]; b",
        "a",
        Action("Type", 0, "b"),
        usage=usage,
        cost=0.5,
    )
    second = Step(2, seen, "?", error="Your reply has no action.", usage=usage, cost=0.25)
    third = Step(
        3, seen, "…", "so", Action("ANSWER", None, "42 [minutes]\nor so"), usage=usage, cost=0.25
    )
    return task, [first, second, third]


def fail_after(steps, error):
    yield from steps
    raise error


def test_a_recorded_episode_is_read_back_whole(task_and_steps, tmp_path):
    task, steps = task_and_steps
    episode = runs.record(iter(steps), tmp_path / "run", task=task, model="m")
    assert (episode.stop, episode.answer, episode.cost) == ("answer", "42 [minutes]\nor so", 1.0)
    (again,) = runs.load(tmp_path / "run")
    assert again == episode
    assert again.steps[0].observation.screenshot == steps[0].observation.screenshot
    about = json.loads((tmp_path / "run" / "run.json").read_text())
    assert (
        about["format"] == 2
        and about["model"] == {"name": "m"}
        and str(tmp_path) not in json.dumps(about)
    )
    holding = [
        file.name for file in (tmp_path / "run").rglob("*.json") if "How long?" in file.read_text()
    ]
    assert holding == ["task.json"], "the task must be stored once"


def test_a_run_records_its_settings_and_refuses_other_ones(task_and_steps, tmp_path):
    task, steps = task_and_steps
    task = replace(task, extra={"web_seed": 42})
    model, settings = (
        {"name": "m", "endpoint": "http://x/v1/", "temperature": 1.0, "seed": 42},
        Settings(max_steps=5),
    )
    runs.record(iter(steps), tmp_path, task=task, model=model, settings=settings)
    about = json.loads((tmp_path / "run.json").read_text())
    assert (
        about["model"] == model
        and about["web"] == {"seed": 42, "without": None}
        and "agent" in about["prompts"]
    )
    assert (
        about["settings"] == json.loads(json.dumps(asdict(settings)))
        and "selenium" in about["versions"]
    )
    assert runs.load(tmp_path)[0].settings == settings
    for other, difference in (
        ({"settings": Settings(max_steps=3)}, "max_steps 5, not 3"),
        (
            {"settings": Settings("accessibility_tree", 5)},
            "view 'marked_screenshot', not 'accessibility_tree'",
        ),
        ({"model": model | {"temperature": 0}}, "temperature 1.0, not 0"),
        ({"task": replace(task, extra={"web_seed": 7})}, "seed 42, not 7"),
        (
            {"task": replace(task, extra={"web_seed": 42, "web_without": ["late-fees"]})},
            r"without None, not \['late-fees'\]",
        ),
    ):
        changed = {"task": task, "model": model, "settings": settings} | other
        with pytest.raises(
            ValueError, match=f"made with other settings: {difference}. Choose another folder"
        ):
            runs.record(iter(steps), tmp_path, **changed)
    runs.record(
        iter(steps),
        tmp_path,
        task=task,
        model=model | {"endpoint": "http://y/v1/"},
        settings=settings,
    )
    assert [episode.attempt for episode in runs.load(tmp_path)] == [1, 2]


def test_a_run_of_the_first_format_is_still_read(task_and_steps, tmp_path):
    task, steps = task_and_steps
    episode = runs.record(
        iter(steps), tmp_path, task=task, model="m", settings=Settings("accessibility_tree", 7)
    )
    (tmp_path / "run.json").write_text(
        '{"format": 1, "model": "m", "view": "accessibility_tree", "max_steps": 7}'
    )
    first = {"task": task.to_json(), "model": "m", "view": "accessibility_tree", "max_steps": 7}
    for name in ("task.json", "result.json"):
        file = episode.folder / name
        file.write_text(json.dumps(json.loads(file.read_text()) | first | {"format": 1}))
    assert runs.load(tmp_path) == [episode]


@pytest.mark.parametrize(
    ("name", "wrong", "sentence"),
    [
        *(
            ("max_steps", wrong, "max_steps must be a whole number of at least 1")
            for wrong in (0, 1.5, True, "3", None)
        ),
        *(("keep_images", wrong, "keep_images of at least 0") for wrong in (-1, "3", None)),
        ("style", "pink", "There is no style 'pink'; choose one of black, colours"),
        ("style", ["black"], "There is no style"),
        ("allowed", "Click", r"must be a list such as \('Click', 'ANSWER'\), not 'Click'"),
        ("allowed", None, "must be a list such as"),
        ("allowed", ("Click", "Clik"), "There is no action 'Clik' in `allowed`; choose from Click"),
        ("allowed", ("Click", 5, ["Type"]), r"There is no action 5, \['Type'\]"),
        ("allowed", (), "There are no actions"),
        *(("view", wrong, "marked_screenshot, acc") for wrong in ("", "two words", views, None)),
        ("fresh", "no", "`fresh` must be True or False, not 'no'"),
        *(
            (f"max_episode_{what}", wrong, "a finite number above 0, or None for no limit")
            for what in ("cost", "tokens", "seconds")
            for wrong in (0, -1, math.nan, math.inf, True, "1")
        ),
    ],
)
def test_invalid_settings_are_refused(name, wrong, sentence):
    with pytest.raises(ValueError, match=sentence) as caught:
        Settings(**{name: wrong})
    assert "\n" not in str(caught.value)


def test_a_run_stored_before_later_settings_can_be_continued(task_and_steps, tmp_path):
    shutil.copy(Path(__file__).with_name("old_run.json"), tmp_path / "run.json")
    before = json.loads((tmp_path / "run.json").read_text("utf-8"))
    assert "max_tokens" not in before["model"] and "max_episode_cost" not in before["settings"]
    task, steps = task_and_steps
    own = replace(task, extra={"web_seed": before["web"]["seed"]})
    now = {**before["model"], "max_tokens": None}
    runs.record(iter(steps), tmp_path, task=own, settings=Settings(), model=now)
    assert len(runs.load(tmp_path)) == 1


def test_every_attempt_has_a_folder(task_and_steps, tmp_path):
    task, steps = task_and_steps
    first, second = (runs.record(iter(steps), tmp_path, task=task) for _ in range(2))
    assert (first.attempt, second.attempt) == (1, 2) and len(runs.load(tmp_path)) == 2


def test_a_fault_is_recorded_and_is_not_a_result(task_and_steps, tmp_path):
    task, steps = task_and_steps
    runs.record(fail_after(steps[:1], EpisodeError("The browser is gone.")), tmp_path, task=task)
    runs.record(fail_after([], EpisodeError("Nothing answers.")), tmp_path, task=task)
    table = runs.table(tmp_path)
    assert list(table.stop) == ["error: The browser is gone.", "error: Nothing answers."]
    assert list(table.steps) == [1, 0] and table.success.isna().all()


def test_ctrl_c_is_raised_again_and_the_written_steps_load_as_unfinished(task_and_steps, tmp_path):
    task, steps = task_and_steps
    with pytest.raises(KeyboardInterrupt):
        runs.record(fail_after(steps[:2], KeyboardInterrupt()), tmp_path, task=task, model="m")
    (episode,) = runs.load(tmp_path)
    assert (
        episode.stop == runs.UNFINISHED
        and episode.steps == tuple(steps[:2])
        and episode.model == "m"
    )


def test_ctrl_c_ends_the_episode_if_somebody_watches_it(task_and_steps, tmp_path, capsys):
    task, steps = task_and_steps
    seen = []
    interrupted = fail_after(steps[:2], KeyboardInterrupt())
    episode = runs.record(interrupted, tmp_path, task=task, model="m", watch=seen.append)
    assert seen == steps[:2] and episode.steps == tuple(steps[:2])
    assert episode.stop == "error: stopped by hand after 2 steps"
    assert runs.load(tmp_path) == [episode]


def test_a_file_that_cannot_be_written_while_a_step_is_made_is_a_fault(task_and_steps, tmp_path):
    task, steps = task_and_steps
    full = OSError(28, "No space left on device", "spent.json")
    episode = runs.record(fail_after(steps[:1], full), tmp_path, task=task)
    assert episode.stop == "error: [Errno 28] No space left on device: 'spent.json'"
    assert runs.load(tmp_path) == [episode]


def test_an_error_of_who_watches_is_raised_and_not_taken_for_a_full_disk(task_and_steps, tmp_path):
    task, steps = task_and_steps

    def watch(step: Step) -> None:
        raise OSError("The projector is off.")

    with pytest.raises(OSError, match="The projector is off"):
        runs.record(iter(steps), tmp_path, task=task, watch=watch)
    (episode,) = runs.load(tmp_path)
    assert episode.stop == runs.UNFINISHED and episode.steps == (steps[0],)


@pytest.mark.parametrize("cut", [1, 20, 60])
def test_a_torn_last_step_loses_only_that_step(task_and_steps, tmp_path, cut):
    task, steps = task_and_steps
    episode = runs.record(iter(steps), tmp_path, task=task)
    file = episode.folder / "steps.jsonl.gz"
    file.write_bytes(file.read_bytes()[:-cut])
    (again,) = runs.load(tmp_path)
    assert again.steps == tuple(steps[:2]) and again.stop == "error: 2 of its 3 steps can be read"


@pytest.mark.parametrize(
    "content", [b"", b"\0" * 300, b"\x1f\x8b" * 9], ids=["empty", "zeroed", "odd"]
)
def test_an_episode_whose_steps_are_lost_does_not_count_as_answered(
    task_and_steps, tmp_path, content
):
    task, steps = task_and_steps
    episode = runs.record(iter(steps), tmp_path, task=task)
    file = episode.folder / "steps.jsonl.gz"
    file.write_bytes(content)
    (again,) = runs.load(tmp_path)
    assert (again.steps, again.answer) == ((), "")
    assert again.stop == "error: 0 of its 3 steps can be read"


def test_a_full_disk_ends_the_episode_with_a_reason_and_keeps_the_written_steps(
    task_and_steps, tmp_path
):
    """The process may write no file above fifty bytes.

    The kernel refuses more, as it does on a full disk.
    """
    task, steps = task_and_steps
    script = f"""
import json, resource, signal, sys
from webvoyager import runs, Task
from webvoyager.records import Step
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
data = json.load(sys.stdin)
steps = [Step.from_json(step, bytes.fromhex(data["png"])) for step in data["steps"]]
def taken():
    yield steps[0]
    resource.setrlimit(resource.RLIMIT_FSIZE, (50, 50))
    yield steps[1]
episode = runs.record(taken(), {str(tmp_path)!r}, task=Task.from_json(data["task"]))
print(len(episode.steps), episode.stop)
"""
    assert resource.RLIMIT_FSIZE is not None
    sent = {
        "task": task.to_json(),
        "png": steps[0].observation.screenshot.hex(),
        "steps": [s.to_json() for s in steps],
    }
    done = subprocess.run(
        [sys.executable, "-c", script], input=json.dumps(sent), capture_output=True, text=True
    )
    assert done.stdout.startswith("2 error: step 2 could not be written"), done.stdout + done.stderr
    assert runs.load(tmp_path)[0].steps == (steps[0],)


REFUSALS = {
    "No space left on device": "(Path(folder) / 'ballast').write_bytes(b'x' * 2**21)",
    "Read-only file system": "subprocess.run(['mount', '-o', 'remount,ro', folder], check=True)",
}


@pytest.mark.parametrize("reason", REFUSALS)
def test_an_episode_names_a_disk_that_fails_and_its_stored_steps_are_read(
    task_and_steps, small_disk, reason
):
    """A real disk becomes full or read-only while the second step is taken."""
    task, steps = task_and_steps
    script = f"""
import contextlib, subprocess
from pathlib import Path
from webvoyager import runs, Task
from webvoyager.records import Step
steps = [Step.from_json(step, bytes.fromhex(sent["png"])) for step in sent["steps"]]
def taken():
    yield steps[0]
    with contextlib.suppress(OSError):
        {REFUSALS[reason]}
    yield steps[1]
episode = runs.record(taken(), folder + "/run", task=Task.from_json(sent["task"]))
(again,) = runs.load(folder + "/run")
print(json.dumps([str(episode.folder), episode.stop, len(episode.steps), again.stop, again.steps == (steps[0],)]))
"""
    sent = {
        "task": task.to_json(),
        "png": steps[0].observation.screenshot.hex(),
        "steps": [s.to_json() for s in steps],
    }
    place, stop, count, stored, same = json.loads(small_disk(script, sent))
    assert stop == f"error: step 2 could not be written to {place}: {reason}"
    assert (count, stored, same) == (2, runs.UNFINISHED, True)


def test_verdicts_join_the_table_and_the_newest_counts(task_and_steps, tmp_path):
    task, steps = task_and_steps
    runs.record(iter(steps), tmp_path, task=task, model="m")
    runs.add_verdicts(
        tmp_path, Verdict(task.id, False, "no", "a"), Verdict(task.id, None, "unsure", "b")
    )
    assert runs.table(tmp_path).success.isna().all()
    runs.add_verdicts(tmp_path, Verdict(task.id, True, "yes", "c"))
    row = runs.table(tmp_path).iloc[0]
    assert row.success and row.judge == "c" and row.reference == "42 [minutes]" and row.marks == 1
    assert (row.prompt_tokens, row.cost, row.model, row.site) == (30, 1.0, "m", "Google Flights")


def test_solved_and_failed_episodes_are_listed_and_those_with_all_pictures_come_first(
    task_and_steps, tmp_path
):
    task, steps = task_and_steps
    for number, success in enumerate((True, False, True, None, False)):
        episode = replace(task, id=f"shop--{number}")
        steps_of_one = fail_after(steps, EpisodeError("gone")) if number == 4 else iter(steps)
        runs.record(steps_of_one, tmp_path, task=episode)
        runs.add_verdicts(tmp_path, Verdict(episode.id, success, "", "a"))
    (tmp_path / "shop--0" / "1" / "step-02.png").unlink()
    assert [episode.task.id for episode in runs.solved(tmp_path)] == ["shop--2", "shop--0"]
    assert [episode.task.id for episode in runs.failed(tmp_path)] == ["shop--1"], "4 is a fault"


def test_the_meanings_cover_exactly_the_columns_of_a_table(task_and_steps, tmp_path):
    task, steps = task_and_steps
    runs.record(iter(steps), tmp_path, task=task)
    meanings = runs.columns()
    assert list(meanings.index) == list(runs.table(tmp_path).columns)
    assert list(meanings.columns) == ["meaning", "unit", "source"]
    assert meanings[["meaning", "source"]].ne("").all(axis=None)


def test_a_table_has_what_the_task_says_of_itself(task_and_steps, tmp_path):
    task, steps = task_and_steps
    said = {"difficulty": "medium", "needs_vision": True, "oracle_steps": 7}
    odd = {"needs_vision": "yes", "oracle_steps": "7"}
    for number, extra in enumerate((said, {}, odd)):
        runs.record(iter(steps), tmp_path, task=replace(task, id=f"shop--{number}", extra=extra))
    table = runs.table(tmp_path)[list(said)]
    assert table.loc[0].to_dict() == said
    for row in (1, 2):
        assert table.loc[row, "difficulty"] == ""
        assert table.loc[row, ["needs_vision", "oracle_steps"]].isna().all()


def test_a_table_has_the_label_that_people_agree_on(task_and_steps, tmp_path):
    task, steps = task_and_steps
    ids = ("alone", "agree", "differ", "settled", "model", "changed", "nobody")
    for name in ids:
        runs.record(iter(steps), tmp_path, task=replace(task, id=name))
    stuck, wrong = ("failure", "Navigation Stuck"), ("failure", "Hallucination")
    labels.add(
        tmp_path,
        Label("alone", 1, "ann", *stuck),
        *(Label("agree", 1, rater, "success") for rater in ("ann", "bob")),
        *(Label("differ", 1, *each) for each in (("ann", *stuck), ("bob", *wrong))),
        *(Label("settled", 1, *each) for each in (("ann", *stuck), ("bob", "success"))),
        Label("settled", 1, labels.AGREED, *wrong),
        Label("model", 1, "gpt-5", *stuck, by="model"),
        *(Label("changed", 1, "ann", *each) for each in (stuck, wrong)),
    )
    table = runs.table(tmp_path).set_index("task")[["raters", "label", "label_category"]]
    assert {task: tuple(row) for task, *row in table.itertuples()} == {
        "alone": (1, *stuck),
        "agree": (2, "success", ""),
        "differ": (2, "", ""),
        "settled": (2, *wrong),
        "model": (0, "", ""),
        "changed": (1, *wrong),
        "nobody": (0, "", ""),
    }
    agreed = labels.consensus(tmp_path).set_index("task")[["outcome", "category"]]
    labelled = table.query("label != ''")[["label", "label_category"]]
    assert labelled.sort_index().to_numpy().tolist() == agreed.sort_index().to_numpy().tolist()


def test_a_damaged_label_is_named_and_the_others_count(task_and_steps, tmp_path):
    task, steps = task_and_steps
    runs.record(iter(steps), tmp_path, task=task)
    labels.add(tmp_path, Label(task.id, 1, "ann", "success"))
    with (tmp_path / labels.FILE).open("a") as file:
        file.write('{"task": "Goo\n')
    with pytest.warns(UserWarning, match=r"labels\.jsonl, line 2 isn't a label"):
        assert runs.table(tmp_path).label.tolist() == ["success"]


def test_steps_are_read_one_by_one_with_their_episode_and_as_the_caller_decodes_them(
    task_and_steps, tmp_path
):
    task, steps = task_and_steps
    runs.record(iter(steps), tmp_path / "r", task=task, model="m")
    read = list(runs.steps(tmp_path / "r"))
    (episode,) = runs.load(tmp_path / "r")
    assert [step for _, step in read] == [step.to_json() for step in steps]
    assert {(each.task.id, each.model, each.stop, each.steps) for each, _ in read} == {
        (task.id, "m", episode.stop, ())
    }
    assert [size for _, size in runs.steps(tmp_path / "r", len)] == [
        len(json.dumps(step.to_json(), ensure_ascii=False).encode()) for step in steps
    ]


def test_steps_of_the_official_layout_are_read_too(task_and_steps, tmp_path):
    task, steps = task_and_steps
    runs.record(iter(steps), tmp_path / "r", task=task, model="m")
    runs.export(tmp_path / "r", tmp_path / "official")
    assert [step["index"] for _, step in runs.steps(tmp_path / "official")] == [1, 2, 3]


def test_damaged_attempts_are_reported_after_the_steps_of_the_others(task_and_steps, tmp_path):
    task, steps = task_and_steps
    for _ in range(2):
        runs.record(iter(steps), tmp_path / "r", task=task, model="m")
    bad = next((tmp_path / "r").glob("*/1")) / "steps.jsonl.gz"
    bad.write_bytes(gzip.compress(b"{no JSON\n"))
    with pytest.warns(UserWarning, match=r"1 of .* cannot be read"):
        read = list(runs.steps(tmp_path / "r"))
    assert {episode.attempt for episode, _ in read} == {2} and len(read) == 3
    with pytest.raises(FileNotFoundError, match="no run folder"):
        next(runs.steps(tmp_path / "none"))


def test_an_empty_run_is_an_empty_table_and_a_missing_one_raises(tmp_path):
    assert isinstance(runs.table(tmp_path), pandas.DataFrame) and runs.table(tmp_path).empty
    with pytest.raises(FileNotFoundError, match="There is no run folder"):
        runs.load(tmp_path / "nowhere")


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "a/b\\c", ".", "..", "", "Google Flights--3", "ü" * 300, "con:*?"]
)
def test_no_task_id_leads_out_of_the_run_folder(task_and_steps, tmp_path, name):
    _, steps = task_and_steps
    episode = runs.record(
        iter(steps), tmp_path / "run", task=Task(id=name, site="s", url="http://x/", question="?")
    )
    assert episode.folder.resolve().parent.parent == (tmp_path / "run").resolve()
    assert runs.load(tmp_path / "run")[0].task.id == name


def test_ids_that_begin_alike_have_separate_folders(task_and_steps, tmp_path):
    _, steps = task_and_steps
    for end in "ab":
        runs.record(
            iter(steps),
            tmp_path,
            task=Task(id="x" * 150 + end, site="s", url="http://x/", question="?"),
        )
    assert [episode.attempt for episode in runs.load(tmp_path)] == [1, 1]


def odd_task(**odd: object) -> bytes:
    """A task.json in which these fields have another value."""
    sound = {"id": "t", "site": "s", "url": "http://x/", "question": "?"}
    return json.dumps({"task": sound | odd}).encode()


def odd_step(seen: dict | None = None, **odd: object) -> bytes:
    """A file of one step in which these fields have another value; `seen` has the observation's."""
    sound = {"url": "http://x/", "title": "", "marks": [], "text": ""}
    return gzip.compress(
        json.dumps({"index": 1, "observation": sound | (seen or {}), **odd}).encode()
    )


DAMAGE = {  # a file of an attempt, its damaged content, and a part of the warning
    "empty result": ("result.json", b"", "JSONDecodeError"),
    "half a result": ("result.json", b'{"stop": "ans', "JSONDecodeError"),
    "zeroed result": ("result.json", b"\0" * 300, "JSONDecodeError"),
    "result of other bytes": ("result.json", b'{"stop": "\xe4"}', "UnicodeDecodeError"),
    "result of nothing": ("result.json", b"null", "None isn't a JSON object"),
    "result too deep": ("result.json", b"[" * 100_000, "RecursionError"),
    "an end that is none": ("result.json", b'{"stop": null}', "its stop is None, not str"),
    "an attempt that is a dict": ("result.json", b'{"attempt": {}}', "its attempt is {}, not int"),
    "an endless number": ("result.json", b'{"seconds": 1e999}', "its seconds is inf, not float"),
    "result of an endless format": ("result.json", b'{"format": 1e400}', "newer than this version"),
    "result of a newer format": ("result.json", b'{"format": 9}', "newer than this version reads"),
    "result of a format in words": ("result.json", b'{"format": "two"}', "TypeError"),
    "empty task": ("task.json", b"", "JSONDecodeError"),
    "task of nothing": ("task.json", b"{}", "KeyError"),
    "a list for a task": ("task.json", b"[]", "isn't a JSON object"),
    "a question that is a number": ("task.json", odd_task(question=5), "its question is 5"),
    "a list for an answer": ("task.json", odd_task(answer=[1]), "its answer is"),
    "a step that is no JSON": ("steps.jsonl.gz", gzip.compress(b"{bad"), "JSONDecodeError"),
    "a step without thought": ("steps.jsonl.gz", odd_step(thought=None), "its thought is None"),
    "a step of odd lines": ("steps.jsonl.gz", odd_step({"lines": [[1, 2]]}), "its lines is"),
    "a step of odd tokens": ("steps.jsonl.gz", odd_step(usage={"a": "b"}), "its usage is"),
}


@pytest.mark.parametrize(("name", "content", "reason"), DAMAGE.values(), ids=DAMAGE)
def test_a_warning_names_damaged_attempts_and_the_rest_is_read(
    task_and_steps, tmp_path, name, content, reason
):
    task, steps = task_and_steps
    bad = runs.record(iter(steps), tmp_path, task=task).folder
    good = runs.record(iter(steps), tmp_path, task=replace(task, id="good"))
    (bad / name).write_bytes(content)
    named = rf"(?s)1 of .* cannot be read: {bad.parent.name}/1 .*{re.escape(reason)}"
    with pytest.warns(UserWarning, match=named):
        assert runs.load(tmp_path) == [good]
    assert list(runs.unreadable(tmp_path)) == [bad]
    (moved,) = runs.set_aside(tmp_path)
    assert (moved / name).read_bytes() == content and not runs.unreadable(tmp_path)
    assert [row.task for row in runs.table(tmp_path).itertuples()] == ["good"]


@pytest.mark.parametrize("name", ["1 copy", "notes", "01x"])
def test_a_copy_of_an_attempt_is_named_and_left_out(task_and_steps, tmp_path, name):
    task, steps = task_and_steps
    place = runs.record(iter(steps), tmp_path, task=task).folder
    shutil.copytree(place, place.with_name(name))
    shutil.copytree(place, place.with_name(".ipynb_checkpoints"))
    with pytest.warns(UserWarning, match="1 of .*is not the number of an attempt"):
        assert len(runs.load(tmp_path)) == 1


def test_a_damaged_run_json_is_named_and_its_episodes_are_read(task_and_steps, tmp_path):
    task, steps = task_and_steps
    runs.record(iter(steps), tmp_path, task=task)
    (tmp_path / "run.json").write_text('{"format"')
    with pytest.warns(UserWarning, match=r"run\.json"):
        assert len(runs.load(tmp_path)) == 1
    with pytest.raises(ValueError, match="fix it, or choose another folder"):
        runs.record(iter(steps), tmp_path, task=task)


ODD = [
    {"settings": [1]},
    {"settings": {"max_steps": "x"}},
    {"settings": {"max_steps": 0}},
    {"model": {}},
    {"model": {"name": 5}},
    {"prompts": 5},
    {"web": [1]},
]


@pytest.mark.parametrize("odd", ODD, ids=str)
def test_a_run_json_of_odd_types_hides_no_episode_and_accepts_no_new_one(
    task_and_steps, tmp_path, odd
):
    task, steps = task_and_steps
    runs.record(iter(steps), tmp_path, task=task)
    file = tmp_path / "run.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | odd))
    with pytest.warns(UserWarning, match=r"1 of .* cannot be read: run\.json"):
        assert len(runs.load(tmp_path)) == 1
    with pytest.raises(ValueError, match="fix it, or choose another folder"):
        runs.record(iter(steps), tmp_path, task=task)


@pytest.mark.parametrize(
    "odd",
    [{"usage": {}}, {"usage": {"run": 5}}, {"cost": "x"}, {"step_count": "2"}, {"answer": {}}],
)
def test_sums_of_odd_types_are_computed_from_the_steps(task_and_steps, tmp_path, odd):
    task, steps = task_and_steps
    file = runs.record(iter(steps), tmp_path, task=task).folder / "result.json"
    before = runs.table(tmp_path)
    file.write_text(json.dumps(json.loads(file.read_text()) | odd))
    pandas.testing.assert_frame_equal(runs.table(tmp_path), before)


def test_files_with_a_byte_order_mark_are_read(task_and_steps, tmp_path):
    task, steps = task_and_steps
    episode = runs.record(iter(steps), tmp_path, task=task)
    verdict = Verdict(task.id, True, "yes", "a")
    runs.add_verdicts(tmp_path, verdict)
    for file in (*tmp_path.rglob("*.json"), tmp_path / "verdicts.jsonl"):
        file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    assert runs.load(tmp_path) == [episode] and runs.verdicts(tmp_path) == [verdict]


def test_a_linked_task_folder_is_read_and_other_links_are_named(task_and_steps, tmp_path):
    task, steps = task_and_steps
    run = tmp_path / "run"
    kept, moved = (runs.record(iter(steps), run, task=replace(task, id=name)) for name in "ab")
    (run / "b").rename(tmp_path / "elsewhere")
    (run / "b").symlink_to(tmp_path / "elsewhere")
    assert runs.load(run) == [kept, moved]
    links = {"again": "a", "loop": ".", "up": "..", "gone": "nowhere", "itself": "itself"}
    for name, target in links.items():
        (run / name).symlink_to(target)
    with pytest.warns(UserWarning, match="5 of .* cannot be read"):
        assert runs.load(run) == [kept, moved]
    assert set(runs.unreadable(run)) == {run / name for name in links}
    runs.set_aside(run)
    assert not runs.unreadable(run) and runs.load(run) == [kept, moved]


def test_a_pipe_in_place_of_a_file_is_named(task_and_steps, tmp_path):
    task, steps = task_and_steps
    bad, good = (runs.record(iter(steps), tmp_path, task=replace(task, id=name)) for name in "ab")
    (bad.folder / "result.json").unlink()
    os.mkfifo(bad.folder / "result.json")
    with pytest.warns(UserWarning, match=r"result\.json is not a regular file"):
        assert runs.load(tmp_path) == [good]


@pytest.mark.parametrize("name", ["a\0b", os.fsdecode(b"caf\xe9")], ids=["NUL", "Latin-1"])
def test_an_impossible_folder_name_is_refused(task_and_steps, tmp_path, name):
    task, steps = task_and_steps
    folder = tmp_path / name
    for use in (
        lambda: runs.record(iter(steps), folder, task=task),
        lambda: runs.load(folder),
        lambda: runs.table(folder),
        lambda: runs.verdicts(folder),
        lambda: runs.add_verdicts(folder, Verdict(task.id, True, "yes", "a")),
    ):
        with pytest.raises(ValueError, match=r"isn't a name for a folder: choose one in UTF-8"):
            use()
    assert not [*tmp_path.iterdir()]


def test_a_folder_whose_name_is_not_utf_8_is_named_and_the_rest_is_read(task_and_steps, tmp_path):
    task, steps = task_and_steps
    bad, good = (runs.record(iter(steps), tmp_path, task=replace(task, id=name)) for name in "ab")
    bad.folder.parent.rename(tmp_path / os.fsdecode(b"caf\xe9"))
    with pytest.warns(UserWarning, match=r"1 of .* cannot be read: caf\\udce9/1"):
        assert runs.load(tmp_path) == [good]
    assert len(runs.set_aside(tmp_path)) == 1 and not runs.unreadable(tmp_path)


def test_only_one_of_several_runs_that_begin_at_once_gets_the_folder(tmp_path):
    """Eight runs begin at once, each with another temperature."""
    task, together = Task(id="t", site="s", url="http://x/", question="?"), threading.Barrier(8)

    def begin(temperature: int, folder: Path) -> str:
        together.wait(60)
        try:
            runs.record(
                iter(()), folder, task=task, model={"name": "m", "temperature": temperature}
            )
        except ValueError as error:
            return str(error)
        return "recorded"

    for number in range(20):
        folder = tmp_path / f"run-{number}"
        with ThreadPoolExecutor(8) as pool:
            answers = [*pool.map(begin, range(8), [folder] * 8)]
        refused = [
            words for words in answers if "was made with other settings: temperature" in words
        ]
        assert (len(refused), answers.count("recorded")) == (7, 1), answers
        assert len(runs.load(folder)) == 1


def test_a_lone_surrogate_is_written_and_read_back(task_and_steps, tmp_path):
    task, steps = task_and_steps
    task, step = replace(task, id="\ud83d", question="\ude00?"), replace(steps[0], reply="\ud83d")
    episode = runs.record(iter([step]), tmp_path, task=task)
    verdict = Verdict(task.id, None, "\ude00", "a")
    runs.add_verdicts(tmp_path, verdict)
    assert runs.load(tmp_path) == [episode] and runs.verdicts(tmp_path) == [verdict]
    row = runs.table(tmp_path).loc[0]
    assert (row["task"], row["question"], row["reason"]) == ("?", "??", "?")


def test_a_damaged_run_json_and_a_damaged_first_attempt_are_both_named(task_and_steps, tmp_path):
    task, steps = task_and_steps
    bad, good = (
        runs.record(iter(steps), tmp_path, task=replace(task, id=name)).folder for name in "ab"
    )
    (tmp_path / "run.json").write_text("{")
    (bad / "task.json").write_text("{")
    assert set(runs.unreadable(tmp_path)) == {tmp_path / "run.json", bad}
    with pytest.warns(UserWarning, match="2 of .* cannot be read"):
        assert [episode.folder for episode in runs.load(tmp_path)] == [good]


def test_a_torn_verdict_loses_only_that_verdict(task_and_steps, tmp_path):
    task, steps = task_and_steps
    runs.record(iter(steps), tmp_path, task=task)
    runs.add_verdicts(tmp_path, Verdict(task.id, False, "no \u2028 no", "a"))
    with (tmp_path / "verdicts.jsonl").open("a") as file:
        file.write('{"task": "Goo')
    runs.add_verdicts(tmp_path, Verdict(task.id, True, "yes", "b"))
    with pytest.warns(UserWarning, match=r"verdicts\.jsonl \(line 2"):
        assert [verdict.judge for verdict in runs.verdicts(tmp_path)] == ["a", "b"]
    (aside,) = runs.set_aside(tmp_path)
    assert '{"task": "Goo\n' in aside.read_text() and runs.table(tmp_path).iloc[0].success
    assert [verdict.judge for verdict in runs.verdicts(tmp_path)] == ["a", "b"]


ODD_VERDICTS = [
    {"success": "yes"},
    {"success": 1},
    {"task": []},
    {"attempt": "1"},
    {"judge": None},
    {"reason": 5},
    {"cost": float("inf")},
]


@pytest.mark.parametrize("odd", ODD_VERDICTS, ids=str)
def test_a_verdict_of_odd_types_is_refused_and_left_out(task_and_steps, tmp_path, odd):
    task, steps = task_and_steps
    runs.record(iter(steps), tmp_path, task=task)
    sound = Verdict(task.id, True, "yes", "a")
    (name,) = odd
    with pytest.raises(ValueError, match=f"its {name} is"):
        runs.add_verdicts(tmp_path, sound, replace(sound, **odd))
    assert runs.verdicts(tmp_path) == []
    runs.add_verdicts(tmp_path, sound)
    with (tmp_path / "verdicts.jsonl").open("a") as file:
        file.write(json.dumps(sound.to_json() | odd) + "\n")
    with pytest.warns(UserWarning, match=rf"verdicts\.jsonl \(line 2: ValueError: its {name} is"):
        assert runs.table(tmp_path).success.tolist() == [True]


def test_a_full_disk_raises_when_a_verdict_is_added_and_keeps_the_others(small_disk):
    """A real disk has room for only a part of the row."""
    script = """
from pathlib import Path
from webvoyager import runs
from webvoyager.records import Verdict
add = lambda reason: runs.add_verdicts(folder, Verdict("t", True, reason, "a"))
add("first")
before = (Path(folder) / "verdicts.jsonl").read_bytes()
try:
    add("x" * 2**21)
except OSError as error:
    print(error)
assert (Path(folder) / "verdicts.jsonl").read_bytes() == before
add("then")
print(len(runs.verdicts(folder)))
"""
    sentence, count = small_disk(script, None).splitlines()
    reason = r"verdicts\.jsonl could not be written \(No space left on device\) and is unchanged"
    assert re.search(reason, sentence) and count == "2"


def test_a_file_in_utf_16_is_refused_and_left_unchanged(task_and_steps, tmp_path):
    task, _ = task_and_steps
    verdict, file = Verdict(task.id, True, "yes", "a"), tmp_path / "verdicts.jsonl"
    file.write_text(json.dumps(verdict.to_json()), "utf-16")
    before = file.read_bytes()
    for use in (runs.verdicts, lambda folder: runs.add_verdicts(folder, verdict)):
        with pytest.raises(ValueError, match=r"verdicts\.jsonl is UTF-16 .* save it as UTF-8"):
            use(tmp_path)
    assert file.read_bytes() == before


def test_a_link_to_a_file_stays_a_link(tmp_path):
    (tmp_path / "shared").mkdir()
    shared, link = tmp_path / "shared" / "pool.jsonl", tmp_path / "pool.jsonl"
    link.symlink_to(shared)
    for content in ("a", "b"):
        runs.write_whole(link, content)
        assert link.is_symlink() and shared.read_text() == content


@pytest.mark.parametrize(
    ("begun", "said"),
    [("0", "0 error: nothing could be written to"), ("3", "3 error: the result could")],
)
def test_a_disk_that_is_full_before_or_after_the_steps_raises_a_reason(
    task_and_steps, tmp_path, begun, said
):
    """The process may write no file above fifty bytes, from the start or after the last step."""
    task, steps = task_and_steps
    script = f"""
import json, resource, signal, sys
from webvoyager import runs, Task
from webvoyager.records import Step
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
data = json.load(sys.stdin)
full = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (50, 50))
def taken():
    yield from [Step.from_json(step, bytes.fromhex(data["png"])) for step in data["steps"]]
    full()
if {begun} == 0: full()
episode = runs.record(taken(), {str(tmp_path)!r}, task=Task.from_json(data["task"]))
print(len(episode.steps), episode.stop)
"""
    sent = {
        "task": task.to_json(),
        "png": steps[0].observation.screenshot.hex(),
        "steps": [s.to_json() for s in steps],
    }
    done = subprocess.run(
        [sys.executable, "-c", script], input=json.dumps(sent), capture_output=True, text=True
    )
    assert done.stdout.startswith(said), done.stdout + done.stderr


def test_a_record_is_small(task_and_steps, tmp_path):
    task, steps = task_and_steps
    marks = tuple(
        replace(steps[0].observation.marks[0], label=n, text=f"Item {n}") for n in range(60)
    )
    seen = replace(steps[0].observation, marks=marks, text="\n".join(mark.line for mark in marks))
    episode = runs.record(
        (replace(steps[0], index=n, observation=seen) for n in range(1, 9)), tmp_path, task=task
    )
    assert (episode.folder / "steps.jsonl.gz").stat().st_size < 16_000
    assert len(gzip.decompress((episode.folder / "steps.jsonl.gz").read_bytes()).splitlines()) == 8


def test_packed_steps_are_smaller_and_read_the_same(task_and_steps, tmp_path):
    task, steps = task_and_steps
    folder = runs.record(iter(steps), tmp_path, task=task).folder
    (before,), size = runs.load(tmp_path), (folder / "steps.jsonl.gz").stat().st_size
    runs.pack(folder)
    assert runs.load(tmp_path) == [before] and (folder / "steps.jsonl.gz").stat().st_size < size
    runs.pack(folder)
    assert runs.load(tmp_path) == [before], "packing again must change nothing"


def test_an_exported_run_is_where_the_official_evaluation_looks(task_and_steps, tmp_path):
    """The test reads the export like the official auto_eval.py: same places, same patterns."""
    task, steps = task_and_steps
    runs.record(iter(steps), tmp_path / "run", task=task)
    (place,) = runs.export(tmp_path / "run", tmp_path / "results")
    assert place.name == "taskGoogle Flights--3"
    talk = json.loads((place / "interact_messages.json").read_text())
    first = talk[1]["content"]
    first = first[0]["text"] if isinstance(first, list) else first
    assert (
        re.search(r"Now given a task:(.+?)Please interact with", first)[1].strip()
        == "How long? Really?"
    )
    last = talk[-1]["content"]
    assert "Action: ANSWER" in last
    assert re.search(r"ANSWER[; ]+\[?(.[^\]]*)\]?", last)[1].strip() == "42 (minutes) or so"
    assert sorted(file.name for file in place.glob("*.png")) == [
        f"screenshot{n}.png" for n in (1, 2, 3)
    ]


def test_a_run_that_did_not_keep_all_screenshots_is_exported_without_them(task_and_steps, tmp_path):
    task, steps = task_and_steps
    runs.record(iter(steps), tmp_path / "run", task=task).folder.joinpath("step-02.png").unlink()
    with pytest.warns(UserWarning, match="did not keep 1 of its screenshots"):
        (place,) = runs.export(tmp_path / "run", tmp_path / "results")
    assert sorted(file.name for file in place.glob("*.png")) == [
        "screenshot1.png",
        "screenshot3.png",
    ]


def test_an_export_names_an_invalid_picture(task_and_steps, tmp_path):
    task, steps = task_and_steps
    place = runs.record(iter(steps), tmp_path / "run", task=task).folder
    (place / "step-02.png").write_bytes(b"no picture")
    with pytest.raises(ValueError, match=r"step-02\.png cannot be drawn: remove it, then try"):
        runs.export(tmp_path / "run", tmp_path / "results")


def test_a_table_reads_no_steps_if_the_result_has_their_sums(task_and_steps, tmp_path):
    task, steps = task_and_steps
    place = runs.record(iter(steps), tmp_path, task=task).folder
    before = runs.table(tmp_path)
    (place / "steps.jsonl.gz").unlink()
    pandas.testing.assert_frame_equal(runs.table(tmp_path), before)
    result = json.loads((place / "result.json").read_text())
    # of an older version, or damaged
    (place / "result.json").write_text(json.dumps({**result, "usage": None}))
    assert runs.table(tmp_path).steps.tolist() == [0], "without sums, the steps must be counted"


def test_an_official_folder_can_be_loaded(png, tmp_path):
    place = tmp_path / "results" / "taskAllrecipes--7"
    place.mkdir(parents=True)
    asked = (
        "Now given a task: Find a tart.  Please interact with https://x.example/ and get the"
        " answer. \nObservation: …"
    )
    talk = [
        {"role": "system", "content": "…"},
        {
            "role": "user",
            "content": "Observation: A screenshot and some texts. (Omitted in context.) " + asked,
        },
        {"role": "assistant", "content": "Thought: I search.\n\nAction: Type [3]; tart"},
        {"role": "user", "content": [{"type": "text", "text": 'Observation: [0]: "Home";'}]},
        {"role": "assistant", "content": "Thought: Found.\n\nAction: ANSWER; [Lemon tart]"},
    ]
    (place / "interact_messages.json").write_text(json.dumps(talk))
    for number in (1, 2):
        (place / f"screenshot{number}.png").write_bytes(png)
    (episode,) = runs.load(tmp_path)
    assert (episode.task.id, episode.task.site, episode.task.question) == (
        "Allrecipes--7",
        "Allrecipes",
        "Find a tart.",
    )
    assert (episode.stop, episode.answer) == ("answer", "Lemon tart")
    assert (
        episode.steps[0].action == Action("Type", 3, "tart")
        and episode.steps[1].observation.screenshot == png
    )


# --- pictures in other formats ---


def store_as(file: Path, form: str) -> Path:
    target = file.with_suffix(f".{form}")
    Image.open(file).convert("RGB").save(target)
    file.unlink()
    return target


@pytest.mark.parametrize(("form", "kind"), [("webp", "webp"), ("jpg", "jpeg"), ("jpeg", "jpeg")])
def test_pictures_are_read_in_whatever_format_they_are_stored(task_and_steps, tmp_path, form, kind):
    place = runs.record(iter(task_and_steps[1]), tmp_path / "run", task=task_and_steps[0]).folder
    stored = store_as(place / "step-02.png", form)
    seen = runs.load(tmp_path / "run")[0].steps[1].observation
    assert seen.kept and seen.image == stored
    assert drawing.address(seen.screenshot).startswith(f"data:image/{kind};base64,")
    assert drawing.as_png(seen.screenshot).startswith(b"\x89PNG")
    assert seen.marked().startswith(b"\x89PNG")
    assert f"data:image/{kind}" in replace(seen, pictured=False)._repr_html_()
    runs.export(tmp_path / "run", tmp_path / "official")
    exported = tmp_path / "official" / f"task{task_and_steps[0].id}" / "screenshot2.png"
    assert Image.open(exported).format == "PNG"


def test_equal_pictures_are_stored_once_and_read_everywhere(task_and_steps, tmp_path):
    for number in (1, 2):
        task = replace(task_and_steps[0], id=f"{task_and_steps[0].id}-{number}")
        runs.record(iter(task_and_steps[1]), tmp_path, task=task)
    before = [
        Image.open(io.BytesIO(step.observation.screenshot)).convert("RGB").tobytes()
        for episode in runs.load(tmp_path)
        for step in episode.steps
    ]
    shrink(tmp_path)
    shrink(tmp_path)
    files = [*tmp_path.rglob("step-*.webp")]
    assert len(files) == len(set(before)) and not [*tmp_path.rglob("step-*.png")]
    after = [
        Image.open(step.observation.image).convert("RGB").tobytes()
        for episode in runs.load(tmp_path)
        for step in episode.steps
    ]
    assert after == before, "pictures with few colours must lose nothing"


def test_a_list_of_pictures_cannot_name_a_file_outside_the_run(task_and_steps, tmp_path):
    place = runs.record(iter(task_and_steps[1]), tmp_path / "run", task=task_and_steps[0]).folder
    (place / "pictures.json").write_text('{"step-02.png": "../secret.png"}', "utf-8")
    with pytest.warns(UserWarning, match=r"pictures\.json names '\.\./secret\.png'"):
        assert runs.load(tmp_path / "run") == []


def test_a_sample_has_each_site_and_difficulty_in_proportion():
    kinds = [("shop", "easy")] * 40 + [("shop", "hard")] * 20 + [("words", "easy")] * 40
    every = [
        Task(id=f"{site}--{n}", site=site, url="", question="", extra={"difficulty": hard})
        for n, (site, hard) in enumerate(kinds)
    ]
    drawn = sample(every, 10)
    counts = Counter((task.site, task.extra["difficulty"]) for task in drawn)
    assert counts == {("shop", "easy"): 4, ("shop", "hard"): 2, ("words", "easy"): 4}
    assert drawn == sample(every, 10) != sample(every, 10, seed=1)
