"""Reading Mind2Web's JSON (Deng et al. 2023) as gold steps.

A file is a list of tasks::

    annotation_id, website, domain, subdomain, confirmed_task
    action_reprs    one text per action: "[textbox]  Where to? -> TYPE: Zurich"
    actions         action_uid, cleaned_html, operation {op, value},
                    pos_candidates and neg_candidates [{tag, attributes, backend_node_id}]

The positive candidates are the right ones. `attributes` is itself JSON in a string, with
bounding_box_rect "x,y,width,height". `cleaned_html` is well-formed XML; each element has a
`backend_node_id`, which candidates refer to. Screenshots are PNGs beside the JSON,
<action_uid>.png.
"""

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from ... import drawing
from ...records import Mark, Observation, Task
from ...runs import slug
from .gold_steps import GoldStep

MOST_WORDS, MOST_CHARACTERS = 60, 200  # how much of an element's text its name takes
_NO_TEXT = ("input", "select", "textarea")  # their name is not the text inside them
_NAMES = ("placeholder", "alt", "title", "label", "text_value", "value", "name")
_ROLES = {"a": "link", "button": "button", "select": "combobox", "textarea": "textbox"}
_ROLES |= {"option": "option", "li": "listitem", "img": "img", "summary": "button"}
_ROLES |= {f"h{level}": "heading" for level in range(1, 7)}
_INPUTS = {"search": "searchbox", "number": "spinbutton", "range": "slider"}
_INPUTS |= {name: name for name in ("checkbox", "radio", "button")}
_INPUTS |= {"submit": "button", "reset": "button", "image": "button"}


def read(path: str | Path) -> list[GoldStep]:
    """The gold steps of a file of Mind2Web, or of all JSON files in a folder.

    Candidates become marks with boxes, numbered in the order of the page. A step without positive
    candidates is kept, without targets, and scores 0. Raises ValueError when a task is not of this
    form.
    """
    path = Path(path)
    found: list[GoldStep] = []
    for file in sorted(path.glob("*.json")) if path.is_dir() else [path]:
        for number, row in enumerate(json.loads(file.read_bytes()), 1):
            try:
                found += _read_task(row, file.parent)
            except (LookupError, TypeError, ValueError, ElementTree.ParseError) as error:
                where = f"Task {number} of {file.name}"
                raise ValueError(f"{where} isn't of Mind2Web's form: {error!r}") from error
    return found


def _read_task(row: dict[str, Any], folder: Path) -> Iterator[GoldStep]:
    """The steps of a task; `folder` is where its screenshots are."""
    extra = {key: row[key] for key in ("domain", "subdomain") if key in row}
    site, asked = row["website"], row["confirmed_task"]
    task = Task(id=row["annotation_id"], site=site, url="", question=asked, extra=extra)
    for index, action in enumerate(row["actions"], 1):
        positives = action["pos_candidates"]
        by_id = {each["backend_node_id"]: each for each in positives + action["neg_candidates"]}
        nodes = {
            node.get("backend_node_id"): node
            for node in ElementTree.fromstring(action["cleaned_html"]).iter()
        }
        # in the order of the page, which doesn't show the right ones
        order = [node_id for node_id in nodes if node_id in by_id]
        order += sorted(by_id.keys() - nodes.keys())
        marks = tuple(
            _read_mark(label, by_id[node_id], nodes.get(node_id, Element("none")))
            for label, node_id in enumerate(order)
        )
        text = "\n".join(mark.line for mark in marks)
        image = folder / f"{slug(action['action_uid'])}.png"
        operation = action["operation"]
        yield GoldStep(
            task,
            index,
            Observation("", site, marks, text, view="mind2web", image=image),
            tuple(row["action_reprs"][: index - 1]),
            operation["op"],
            operation["value"] or "",
            tuple(
                order.index(candidate["backend_node_id"])
                for candidate in sorted(positives, key=lambda c: not c.get("is_original_target"))
            ),
        )


def _read_mark(label: int, candidate: dict[str, Any], node: Element) -> Mark:
    """A candidate, whose element in the page is `node`, as a mark."""
    attributes, tag = json.loads(candidate["attributes"]), candidate["tag"]
    kind = attributes.get("type", "") if tag == "input" else ""
    by_tag = _INPUTS.get(kind, "textbox") if tag == "input" else _ROLES.get(tag, "")
    inside = _read_text(node) if tag not in _NO_TEXT else ""
    named = (attributes.get("aria_label"), inside, *(attributes.get(key) for key in _NAMES))
    name = next((" ".join(text.split()) for text in named if text and text.strip()), "")
    rect = attributes.get("bounding_box_rect", "-1,-1,-1,-1")  # of an element that is not drawn
    x, y, width, height = map(float, rect.split(","))
    drawn = width > 0 and height > 0
    number = (x, y, drawing.DIGIT * len(str(label)) + 5, drawing.TAG_HEIGHT)
    checked = attributes.get("input_checked")
    return Mark(
        label,
        tag,
        attributes.get("role") or attributes.get("aria_role") or by_tag,
        name if len(name) <= MOST_CHARACTERS else f"{name[: MOST_CHARACTERS - 1]}…",
        boxes=((x, y, width, height),) if drawn else (),
        tag_box=number if drawn else (0, 0, 0, 0),
        type=kind,
        value=attributes.get("input_value"),
        checked=None if checked is None else str(checked).lower() == "true",
        options=tuple(map(_read_text, node.iter("option"))) if tag == "select" else (),
    )


def _read_text(node: Element) -> str:
    """The first words inside an element."""
    words = (word for text in node.itertext() for word in text.split())
    return " ".join(islice(words, MOST_WORDS))
