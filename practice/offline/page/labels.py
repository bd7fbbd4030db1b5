"""Labels and their values: texts on a page that belong together, such as "Serves" and "4"."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ..question.quantities import find_quantities
from ..question.words import STOP, fold, tokens
from .page import Line
from .tables import find_tables

LONGEST = 60  # characters: a longer text is a sentence, not a label


@dataclass(frozen=True)
class Fact:
    """A label on a page with the value beside it and a score from 0 to 1.

    The score says how certain the pair is, or how well it fits the property asked for.
    """

    label: str
    value: str
    sure: float


def find_pairs(lines: Sequence[Line]) -> list[Fact]:
    """All pairs of a label and its value on these lines."""
    found: list[Fact] = []
    for line in lines:
        found += _split_pairs(line.text)
        if not _is_label(line.text):
            continue
        for value, sure in ((_find_right_of(line, lines), 0.9), (_find_below(line, lines), 0.75)):
            found += [Fact(line.text.rstrip(":"), value.text, sure)] if value else []
    return found + _find_table_pairs(lines)


def _split_pairs(text: str) -> list[Fact]:
    """The pairs within a line: "Serves: 4", "4 servings", "Rated 4.5"."""
    found = []
    for part in re.split(r"\s+[·|•—–]\s+|;\s", text):
        label, colon, value = part.partition(":")
        if colon and value.strip() and len(label) < LONGEST and not re.search(r"\d$", label):
            found.append(Fact(label.strip(), value.strip(), 1.0))
        else:
            found += _label_numbers(part)
    return found


def _label_numbers(part: str) -> list[Fact]:
    """Numbers labelled with what they count: "20 pages, 6 figures" has two.

    The label in "500 g strong flour, sifted" is "strong flour".
    """
    numbers = find_quantities(part)
    found = [
        Fact(" ".join(re.findall(r"[^\W\d_]+", number.text)), number.text, 0.75)
        for number in numbers
    ]
    if numbers and numbers[0].start == 0:
        rest = fold(part)[numbers[0].end :].split(",")[0].strip()
        found += [Fact(rest, numbers[0].text, 0.8)] if len(rest.split()) < 6 else []
    words = [word for word in tokens(part) if not word[0].isdigit() and word not in STOP]
    if numbers and len(words) <= 4:
        found.append(Fact(" ".join(words), part.strip(), 0.65))
    return [pair for pair in found if pair.label]


def _is_label(text: str) -> bool:
    return (
        len(text) < LONGEST
        and bool(re.search(r"[^\W\d_]{2}", text))
        and not text.rstrip().endswith((".", "!"))
    )


def _find_right_of(line: Line, lines: Sequence[Line]) -> Line | None:
    row = [
        other
        for other in lines
        if other is not line and other.x >= line.right - 2 and other.beside(line)
    ]
    return min(row, key=lambda other: other.x, default=None)


def _find_below(line: Line, lines: Sequence[Line]) -> Line | None:
    below = [other for other in lines if -2 <= other.y - line.bottom < 1.3 * line.h]
    below = [o for o in below if abs(line.x - o.x) < 6 or abs(line.middle - o.middle) < 6]
    return min(below, key=lambda other: other.y, default=None)


def _find_table_pairs(lines: Sequence[Line]) -> list[Fact]:
    """The cells of tables, each labelled with the name of its row and the head of its column."""
    found = []
    for table in find_tables(lines):
        if len(table.heads) < 3 or len(table.rows) < 2:
            continue  # pairs in two columns are found already
        for row in table.rows:
            cells = zip(table.heads[1:], row[1:], strict=True)
            found += [Fact(f"{row[0]} {head}", cell, 0.85) for head, cell in cells if cell]
    return found
