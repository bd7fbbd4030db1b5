"""Choosing the text to type: an option of a list, or words of the question."""

import re
from calendar import month_name
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy

from ..offline.page.page import Element
from ..offline.question.words import fold
from .choice import cross_each, ids
from .question import NUMBER_WORDS, Question
from .state import State, find_role, shape, split_words

LONGEST = 14  # words of the question in one text
MONTHS = {name.lower(): number for number, name in enumerate(month_name) if name}
YEAR = re.compile(r"\b20\d\d\b")
_MONTH = "|".join(MONTHS)
DAY = re.compile(
    rf"\b(?:(?P<day>\d\d?) (?P<month>{_MONTH})|(?P<name>{_MONTH}) (?P<number>\d\d?))"
    r"\b(?:,? (?P<year>20\d\d))?",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Words:
    """A text that could be typed, and features that say where it comes from."""

    text: str
    features: tuple[str, ...]


def list_texts(state: State, element: Element) -> list[Words]:
    """Every text that could be typed into an element, each once."""
    found: dict[str, Words] = {}
    makers = (_list_options(state, element), _list_spans(state), _list_rewritten(state))
    for maker in makers:
        for words in maker:
            found.setdefault(words.text, words)
    return list(found.values())


def describe_texts(
    state: State, kind: str, element: Element, texts: Sequence[Words]
) -> list[numpy.ndarray]:
    """The ids of each text's features, crossed with the field and the kind of question."""
    field = f"{find_role(element)} {shape(element.name, state.question.values)}"
    last = state.done[-1] if state.done else None
    context = ids(
        [
            "",
            f"role {find_role(element)}",
            f"field {field}",
            f"kind {kind}",
            f"kind {kind} field {field}",
            f"at {state.place} field {field}",
            f"kind {kind} field {field} steps {len(state.done)}",
            f"last {last and last.action} {last and last.role} field {field}",
            *(f"asks {word}" for word in sorted(state.question.kind_words)),
        ]
    )
    return cross_each(context, [words.features for words in texts])


def _list_options(state: State, element: Element) -> Iterator[Words]:
    """The options of a list, with features of how they match the question."""
    question, phrases = fold(state.question.text), state.question.phrases
    for place, option in enumerate(element.options):
        folded, words = fold(option), split_words(option)
        stems = state.question.values | state.question.kind_words
        share = sum(word in stems for word in words) / len(words) if words else 0
        named = [number for number, phrase in enumerate(phrases) if phrase in folded]
        yield Words(
            option,
            (
                "option",
                f"option {shape(option, state.question.values)}",
                f"option place {min(place, 5)}",
                f"option share {round(4 * share)}",
                f"option asked {folded in question} {folded in phrases}",
                f"option names {named[:1]}",
                f"option used {folded in state.used}",
                f"option now {option == element.value}",
                *(f"option has {word}" for word in words[:5]),
            ),
        )


def _list_spans(state: State) -> Iterator[Words]:
    """Runs of words of the question."""
    question = state.question
    unused = [phrase for phrase in question.phrases if phrase not in state.used]
    words = question.words
    for first in range(len(words)):
        for last in range(first, min(first + LONGEST, len(words))):
            text = question.text[words[first].start : words[last].end]
            if "“" in text or '"' in text or re.search(r"[.?!] ", text):
                break
            yield Words(text, _describe_span(question, first, last, text, state, unused))


def _describe_span(
    question: Question, first: int, last: int, text: str, state: State, unused: Sequence[str]
) -> tuple[str, ...]:
    words, folded = question.words, fold(text)
    before = _describe_edge(question, first - 1)
    after = _describe_edge(question, last + 1)
    values = [word.is_value for word in words[first : last + 1]]
    quoted = [word.quoted for word in words[first : last + 1]]
    phrase = question.phrases.index(folded) if folded in question.phrases else -1
    fresh = unused.index(folded) if folded in unused else -1
    return (
        "span",
        f"span between {before} and {after}",
        f"span after {before}",
        f"span before {after}",
        f"span phrase {phrase}",
        f"span phrase {phrase >= 0} fresh {fresh} quoted {all(quoted)}",
        f"span values {all(values)} {any(values)} edge {values[0]} {values[-1]}",
        f"span length {min(last - first, 5)} number {text.isdigit()}",
        f"span used {folded in state.used}",
        f"span exactly {shape(text, question.values)}" if last - first < 3 else "span long",
    )


def _describe_edge(question: Question, place: int) -> str:
    """The word beside a span: "_" for a value, “ for a quoted one, "." beyond the question."""
    if not 0 <= place < len(question.words):
        return "."
    word = question.words[place]
    return ("“" if word.quoted else "_") if word.is_value else word.stem


def _list_rewritten(state: State) -> Iterator[Words]:
    """Words of the question rewritten: days as dates, numbers as digits, names without signs."""
    text = state.question.text
    page = " ".join(line.text for line in state.page.lines)
    years = YEAR.findall(page + state.page.address)
    for place, found in enumerate(DAY.finditer(text)):
        day, name = found["day"] or found["number"], found["month"] or found["name"]
        year = found["year"] or (years[0] if years else "")
        if year:
            date = f"{year}-{MONTHS[name.lower()]:02}-{int(day):02}"
            used = date in state.used
            yield Words(date, ("date", f"date {min(place, 2)}", f"date used {used}"))
    for word in state.question.words:
        if word.stem in NUMBER_WORDS:
            before = text[: word.start].split()[-1:]
            yield Words(NUMBER_WORDS[word.stem], ("digit", f"digit after {before}"))
    for place, phrase in enumerate(_find_names(state.question)):
        bare = " ".join(re.findall(r"[^\W_]+(?:['’-][^\W_]+)*|,", phrase)).replace(" ,", ",")
        if bare != phrase:
            used = fold(bare) in state.used
            yield Words(bare, ("bare", f"bare {place}", f"bare used {used}"))


def _find_names(question: Question) -> list[str]:
    """The phrases of a question as they are written."""
    folded = fold(question.text)
    places = [folded.find(phrase) for phrase in question.phrases]
    if len(folded) != len(question.text):
        return list(question.phrases)
    pairs = zip(places, question.phrases, strict=True)
    return [question.text[start : start + len(phrase)] for start, phrase in pairs if start >= 0]
