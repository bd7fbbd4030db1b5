"""The passages of the pages that are shown: each line with its surroundings.

A passage is a line of text, the name or value of an element that no line shows, or a line of a
note (such as the text of a PDF). Its features describe its form, the text left of it, above it and
at the head of its row and column, and the rank of its number among similar lines.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy

from ..offline.page.page import COLUMN, Line, Page, usual_height
from ..offline.question.words import fold
from .question import Question
from .state import State, shape, shape_address, split_words

ENTRY = (360, 80)  # the entry of a line reaches this many pixels to the right and down
MOST_NOTED = 400  # lines of a page's notes that are read
_DAY = r"(?:\w{3,9},? )?(?:\d{1,2} [A-Z][a-z]{2,8}|[A-Z][a-z]{2,8} \d{1,2})(?:,? 20\d\d)?"
_JOINED = r"[A-Z0-9&][\w.'’&,-]*|of|the|and|in|on|for|with|to|a"
FORMS = (  # the first that matches is a text's form
    ("price", re.compile(r"[-−+]?\s?(?:US)?[$€£]\s?\d[\d,]*(?:\.\d+)?")),
    ("percent", re.compile(r"\d+(?:\.\d+)?\s?%")),
    ("clock", re.compile(r"\d{1,2}:\d\d(?: ?[ap]m)?")),
    ("duration", re.compile(r"(?:\d+ ?h(?:ours?|rs?)?\b ?)?\d+ ?m(?:in(?:utes?)?)?\b|\d+ ?h\b.*")),
    ("date", re.compile(rf"{_DAY}|\d{{4}}-\d\d-\d\d")),
    ("number", re.compile(r"[-−+#]?\d[\d,]*(?:\.\d+)?")),
    ("measure", re.compile(r"\d[\d,]*(?:\.\d+)? ?[^\W\d]{1,12}\.?")),
    ("code", re.compile(r"(?=\S*\d)\S+")),
    ("name", re.compile(rf"[A-Z][\w.'’&-]*(?: (?:{_JOINED}))*")),
)
NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")


@dataclass(frozen=True, eq=False)
class Passage:
    """A piece of a page's text, with the features that distinguish it from others."""

    text: str
    line: Line | None  # None for text that isn't a line in view
    page: int  # 0 for the newest
    features: tuple[str, ...] = field(repr=False)  # what it is and what is around it
    key_features: tuple[str, ...] = field(
        repr=False
    )  # those crossed with the words of the question


def list_passages(state: State) -> list[Passage]:
    """The passages of the pages that are shown in full, the newest page first."""
    found: list[Passage] = []
    for back, page in enumerate(reversed(state.pages)):
        if page.lines or page.elements or back == 0:
            found += _describe_page(state.question, page, back)
    return found


def find_form(text: str) -> str:
    """The form of a text: a price, a date, a name, …"""
    bare = text.strip(" ()·›+")
    return next((name for name, form in FORMS if form.fullmatch(bare)), "text")


@dataclass(frozen=True, eq=False)
class _Surroundings:
    """The text around a line: left, right, above, and at the head of its row and column."""

    left: str = ""
    right: str = ""
    above: str = ""
    head: str = ""  # the topmost line of its column
    row: str = ""  # the leftmost line of its row
    heading: str = ""  # the nearest line above it in larger letters
    beside: str = ""  # the whole of its row
    place: int = 0  # among the lines of its form in its column
    count: int = 1
    rank: str = ""  # of its number there: "most", "least", "mid"
    extremes: tuple[str, ...] = ()  # numbers beside or below it that are extremes: "most price"


@lru_cache(64)
def _find_surroundings(page: Page) -> tuple[tuple[Line, _Surroundings], ...]:
    """Each line of a page with its surroundings."""
    lines = sorted(page.lines, key=lambda line: (line.y, line.x))
    if not lines:
        return ()
    forms = [find_form(line.text) for line in lines]
    usual, places = usual_height(lines), _LineRelations(lines, forms)
    ranks = [_find_rank(number, lines, places) for number in range(len(lines))]
    return tuple(
        (line, _describe_surroundings(number, lines, usual, places, forms, ranks))
        for number, line in enumerate(lines)
    )


class _LineRelations:
    """Matrices that say which lines are beside, left of, right of and above each line."""

    def __init__(self, lines: Sequence[Line], forms: Sequence[str]) -> None:
        boxes = numpy.array([(line.x, line.y, line.w, line.h) for line in lines], float)
        x, y, width, height = boxes.T
        right, bottom, middle = x + width, y + height, x + width / 2
        overlap = numpy.minimum.outer(bottom, bottom) - numpy.maximum.outer(y, y)
        row = overlap > numpy.minimum.outer(height, height) / 2
        numpy.fill_diagonal(row, False)
        apart = [numpy.abs(numpy.subtract.outer(edge, edge)) for edge in (x, right, middle)]
        over = bottom[None, :] <= y[:, None] + 2
        self.row = row
        self.left = row & (right[None, :] <= x[:, None] + 2)
        self.right = row & (x[None, :] >= right[:, None] - 2)
        column = numpy.minimum.reduce(apart) < COLUMN
        kinds = numpy.unique(forms, return_inverse=True)[1]
        self.over = over & column
        self.alike = column & numpy.equal.outer(kinds, kinds)
        down, across = numpy.subtract.outer(y, y).T, numpy.subtract.outer(x, x).T
        self.entry = row | ((down >= 0) & (down < ENTRY[1]) & (across > -30) & (across < ENTRY[0]))
        self.higher = over & (height[None, :] > height[:, None])


def _find_rank(number: int, lines: Sequence[Line], places: _LineRelations) -> str:
    """The rank of a line's number among the lines of the same form in its column."""
    own = _read_number(lines[number].text)
    if own is None:
        return ""
    read = [_read_number(lines[other].text) for other in numpy.flatnonzero(places.alike[number])]
    known = [value for value in read if value is not None]
    if len(known) < 2:
        return ""
    return "most" if own == max(known) else "least" if own == min(known) else "mid"


def _describe_surroundings(
    number: int,
    lines: Sequence[Line],
    usual: float,
    places: _LineRelations,
    forms: Sequence[str],
    ranks: Sequence[str],
) -> _Surroundings:
    line = lines[number]

    def pick(matrix: numpy.ndarray) -> list[Line]:
        return [lines[other] for other in numpy.flatnonzero(matrix[number])]

    left, right, over = pick(places.left), pick(places.right), pick(places.over)
    large = [other for other in pick(places.higher) if other.h > 1.15 * usual]
    alike = list(numpy.flatnonzero(places.alike[number]))
    beside = sorted([line, *pick(places.row)], key=lambda other: other.x)
    entry = [other for other in numpy.flatnonzero(places.entry[number]) if other != number]
    extremes = {f"{ranks[n]} {forms[n]}" for n in entry if ranks[n] in ("most", "least")}
    return _Surroundings(
        left=max(left, key=lambda other: other.right, default=_NO_LINE).text,
        right=min(right, key=lambda other: other.x, default=_NO_LINE).text,
        above=max(over, key=lambda other: other.y, default=_NO_LINE).text,
        head=min(over, key=lambda other: other.y, default=_NO_LINE).text,
        row=min(left, key=lambda other: other.x, default=_NO_LINE).text,
        heading=max(large, key=lambda other: other.y, default=_NO_LINE).text,
        beside=" ".join(other.text for other in beside),
        place=alike.index(number),
        count=len(alike),
        rank=ranks[number],
        extremes=tuple(sorted(extremes)),
    )


_NO_LINE = Line(0, 0, 0, 0, "")


def _read_number(text: str) -> float | None:
    found = NUMBER.search(text)
    return float(found[0].replace(",", "")) if found else None


def _describe_page(question: Question, page: Page, back: int) -> Iterable[Passage]:
    place, usual = shape_address(page.address), usual_height(page.lines)
    titled = [
        number for number, phrase in enumerate(question.phrases) if phrase in fold(page.title)
    ]
    context = (f"page {min(back, 2)}", f"at {place}", f"titled {titled[:1]}")
    shown = {fold(line.text) for line in page.lines}
    for line, around in _find_surroundings(page):
        size = "small" if line.h < 0.9 * usual else "large" if line.h > 1.2 * usual else "usual"
        yield _describe_line(question, line, around, back, (*context, f"size {size}"))
    for element in page.elements:
        if element.name and fold(element.name) not in shown:
            kind = (f"element {element.tag} {element.role}", f"checked {element.checked}")
            yield _describe_text(question, element.name, back, (*context, *kind))
        if element.value and fold(element.value) not in shown:
            kind = ("value", f"value of {_shape(question, element.name)}")
            yield _describe_text(question, element.value, back, (*context, *kind))
    noted = [text for note in page.notes for text in note.splitlines()][:MOST_NOTED]
    for before, text in zip(["", *noted], noted, strict=False):
        above = (f"above {_shape(question, before)}", "noted")
        yield _describe_text(question, text, back, (*context, *above))


def _describe_line(
    question: Question, line: Line, around: _Surroundings, back: int, context: Sequence[str]
) -> Passage:
    form, row = find_form(line.text), fold(around.beside)
    fit = [number for number, phrase in enumerate(question.phrases) if phrase in row]
    end = "last" if around.place == around.count - 1 else ""
    shaped = {
        name: _shape(question, getattr(around, name))
        for name in ("left", "right", "above", "head", "row", "heading")
    }
    labels = " ".join((around.left, around.above, around.head, around.row, around.right))
    asked = {word for word in split_words(labels) if word in question.kind_words}
    key_features = (
        f"form {form}",
        f"says {_shape(question, line.text)}",
        f"left {shaped['left']}",
        f"head {shaped['head']}",
        f"row {shaped['row']} head {shaped['head']}",
        f"rank {around.rank} {form}",
        *(f"near {extreme} {form}" for extreme in around.extremes),
    )
    features = (
        *key_features,
        f"row {shaped['row']} place {min(around.place, 3)} {end} {form}",
        *(f"{name} {words}" for name, words in shaped.items() if name not in ("left", "head")),
        *(f"has {word}" for word in split_words(line.text)[:6]),
        f"fit {fit[:1]} {min(len(fit), 3)} {form}",
        f"fit {fit[:3]}",
        f"crossing {find_phrase(question, around.row)} {find_phrase(question, around.head)}",
        f"crossing {find_phrase(question, around.left)} {find_phrase(question, around.above)}",
        f"place {min(around.place, 3)} {end} {form}",
        f"place {min(around.place, 3)} fit {len(fit) > 0} rank {around.rank}",
        f"labels ask {min(len(asked), 3)} {form}",
        f"band {int(line.y // 160)}",
        *_match_question(question, line.text),
        *context,
    )
    return Passage(line.text, line, back, features, key_features)


def _describe_text(question: Question, text: str, back: int, context: Sequence[str]) -> Passage:
    shaped, form = _shape(question, text), find_form(text)
    key_features = (f"form {form}", f"says {shaped}", *context[-2:])
    has = (f"has {word}" for word in split_words(text)[:6])
    return Passage(
        text,
        None,
        back,
        (*key_features, *has, *_match_question(question, text), *context),
        key_features,
    )


def _match_question(question: Question, text: str) -> tuple[str, ...]:
    """How a text matches the question."""
    words, folded = split_words(text), fold(text)
    known = sum(word in question.values for word in words)
    phrase = question.phrases.index(folded) if folded in question.phrases else -1
    return (f"phrase {phrase}", f"known {round(3 * known / len(words)) if words else 0}")


def find_phrase(question: Question, text: str) -> int:
    """The index of the question's longest phrase in a text; -1 if it contains none."""
    folded = fold(text)
    within = [n for n, phrase in enumerate(question.phrases) if phrase in folded]
    return max(within, key=lambda n: len(question.phrases[n]), default=-1)


def _shape(question: Question, text: str) -> str:
    return shape(text, question.values)
