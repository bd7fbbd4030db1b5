"""Labels and their values: texts on a page that belong together, such as "Serves" and "4"."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from ..question.quantities import find_quantities
from ..question.words import STOP, fold, tokens
from .page import Line
from .placement import LONGEST, WITH_VALUE, place_pairs
from .sections import find_headings
from .tables import Table, add_corners, find_tables


@dataclass(frozen=True)
class Fact:
    """A label on a page with the value beside it and a score from 0 to 1.

    The score says how certain the pair is, or how well it fits the property asked for. `about` is
    what stands above the pair: its headings, the term it belongs to, the row of a table.
    """

    label: str
    value: str
    sure: float
    about: str = ""


def find_pairs(lines: Sequence[Line]) -> list[Fact]:
    """All pairs of a label and its value on these lines."""
    return list(_find_pairs(tuple(lines)))


@lru_cache(maxsize=200)  # the rules read the same lines for one property after another
def _find_pairs(lines: tuple[Line, ...]) -> tuple[Fact, ...]:
    above = find_headings(lines)
    found: list[Fact] = []
    for line in lines:
        found += [replace(pair, about=above[line]) for pair in _split_pairs(line.text)]
    # pairs in two columns are found by their places
    tables = [t for t in find_tables(add_corners(lines)) if len(t.heads) > 2 and len(t.rows) > 1]
    heads = {head for table in tables for head in table.places}
    for label, value, sure in place_pairs(lines):
        if not {label, value} <= heads:
            found.append(Fact(label.text.rstrip(":"), value.text, sure, above[label]))
    return (*found, *_read_cells(tables))


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


def _read_cells(tables: Iterable[Table]) -> list[Fact]:
    """The cells of tables, each labelled with the name of its row and the head of its column."""
    found = []
    for table in tables:
        for row in (row for row in table.rows if not WITH_VALUE.match(row[0])):
            cells = zip(table.heads[1:], row[1:], strict=True)
            found += [Fact(f"{row[0]} {head}", cell, 0.85) for head, cell in cells if cell]
    return found
