"""Merge runs that were played or judged on several machines."""

import hashlib
import json
import shutil
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas

from ..records import Episode, Record
from .files import read_json, write_json
from .folders import (
    RESULT,
    RUN,
    SHARED,
    TASK,
    describe_differences,
    find_pictures,
    find_task,
    read_about,
)
from .judgements import add_verdicts, verdicts
from .reading import find_episodes, load, unreadable

COLUMNS = ["folder", "task", "attempt", "merged_as", "copied"]


def merge(folders: Iterable[str | Path], into: str | Path) -> pandas.DataFrame:
    """Copy the episodes of several runs, with their verdicts, into one run.

    All must have the settings of the first, or of `into` if it is a run already. An episode that
    `into` holds already is not copied again; it only gets the pictures that it lacks. A different
    attempt at the same task gets the next free number. Nothing is overwritten, and the runs stay as
    they are. Returns one row per episode of the runs: `merged_as` is the attempt that it is in
    `into`. Raises ValueError, before anything is copied, when settings differ or a file cannot be
    read; FileNotFoundError when there is no such folder.
    """
    sources, into = [Path(folder) for folder in folders], Path(into)
    if not sources:
        raise ValueError("There is nothing to merge: name the folders of some runs.")
    is_run = (into / RUN).exists() or bool(find_episodes(into)[0])
    about = _require_alike([*([into] if is_run else []), *sources])
    into.mkdir(parents=True, exist_ok=True)
    if not is_run:
        write_json(into / RUN, {**about, "run": into.resolve().name})
    there: dict[str, Path] = {}
    for episode in load(into):
        there.setdefault(_digest_episode(episode), _find_folder(episode))
    rows: list[tuple[str, str, int, int, bool]] = []
    for folder in sources:
        numbers = {}
        for episode in load(folder):
            attempt, digest = _find_folder(episode), _digest_episode(episode)
            if is_new := digest not in there:
                there[digest] = _copy_attempt(attempt, find_task(into, episode.task.id))
            _copy_pictures(attempt, there[digest])
            number = int(there[digest].name)
            numbers[episode.task.id, episode.attempt] = number
            rows.append((str(folder), episode.task.id, episode.attempt, number, is_new))
        known, given = set(map(_digest, verdicts(into))), []
        for verdict in verdicts(folder):
            if number := numbers.get((verdict.task, verdict.attempt), 0):
                given.append(replace(verdict, attempt=number))
        add_verdicts(into, *(verdict for verdict in given if _digest(verdict) not in known))
    return pandas.DataFrame(rows, columns=COLUMNS)


def _require_alike(folders: list[Path]) -> dict[str, Any]:
    """The description of the first run; raises ValueError if they can't be merged."""
    first: dict[str, Any] = {}
    for folder in folders:
        if damaged := unreadable(folder):
            path, reason = next(iter(damaged.items()))
            raise ValueError(
                f"{path} cannot be read ({reason}): runs.set_aside({str(folder)!r}) moves it away,"
                " then merge again."
            )
        files, _ = find_episodes(folder)
        own = [file for file in files if file.name == TASK and file.parents[2] == folder]
        if files != own or not (folder / RUN).exists():
            raise ValueError(
                f"{folder} isn't one run of this kit: name the folder with its run.json."
            )
        about = read_about(folder)
        first = first or about
        if differences := describe_differences(first, about):
            raise ValueError(
                f"{folder} was made with other settings than {folders[0]}: {differences}. Merge"
                " only runs of the same settings."
            )
    return first


def _find_folder(episode: Episode) -> Path:
    assert episode.folder, "a loaded episode has one"
    return episode.folder


def _digest_episode(episode: Episode) -> str:
    """The same for all copies of an episode, whatever the number of the attempt."""
    return _digest(replace(episode, attempt=0, folder=None))


def _digest(record: Record) -> str:
    return hashlib.sha256(json.dumps(record.to_json(), sort_keys=True).encode()).hexdigest()


def _copy_attempt(attempt: Path, task: Path) -> Path:
    """Copy an attempt into a task's folder under the next free number.

    An interrupted copy is not read.
    """
    number = 1
    while True:
        target = task / str(number)
        try:
            target.mkdir(parents=True)
        except FileExistsError:
            number += 1
            continue
        changed = shutil.ignore_patterns(TASK, RESULT, SHARED)
        shutil.copytree(attempt, target, ignore=changed, dirs_exist_ok=True)
        if (attempt / RESULT).exists():
            write_json(target / RESULT, {**read_json(attempt / RESULT), "attempt": number})
        shutil.copy2(attempt / TASK, target)  # last, since only an attempt with a task is read
        return target


def _copy_pictures(attempt: Path, target: Path) -> None:
    """Copy the pictures that the target lacks, those too that another attempt shares."""
    known = {name for name, file in find_pictures(target).items() if file.exists()}
    for name, file in find_pictures(attempt).items():
        if name not in known and file.exists():
            shutil.copy2(file, target / f"{Path(name).stem}{file.suffix}")
