"""Reading the answer: which passages say it, and which of their words, part by part.

A part is chosen in two steps: a passage, or the end of the answer; then the words within the
passage. Earlier parts are features of the next choice: an airline is often beside its price.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy

from .choice import cross, cross_each, ids
from .derived import derive
from .passages import Passage, find_form, list_passages
from .rows import list_rows
from .state import State, split_words

WORD = re.compile(r"[^\s]+")
MOST_PARTS = 4
LONGEST = 16  # words of a span
EDGE = ",;:.()[]“”\"'|·–—"


@dataclass(frozen=True)
class Span:
    """A run of words in a passage, and the features that distinguish it from others."""

    text: str
    features: tuple[str, ...]


def list_sources(state: State) -> list[Passage]:
    """All possible parts of an answer: passages of the pages, and what follows from them."""
    passages = list_passages(state)
    return [*passages, *list_rows(state), *derive(state, passages)]


def describe_passages(
    state: State, kind: str, passages: Sequence[Passage], chosen: Sequence[Passage]
) -> list[numpy.ndarray]:
    """The ids of the features: first of the end of the answer, then of each passage."""
    part, last = len(chosen), chosen[-1] if chosen else None
    wide = ids(
        [
            "",
            f"part {part}",
            f"kind {kind}",
            f"kind {kind} part {part}",
            f"kind {kind} part {part} at {state.place}",
            f"part {part} at {state.place}",
            f"part {part} after {last and last.key_features[0]}",
        ]
    )
    asks = ids([f"asks {word} part {part}" for word in sorted(state.question.kind_words)])
    end = cross(numpy.concatenate([wide, asks]), ids(["end"]))
    own = [(*passage.features, *_describe_position(passage, chosen)) for passage in passages]
    crossed = cross_each(wide, own), cross_each(asks, [each.key_features for each in passages])
    return [end, *map(numpy.concatenate, zip(*crossed, strict=True))]


def _describe_position(passage: Passage, chosen: Sequence[Passage]) -> list[str]:
    """The position of a passage relative to those chosen before."""
    if not chosen:
        return []
    last, line = chosen[-1], passage.line
    found = [f"same {passage is last}", f"again {any(passage is other for other in chosen)}"]
    if line and last.line and passage.page == last.page:
        across, down = line.x - last.line.x, line.y - last.line.y
        row, column = line.beside(last.line), line.in_column(last.line)
        near = f"{round(across / 60)} {round(down / 24)}" if abs(down) < 130 else "far"
        found += [
            f"beside {row} {across > 0}",
            f"column {column} {down > 0} {abs(down) < 60}",
            f"by {near}",
        ]
    else:
        found.append(f"pages {passage.page - last.page}")
    return found


def list_spans(passage: Passage) -> list[Span]:
    """The runs of up to 16 words in a passage, without punctuation at their ends."""
    words = list(WORD.finditer(passage.text))
    found: dict[str, Span] = {}
    for first in range(len(words)):
        for last in range(first, min(first + LONGEST, len(words))):
            piece = passage.text[words[first].start() : words[last].end()]
            text = piece.strip(EDGE) or piece
            if text.count("(") > text.count(")"):
                text += ")"
            if text not in found:
                found[text] = Span(text, _describe_span(passage, words, first, last, text))
    return list(found.values())


def _describe_span(
    passage: Passage, words: Sequence[re.Match], first: int, last: int, text: str
) -> tuple[str, ...]:
    before = words[first - 1][0] if first else "."
    after = words[last + 1][0] if last + 1 < len(words) else "."
    opened = first == 0 or before[-1] in EDGE or words[first][0][0] in EDGE
    closed = last == len(words) - 1 or words[last][0][-1] in EDGE or after[0] in EDGE
    form = find_form(text)
    return (
        f"form {form}",
        f"whole {first == 0 and last == len(words) - 1} {form}",
        f"after {_stem(before)}",
        f"before {_stem(after)}",
        f"between {_stem(before)} {_stem(after)}",
        f"edges {opened} {closed} {form}",
        f"at {min(first, 4)} of {min(len(words), 8)}",
        f"end {min(len(words) - last - 1, 4)}",
        f"length {min(last - first, 6)} {form}",
        f"capital {text[:1].isupper()}",
    )


def describe_spans(
    state: State, kind: str, part: int, passage: Passage, spans: Sequence[Span]
) -> list[numpy.ndarray]:
    """The ids of the features of each run of words."""
    context = ids(
        [
            "",
            passage.key_features[0],
            passage.key_features[1],
            f"kind {kind} part {part}",
            f"kind {kind} part {part} {passage.key_features[1]}",
            f"part {part} {passage.key_features[2] if len(passage.key_features) > 2 else ''}",
            *(f"asks {word}" for word in sorted(state.question.kind_words)),
        ]
    )
    return cross_each(context, [span.features for span in spans])


def _stem(word: str) -> str:
    """A word as a feature: its stem, "#" for a number, or its last sign if it has no letters."""
    if any(c.isdigit() for c in word):
        return "#"
    return (split_words(word) or [word[-1:]])[0]


def join_answer(parts: Sequence[str]) -> str:
    """The answer in one line; "Done." if it has no parts."""
    return ", ".join(dict.fromkeys(parts)) or "Done."
