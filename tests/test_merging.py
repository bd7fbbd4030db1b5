"""Runs and labels of several machines become one run, and nothing is overwritten or lost."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from webvoyager import Settings, runs
from webvoyager.lab import sharing, viewer
from webvoyager.lab.failures import Label, labels
from webvoyager.records import Verdict

ROOT = Path(__file__).parents[1]
STORED = ROOT / "data" / "runs" / "offline-42"
SHARING, LENDING = "stays--1", "stays--6"  # stays--6 shows a picture that is stored in stays--1
OTHER = "stays--3"
STUCK, INVENTED = "Navigation Stuck", "Hallucination"


def copy_run(folder: Path, *tasks: str) -> Path:
    """A run of some stored tasks, as another machine may have played it."""
    for name in tasks:
        shutil.copytree(STORED / name, folder / name)
    shutil.copy(STORED / "run.json", folder)
    rules = [each for each in runs.verdicts(STORED) if each.judge == runs.RULES]
    runs.add_verdicts(folder, *(each for each in rules if each.task in tasks))
    return folder


def play_differently(folder: Path) -> None:
    """Let the run's episodes be of another day, with other verdicts."""
    for file in folder.glob("*/*/result.json"):
        result = json.loads(file.read_text("utf-8")) | {"started": "2026-01-02T03:04:05+00:00"}
        file.write_text(json.dumps(result), encoding="utf-8")
    for verdict in runs.verdicts(folder):
        runs.add_verdicts(folder, replace(verdict, reason="another day"))


def list_files(folder: Path) -> dict[str, bytes]:
    files = (file for file in folder.rglob("*") if file.is_file() and file.suffix != ".lock")
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}


@pytest.fixture
def machines(tmp_path) -> list[Path]:
    """The runs of two machines, which have one episode in common."""
    first = copy_run(tmp_path / "ann", SHARING, LENDING)
    return [first, copy_run(tmp_path / "ben", SHARING, OTHER)]


def test_runs_of_the_same_settings_become_one_run(machines, tmp_path):
    before = [list_files(folder) for folder in machines]
    merged = runs.merge(machines, tmp_path / "all")
    table = runs.table(tmp_path / "all")
    assert table["task"].tolist() == [SHARING, OTHER, LENDING] and table["reason"].ne("").all()
    assert merged["copied"].tolist() == [True, True, False, True]
    assert merged["folder"].tolist() == [str(folder) for folder in machines for _ in range(2)]
    assert before == [list_files(folder) for folder in machines]
    about = json.loads((tmp_path / "all" / "run.json").read_text("utf-8"))
    assert about["run"] == "all" and about == runs.read_about(machines[0]) | {"run": "all"}


def test_merged_episodes_keep_their_steps_and_pictures(machines, tmp_path):
    runs.merge(machines[::-1], tmp_path / "all")
    for each in runs.load(tmp_path / "all"):
        [known] = runs.load(STORED / each.task.id)
        assert replace(known, folder=None) == replace(each, folder=None)
        for step, before in zip(each.steps, known.steps, strict=True):
            assert step.observation.kept == before.observation.kept
            if step.observation.kept:
                assert step.observation.screenshot == before.observation.screenshot


def test_another_attempt_at_a_task_gets_the_next_number_with_its_verdicts(machines, tmp_path):
    play_differently(machines[1])
    merged = runs.merge(machines, tmp_path / "all")
    assert merged["merged_as"].tolist() == [1, 1, 2, 1] and merged["copied"].all()
    both = [each for each in runs.load(tmp_path / "all") if each.task.id == SHARING]
    assert [(each.attempt, each.started[:10]) for each in both][1] == (2, "2026-01-02")
    assert both[0].steps == both[1].steps
    judged = runs.by_judge(runs.verdicts(tmp_path / "all"))
    assert judged[SHARING, 1].reason != judged[SHARING, 2].reason == "another day"


def test_an_episode_gets_the_pictures_that_its_first_copy_lacks(tmp_path):
    bare, whole = copy_run(tmp_path / "a", SHARING), copy_run(tmp_path / "b", SHARING)
    for file in bare.glob("*/*/step-*.webp"):
        file.unlink()
    merged = runs.merge([bare, whole], tmp_path / "all")
    assert merged["copied"].tolist() == [True, False]
    [episode] = runs.load(tmp_path / "all")
    [known] = runs.load(whole)
    kept = [step.observation.kept for step in known.steps]
    assert any(kept) and [step.observation.kept for step in episode.steps] == kept


def test_the_newest_verdict_of_a_judge_is_the_one_of_the_last_run_named(tmp_path):
    first, second = copy_run(tmp_path / "a", OTHER), copy_run(tmp_path / "b", OTHER)
    runs.add_verdicts(first, Verdict(OTHER, True, "yes", "ann"))
    runs.add_verdicts(second, Verdict(OTHER, False, "no", "ann"))
    runs.merge([first, second], tmp_path / "all")
    given = [each for each in runs.verdicts(tmp_path / "all") if each.judge == "ann"]
    assert [each.reason for each in given] == ["yes", "no"]


def test_runs_of_different_settings_are_refused_before_anything_is_copied(machines, tmp_path):
    file = machines[1] / "run.json"
    about = json.loads(file.read_text("utf-8"))
    about["settings"] |= {"max_steps": 3}
    file.write_text(json.dumps(about), encoding="utf-8")
    with pytest.raises(ValueError, match=r"made with other settings .* max_steps 15, not 3"):
        runs.merge(machines, tmp_path / "all")
    assert not (tmp_path / "all").exists()
    merged = runs.merge(machines[:1], tmp_path / "all")
    with pytest.raises(ValueError, match="other settings"):
        runs.merge(machines[1:], tmp_path / "all")
    assert len(runs.load(tmp_path / "all")) == len(merged)


def test_what_cannot_be_merged_is_named(machines, tmp_path):
    with pytest.raises(ValueError, match="nothing to merge"):
        runs.merge([], tmp_path / "all")
    with pytest.raises(FileNotFoundError, match="no run folder"):
        runs.merge([tmp_path / "nobody"], tmp_path / "all")
    with pytest.raises(ValueError, match="isn't one run of this kit"):
        runs.merge([tmp_path], tmp_path / "all")  # it holds two runs
    runs.export(machines[0], tmp_path / "official")
    with pytest.raises(ValueError, match="isn't one run of this kit"):
        runs.merge([tmp_path / "official"], tmp_path / "all")
    (machines[0] / SHARING / "1" / "task.json").write_text("{", encoding="utf-8")
    with pytest.raises(ValueError, match=r"cannot be read .* runs\.set_aside"):
        runs.merge(machines, tmp_path / "all")
    assert not (tmp_path / "all").exists()


def test_a_run_played_with_the_same_settings_can_go_on_after_merging(machines, tmp_path):
    """What is merged is a run like any other."""
    runs.merge(machines, tmp_path / "all")
    [episode] = runs.load(machines[0] / LENDING)
    about = runs.read_about(machines[0])
    again = runs.record(
        iter(episode.steps),
        tmp_path / "all",
        task=episode.task,
        model=about["model"],
        settings=Settings.from_json(about["settings"]),
        prompts=tuple(about["prompts"]),
    )
    assert again.attempt == 2 and len(runs.load(tmp_path / "all")) == 4


# --- labels ---


def label_run(folder: Path, *opinions: str, rater: str = "me", task: str = SHARING) -> Path:
    """Labels on one episode, the newest last; each is "success" or the category of a failure."""
    folder.mkdir(exist_ok=True)
    for opinion in opinions:
        why = ("success",) if opinion == "success" else ("failure", opinion)
        labels.add(folder, Label(task, 1, rater, *why))
    return folder


def list_opinions(folder: Path) -> list[tuple]:
    columns = ["task", "attempt", "rater", "category"]
    return list(labels.table(folder)[columns].itertuples(index=False, name=None))


def test_labels_of_several_raters_come_together(tmp_path):
    ann = label_run(tmp_path / "ann", STUCK, rater="ann")
    ben = label_run(tmp_path / "ben", INVENTED, rater="ben") / labels.FILE
    table = labels.merge([ann, ben], tmp_path / "all")
    assert table["rater"].tolist() == ["ann", "ben"]
    assert len(labels.disagreements(tmp_path / "all")) == 1


def test_raters_of_one_name_are_refused_until_their_machines_are_named(tmp_path):
    first, second = label_run(tmp_path / "a", STUCK), label_run(tmp_path / "b", INVENTED)
    with pytest.raises(ValueError, match=rf"'me' labelled {SHARING} .* differently .*laptop 1"):
        labels.merge([first, second], tmp_path / "all")
    assert not (tmp_path / "all").exists()
    labels.merge({"laptop 1": first, "laptop 2": second}, tmp_path / "all")
    assert list_opinions(tmp_path / "all") == [
        (SHARING, 1, "me, laptop 1", STUCK),
        (SHARING, 1, "me, laptop 2", INVENTED),
    ]


def test_a_newer_label_in_both_copies_is_a_conflict(tmp_path):
    first = label_run(tmp_path / "a", STUCK)
    second = shutil.copytree(first, tmp_path / "b")
    label_run(first, INVENTED)
    label_run(second, "success")
    with pytest.raises(ValueError, match="differently"):
        labels.merge([first, second], tmp_path / "all")


# --- everything in one call ---


def test_one_call_merges_the_episodes_verdicts_and_labels_of_a_workshop(machines, tmp_path):
    for folder, opinion in zip(machines, (STUCK, INVENTED), strict=True):
        label_run(folder, opinion)
    named = {"laptop 1": machines[0], "laptop 2": machines[1]}
    sharing.merge(named, tmp_path / "all")
    [row] = labels.disagreements(tmp_path / "all").to_dict("records")
    assert row == {"me, laptop 1": f"failure: {STUCK}", "me, laptop 2": f"failure: {INVENTED}"}
    assert "1 left to settle" in viewer.resolve(tmp_path / "all").still
    label_run(machines[1], "success", task=OTHER)
    sharing.merge(named, tmp_path / "all")
    assert len(labels.load(tmp_path / "all")) == 3 and len(runs.load(tmp_path / "all")) == 3


def test_labels_follow_an_attempt_that_got_another_number(machines, tmp_path):
    play_differently(machines[1])
    label_run(machines[0], STUCK)
    label_run(machines[1], INVENTED)
    sharing.merge([f"{folder}/" for folder in machines], tmp_path / "all")
    assert list_opinions(tmp_path / "all") == [
        (SHARING, 1, "me", STUCK),
        (SHARING, 2, "me", INVENTED),
    ]
