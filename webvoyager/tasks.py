"""Load tasks from files: the mini web's, those of known benchmarks, or your own."""

import base64
import hashlib
import json
import mimetypes
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import pandas

from .data_files import DATA
from .models import read_lines
from .records import Task

FOLDER = DATA / "tasks"
_OFFICIAL = "https://raw.githubusercontent.com/MinorJerry/WebVoyager/main/data/"
_SUMS = {
    "WebVoyager_data.jsonl": "69b19fd86c23f1a500244a3724e039aa7ca6a1223d03e11eb10e308d4f11c488",
    "reference_answer.json": "5473818408d8a19960c4f820c1e5721d218b87b547499d7281c2a0fc4267b0c4",
    "GAIA_web.jsonl": None,
}
_FILES = {  # the tasks, and the reference answers
    "miniweb": ("miniweb.jsonl", "miniweb_answers.json"),
    "minigaia": ("minigaia.jsonl", "minigaia_answers.json"),
    "webvoyager": ("WebVoyager_data.jsonl", "reference_answer.json"),
    "gaia": ("GAIA_web.jsonl", None),
    "miniwob": ("miniwob.jsonl", None),
}


def load(name: str | Path = "miniweb", answers: str | Path | None = None) -> list[Task]:
    """Load the tasks of a benchmark, or of your own JSONL file.

    The benchmarks are "miniweb", "minigaia", "webvoyager", "gaia" and "miniwob" (MiniWoB++, whose
    pages are those of the package `miniwob`: ModuleNotFoundError if it isn't installed).

    A row has `id`, `ques` and `web`, as in the official file, and "Final answer" for GAIA.
    Reference answers come from the file `answers`, in the schema of the official
    reference_answer.json, or from a row's `answer`. The file that GAIA's `file_name` names is read
    from the folder of the JSONL file. In a pool of proposals (lab/proposing/pool.py) only the seeds
    and accepted rows are tasks. Official files are downloaded once and kept in data/tasks.
    ValueError gives the file, the line and the reason.
    """
    if name == "miniwob" and find_spec("miniwob") is None:
        raise ModuleNotFoundError(
            "MiniWoB++ isn't installed; its pages come with: pip install miniwob", name="miniwob"
        )
    file, references = _FILES.get(str(name), (None, None))
    rows = _read_rows(_find_file(file) if file else Path(name))
    known = _read_references(
        Path(answers) if answers else _find_file(references) if references else None
    )
    tasks: dict[str, Task] = {}
    for place, row in _drop_replaced(rows):
        if row.get("status", "seed") not in ("seed", "accepted"):
            continue
        task = _read_task(place, row, known)
        if task.id in tasks:
            raise ValueError(f"{place}: the id {task.id!r} occurs twice.")
        tasks[task.id] = task
    return list(tasks.values())


def table(tasks: Iterable[Task]) -> pandas.DataFrame:
    """One row per task: `task`, site, question, reference, its type, and extra columns.

    The extra columns are the other columns of the task's file.
    """
    return pandas.DataFrame(
        {"task": task.id, "site": task.site, "question": task.question, "reference": task.reference}
        | {"type": (task.answer or {}).get("type", "")}
        | task.extra
        for task in tasks
    )


def _read_rows(file: Path) -> list[tuple[str, dict]]:
    if not file.is_file():
        raise ValueError(f"There is no file {file}; the names known here are {', '.join(_FILES)}.")
    rows = []
    for number, line in read_lines(file):
        place = f"{file.name}, line {number}"
        try:
            row = json.loads(line.decode())
        except UnicodeDecodeError as error:
            raise ValueError(f"{place}: this is not UTF-8 text: save the file as UTF-8.") from error
        except (json.JSONDecodeError, RecursionError) as error:
            raise ValueError(
                f"{place}: this is not JSON ({error}); write one task per line."
            ) from error
        if not isinstance(row, dict):
            raise ValueError(f"{place}: a task is a JSON object, not a {type(row).__name__}.")
        rows.append((place, {**row, "": file.parent}))
    return rows


def _drop_replaced(rows: list[tuple[str, dict]]) -> list[tuple[str, dict]]:
    """Drop rows of a pool that a later row replaces (see pool.add)."""
    latest: dict[object, tuple[str, dict]] = {}
    for place, row in rows:
        pooled = "status" in row and isinstance(row.get("id"), str)
        key = row["id"] if pooled else (place,)
        if key not in latest or _count_reviews(row) >= _count_reviews(latest[key][1]):
            latest[key] = (place, row)
    return list(latest.values())


def _count_reviews(row: dict) -> int:
    reviews = row.get("reviews")
    return len(reviews) if isinstance(reviews, list) else 0


def _read_task(place: str, row: dict, known: dict[str, dict]) -> Task:
    for column in ("id", "ques", "web"):
        if not _is_text(row.get(column)) or not row[column].strip():
            raise ValueError(f"{place}: the column {column!r} is missing or isn't text.")
    if not _is_text(row.get("web_name") or ""):
        raise ValueError(f"{place}: the column 'web_name' isn't text.")
    images = row.get("images") or ()
    if not isinstance(images, list | tuple) or not all(map(_is_text, images)):
        raise ValueError(f"{place}: the column 'images' isn't a list of file names.")
    site = row.get("web_name") or row["id"].split("--")[0]
    answer = known.get(row["id"]) or row.get("answer")
    if "Final answer" in row:
        site = row.get("web_name") or "GAIA"
        answer = answer or {"type": "golden", "ans": str(row["Final answer"])}
    _check_answer(place, answer)
    images = tuple(_read_image(place, row[""], image) for image in images)
    question, attached = _read_attached(place, row)
    taken = ("id", "ques", "web", "web_name", "images", "answer", "Final answer", "")
    extra = {key: value for key, value in row.items() if key not in taken}
    return Task(id=row["id"], site=site, url=row["web"], question=question,
                images=(*images, *attached), answer=answer, extra=extra)  # fmt: skip


def _is_text(value: object) -> bool:
    """Whether this is text that can be sent: JSON may contain half a surrogate pair."""
    return isinstance(value, str) and value.encode("utf-8", "replace").decode() == value


def _check_answer(place: str, answer: Any) -> None:
    parts = {} if answer is None else answer
    words = [parts.get(name, "") for name in ("type", "ans")] if isinstance(parts, dict) else [None]
    if not all(map(_is_text, words)) or not isinstance(parts.get("rule") or {}, dict):
        raise ValueError(
            f"{place}: an answer must be an object {{type, ans, rule?}} whose `ans` is text."
        )


def _read_image(place: str, folder: Path, image: str) -> str:
    """The picture as a data: address, so that the task needs no other file."""
    if image.startswith("data:"):
        return image
    file = folder / image
    if len(image) > 1000 or not file.is_file():  # a path too long would raise
        raise ValueError(f"{place}: there is no picture {image[:100]}.")
    return _to_address(mimetypes.guess_type(file.name)[0] or "image/png", file.read_bytes())


def _to_address(kind: str, content: bytes) -> str:
    return f"data:{kind};base64,{base64.b64encode(content).decode()}"


def _read_attached(place: str, row: dict) -> tuple[str, tuple[str, ...]]:
    """A row's question and pictures, including the file that its `file_name` names, if any."""
    name = row.get("file_name") or ""
    if not name:
        return row["ques"], ()
    if not _is_text(name) or len(name) > 1000 or not (row[""] / name).is_file():
        raise ValueError(f"{place}: there is no attached file {str(name)[:100]}.")
    try:
        return attach(row["ques"], name, (row[""] / name).read_bytes())
    except UnicodeDecodeError as error:
        raise ValueError(f"{place}: the attached file {name} is not UTF-8 text.") from error


def attach(question: str, name: str, content: bytes) -> tuple[str, tuple[str, ...]]:
    """Attach a file to a question: returns the question's text, and its pictures.

    A text file, such as a table, is added to the question; a picture becomes a data: address; other
    kinds of file are ignored.
    """
    kind = mimetypes.guess_type(name)[0] or ""
    if kind.startswith("image/"):
        return question, (_to_address(kind, content),)
    if kind.startswith("text/"):
        return f"{question}\n\nThe attached file {Path(name).name}:\n{content.decode()}", ()
    return question, ()


def _read_references(file: Path | None) -> dict[str, dict]:
    """The answers by task id, read from {site: {notice, answers: [{id, type, ans, …}]}}."""
    if file is None:
        return {}
    try:
        sites = json.loads(file.read_bytes())  # bytes, so that a byte-order mark does no harm
        return {
            f"{site}--{answer['id']}": {"notice": about.get("notice", ""), **answer}
            for site, about in sites.items()
            for answer in about["answers"]
        }
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(
            f"{file.name} is not of the form {{site: {{answers: [{{id, type, ans}}]}}}}: {error}"
        ) from error


def _find_file(name: str) -> Path:
    """The file in data/tasks; a missing official file is downloaded first."""
    file = FOLDER / name
    if file.exists() or name not in _SUMS:
        return file
    try:
        with urlopen(_OFFICIAL + name, timeout=30) as reply:
            data = reply.read()
    except (URLError, TimeoutError) as error:
        raise ValueError(
            f"{name} isn't in {FOLDER.name}/ and could not be downloaded from {_OFFICIAL}: {error}"
        ) from error
    if _SUMS[name] and hashlib.sha256(data).hexdigest() != _SUMS[name]:
        raise ValueError(
            f"{_OFFICIAL}{name} is no longer the file published with the paper; put a copy that you"
            " trust into data/tasks/."
        )
    file.write_bytes(data)
    return file
