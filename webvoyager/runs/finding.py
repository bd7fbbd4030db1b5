"""Find the episodes under a folder, in either layout; follow links, but read nothing twice."""

import os
from functools import partial
from pathlib import Path

from . import official
from .folders import TASK

SET_ASIDE = "set_aside"
NEVER_READ = {SET_ASIDE, ".ipynb_checkpoints"}


def find_episodes(folder: Path) -> tuple[list[Path], dict[Path, str]]:
    """The main file of each episode under a folder, and what could not be searched, with reasons.

    Episodes in our layout come before those in the official one, sorted by task and attempt. Links
    are followed, but never to a folder that was searched already. Files that were set aside, and
    the copies that Jupyter keeps, are left out.
    """
    files, refused, seen = [], {}, set()
    waiting = [folder]
    while waiting:
        top = waiting.pop(0)
        if reason := _find_link_fault(top, folder, seen):
            refused[top] = reason
            continue
        for name, inner, names in os.walk(top, onerror=partial(_note_refusal, refused)):
            place = Path(name)
            seen.add(place.resolve())
            inner[:] = [each for each in inner if each not in NEVER_READ]
            found = [place / each for each in (TASK, official.FILE) if each in names]
            broken = [] if found else [each for each in names if not (place / each).exists()]
            waiting += [place / each for each in inner if (place / each).is_symlink()]
            waiting += [place / each for each in broken]
            files += found
    return sorted(files, key=_sort_key), refused


def _find_link_fault(top: Path, folder: Path, seen: set[Path]) -> str:
    """Why a folder, which may be a link, is not searched; "" if it is."""
    try:
        target = top.resolve(strict=True)
    except (OSError, RuntimeError):  # RuntimeError: a link to itself
        return "this link is broken"
    if target in seen or (top != folder and folder.resolve().is_relative_to(target)):
        return "this link leads to a folder that was read already, or that contains the run"
    return ""


def _note_refusal(refused: dict[Path, str], error: OSError) -> None:
    refused[Path(error.filename)] = str(error.strerror)


def _sort_key(file: Path) -> tuple:
    """Sort our layout first, then by task (a number in its name as a number), then by attempt."""
    name, attempt = file.parent.parent.name, file.parent.name
    stem, _, number = name.rpartition("--")
    return (
        file.name != TASK,
        stem,
        int(number) if number.isdecimal() else 0,
        name,
        int(attempt) if attempt.isdecimal() else 0,
        attempt,
    )
