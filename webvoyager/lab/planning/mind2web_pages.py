"""The page of a step as Mind2Web stores it: marks as candidates in a small HTML page, and back.

Mind2Web's cleaned_html is well-formed XML. Each element has a `backend_node_id`, which candidates
refer to, and its text is in <text> elements. Attributes have Mind2Web's names, such as aria_label.
"""

import itertools
import json
import re
from collections.abc import Iterator, Sequence
from typing import Any
from xml.etree import ElementTree
from xml.parsers import expat

from ... import drawing
from ...records import Box, Mark

NO_BOX = "-1,-1,-1,-1"  # the bounding_box_rect of an element that is not drawn
MOST_WORDS, MOST_CHARACTERS = 60, 200  # how much of an element's text its name takes
_NO_TEXT = ("input", "select", "textarea")  # their name is not the text inside them
_NAMES = ("placeholder", "alt", "title", "label", "text_value", "value", "name")
_ROLES = {"a": "link", "button": "button", "select": "combobox", "textarea": "textbox"}
_ROLES |= {"option": "option", "li": "listitem", "img": "img", "summary": "button"}
_ROLES |= {f"h{level}": "heading" for level in range(1, 7)}
_INPUTS = {"search": "searchbox", "number": "spinbutton", "range": "slider"}
_INPUTS |= {name: name for name in ("checkbox", "radio", "button")}
_INPUTS |= {"submit": "button", "reset": "button", "image": "button"}
_NOT_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
Node = tuple[str, tuple[str, ...]]  # an element's text, and its options if it is a select


class BadPage(ValueError):
    """A page or a candidate is not in Mind2Web's form."""


def write_page(marks: Sequence[Mark]) -> str:
    """A cleaned_html with only the marks, in their order; their labels are backend_node_ids."""
    numbers = (str(number) for number in itertools.count(len(marks)))
    root = ElementTree.Element("html", backend_node_id=next(numbers))
    body = ElementTree.SubElement(root, "body", backend_node_id=next(numbers))
    for mark in marks:
        attributes = {key: _NOT_XML.sub("", text) for key, text in _list_attributes(mark)}
        element = ElementTree.SubElement(body, mark.tag or "div", attributes)
        if not _has_label(mark):
            _add_text(element, mark.text, numbers)
        for option in mark.options:
            child = ElementTree.SubElement(element, "option", backend_node_id=next(numbers))
            _add_text(child, option, numbers)
    return ElementTree.tostring(root, encoding="unicode")


def write_candidate(mark: Mark) -> dict[str, Any]:
    """The mark as a candidate: {tag, attributes, backend_node_id}."""
    attributes = dict(_list_attributes(mark)) | {"bounding_box_rect": _write_box(mark.boxes)}
    attributes["is_clickable"] = "true"
    return {
        "tag": mark.tag or "div",
        "attributes": json.dumps(attributes, ensure_ascii=False),
        "backend_node_id": str(mark.label),
    }


def read_marks(
    cleaned_html: str, candidates: Sequence[dict[str, Any]]
) -> tuple[tuple[Mark, ...], dict[str, int]]:
    """The candidates as marks, in the order of the page, and their labels by backend_node_id.

    The order does not show which are right. Raises BadPage when the HTML is not well-formed, or a
    candidate is not in Mind2Web's form.
    """
    nodes = _read_nodes(cleaned_html)
    place = {node_id: number for number, node_id in enumerate(nodes)}
    by_id = {_read_id(candidate): candidate for candidate in candidates}
    ordered = sorted(by_id, key=lambda node_id: (place.get(node_id, len(place)), node_id))
    marks = tuple(
        _read_mark(label, by_id[node_id], nodes.get(node_id, ("", ())))
        for label, node_id in enumerate(ordered)
    )
    return marks, {node_id: label for label, node_id in enumerate(ordered)}


def _list_attributes(mark: Mark) -> Iterator[tuple[str, str]]:
    yield "backend_node_id", str(mark.label)
    if _has_label(mark):
        yield "aria_label", mark.text
    if mark.role:
        yield "role", mark.role
    if mark.type:
        yield "type", mark.type
    if mark.value is not None:
        yield "input_value", mark.value
    if mark.checked is not None:
        yield "input_checked", str(mark.checked).lower()


def _has_label(mark: Mark) -> bool:
    """Whether its name is written as an attribute, because it is not the text inside it."""
    return mark.tag in _NO_TEXT or bool(mark.options)


def _add_text(element: ElementTree.Element, words: str, numbers: Iterator[str]) -> None:
    ElementTree.SubElement(element, "text", backend_node_id=next(numbers)).text = _NOT_XML.sub(
        "", words
    )


def _write_box(boxes: Sequence[Box]) -> str:
    """The box around all boxes of a mark, as "x,y,width,height"."""
    if not boxes:
        return NO_BOX
    left, top = (min(box[side] for box in boxes) for side in (0, 1))
    right, bottom = (max(box[side] + box[side + 2] for box in boxes) for side in (0, 1))
    return ",".join(f"{number:.10g}" for number in (left, top, right - left, bottom - top))


def _read_nodes(cleaned_html: str) -> dict[str, Node]:
    """The elements of a page by their backend_node_id, in the order of the page."""
    nodes: dict[str, Node] = {}
    words: list[str] = []
    unclosed: list[tuple[str, str, int, list[str]]] = []  # tag, id, index of first word, options

    def begin(tag: str, attributes: dict[str, str]) -> None:
        node_id = attributes.get("backend_node_id", "")
        nodes.setdefault(node_id, ("", ()))
        unclosed.append((tag, node_id, len(words), []))

    def end(tag: str) -> None:
        _, node_id, first, options = unclosed.pop()
        text = " ".join(words[first : first + MOST_WORDS])
        nodes[node_id] = (text, tuple(options))
        lists = [found for outer, _, _, found in unclosed if outer == "select"]
        if tag == "option" and lists:
            lists[-1].append(text)

    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler = begin, end
    parser.CharacterDataHandler = lambda text: words.extend(text.split())
    if cleaned_html.strip():
        try:
            parser.Parse(cleaned_html, True)
        except expat.ExpatError as error:
            raise BadPage(f"its cleaned_html is not well-formed ({error})") from error
    return nodes


def _read_id(candidate: Any) -> str:
    if not isinstance(candidate, dict) or "backend_node_id" not in candidate:
        raise BadPage("a candidate has no backend_node_id")
    return str(candidate["backend_node_id"])


def _read_mark(label: int, candidate: dict[str, Any], node: Node) -> Mark:
    try:
        attributes = json.loads(candidate.get("attributes") or "{}")
    except (json.JSONDecodeError, TypeError) as error:
        raise BadPage(f"a candidate's attributes are not JSON in a string ({error})") from error
    tag, kind = str(candidate.get("tag", "")), attributes.get("type", "")
    role = attributes.get("role") or attributes.get("aria_role")
    role = role or (_INPUTS.get(kind, "textbox") if tag == "input" else _ROLES.get(tag, ""))
    box = _read_box(attributes.get("bounding_box_rect", NO_BOX))
    checked = attributes.get("input_checked")
    width = drawing.DIGIT * len(str(label)) + 5
    return Mark(
        label,
        tag,
        role,
        _choose_name(tag, attributes, node[0]),
        boxes=(box,) if box else (),
        tag_box=(box[0], box[1], width, drawing.TAG_HEIGHT) if box else (0, 0, 0, 0),
        type=kind if tag == "input" else "",
        value=attributes.get("input_value"),
        checked=None if checked is None else str(checked).lower() == "true",
        options=node[1],
    )


def _choose_name(tag: str, attributes: dict[str, str], words: str) -> str:
    """What a reader would call the element: its label, its text, or an attribute that names it."""
    inside = "" if tag in _NO_TEXT else words
    named = (attributes.get("aria_label"), inside, *(attributes.get(key) for key in _NAMES))
    name = next((" ".join(text.split()) for text in named if text and text.strip()), "")
    return name if len(name) <= MOST_CHARACTERS else f"{name[: MOST_CHARACTERS - 1]}…"


def _read_box(words: str) -> Box | None:
    """The box of "x,y,width,height"; None if the element is not drawn."""
    try:
        x, y, width, height = (float(number) for number in words.split(","))
    except (ValueError, AttributeError) as error:
        raise BadPage(
            f"the bounding_box_rect {words!r} is not of the form x,y,width,height"
        ) from error
    return None if words == NO_BOX or width <= 0 or height <= 0 else (x, y, width, height)
