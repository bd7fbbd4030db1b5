"""The rows of a run's data set: plain values, without local paths or broken characters."""

import re
import warnings
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pandas

from ... import drawing, runs
from ...models import writable
from ...records import Episode, Step
from .columns import EPISODES

# of Unix and Windows, but not of web addresses
_LOCAL_PATH = re.compile(r"(?<![\w:/.~])(?:~|\.{1,2})?/(?:[^\s:/]+/)+[^\s:/]*|\b[A-Za-z]:\\\S+")
LOCAL_PATH = "(a local path)"


def list_episodes(table: pandas.DataFrame) -> list[dict[str, Any]]:
    """The rows of `runs.table` without the folder; a missing value is None."""
    kept = table[[column.name for column in EPISODES]].astype(object)
    rows = kept.where(kept.notna(), None).to_dict("records")
    return [_clean_row(row | {"stop": hide_paths(row["stop"])}) for row in rows]


def read_steps(run: str, folders: Iterable[str], pictures: bool) -> Iterator[dict[str, Any]]:
    """One row per step, read episode by episode; damaged attempts are left out with a warning.

    With `pictures`, a row has the stored screenshot.
    """
    for folder in folders:
        for episode in runs.load(folder):
            for step in episode.steps:
                row = _clean_row(_make_row(run, episode, step))
                yield row | {"screenshot": _read_picture(episode, step)} if pictures else row


def hide_paths(text: str) -> str:
    """The text without paths of the machine that the run was made on."""
    return _LOCAL_PATH.sub(LOCAL_PATH, text)


def _make_row(run: str, episode: Episode, step: Step) -> dict[str, Any]:
    seen = step.observation
    return {
        "run": run,
        "task": episode.task.id,
        "attempt": episode.attempt,
        "index": step.index,
        "url": LOCAL_PATH if seen.url.startswith("file:") else seen.url,
        "title": seen.title,
        "text": seen.text,
        "marks": len(seen.marks),
        "notes": "\n".join(seen.notes),
        "thought": step.thought,
        "action": str(step.action or ""),
        "error": step.error,
        "prompt_tokens": step.usage.get("prompt_tokens"),
        "completion_tokens": step.usage.get("completion_tokens"),
        "cost": step.cost,
        **{f"seconds_{part}": step.seconds.get(part) for part in ("observe", "ask", "act")},
    }


def _read_picture(episode: Episode, step: Step) -> dict[str, Any] | None:
    """The stored picture and a name for it; None if there is none, or it is damaged."""
    image = step.observation.image
    if not step.observation.kept:
        return None
    data = step.observation.screenshot
    name = f"{runs.slug(episode.task.id)}-{episode.attempt}-step-{step.index:02}"
    if not drawing.readable(data):
        warnings.warn(f"The screenshot {name} is damaged and left out.", stacklevel=2)
        return None
    return {"bytes": data, "path": name + (image.suffix if isinstance(image, Path) else ".png")}


def _clean_row(row: dict[str, Any]) -> dict[str, Any]:
    return {key: writable(each) if isinstance(each, str) else each for key, each in row.items()}
