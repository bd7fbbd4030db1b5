"""List entries and table rows as possible answers.

A question often asks for the title of the row with the largest or smallest figure among those that
fit, or for the sum or the difference of two rows that it names.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from ..offline.page.entries import find_entries
from ..offline.page.facts import meets
from ..offline.page.page import Line, Page
from ..offline.page.tables import Table, find_tables
from ..offline.question.conditions import Condition, find_conditions
from ..offline.question.quantities import Quantity, find_quantities, with_digits
from ..offline.question.words import fold
from .passages import Passage, find_phrase
from .question import Question
from .state import State, shape, shape_address

FEWEST = 2  # rows that make a list
MINUS_SIGNS = "▼−-"  # signs that make a number negative


@dataclass(frozen=True, eq=False)
class Row:
    """A row: its title and that title's line, its lines, and its figures by what they measure."""

    title: str
    line: Line | None
    lines: tuple[Line, ...]
    figures: dict[str, tuple[float, int]]  # each with its number of decimals
    sponsored: bool = False


def list_rows(state: State) -> list[Passage]:
    """The titles of all rows, and sums and differences of the rows that the question names."""
    found: list[Passage] = []
    for back, page in enumerate(reversed(state.pages)):
        context = (f"page {min(back, 2)}", f"at {shape_address(page.address)}")
        for rows in read_rows(page):
            others = [row for other in state.pages for row in _find_further_rows(other, page, rows)]
            found += _describe_titles(state.question, rows, others, back, context)
            found += _combine_named(state.question, rows, back)
    return found


def _find_further_rows(other: Page, page: Page, rows: Sequence["Row"]) -> Iterator["Row"]:
    """Further rows of the same list, seen at another scroll position of its page."""
    if other is not page and other.address == page.address:
        titles = {row.title for row in rows}
        for more in read_rows(other):
            if any(row.figures.keys() & rows[0].figures.keys() for row in more):
                yield from (row for row in more if row.title not in titles)


@lru_cache(64)
def read_rows(page: Page) -> tuple[tuple[Row, ...], ...]:
    """The rows of a page's list and of each of its tables."""
    entries = [
        Row(e.title, next(iter(e.title_lines), None), e.lines, _read_lines(e.lines), e.sponsored)
        for e in find_entries(page)
    ]
    tables = [_read_table(table, page) for table in _list_tables(page)]
    return tuple(tuple(rows) for rows in (entries, *tables) if len(rows) >= FEWEST)


@lru_cache(64)
def read_cells(page: Page) -> dict[str, tuple[float, int]]:
    """The figures of tables with a single row, by column heading."""
    found: dict[str, tuple[float, int]] = {}
    for table in _list_tables(page):
        if len(table.rows) == 1:
            for head, cell in zip(table.heads, table.rows[0], strict=True):
                if figure := _read_figure(cell):
                    found.setdefault(f"head {_shape(head)}", figure)
    return found


@lru_cache(64)
def _list_tables(page: Page) -> list[Table]:
    return find_tables(page.lines, page.elements)


def _read_table(table: Table, page: Page) -> list[Row]:
    """The rows of a table, with their titles from its first column of words."""
    heads = [_shape(table.label(place)) for place in range(len(table.heads))]
    lines = {fold(line.text): line for line in reversed(page.lines)}
    rows = []
    for cells in table.rows:
        title = cells[table.name_column]
        read = {
            f"column {head}": figure
            for head, cell in zip(heads, cells, strict=True)
            if cell != title and (figure := _read_figure(cell))
        }
        if title and read:
            rows.append(Row(title, lines.get(fold(title)), (), read))
    return rows


def _read_lines(lines: Sequence[Line]) -> dict[str, tuple[float, int]]:
    """The figures of an entry: the first for each measure."""
    found: dict[str, tuple[float, int]] = {}
    for line in lines:
        plain = with_digits(line.text)
        for quantity in find_quantities(line.text):
            name = quantity.kind or _name_measure(plain, quantity)
            found.setdefault(name, _make_figure(plain, quantity))
    return found


def _read_figure(cell: str) -> tuple[float, int] | None:
    """The first number in a cell; None if it has none."""
    plain, found = with_digits(cell), find_quantities(cell)
    return _make_figure(plain, found[0]) if found else None


def _make_figure(plain: str, quantity: Quantity) -> tuple[float, int]:
    before = plain[: quantity.start].rstrip()[-1:]
    sign = -1 if before and before in MINUS_SIGNS else 1
    digits = re.search(r"\.(\d+)", quantity.text)
    return sign * quantity.value, len(digits[1]) if digits else 0


def _name_measure(plain: str, quantity: Quantity) -> str:
    """A name for a number without a unit, by how it is written: "4.3", "(6,200)", "▲ 15"."""
    before = plain[: quantity.start].rstrip()[-1:]
    sign = "▲" if before in ("▲", "▼") else before if before in ("(", "#", "+") else ""
    return f"{sign}{'decimal' if '.' in quantity.text else 'whole'}"


def _describe_titles(
    question: Question,
    rows: Sequence[Row],
    others: Sequence[Row],
    back: int,
    context: Sequence[str],
) -> Iterator[Passage]:
    every = [*rows, *others]
    fitting = [row for row in every if not row.sponsored and _is_fitting(question, row)]
    named = [row for row in every if _find_phrase_index(question, row) is not None]
    for place, row in enumerate(rows):
        key_features = [
            f"row {min(place, 3)} of {min(len(rows), 4)}",
            f"row {'last' if row is rows[-1] else ''}",
            f"row names {_find_phrase_index(question, row)}",
            *(f"row {rank}" for rank in _list_extremes(row, fitting)),
            *(f"row {rank} of named" for rank in _list_extremes(row, named)),
        ]
        if row in fitting:
            key_features.append(f"row fits {min(fitting.index(row), 3)}")
        features = (*key_features, *context, f"row sponsored {row.sponsored}")
        yield Passage(row.title, row.line, back, features, tuple(key_features))


def _list_extremes(row: Row, among: Sequence[Row]) -> list[str]:
    """The measures of which a row has the most or the least among others."""
    if row not in among or len(among) < FEWEST:
        return []
    found = []
    for name, (value, _) in row.figures.items():
        values = [other.figures[name][0] for other in among if name in other.figures]
        if len(set(values)) > 1:
            found += [f"most {name}"] if value == max(values) else []
            found += [f"least {name}"] if value == min(values) else []
    return found


def _combine_named(question: Question, rows: Sequence[Row], back: int) -> Iterator[Passage]:
    """The sum and difference of each figure that two rows named by the question share."""
    places = [(_find_phrase_index(question, row), row) for row in rows]
    named = {place: row for place, row in reversed(places) if place is not None}
    for (_, first), (_, second) in pairwise(sorted(named.items(), key=lambda pair: pair[0])):
        shared = [name for name in first.figures if name in second.figures]
        for name in shared:
            (one, digits), (other, more) = first.figures[name], second.figures[name]
            for what, value in (("sum", one + other), ("difference", abs(one - other))):
                key_features = (f"rows {what}", f"rows {what} {name}")
                text = f"{value:.{max(digits, more)}f}"
                yield Passage(text, None, back, key_features, key_features)


def _find_phrase_index(question: Question, row: Row) -> int | None:
    """The index of the question's longest phrase in a title; None if it contains none."""
    place = find_phrase(question, row.title)
    return None if place < 0 else place


def _is_fitting(question: Question, row: Row) -> bool:
    """Whether a row's lines contradict none of the question's conditions."""
    return all(meets(each, row.lines) is not False for each in _read_conditions(question.text))


@lru_cache(500)
def _read_conditions(text: str) -> tuple[Condition, ...]:
    return find_conditions(fold(text))


def _shape(text: str) -> str:
    return shape(text, frozenset())
