"""Run folders: what is written is read back, also from and to the official layout.

A torn file or a full disk costs one step at most.
"""

import gzip
import io
import json
import math
import re
import shutil
import threading
import unicodedata
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, redirect_stdout
from dataclasses import asdict, replace
from pathlib import Path

import pandas
import pytest
from faults import CONSOLES, full_disk, open_console
from PIL import Image

from tools.pictures import sample, shrink
from webvoyager import Action, Mark, Observation, Settings, Task, drawing, runs
from webvoyager.lab.failures import labels
from webvoyager.lab.failures.labels import Label
from webvoyager.records import EpisodeError, Step, Verdict


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
        ("max_steps", 0, "max_steps must be at least 1"),
        ("style", "pink", "There is no style 'pink'; choose one of black, colours"),
    ],
)
def test_invalid_settings_are_refused(name, wrong, sentence):
    with pytest.raises(ValueError, match=sentence):
        Settings(**{name: wrong})


def test_a_run_stored_before_later_settings_can_be_continued(task_and_steps, tmp_path):
    shutil.copy(Path(__file__).with_name("old_run.json"), tmp_path / "run.json")
    before = json.loads((tmp_path / "run.json").read_text("utf-8"))
    assert "max_tokens" not in before["model"] and "max_episode_cost" not in before["settings"]
    task, steps = task_and_steps
    own = replace(task, extra={"web_seed": before["web"]["seed"]})
    now = {**before["model"], "max_tokens": None}
    runs.record(iter(steps), tmp_path, task=own, settings=Settings(), model=now)
    assert len(runs.load(tmp_path)) == 1


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


def test_a_torn_last_step_loses_only_that_step(task_and_steps, tmp_path):
    task, steps = task_and_steps
    episode = runs.record(iter(steps), tmp_path, task=task)
    file = episode.folder / "steps.jsonl.gz"
    file.write_bytes(file.read_bytes()[:-20])
    (again,) = runs.load(tmp_path)
    assert again.steps == tuple(steps[:2]) and again.stop == "error: 2 of its 3 steps can be read"


@pytest.mark.parametrize("content", [b"", b"\0" * 300], ids=["empty", "zeroed"])
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
    task, steps = task_and_steps

    def take(written: int, stack: ExitStack):
        yield from steps[:written]
        stack.enter_context(full_disk())
        yield from steps[written:]

    for written in range(4):
        folder = tmp_path / str(written)
        with ExitStack() as stack:
            episode = runs.record(take(written, stack), folder, task=task)
        what = f"step {written + 1}" if written < 3 else "the result"
        assert episode.stop.startswith(f"error: {what} could not be written to {episode.folder}")
        assert runs.load(folder)[0].steps == tuple(steps[:written])
    with full_disk():
        nowhere = runs.record(iter(steps), tmp_path / "never", task=task)
    assert nowhere.stop.startswith("error: nothing could be written to")


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
    for number, extra in enumerate((said, {})):
        runs.record(iter(steps), tmp_path, task=replace(task, id=f"shop--{number}", extra=extra))
    table = runs.table(tmp_path)[list(said)]
    assert table.loc[0].to_dict() == said
    assert table.loc[1, "difficulty"] == ""
    assert table.loc[1, ["needs_vision", "oracle_steps"]].isna().all()


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


def test_an_empty_run_is_an_empty_table_and_a_missing_one_raises(tmp_path):
    assert isinstance(runs.table(tmp_path), pandas.DataFrame) and runs.table(tmp_path).empty
    with pytest.raises(FileNotFoundError, match="There is no run folder"):
        runs.load(tmp_path / "nowhere")


@pytest.mark.parametrize("name", ["../../etc/passwd", "a/b\\c", "..", "", "ü" * 300, "con:*?"])
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


NAMES = ["Shop--1", "shop--1", "a b", "a_b", "A_b", "CON", "con", "nul.txt", "a.", "a", "é", "e\u0301",
         "E\u0301", "ä" * 90, "x" * 300, "=41", "A", "", ".", "a/b", "a\\b", "COM1.x", "ß", "ss"]  # fmt: skip


def test_folders_of_tasks_are_distinct_and_legal_on_every_system():
    made = [runs.slug(name) for name in NAMES]
    assert len({unicodedata.normalize("NFC", name).casefold() for name in made}) == len(NAMES)
    for name in made:
        assert re.fullmatch(r"[\w=(). ~-]{1,120}", name, re.ASCII) and name[-1] not in ". "
        assert name.split(".")[0].upper() not in ("CON", "PRN", "AUX", "NUL", "COM1", "LPT1")


def test_an_older_run_goes_on_in_its_folders_and_a_new_one_keeps_their_order(png, tmp_path):
    def play(id: str) -> Path:
        step = Step(1, Observation("http://x/", "t", (), "", image=png), action=Action("Wait"))
        task = Task(id=id, site="s", url="http://x/", question="?")
        return runs.record(iter([step]), tmp_path, task=task).folder

    older = play("Google Flights--10").parent
    older.rename(tmp_path / "Google_Flights--10")  # as versions before named it
    assert play("Google Flights--10") == tmp_path / "Google_Flights--10" / "2"
    assert [play("google Flights--9").name, play("google Flights--11").name] == ["1", "1"]
    found = [episode.task.id[-2:] for episode in runs.load(tmp_path)]
    assert found == ["10", "10", "-9", "11"]


@pytest.mark.parametrize("kind", CONSOLES)
def test_no_console_ends_an_episode(png, kind):
    seen = Observation("http://x/", "t", (), "", image=png)
    steps = (Step(1, seen, action=Action("Type", 0, "购物 → Łódź")), Step(2, seen, error="🛒"))
    task = Task(id="t", site="s", url="http://x/", question="?")
    with open_console(kind) as console, redirect_stdout(console):
        episode = runs.record(iter(steps), task=task, watch=runs.print_step)
        assert kind != "cp1252" or b"Type [0]; ?? ? ?\xf3d?" in console.buffer.getvalue()
    assert (len(episode.steps), episode.stop) == (2, "max_steps")


DAMAGE = {  # a file of an attempt, its damaged content, and a part of the warning
    "half a result": ("result.json", b'{"stop": "ans', "Input data was truncated"),
    "zeroed result": ("result.json", b"\0" * 300, "JSON is malformed"),
    "result of other bytes": ("result.json", b'{"stop": "\xe4"}', "UnicodeDecodeError"),
    "an end that is none": ("result.json", b'{"stop": null}', "got `null` - at `$.stop`"),
    "result of a newer format": ("result.json", b'{"format": 9}', "newer than this version reads"),
    "task of nothing": ("task.json", b"{}", "missing required field `task`"),
    "a step that is no JSON": ("steps.jsonl.gz", gzip.compress(b"{bad"), "JSON is malformed"),
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


def test_a_copy_of_an_attempt_is_named_and_left_out(task_and_steps, tmp_path):
    task, steps = task_and_steps
    place = runs.record(iter(steps), tmp_path, task=task).folder
    shutil.copytree(place, place.with_name("1 copy"))
    shutil.copytree(place, place.with_name(".ipynb_checkpoints"))
    with pytest.warns(UserWarning, match="1 of .*is not the number of an attempt"):
        assert len(runs.load(tmp_path)) == 1


@pytest.mark.parametrize("content", ['{"format"', '{"format": 2, "settings": {"max_steps": "x"}}'])
def test_a_damaged_run_json_hides_no_episode_and_accepts_no_new_one(
    task_and_steps, tmp_path, content
):
    task, steps = task_and_steps
    runs.record(iter(steps), tmp_path, task=task)
    (tmp_path / "run.json").write_text(content)
    with pytest.warns(UserWarning, match=r"1 of .* cannot be read: run\.json"):
        assert len(runs.load(tmp_path)) == 1
    with pytest.raises(ValueError, match="fix it, or choose another folder"):
        runs.record(iter(steps), tmp_path, task=task)


def test_files_with_a_byte_order_mark_are_read(task_and_steps, tmp_path):
    task, steps = task_and_steps
    episode = runs.record(iter(steps), tmp_path, task=task)
    verdict = Verdict(task.id, True, "yes", "a")
    runs.add_verdicts(tmp_path, verdict)
    for file in (*tmp_path.rglob("*.json"), tmp_path / "verdicts.jsonl"):
        file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    assert runs.load(tmp_path) == [episode] and runs.verdicts(tmp_path) == [verdict]


def test_linked_task_folders_are_read_once_and_broken_links_are_named(task_and_steps, tmp_path):
    task, steps = task_and_steps
    run = tmp_path / "run"
    kept, moved = (runs.record(iter(steps), run, task=replace(task, id=name)) for name in "ab")
    (run / "b").rename(tmp_path / "elsewhere")
    (run / "b").symlink_to(tmp_path / "elsewhere")
    assert runs.load(run) == [kept, moved]
    links = {"again": "a", "up": "..", "gone": "nowhere"}
    for name, target in links.items():
        (run / name).symlink_to(target)
    with pytest.warns(UserWarning, match=r"1 of .* cannot be read: gone \(this link is broken"):
        assert runs.load(run) == [kept, moved]
    runs.set_aside(run)
    assert not runs.unreadable(run) and runs.load(run) == [kept, moved]


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

    for number in range(5):
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


ODD = {  # a verdict's field with a value that it cannot have, and what the reader learns
    "text for a yes": (
        {"success": "yes"},
        r"Expected `bool \| null`, got `str` - at `\$\.success`",
    ),
    "a cost without end": ({"cost": math.inf}, "JSON"),
}


@pytest.mark.parametrize(("odd", "reason"), ODD.values(), ids=ODD)
def test_a_verdict_of_odd_values_is_refused_and_left_out(task_and_steps, tmp_path, odd, reason):
    task, steps = task_and_steps
    runs.record(iter(steps), tmp_path, task=task)
    sound = Verdict(task.id, True, "yes", "a")
    with pytest.raises(ValueError, match=reason):
        runs.add_verdicts(tmp_path, sound, replace(sound, **odd))
    assert runs.verdicts(tmp_path) == []
    runs.add_verdicts(tmp_path, sound)
    with (tmp_path / "verdicts.jsonl").open("a") as file:
        file.write(json.dumps(sound.to_json() | odd) + "\n")
    with pytest.warns(UserWarning, match=rf"verdicts\.jsonl \(line 2: \w+: .*{reason}"):
        assert runs.table(tmp_path).success.tolist() == [True]


def test_a_full_disk_raises_when_a_verdict_is_added_and_keeps_the_others(tmp_path):
    verdict, file = Verdict("t", True, "first", "a"), tmp_path / "verdicts.jsonl"
    runs.add_verdicts(tmp_path, verdict)
    before, sentence = file.read_bytes(), r"verdicts\.jsonl could not be written \(.*is unchanged"
    with full_disk(), pytest.raises(OSError, match=sentence):
        runs.add_verdicts(tmp_path, verdict)
    assert file.read_bytes() == before
    runs.add_verdicts(tmp_path, verdict)
    assert len(runs.verdicts(tmp_path)) == 2


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


@pytest.mark.parametrize(("form", "kind"), [("webp", "webp"), ("jpg", "jpeg")])
def test_pictures_are_read_in_whatever_format_they_are_stored(task_and_steps, tmp_path, form, kind):
    place = runs.record(iter(task_and_steps[1]), tmp_path / "run", task=task_and_steps[0]).folder
    stored = store_as(place / "step-02.png", form)
    seen = runs.load(tmp_path / "run")[0].steps[1].observation
    assert seen.kept and seen.image == stored
    assert drawing.address(seen.screenshot).startswith(f"data:image/{kind};base64,")
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
