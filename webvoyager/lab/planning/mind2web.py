"""Writing and reading gold steps as Mind2Web's JSON (Deng et al. 2023).

A file is a list of tasks::

    annotation_id, website, domain, subdomain, confirmed_task
    action_reprs    one text per action: "[textbox]  Where to? -> TYPE: Zurich"
    actions         action_uid, raw_html, cleaned_html, operation {op, original_op, value},
                    pos_candidates and neg_candidates [{tag, attributes, backend_node_id}]

`attributes` is itself JSON in a string, with bounding_box_rect "x,y,width,height". The positive
candidates are the right ones. Our files have the same fields, with the marks as candidates, and two
more keys, `task` and `gold_steps`: Mind2Web has no place for SCROLL or ANSWER, nor for everything
we know about a page. If a file has these keys, they are read instead. Screenshots are PNGs beside
the JSON, <action_uid>.png.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from ... import drawing
from ...records import Observation, Task
from ...runs import DAMAGED, require_types, slug, write_whole
from .gold_steps import ON_ELEMENT, GoldStep
from .mind2web_pages import BadPage, read_marks, write_candidate, write_page
from .splits import find_domain

_OPERATIONS = {name: name for name in ON_ELEMENT} | {"HOVER": "CLICK", "ENTER": "CLICK"}


def write(steps: Iterable[GoldStep], folder: str | Path) -> list[Path]:
    """Write gold steps as Mind2Web's JSON, one file per website, and return the files.

    Screenshots are written for steps that have them. Raises ValueError when there are no steps, or
    when one occurs twice.
    """
    folder, tasks = Path(folder), _group_by_task(steps)
    folder.mkdir(parents=True, exist_ok=True)
    by_site: dict[str, list[dict]] = {}
    for annotation_id, group in tasks.items():
        by_site.setdefault(group[0].task.site, []).append(_write_task(annotation_id, group))
        for step in group:
            if step.observation.kept:
                picture = _find_picture(folder, _name_action(annotation_id, step.index))
                picture.write_bytes(drawing.as_png(step.observation.screenshot))
    files = [folder / f"{slug(site)}.json" for site in by_site]
    for file, rows in zip(files, by_site.values(), strict=True):
        write_whole(file, json.dumps(rows, ensure_ascii=False) + "\n")
    return files


def read(path: str | Path, pictures: bool = False) -> list[GoldStep]:
    """The gold steps of a file of Mind2Web, or of all JSON files in a folder.

    Candidates become marks with boxes, numbered in the order of the page. HOVER and ENTER become
    CLICK, as in Mind2Web. A step without positive candidates is kept, without targets, and scores
    0. Raises ValueError when a file is not of this form and, if `pictures` is true, when a
    screenshot is missing.
    """
    path = Path(path)
    files = sorted(path.glob("*.json")) if path.is_dir() else [path]
    if not files or not files[0].is_file():
        raise ValueError(f"There is no JSON file of Mind2Web at {path}.")
    steps = [step for file in files for step in _read_file(file)]
    missing = [step.observation.image for step in steps if not step.observation.kept]
    if pictures and missing:
        raise ValueError(
            f"{len(missing)} of {len(steps)} screenshots are missing, the first is"
            f" {missing[0].name}; read the steps without pictures, or put them beside the JSON."
        )
    return steps


def _group_by_task(steps: Iterable[GoldStep]) -> dict[str, list[GoldStep]]:
    """The steps by the annotation_id of their task: its id, and its world's seed."""
    found: dict[str, list[GoldStep]] = {}
    for step in steps:
        seed = step.task.extra.get("web_seed")
        group = found.setdefault(step.task.id if seed is None else f"{step.task.id}@{seed}", [])
        if any(other.index == step.index for other in group):
            raise ValueError(f"Step {step.index} of {step.task.id} occurs twice.")
        group.append(step)
    if not found:
        raise ValueError("There are no gold steps to write.")
    return found


def _write_task(annotation_id: str, steps: Sequence[GoldStep]) -> dict[str, Any]:
    task, on_element = steps[0].task, [step for step in steps if step.on_element]
    rows = [step.to_json() for step in steps]
    return {
        "annotation_id": annotation_id,
        "website": task.site,
        "domain": find_domain(task.site),
        "subdomain": task.site,
        "confirmed_task": task.question,
        "action_reprs": [step.action_repr for step in on_element],
        "actions": [_write_action(annotation_id, step) for step in on_element],
        "task": task.to_json(),
        "gold_steps": [{key: value for key, value in row.items() if key != "task"} for row in rows],
    }


def _write_action(annotation_id: str, step: GoldStep) -> dict[str, Any]:
    marks = step.observation.marks
    positives = [
        {
            **write_candidate(marks[label]),
            "is_original_target": label == step.targets[0],
            "is_top_level_target": True,
        }
        for label in step.targets
    ]
    negatives = [write_candidate(mark) for mark in marks if mark.label not in step.targets]
    operation = {"op": step.operation, "original_op": step.operation, "value": step.value}
    return {
        "action_uid": _name_action(annotation_id, step.index),
        "raw_html": "",
        "cleaned_html": write_page(marks),
        "operation": operation,
        "pos_candidates": positives,
        "neg_candidates": negatives,
    }


def _name_action(annotation_id: str, index: int) -> str:
    return f"{annotation_id}-{index:02}"


def _find_picture(folder: Path, action_uid: str) -> Path:
    return folder / f"{slug(action_uid)}.png"


def _read_file(file: Path) -> Iterator[GoldStep]:
    try:
        rows = json.loads(file.read_bytes())  # bytes, so that a byte-order mark does no harm
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{file.name} is not JSON ({error}).") from error
    if not isinstance(rows, list):
        raise ValueError(f"{file.name} is not a list of tasks, as Mind2Web's files are.")
    for number, row in enumerate(rows, 1):
        place = f"{file.name}, task {number}"
        if not isinstance(row, dict) or not isinstance(row.get("actions"), list):
            raise ValueError(f"{place} has no list of `actions`; is this a file of Mind2Web?")
        own = "gold_steps" in row
        try:
            yield from (_read_own if own else _read_task)(place, row, file.parent)
        except (LookupError, TypeError, AttributeError) as error:
            raise ValueError(f"{place} is not of Mind2Web's form: {error}.") from error


def _read_own(place: str, row: dict[str, Any], folder: Path) -> Iterator[GoldStep]:
    """The steps of a task that `write` wrote, with everything it stored."""
    annotation_id, task = (
        _read_field(place, row, "annotation_id"),
        _read_field(place, row, "task", dict),
    )
    for step in _read_field(place, row, "gold_steps", list):
        index = _read_field(place, step, "index", int)
        image = _find_picture(folder, _name_action(annotation_id, index))
        try:
            yield require_types(GoldStep.from_json({**step, "task": task}, image))
        except DAMAGED as error:
            raise ValueError(f"{place}: its step {index} cannot be read ({error}).") from error


def _read_task(place: str, row: dict[str, Any], folder: Path) -> Iterator[GoldStep]:
    """The steps of one of Mind2Web's tasks."""
    site = _read_field(place, row, "website")
    task = Task(
        id=_read_field(place, row, "annotation_id"),
        site=site,
        url="",
        question=_read_field(place, row, "confirmed_task"),
        extra={key: row[key] for key in ("domain", "subdomain") if key in row},
    )
    history = tuple(_read_field(place, row, "action_reprs", list))
    for index, action in enumerate(row["actions"], 1):
        where = f"{place}, action {index}"
        image = _find_picture(folder, _read_field(where, action, "action_uid"))
        observation, labels = _read_observation(where, action, site, image)
        positives = _read_field(where, action, "pos_candidates", list)
        positives = sorted(positives, key=lambda c: not c.get("is_original_target"))
        yield GoldStep(
            task,
            index,
            observation,
            history[: index - 1],
            *_read_operation(where, action),
            tuple(labels[str(candidate["backend_node_id"])] for candidate in positives),
        )


def _read_observation(
    place: str, action: dict[str, Any], site: str, image: Path
) -> tuple[Observation, dict[str, int]]:
    """The page with its candidates as marks, and their labels by backend_node_id."""
    groups = (_read_field(place, action, key, list) for key in ("pos_candidates", "neg_candidates"))
    candidates = [candidate for group in groups for candidate in group]
    try:
        marks, labels = read_marks(_read_field(place, action, "cleaned_html"), candidates)
    except BadPage as error:
        raise ValueError(f"{place}: {error}.") from error
    text = "\n".join(mark.line for mark in marks)
    return Observation("", site, marks, text, view="mind2web", image=image), labels


def _read_operation(place: str, action: dict[str, Any]) -> tuple[str, str]:
    """The operation and its value; raises ValueError if Mind2Web has no such operation."""
    operation = _read_field(place, action, "operation", dict)
    name = operation.get("op") or operation.get("original_op")
    if name not in _OPERATIONS:
        known = ", ".join(_OPERATIONS)
        raise ValueError(f"{place}: {name!r} isn't one of Mind2Web's operations: {known}.")
    return _OPERATIONS[name], str(operation.get("value") or "")


def _read_field(place: str, row: Any, key: str, kind: type = str) -> Any:
    """A field of a row; raises ValueError if it is missing or of another type."""
    if not isinstance(row, dict) or not isinstance(row.get(key), kind):
        name = {str: "text", int: "number", list: "list", dict: "object"}[kind]
        raise ValueError(f"{place} has no {name} `{key}`; is this a file of Mind2Web?")
    return row[key]
