"""Merge runs that were played or judged on several machines."""

import hashlib
import json
import shutil
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pandas

from ..records import Episode, Verdict
from .files import read_json
from .finding import find_episodes
from .folders import (
    RESULT,
    RUN,
    SHARED,
    TASK,
    describe_differences,
    find_pictures,
    read_about,
    to_folder,
    write_json,
)
from .reading import load, unreadable
from .verdict_file import add_verdicts, verdicts

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
    folders, into = [to_folder(folder) for folder in folders], to_folder(into)
    is_run = (into / RUN).exists() or bool(find_episodes(into)[0])
    about = _require_alike([*([into] if is_run else []), *folders])
    into.mkdir(parents=True, exist_ok=True)
    if not is_run:
        write_json(into / RUN, {**about, "run": into.resolve().name})
    there: dict[str, Path] = {}
    for episode in load(into):
        there.setdefault(_digest(episode), episode.folder)
    rows = []
    for folder in folders:
        merged = [_merge_episode(episode, into, there) for episode in load(folder)]
        _merge_verdicts(folder, into, {row[:2]: row[2] for row in merged})
        rows += [(str(folder), *row) for row in merged]
    return pandas.DataFrame(rows, columns=COLUMNS)


def _require_alike(folders: list[Path]) -> dict:
    """The description of the first run; raises ValueError if another can't be merged with it."""
    if not folders:
        raise ValueError("There is nothing to merge: name the folders of some runs.")
    first, *others = [_read_mergeable(folder) for folder in folders]
    for folder, about in zip(folders[1:], others, strict=True):
        if differences := describe_differences(first, about):
            raise ValueError(
                f"{folder} was made with other settings than {folders[0]}: {differences}. Merge"
                " only runs of the same settings."
            )
    return first


def _read_mergeable(folder: Path) -> dict:
    """The description of a run in our layout, all of which can be read."""
    if damaged := unreadable(folder):
        place, reason = next(iter(damaged.items()))
        raise ValueError(
            f"{place} cannot be read ({reason}): runs.set_aside({str(folder)!r}) moves it away,"
            " then merge again."
        )
    files, _ = find_episodes(folder)
    own = [file for file in files if file.name == TASK and file.parents[2] == folder]
    if files != own or not (folder / RUN).exists():
        raise ValueError(f"{folder} isn't one run of this kit: name the folder with its run.json.")
    return read_about(folder)


def _digest(episode: Episode) -> str:
    """The same for all copies of an episode, whatever the number of the attempt."""
    content = replace(episode, attempt=0, folder=None).to_json()
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def _merge_episode(
    episode: Episode, into: Path, there: dict[str, Path]
) -> tuple[str, int, int, bool]:
    """Copy an episode if it isn't there: its task, its attempt, the attempt there, if copied."""
    digest = _digest(episode)
    if is_new := digest not in there:
        there[digest] = _copy_attempt(episode.folder, into)
    target = there[digest]
    _copy_pictures(episode.folder, target)
    return episode.task.id, episode.attempt, int(target.name), is_new


def _copy_attempt(place: Path, into: Path) -> Path:
    """Copy an attempt under the next free number; an interrupted copy is not read."""
    number = 1
    while True:
        target = into / place.parent.name / str(number)
        try:
            target.mkdir(parents=True)
        except FileExistsError:
            number += 1
            continue
        changed = shutil.ignore_patterns(TASK, RESULT, SHARED)
        shutil.copytree(place, target, ignore=changed, dirs_exist_ok=True)
        if (place / RESULT).exists():
            write_json(target / RESULT, {**read_json(place / RESULT), "attempt": number})
        shutil.copy2(place / TASK, target)  # last, since only an attempt with a task is read
        return target


def _copy_pictures(place: Path, target: Path) -> None:
    """Copy the pictures that the target lacks, those too that another attempt shares."""
    known = {name for name, file in find_pictures(target).items() if file.exists()}
    for name, file in find_pictures(place).items():
        if name not in known and file.exists():
            shutil.copy2(file, target / f"{Path(name).stem}{file.suffix}")


def _merge_verdicts(folder: Path, into: Path, numbers: dict[tuple[str, int], int]) -> None:
    """Add the verdicts on episodes of the run, with their attempts' new numbers."""
    there = {_write(verdict) for verdict in verdicts(into)}
    given = [
        replace(verdict, attempt=numbers[verdict.task, verdict.attempt])
        for verdict in verdicts(folder)
        if (verdict.task, verdict.attempt) in numbers
    ]
    add_verdicts(into, *(verdict for verdict in given if _write(verdict) not in there))


def _write(verdict: Verdict) -> str:
    return json.dumps(verdict.to_json(), sort_keys=True)
