"""Read run folders: whole episodes, or sums over their steps; damage is named and set aside."""

import gzip
import json
import os
import re
import secrets
import shutil
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, TypedDict, TypeVar

import msgspec

from .. import actions
from ..records import ActionError, Episode, Number, Observation, Step, Task
from . import judgements
from .files import DAMAGED, decode, encode, garbage_collection_off, read_json, write_whole
from .folders import (
    FORMAT,
    OFFICIAL,
    RESULT,
    RUN,
    STEPS,
    TASK,
    UNKNOWN,
    find_pictures,
    name_picture,
    read_about,
    warn_of_damage,
)

Loaded = TypeVar("Loaded")
Decoded = TypeVar("Decoded")
UNFINISHED = "error: unfinished"
SET_ASIDE = "set_aside"
NEVER_READ = {SET_ASIDE, ".ipynb_checkpoints"}


class Sums(TypedDict):
    """Sums over an episode's steps; `marks` is the mean number per page."""

    step_count: int
    answer: str
    marks: Number | None
    usage: dict[str, int]
    cost: Number | None


def load(folder: str | Path) -> list[Episode]:
    """All episodes under a folder, in our layout or the official one.

    Pictures are read only when they are needed. Damaged files are left out, with a warning that
    names them (`unreadable` lists them, `set_aside` moves them away); if steps are lost, the
    episode's `stop` says so. Linked folders are read, too. Raises FileNotFoundError if there is no
    such folder.
    """
    episodes, damaged = _read_episodes(folder, _load_attempt)
    warn_of_damage(damaged, folder)
    return episodes


def summaries(folder: str | Path) -> tuple[list[tuple[Episode, Sums]], dict[Path, str]]:
    """Each episode with the sums over its steps (`sum_up`), and what cannot be read, with reasons.

    An episode whose result holds the sums comes without its steps. Raises FileNotFoundError as
    `load` does.
    """

    def load_summed(attempt: Path, run: dict | None) -> tuple[Episode, Sums]:
        try:
            if run is not None:
                episode, result = _load_without_steps(attempt, run)
                return episode, msgspec.convert(result, Sums)
        except msgspec.ValidationError:  # the sums are missing or damaged
            pass
        episode = _load_attempt(attempt, run)
        return episode, sum_up(episode)

    return _read_episodes(folder, load_summed)


def sum_up(episode: Episode) -> Sums:
    """The sums over an episode's steps, so that lists and tables need not read the steps."""
    pages = [step.observation for step in episode.steps if step.observation.browsed]
    counts = [len(page.marks) for page in pages]
    return {
        "step_count": len(episode.steps),
        "answer": episode.answer,
        "marks": sum(counts) / len(counts) if counts else None,
        "usage": episode.usage,
        "cost": episode.cost,
    }


def steps(
    folder: str | Path, decode: Callable[[bytes], Decoded] = json.loads
) -> Iterator[tuple[Episode, Decoded]]:
    """Every step of a run, with its episode, which comes without steps: for runs of any size.

    `decode` turns a step's line of JSON into what you need. Damaged attempts are left out, with a
    warning at the end that names them. Raises FileNotFoundError as `load` does.
    """

    def load_decoded(attempt: Path, run: dict | None) -> tuple[Episode, list[Decoded]]:
        with garbage_collection_off():
            if run is None:
                episode = _load_official(attempt)
                lines = [encode(json.dumps(step.to_json())) for step in episode.steps]
            else:
                episode, _ = _load_without_steps(attempt, run)
                lines = [*_read_steps(attempt / STEPS)]
            return replace(episode, steps=()), [decode(line) for line in lines]

    damaged: dict[Path, str] = {}
    for episode, decoded in _walk_attempts(Path(folder), load_decoded, damaged):
        for step in decoded:
            yield episode, step
    warn_of_damage(damaged, folder)


def unreadable(folder: str | Path) -> dict[Path, str]:
    """The files and folders of a run that cannot be read, each with the reason."""
    return _read_episodes(folder, _load_attempt)[1] | judgements.find_damage(Path(folder))


def set_aside(folder: str | Path) -> list[Path]:
    """Move what cannot be read into the run's folder set_aside/, and return the new paths.

    That folder is never read. Of the verdicts, the lines that can be read stay in place.
    """
    folder = Path(folder)
    moved = []
    for path in unreadable(folder):
        target = folder / SET_ASIDE / secrets.token_hex(4) / path.relative_to(folder)
        target.parent.mkdir(parents=True)
        if path.name == judgements.VERDICTS:
            shutil.copy(path, target)
            judgements.drop_damage(folder)
        else:
            path.rename(target)
        moved.append(target)
    return moved


def pack(attempt: str | Path) -> None:
    """Compress an attempt's steps together, to less than half their size one by one."""
    file = Path(attempt) / STEPS
    if lines := list(_read_steps(file)):
        write_whole(file, gzip.compress(b"\n".join(lines) + b"\n", mtime=0))


def find_episodes(folder: Path) -> tuple[list[Path], dict[Path, str]]:
    """The main file of each episode under a folder, and what could not be searched, with reasons.

    Episodes in our layout come before those in the official one, sorted by task (a number in its
    name as a number), then by attempt. Links are followed, but no folder is searched twice. Files
    that were set aside, and the copies that Jupyter keeps, are left out.
    """
    files: list[Path] = []
    refused: dict[Path, str] = {}
    seen = {*folder.resolve().parents}

    def refuse(error: OSError) -> None:
        refused[Path(error.filename)] = str(error.strerror)

    def list_files(top: Path) -> None:
        links = []
        for name, inner, names in os.walk(top, onerror=refuse):
            here = Path(name)
            if (real := here.resolve()) in seen:
                inner.clear()
                continue
            seen.add(real)
            inner[:] = [each for each in inner if each not in NEVER_READ]
            links += [here / each for each in inner if (here / each).is_symlink()]
            found = [here / each for each in (TASK, OFFICIAL) if each in names]
            files.extend(found)
            broken = [] if found else [here / each for each in names if not (here / each).exists()]
            refused.update(dict.fromkeys(broken, "this link is broken"))
        for link in links:  # after the folder's own episodes
            list_files(link)

    def sort_key(file: Path) -> tuple:
        name, attempt = file.parent.parent.name, file.parent.name
        stem, _, number = name.rpartition("--")
        number = number.partition("=")[0]  # without a digest
        task = (stem, int(number) if number.isdecimal() else 0, name)
        return file.name != TASK, *task, int(attempt) if attempt.isdecimal() else 0, attempt

    list_files(folder)
    return sorted(files, key=sort_key), refused


def _read_episodes(
    folder: str | Path, load_attempt: Callable[[Path, dict | None], Loaded]
) -> tuple[list[Loaded], dict[Path, str]]:
    """The episodes of a run, each from `load_attempt`, and what cannot be read, with reasons."""
    damaged: dict[Path, str] = {}
    with garbage_collection_off():
        return list(_walk_attempts(Path(folder), load_attempt, damaged)), damaged


def _walk_attempts(
    folder: Path, load_attempt: Callable[[Path, dict | None], Loaded], damaged: dict[Path, str]
) -> Iterator[Loaded]:
    """The attempts of a run, one by one; adds what cannot be read to `damaged`, with the reason.

    `load_attempt` gets an attempt's folder, and run.json, or None for the official layout.
    """
    if not folder.is_dir():
        raise FileNotFoundError(f"There is no run folder {folder}.")
    files, refused = find_episodes(folder)
    damaged.update(refused)
    about_by_run: dict[Path, dict] = {}  # by run folder: how the run was made
    for file in files:
        attempt, run, ours = file.parent, file.parent.parent.parent, file.name == TASK
        if ours and run not in about_by_run:
            try:
                about_by_run[run] = read_about(run)
            except DAMAGED as error:  # its episodes can still be read
                damaged[run / RUN], about_by_run[run] = str(error), UNKNOWN
        try:
            loaded = load_attempt(attempt, about_by_run[run] if ours else None)
        except DAMAGED as error:
            damaged[attempt] = f"{type(error).__name__}: {error}"
            continue
        yield loaded


def _load_attempt(attempt: Path, run: dict | None) -> Episode:
    """A whole attempt; `run` says how it was made, and is None for the official layout."""
    if run is None:
        return _load_official(attempt)
    taken, pictures = [], find_pictures(attempt)
    for line in _read_steps(attempt / STEPS):
        step = decode(line, Step)
        name = name_picture(step.index)
        seen = replace(step.observation, image=pictures.get(name, attempt / name))
        taken.append(replace(step, observation=seen))
    episode, result = _load_without_steps(attempt, run)
    counted = result.get("step_count", len(taken))
    if isinstance(counted, int) and counted > len(taken):  # the answer may be in a lost step
        stop = f"error: {len(taken)} of its {counted} steps can be read"
        episode = replace(episode, stop=stop)
    return replace(episode, steps=tuple(taken))


def _load_without_steps(attempt: Path, run: dict[str, Any]) -> tuple[Episode, dict[str, Any]]:
    """An attempt without its steps, and the contents of its task.json and result.json."""
    if not attempt.name.isdecimal():
        raise ValueError(f"{attempt.name!r} is not the number of an attempt")
    about = {"model": run["model"]["name"], **read_json(attempt / TASK)}
    if (attempt / RESULT).exists():
        about |= read_json(attempt / RESULT)
    if about.get("format", FORMAT) > FORMAT:
        raise ValueError(
            f"result.json has format {about['format']}, newer than this version reads ({FORMAT})."
        )
    episode = {
        "stop": UNFINISHED,
        "attempt": int(attempt.name),
        **about,
        # in format 1, some of the settings are in the attempt
        "settings": {**run["settings"], **about},
        "steps": (),
        "folder": attempt,
    }
    return Episode.from_json(episode), about


def _read_steps(file: Path) -> Iterator[bytes]:
    """The lines of a file's whole gzip members, without a torn last one."""
    data = file.read_bytes() if file.exists() else b""
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


class Part(TypedDict, total=False):
    """A part of a message in the official layout."""

    type: str
    text: str


class Message(TypedDict):
    """A message in the official layout."""

    role: str
    content: str | list[Part]


def _load_official(attempt: Path) -> Episode:
    """An episode in the official layout: no marks, but pictures with numbers drawn on them."""
    said: dict[str, list[str]] = {"user": [], "assistant": []}
    for message in decode((attempt / OFFICIAL).read_bytes(), list[Message]):
        content = message["content"]
        if not isinstance(content, str):
            content = " ".join(part["text"] for part in content if part.get("type") == "text")
        said.setdefault(message["role"], []).append(content)
    observations, replies = said["user"], said["assistant"]
    first = observations[0] if observations else ""
    asked = re.search(r"Now given a task:\s*(.+?)\s*Please interact with\s+(\S+)", first, re.DOTALL)
    question, url = asked.groups() if asked else ("", "")
    name = attempt.name.removeprefix("task")
    taken = []
    for index, reply in enumerate(replies, 1):
        text = observations[index - 1] if index <= len(observations) else ""
        seen = Observation(url, "", (), text, image=attempt / f"screenshot{index}.png")
        try:
            thought, action = actions.parse(reply)
            taken.append(Step(index, seen, reply, thought, action))
        except ActionError as error:
            taken.append(Step(index, seen, reply, error=str(error)))
    answered = bool(taken) and taken[-1].answered
    task = Task(id=name, site=name.split("--")[0], url=url, question=question)
    return Episode(task, tuple(taken), "answer" if answered else "max_steps", folder=attempt)
