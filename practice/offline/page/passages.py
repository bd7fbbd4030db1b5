"""Sentences of running text, and the value that one of them gives for what is asked."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from ..question.dates import find_dates
from ..question.properties import Property
from ..question.quantities import KINDS_OF, find_quantities, with_digits
from ..question.words import fold, has_form, tokens
from .labels import Fact
from .page import Line
from .sections import find_headings

_END = re.compile(r"(?<=[.?!])\s+(?=[\W\d]*[A-Z])")
_PRONOUN = re.compile(r"(?:It|They|He|She|Its|Their|His|Her)\b")
_TIME, _LENGTH = ("minutes", "days"), ("metres",)
# For a property, the kinds of number that need no other word: what costs £5 has a price.
_TELLING = {
    "price": ("money",), "cost": ("money",), "fee": ("money",), "date": ("date",),
    "year": ("date",), "time": _TIME, "duration": _TIME, "length": (*_LENGTH, *_TIME),
    "weight": ("grams",), "distance": _LENGTH, "height": _LENGTH, "depth": _LENGTH,
    "width": _LENGTH, "temperature": ("degrees",),
}  # fmt: skip
# Words beside a number that say what it measures.
_MEASURING = {
    "length": ("long", "length"), "height": ("tall", "high", "height"),
    "depth": ("deep", "depth"), "width": ("wide", "width"),
    "weight": ("weigh", "weight", "heavy"), "distance": ("walk", "far", "distance", "way"),
}  # fmt: skip


@dataclass(frozen=True)
class Passage:
    """A sentence, and the headings above its paragraph."""

    text: str
    about: str


def find_passages(lines: Sequence[Line]) -> list[Passage]:
    """The sentences on these lines; a sentence may go on over several lines."""
    above = find_headings(lines)
    found: list[Passage] = []
    for paragraph in _join_paragraphs(lines):
        text = " ".join(line.text for line in paragraph)
        text = re.sub(r"\s+([,.;:)])", r"\1", re.sub(r"\[\d+\]", "", text))
        about = before = above[paragraph[0]]
        for sentence in filter(None, _END.split(text)):
            # "It takes 50 minutes" is about what the sentence before is about.
            about = f"{about} / {before}" if _PRONOUN.match(sentence) else above[paragraph[0]]
            found.append(Passage(sentence, about))
            before = sentence
    return found


def find_in_passages(
    asked: Property, about: Collection[str], lines: Sequence[Line], title: str = ""
) -> Fact | None:
    """The value that a sentence gives; None if no sentence has all words of `about` and a value.

    The words may also be in the headings above it or in the page's title.
    """
    facts = []
    for passage in find_passages(lines):
        around = tokens(f"{passage.about} {title}")
        words = tokens(passage.text)
        missing = [word for word in about if not has_form(word, words)]
        fits = all(has_form(word, around) for word in missing)
        if fits and (value := _find_value(asked, passage.text)):
            sure = 1 - len(missing) / (1 + len(about))
            facts.append(Fact(asked.words, value, sure, passage.text))
    return max(facts, key=lambda fact: fact.sure, default=None)


def _find_value(asked: Property, text: str) -> str:
    """The value in a sentence that is nearest to the word for the property; "" without one."""
    name = asked.stems[-1]
    kinds = KINDS_OF.get(asked.kind, (asked.kind,)) if asked.kind else _TELLING.get(name, ())
    if "date" in kinds:
        found = [(date.text, date.start) for date in find_dates(text) if date.number]
    elif kinds in (("number",), ("review",)):
        found = [(q.text, q.start) for q in find_quantities(text) if has_form(name, [q.kind])]
        found = found or _count_words_before(asked, text)
    else:
        found = [(q.text, q.start) for q in find_quantities(text) if q.kind in kinds]
    places = [fold(text).find(word) for word in _MEASURING.get(name, (name,)) if word in fold(text)]
    named = has_form(name, tokens(text)) or bool(places)
    if not found or not (named or set(kinds) <= set(_TELLING.get(name, ()))):
        return ""
    if name in _MEASURING and len(found) > 1 and not places:
        return ""
    place = min(places, default=0)
    value = min(found, key=lambda pair: abs(pair[1] - place))[0]
    at = fold(text).find(fold(value))
    return text[at : at + len(value)] if at >= 0 and len(fold(text)) == len(text) else value


def _count_words_before(asked: Property, text: str) -> list[tuple[str, int]]:
    """A number with a word between it and what it counts: "38 small boats"."""
    name, plain = asked.stems[-1], with_digits(text)
    found = []
    for quantity in find_quantities(text):
        between = re.match(r" ?[^\W\d_]* ([^\W\d_]+)", plain[quantity.end :])
        year = re.match(r"(?:19|20)\d\d\b", quantity.text)
        if between and not year and has_form(name, tokens(between[1])):
            found.append((quantity.text, quantity.start))
    return found


def _join_paragraphs(lines: Sequence[Line]) -> list[list[Line]]:
    """The lines of each paragraph: in one row, or at one edge below a row that is nearly full."""
    paragraphs: list[list[Line]] = []
    widest: dict[int, float] = {}
    for line in lines:
        widest[round(line.x)] = max(widest.get(round(line.x), 0), line.right)
    for line in lines:
        last = paragraphs[-1] if paragraphs else []
        if last and _goes_on(last, line, widest.get(round(last[0].x), 0)):
            last.append(line)
        else:
            paragraphs.append([line])
    return paragraphs


def _goes_on(paragraph: Sequence[Line], line: Line, widest: float) -> bool:
    first, last = paragraph[0], paragraph[-1]
    if abs(line.h - last.h) > 5:
        return False
    if line.beside(last):
        return -2 <= line.x - last.right < 14
    full = last.right - first.x > 0.7 * (widest - first.x)
    return abs(line.x - first.x) < 4 and 0 < line.y - last.y < 2.1 * line.h and full
