"""Load tasks from files: the mini web's, those of known benchmarks, or your own."""

import base64
import hashlib
import json
import mimetypes
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated
from urllib.error import URLError
from urllib.request import urlopen

import msgspec
import pandas

from . import benchmarks
from .data_files import DATA
from .display import Table
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

    A row has `id`, `ques` and `web`, as in the official file, and "Final answer" for GAIA. Files of
    Online-Mind2Web, AssistantBench, WebArena and VisualWebArena that you have downloaded are read
    as they are, as JSONL or as one JSON list; `judged_by` in `extra` says who can judge each.
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
    listed, references = _FILES.get(str(name), (None, None))
    file = _find_file(listed) if listed else Path(name)
    known = _read_references(
        Path(answers) if answers else _find_file(references) if references else None
    )
    tasks: dict[str, Task] = {}
    for where, row in _read_rows(file):
        if row.get("status", "seed") not in ("seed", "accepted"):
            continue
        task = _read_task(where, row, known, file.parent)
        if task.id in tasks:
            raise ValueError(f"{where}: the id {task.id!r} occurs twice.")
        tasks[task.id] = task
    return list(tasks.values())


def table(tasks: Iterable[Task]) -> pandas.DataFrame:
    """One row per task: `task`, site, question, reference, its type, and extra columns.

    The extra columns are the other columns of the task's file.
    """
    return Table(
        {"task": task.id, "site": task.site, "question": task.question, "reference": task.reference}
        | {"type": (task.answer or {}).get("type", "")}
        | task.extra
        for task in tasks
    )


_Text = Annotated[str, msgspec.Meta(min_length=1)]


class _Row(msgspec.Struct):
    """What a row needs, and what its other known columns hold."""

    id: _Text
    ques: _Text
    web: _Text
    web_name: str | None = None
    images: list[str] | None = None  # names of files beside this one, or data: addresses
    file_name: str | None = None  # of an attached file beside this one


class _Answer(msgspec.Struct):
    type: str = ""
    ans: str = ""
    rule: dict | None = None


def _read_rows(file: Path) -> list[tuple[str, dict]]:
    """The rows of a file, each with its file and line."""
    if not file.is_file():
        raise ValueError(f"There is no file {file}; the names known here are {', '.join(_FILES)}.")
    rows: list[tuple[str, dict]] = []
    for where, line in _split(file):
        try:
            rows.append((where, msgspec.json.decode(line, type=dict)))
        except UnicodeDecodeError as error:
            raise ValueError(f"{where}: this is not UTF-8 text: save the file as UTF-8.") from error
        except (msgspec.DecodeError, RecursionError) as error:
            raise ValueError(
                f"{where}: this is not a task as a JSON object ({error}); write one task per line."
            ) from error
    return rows


def _split(file: Path) -> Iterator[tuple[str, bytes | msgspec.Raw]]:
    """The JSON of each row, with its line in a JSONL file or its number in a list."""
    lines = read_lines(file)
    if not lines or not lines[0][1].lstrip().startswith(b"["):
        yield from ((f"{file.name}, line {number}", line) for number, line in lines)
        return
    whole = b"\n".join(line for _, line in lines)
    try:
        entries = msgspec.json.decode(whole, type=list[msgspec.Raw])
    except (msgspec.DecodeError, RecursionError) as error:
        raise ValueError(
            f"{file.name}: this is not a whole list of tasks in JSON ({error}); it may have been"
            " cut short."
        ) from error
    yield from ((f"{file.name}, entry {number}", row) for number, row in enumerate(entries, 1))


def _read_task(where: str, data: dict, known: dict[str, dict], folder: Path) -> Task:
    try:
        data = benchmarks.to_own(data)
        row = msgspec.convert(data, _Row)
    except ValueError as error:
        raise ValueError(f"{where}: {error}.") from error
    gaia = "Final answer" in data
    final = {"type": "golden", "ans": str(data["Final answer"])} if gaia else None
    answer = known.get(row.id) or data.get("answer") or final
    try:
        msgspec.convert(answer, _Answer | None)
    except msgspec.ValidationError as error:
        raise ValueError(f"{where}: the answer must be {{type, ans, rule?}}: {error}.") from error
    images = tuple(_read_image(where, folder, image) for image in row.images or ())
    question = row.ques
    if row.file_name:
        question, attached = _read_attached(where, row.ques, folder / row.file_name)
        images += attached
    taken = ("id", "ques", "web", "web_name", "images", "answer", "Final answer")
    return Task(
        id=row.id,
        site=row.web_name or ("GAIA" if gaia else row.id.split("--")[0]),
        url=row.web,
        question=question,
        images=images,
        answer=answer,
        extra={key: value for key, value in data.items() if key not in taken},
    )


def _read_image(where: str, folder: Path, image: str) -> str:
    """The picture as a data: address, so that the task needs no other file."""
    if image.startswith("data:"):
        return image
    file = folder / image
    if not file.is_file():
        raise ValueError(f"{where}: there is no picture {image[:100]}.")
    return _to_address(mimetypes.guess_type(file.name)[0] or "image/png", file.read_bytes())


def _to_address(kind: str, content: bytes) -> str:
    return f"data:{kind};base64,{base64.b64encode(content).decode()}"


def _read_attached(where: str, question: str, file: Path) -> tuple[str, tuple[str, ...]]:
    """The question and pictures with the file that a row names."""
    if not file.is_file():
        raise ValueError(f"{where}: there is no attached file {file.name[:100]}.")
    try:
        return attach(question, file.name, file.read_bytes())
    except UnicodeDecodeError as error:
        raise ValueError(f"{where}: the attached file {file.name} is not UTF-8 text.") from error


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
