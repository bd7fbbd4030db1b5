"""Which text is the value of which label: the one to its right, or the one below it.

A value below may be indented, as in a definition list. Where there is one to the right and one
below, the letters and the digits say which is meant. A label is never the value of another one.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from .page import Line

LONGEST = 60  # characters: a longer text is a sentence, not a label
WITH_VALUE = re.compile(r"[^:\d]{2,}: \S")  # a label and its value in one line
INDENT = 60  # pixels: a value below its label is indented by less


@dataclass(frozen=True)
class _Near:
    """The texts next to a line: on its left, on its right and below it."""

    left: Line | None
    right: Line | None
    below: Line | None


def place_pairs(lines: Sequence[Line]) -> list[tuple[Line, Line, float]]:
    """Each label with its value, and how certain that is, from 0 to 1."""
    near = {
        line: _Near(
            _find_left_of(line, lines), _find_right_of(line, lines), _find_below(line, lines)
        )
        for line in lines
    }
    labels = [line for line in lines if is_label(line.text)]
    captions = {near[line].below: line for line in lines if _has_caption(line, near)}
    stacked = {**captions, **_find_stacked(labels, near)}
    values = set(stacked.values())
    stacked = {label: value for label, value in stacked.items() if label not in values}
    found = [(label, value, 0.9) for label, value in stacked.items()]
    for label in labels:
        if label not in stacked and label not in values:
            found += [(label, value, sure) for value, sure in _choose_values(label, near)]
    return [pair for pair in found if pair[1] not in stacked]


def is_label(text: str) -> bool:
    """Whether a text may be a label: short, with a word, not a sentence, without a value."""
    return (
        len(text) < LONGEST
        and not WITH_VALUE.match(text)
        and bool(re.search(r"[^\W\d_]{2}", text))
        and not text.rstrip().endswith((".", "!"))
    )


def _find_stacked(labels: Sequence[Line], near: dict[Line, _Near]) -> dict[Line, Line]:
    """The labels of rows that stand above rows of values, each with its value.

    Of a heading, a label and a value below each other, the nearer two are a pair.
    """
    stacked = {label: near[label].below for label in labels if _is_stacked(label, near)}
    gaps = {label: value.y - label.bottom for label, value in stacked.items()}
    return {
        label: value
        for label, value in stacked.items()
        if value not in gaps or gaps[label] < gaps[value]
        if not any(other == label and gaps[top] <= gaps[label] for top, other in stacked.items())
    }


def _has_caption(value: Line, near: dict[Line, _Near]) -> bool:
    """Whether a line is a large value, in a row of such values with small captions below them."""
    caption = near[value].below
    if not caption or value.h < caption.h + 4 or not is_label(caption.text):
        return False
    row = [line for line in near if line.beside(value) and _alike(line, value)]
    captions = [near[line].below for line in row]
    even = all(other and _alike(other, caption) for other in captions)
    digits = sum(bool(re.search(r"\d", line.text)) for line in row)
    plain = even and not any(re.search(r"\d", other.text) for other in captions)
    return len(row) > 1 and plain and 2 * digits >= len(row)


def _choose_values(label: Line, near: dict[Line, _Near]) -> list[tuple[Line, float]]:
    right, below = near[label].right, near[label].below
    if below and (_begins_pair(label, below, near) or (right and _is_indented(label, below))):
        below = None
    values = [(right, 0.9)] if right else []
    if below:
        values.append((below, 0.9 if _is_indented(label, below) else 0.75))
    return values


def _begins_pair(line: Line, below: Line, near: dict[Line, _Near]) -> bool:
    """Whether the line below is the label of the next pair, and not the value of this line."""
    if _is_indented(line, below):
        return False
    right, following = near[line].right, near[below]
    if following.below and _is_indented(below, following.below) and _alike(below, following.below):
        return True
    if following.right and is_label(below.text):
        peers = [peer for peer in near if peer is not below and abs(peer.x - below.x) < 3]
        rights = [right] if right else [near[peer].right for peer in peers if _alike(peer, below)]
        if any(other and abs(other.x - following.right.x) < 3 for other in rights):
            return True
    gaps = [line.y - other.bottom for other in near if near[other].below == line]
    return any(below.y - line.bottom > 1.4 * gap + 2 for gap in gaps)


def _is_stacked(label: Line, near: dict[Line, _Near]) -> bool:
    """Whether a line belongs to a row of labels that stands above a row of values."""
    below = near[label].below
    beside = [line for line in (near[label].right, near[label].left) if line and near[line].below]
    if not below or _is_indented(label, below):
        return False
    gap = 1.2 * (below.y - label.bottom) + 1
    above = [o for o in near if near[o].below == label and _alike(o, label)]
    if any(label.y - other.bottom <= gap for other in above):
        return False  # a row of a table
    return any(_is_above(label, below, other, near[other].below, near) for other in beside)


def _is_above(label: Line, below: Line, other: Line, value: Line, near: dict[Line, _Near]) -> bool:
    """Whether two texts side by side are labels, and the two below them are values."""
    level = below.beside(value) and not _is_indented(other, value)
    if not level or not (_alike(label, other) and _alike(below, value)):
        return False
    after = (near[below].below, near[value].below)
    if all(after) and after[0].beside(after[1]) and _alike(after[0], below):
        return False  # the head of a table
    if abs(label.h - below.h) >= 2:
        return True
    digits = [bool(re.search(r"\d", line.text)) for line in (label, other, below, value)]
    if digits == [False, False, True, True]:
        return True
    row = [near[label].left, near[label].right, near[other].left, near[other].right]
    third = [line for line in row if line and line not in (label, other) and near[line].below]
    return bool(third) and not any(digits[:2])


def _is_indented(line: Line, below: Line) -> bool:
    return below.x - line.x >= 6 and abs(line.middle - below.middle) >= 6


def _alike(line: Line, other: Line) -> bool:
    """Whether both are in letters of the same size."""
    return abs(line.h - other.h) < 2


def _find_right_of(line: Line, lines: Sequence[Line]) -> Line | None:
    row = [
        other
        for other in lines
        if other is not line and other.x >= line.right - 2 and other.beside(line)
    ]
    return min(row, key=lambda other: other.x, default=None)


def _find_left_of(line: Line, lines: Sequence[Line]) -> Line | None:
    row = [other for other in lines if other.right <= line.x + 2 and other.beside(line)]
    return max(row, key=lambda other: other.x, default=None)


def _find_below(line: Line, lines: Sequence[Line]) -> Line | None:
    """The nearest line below: at the same edge, with the same middle, or a little indented."""
    below = [other for other in lines if -2 <= other.y - line.bottom < 1.3 * line.h]
    aligned = [o for o in below if abs(line.x - o.x) < 6 or abs(line.middle - o.middle) < 6]
    indented = [
        o
        for o in below
        if 6 <= o.x - line.x <= INDENT and o.x < line.right + INDENT and abs(o.h - line.h) < 3
    ]
    nearest = sorted([*aligned, *indented], key=lambda o: (o.y, abs(o.x - line.x)))
    return nearest[0] if nearest else None
