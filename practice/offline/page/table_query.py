"""Queries a table: finds the column a question is about, the row it names, the best row."""

import re

from ..question.dates import first_date
from ..question.quantities import KINDS_OF, find_quantities
from ..question.superlatives import Order
from ..question.words import SMALL, contains_phrase, fold, has_form, same_word, tokens
from .tables import Table

SUMS = re.compile(
    r"(?:grand |sub)?totals?|all(?: .*)?|career|average|mean|sum|overall", re.IGNORECASE
)
FASTEST = re.compile(r"\bfast(?:er|est)\b")  # takes the least time, or has the highest speed
ENOUGH = 2.0  # the least fit between a question and the head of a column to rank by


def find_column(
    table: Table, weights: dict[str, float], least: float, usable: list[int] | None = None
) -> int | None:
    """The column whose head fits these words best; None if none fits well enough."""
    columns = range(len(table.heads)) if usable is None else usable
    fits = [(_rate_head(head, weights), n) for n in columns for head in table.heads[n].split(" / ")]
    fit, best = max(fits, key=lambda pair: pair[0], default=(0.0, None))
    return best if fit >= least else None


def ranked_column(table: Table, order: Order, text: str) -> int | None:
    """The column of numbers that a question ranks by; the property's own words count double."""
    weights = dict.fromkeys(tokens(text, SMALL), 1.0) | dict.fromkeys(order.stems, 2.0)
    weights |= {"speed": 3.0} if FASTEST.search(order.words) else {}
    columns = [
        [cell for cell in column if cell not in ("", "-", "–")]
        for column in zip(*table.rows, strict=True)
    ]
    counts = [sum(measure_cell(cell) is not None for cell in cells) for cells in columns]
    numeric = [n for n, cells in enumerate(columns) if cells and counts[n] >= 0.7 * len(cells)]
    column = find_column(table, weights, ENOUGH, numeric)
    if column is None and order.kind not in ("", "number", "date") and table.rows:
        column = column_of_kind(table, KINDS_OF.get(order.kind, (order.kind,)), table.rows[0])
    return None if column == table.name_column else column


def _rate_head(head: str, weights: dict[str, float]) -> float:
    """The weight of the words found in a head, minus 0.4 for each of its other words."""
    words = set(tokens(head, SMALL))
    matches = [
        max((weight for want, weight in weights.items() if same_word(want, word)), default=0)
        for word in words
    ]
    if re.fullmatch(r"[A-Z]{1,4}", head) and not any(matches):  # "G" for goals, "PTS" for points
        letters = re.compile(".*".join(head.lower().rstrip("s") if len(head) > 2 else head.lower()))
        return max(
            (weight for word, weight in weights.items() if weight > 1 and letters.match(word)),
            default=0,
        )
    return sum(matches) - 0.4 * matches.count(0)


def best_row(table: Table, column: int, order: Order, text: str) -> tuple[str, ...] | None:
    """The row with the highest or the lowest value in a column, of the kind the question names.

    Rows with totals or averages are left out.
    """
    rows = [
        row
        for row in table.rows
        if not SUMS.fullmatch(row[0].strip() or row[table.name_column].strip() or "-")
    ]
    asked = set(tokens(text, SMALL))
    # Where the question names a cell of another column ("noun", "B2"), only rows with it count.
    for n in set(range(len(table.heads))) - {table.name_column}:
        words = {row[n]: set(tokens(row[n], SMALL)) for row in rows if not row[n].isdigit()}
        named = {value for value, parts in words.items() if parts and parts <= asked}
        rows = [row for row in rows if row[n] in named] if named else rows
    most = order.most
    if order.label == "age" and re.search(r"born|birth|date", fold(table.heads[column])):
        most = not most  # the youngest was born last
    if FASTEST.search(order.words) and "speed" in tokens(table.heads[column]):
        most = True
    values = [(value, row) for row in rows if (value := measure_cell(row[column])) is not None]
    return (max if most else min)(values, key=lambda pair: pair[0], default=(0, None))[1]


def transpose(table: Table) -> Table:
    """The table with its columns as rows: for a table with one column for each thing."""
    rows = tuple((head, *(row[n] for row in table.rows)) for n, head in enumerate(table.heads) if n)
    heads = (table.heads[0], *(row[0] for row in table.rows))
    return Table(heads, rows, controls=(None,) * len(heads), bottom=table.bottom)


def is_ranked(table: Table, column: int, most: bool) -> bool:
    """Whether the rows are sorted by a column."""
    values = [value for row in table.rows if (value := measure_cell(row[column])) is not None]
    return len(set(values)) > 1 and values == sorted(values, reverse=most)


def row_by_name(table: Table, names: tuple[str, ...]) -> tuple[str, ...] | None:
    """The row that has all these names; None if there are several or none."""
    rows = [
        row for row in table.rows if all(any(is_name(cell, name) for cell in row) for name in names)
    ]
    return rows[0] if names and len(rows) == 1 else None


def row_by_words(table: Table, text: str) -> tuple[tuple[str, ...], int] | None:
    """The row whose name has only words of a question, and the column of that name.

    None if there are several or none. A short number, as in "code 3", is a name only beside a word
    of its column's head.
    """
    asked = tokens(text)
    found: list[tuple[int, tuple[str, ...], int]] = []
    for n in dict.fromkeys((table.name_column, 0)):
        head = tokens(table.heads[n])
        for row in table.rows:
            name = tokens(re.sub(r"\(.*?\)", "", row[n]), SMALL)
            is_number = len(row[n]) < 4 and all(re.match(r"\d", word) for word in name)
            beside = any(asked[at - 1] in head for at, word in enumerate(asked) if word in name)
            named = name and all(has_form(word, asked) for word in name)
            if named and (beside or not is_number):
                found.append((len(name), row, n))
    most = max((count for count, _, _ in found), default=0)
    best = {row: n for count, row, n in reversed(found) if count == most}
    return next(iter(best.items())) if len(best) == 1 else None


def column_of_kind(table: Table, kinds: tuple[str, ...], row: tuple[str, ...]) -> int | None:
    """The only column in which a row has a quantity of these kinds; None otherwise."""
    columns = [n for n, cell in enumerate(row) if any(q.fits(kinds) for q in find_quantities(cell))]
    return columns[0] if len(columns) == 1 else None


def is_name(cell: str, name: str) -> bool:
    """Whether a cell is this name, with at most two more words."""
    return fold(cell) == fold(name) or (
        contains_phrase(cell, name) and len(tokens(cell)) <= len(tokens(name)) + 2
    )


def measure_cell(text: str) -> float | None:
    """The number a cell shows, with its sign (▼ is minus).

    Clock times are minutes; dates are sortable numbers.
    """
    plain = text.strip()
    if (date := first_date(plain)) and re.search(r"[a-z]{3}|-\d\d-", plain.lower()):
        return date
    if clock := re.fullmatch(r"(\d+):(\d\d)", plain):
        return 60 * int(clock[1]) + int(clock[2])
    found = re.match(r"([-+−▲▼]?)\s?[$€£]?(\d[\d,]*(?:\.\d+)?|\.\d+)", plain)
    if not found:
        return None
    return float(found[2].replace(",", "")) * (-1 if found[1] in ("-", "−", "▼") else 1)
