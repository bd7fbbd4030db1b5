"""Read run folders: whole episodes, or sums over their steps; damage is named and set aside."""

import gzip
import json
import secrets
import shutil
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from ..records import Episode, Settings, Step, Task
from . import official, verdict_file
from .fields import require_types
from .files import DAMAGED, encode, read_bytes, read_json, write_whole
from .finding import SET_ASIDE, find_episodes
from .folders import (
    FORMAT,
    RESULT,
    RUN,
    STEPS,
    TASK,
    UNKNOWN,
    find_pictures,
    name_picture,
    read_about,
    to_folder,
    warn_of_damage,
)
from .garbage import garbage_collection_off
from .sums import read_sums, sum_up

Loaded, Decoded = TypeVar("Loaded"), TypeVar("Decoded")
UNFINISHED = "error: unfinished"


def load(folder: str | Path) -> list[Episode]:
    """All episodes under a folder, in our layout or the official one.

    Pictures are read only when they are needed. Damaged files are left out, with a warning that
    names them (`unreadable` lists them, `set_aside` moves them away); if steps are lost, the
    episode's `stop` says so. Linked folders are read, too. Raises FileNotFoundError if there is no
    such folder.
    """
    episodes, damaged = _read_episodes(to_folder(folder), _load_attempt)
    warn_of_damage(damaged, folder)
    return episodes


def summaries(folder: str | Path) -> tuple[list[tuple[Episode, dict]], dict[Path, str]]:
    """Each episode with the sums over its steps (`sum_up`), and what cannot be read, with reasons.

    An episode whose result holds the sums comes without its steps. Raises FileNotFoundError as
    `load` does.
    """
    return _read_episodes(to_folder(folder), _load_summed)


def steps(
    folder: str | Path, decode: Callable[[bytes], Decoded] = json.loads
) -> Iterator[tuple[Episode, Decoded]]:
    """Every step of a run, with its episode, which comes without steps: for runs of any size.

    `decode` turns a step's line of JSON into what you need. Damaged attempts are left out, with a
    warning at the end that names them. Raises FileNotFoundError as `load` does.
    """
    damaged: dict[Path, str] = {}
    load_attempt = partial(_load_decoded, decode=decode)
    for episode, decoded in _walk_attempts(to_folder(folder), load_attempt, damaged):
        for step in decoded:
            yield episode, step
    warn_of_damage(damaged, folder)


def unreadable(folder: str | Path) -> dict[Path, str]:
    """The files and folders of a run that cannot be read, each with the reason."""
    folder = to_folder(folder)
    return _read_episodes(folder, _load_attempt)[1] | verdict_file.find_damage(folder)


def set_aside(folder: str | Path) -> list[Path]:
    """Move what cannot be read into the run's folder set_aside/, and return the new paths.

    That folder is never read. Of the verdicts, the lines that can be read stay in place.
    """
    folder = Path(folder)
    moved = []
    for place in unreadable(folder):
        target = folder / SET_ASIDE / secrets.token_hex(4) / place.relative_to(folder)
        target.parent.mkdir(parents=True)
        if place.name == verdict_file.FILE:
            shutil.copy(place, target)
            verdict_file.drop_damage(folder)
        else:
            place.rename(target)
        moved.append(target)
    return moved


def pack(place: str | Path) -> None:
    """Compress an attempt's steps together, to less than half their size one by one."""
    file = Path(place) / STEPS
    if lines := list(_read_lines(file)):
        write_whole(file, gzip.compress(b"\n".join(lines) + b"\n", mtime=0))


def _read_episodes(folder: Path, load_attempt: Callable) -> tuple[list, dict[Path, str]]:
    """The episodes of a run, each from `load_attempt`, and what cannot be read, with reasons."""
    damaged: dict[Path, str] = {}
    with garbage_collection_off():
        return list(_walk_attempts(folder, load_attempt, damaged)), damaged


def _walk_attempts(
    folder: Path, load_attempt: Callable[[Path, dict | None], Loaded], damaged: dict[Path, str]
) -> Iterator[Loaded]:
    """The attempts of a run, one by one; adds what cannot be read to `damaged`, with the reason."""
    if not folder.is_dir():
        raise FileNotFoundError(f"There is no run folder {folder}.")
    files, refused = find_episodes(folder)
    damaged.update(refused)
    about_by_run: dict[Path, dict] = {}  # by run folder: how the run was made
    for file in files:
        place, run, ours = file.parent, file.parent.parent.parent, file.name == TASK
        if ours and run not in about_by_run:
            try:
                about_by_run[run] = read_about(run)
            except DAMAGED as error:  # its episodes can still be read
                damaged[run / RUN], about_by_run[run] = str(error), UNKNOWN
        try:
            loaded = load_attempt(to_folder(place), about_by_run[run] if ours else None)
        except DAMAGED as error:
            damaged[place] = f"{type(error).__name__}: {error}"
            continue
        yield loaded


def _load_attempt(place: Path, run: dict | None) -> Episode:
    """A whole attempt; `run` says how it was made, and is None for the official layout."""
    if run is None:
        return require_types(official.load(place))
    steps, pictures = [], find_pictures(place)
    for line in _read_lines(place / STEPS):
        data = json.loads(line)
        name = name_picture(data["index"])
        steps.append(Step.from_json(data, pictures.get(name, place / name)))
    episode, result = _load_without_steps(place, run)
    counted = result.get("step_count", len(steps))
    if isinstance(counted, int) and counted > len(steps):  # the answer may be in a lost step
        stop = f"error: {len(steps)} of its {counted} steps can be read"
        episode = replace(episode, stop=stop)
    return require_types(replace(episode, steps=tuple(steps)))


def _load_summed(place: Path, run: dict | None) -> tuple[Episode, dict]:
    """An attempt and the sums over its steps, which are read only if the result lacks the sums."""
    episode, result = _load_without_steps(place, run) if run else (None, {})
    if sums := read_sums(result):
        return require_types(episode), sums
    episode = _load_attempt(place, run)
    return episode, sum_up(episode)


def _load_decoded(
    place: Path, run: dict | None, decode: Callable[[bytes], Decoded]
) -> tuple[Episode, list[Decoded]]:
    """An attempt without its steps, and the steps as `decode` returns them."""
    with garbage_collection_off():
        if run is None:
            episode = official.load(place)
            lines = (encode(json.dumps(step.to_json())) for step in episode.steps)
        else:
            episode, lines = _load_without_steps(place, run)[0], _read_lines(place / STEPS)
        return require_types(replace(episode, steps=())), [decode(line) for line in lines]


def _load_without_steps(place: Path, run: dict) -> tuple[Episode, dict]:
    """An attempt without its steps, and the contents of its task.json and result.json."""
    if not place.name.isdecimal():
        raise ValueError(f"{place.name!r} is not the number of an attempt")
    about = {
        "model": run["model"]["name"],
        **read_json(place / TASK),
    }
    if (place / RESULT).exists():
        about |= read_json(place / RESULT)
    if about.get("format", FORMAT) > FORMAT:
        raise ValueError(
            f"result.json has format {about['format']}, newer than this version reads ({FORMAT})."
        )
    known = {
        "task": Task.from_json(about["task"]),
        # in format 1, some of the settings are in the attempt
        "settings": Settings.from_json({**run["settings"], **about}),
        "steps": (),
        "folder": place,
    }
    defaults = {"stop": UNFINISHED, "attempt": int(place.name)}
    return Episode.from_json({**defaults, **about, **known}), about


def _read_lines(file: Path) -> Iterator[bytes]:
    """The lines of a file's whole gzip members, without a torn last one."""
    data = read_bytes(file) if file.exists() else b""
    while data:
        member = zlib.decompressobj(wbits=31)
        try:
            lines = member.decompress(data)
        except zlib.error:
            return
        if not member.eof:
            return
        yield from lines.splitlines()
        data = member.unused_data
