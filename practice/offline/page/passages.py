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

_END = re.compile(
    r"(?<=[.?!])(?<!\bDr\.)(?<!\bMr\.)(?<!\bMrs\.)(?<!\bMs\.)(?<!\bSt\.)(?<!\bProf\.)(?<!\b[A-Z]\.)"
    r"\s+(?=[\W\d]*[A-Z])"
)
_NAMED = r"(?:(?:Dr|Mr|Mrs|Ms|St|Prof)\. )?[A-Z][\w'’-]*(?: (?:of |de |van |von )?[A-Z][\w'’-]*)*"
_NUMBER = r"[$€£]?\d[\d.,]*(?: ?(?:%|€|°[CF]?|[a-zµ²³/]{1,12}\b))?"
# What may stand between the name of a property and its value, and the value.
_IS = r"(?:,? (?:is|was|are|were|of|at|called|named|about|currently|now|the))*:? "
_VALUE = re.compile(rf"{_IS}(?P<value>{_NAMED})")
_PLAIN = re.compile(rf"{_IS}(?P<value>{_NUMBER}|{_NAMED})")
_ENTRY = re.compile(r"[A-Z][^(:,–—.]{0,40}[(:–—]")  # how the entries of a list begin
_PRONOUN = re.compile(r"(?:It|They|He|She|Its|Their|His|Her)\b")
_TIME, _LENGTH = ("minutes", "days"), ("metres",)
# For a property, the kinds of number that need no other word: what costs £5 has a price.
TELLING = {
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
    if asked.kind in ("", "person") and (named := _find_after_name(asked, text)):
        return named
    kinds = KINDS_OF.get(asked.kind, (asked.kind,)) if asked.kind else TELLING.get(name, ())
    if "date" in kinds:
        found = [(date.text, date.start) for date in find_dates(text) if date.number]
    elif kinds in (("number",), ("review",)):
        found = [(q.text, q.start) for q in find_quantities(text) if has_form(name, [q.kind])]
        found = found or _count_words_before(asked, text)
    else:
        found = [(q.text, q.start) for q in find_quantities(text) if q.fits(kinds)]
    if not found and "date" in kinds:
        found = [(y[1], y.start(1)) for y in re.finditer(r"\b(?:in|since) (\d{3,4})\b", text)]
    places = [fold(text).find(word) for word in _MEASURING.get(name, (name,)) if word in fold(text)]
    named = has_form(name, tokens(text)) or bool(places)
    if not found or not (named or set(kinds) <= set(TELLING.get(name, ()))):
        return ""
    said = {word for words in _MEASURING.values() for word in words} & set(tokens(text))
    if name in _MEASURING and not places and (len(found) > 1 or said):
        return ""
    place = min(places, default=0)
    value = min(found, key=lambda pair: abs(pair[1] - place))[0]
    at = fold(text).find(fold(value))
    return text[at : at + len(value)] if at >= 0 and len(fold(text)) == len(text) else value


def _find_after_name(asked: Property, text: str) -> str:
    """The value after the property's name: "its mayor is Ann Lee", "a population of 7,310"."""
    for match in re.finditer(r"[^\W\d_]+", text):
        if not has_form(asked.stems[-1], tokens(match[0])):
            continue
        rest = text[match.end() :]
        value = _VALUE.match(rest) if asked.kind == "person" else _PLAIN.match(rest)
        if value:
            return value["value"].rstrip(" .,;:")
    return ""


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
    below = abs(line.x - first.x) < 4 and 0 < line.y - last.y < 2.1 * line.h
    if _ENTRY.match(first.text) and _ENTRY.match(line.text):
        return False
    # An entry of a list begins with a capital, after one that ends like a title.
    ended = re.search(r"[^\W\d_]{4,}$|\d\w*$|\)$", last.text) and re.match(r"[A-Z]", line.text)
    return below and full and not (ended and last.right < widest - 3 * line.h)
