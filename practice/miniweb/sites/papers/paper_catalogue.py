"""Reads catalogue/*.md: the papers' texts, with ranges from which each world draws its numbers.

Each file is a subject. It begins with `key: value` lines (a key may repeat); each paper follows as

    # Title
    by First Author, Second Author
    also other.SUBJ
    The abstract, in which `[12..48]` is drawn and `{2.1}` repeats row 2, column 1 of the table
    (`{sum.1}` is the sum of column 1).
    setup: Sentences that appear only in the PDF.
    table: Caption | First column | Column [12..48] | Column [1.5..3.5]+
    rows: first; second; third

A `+` or `-` after a column's range sorts its numbers, for tables whose text relies on their order.
"""

import random
import re
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent / "catalogue"
RANGE = re.compile(r"\[(-?[\d,.]+?)\.\.(-?[\d,.]+)\]([+-]?)")
REFERENCE = re.compile(r"\{(sum|\d)\.(\d)\}")


@dataclass(frozen=True)
class Subject:
    """A category; its PDFs choose paragraphs from `motives`, `methods` and `limits`."""

    code: str
    name: str
    group: str
    scope: str
    journals: tuple[str, ...]
    motives: tuple[str, ...]
    methods: tuple[str, ...]
    limits: tuple[str, ...]


@dataclass(frozen=True)
class Table:
    """A table of strings; the first column names the rows."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Entry:
    """A paper in the catalogue, before a world draws its numbers."""

    title: str
    authors: tuple[str, ...]
    category: str
    also: tuple[str, ...]
    abstract: str
    setup: str
    table: str
    rows: tuple[str, ...]


def read() -> tuple[tuple[Subject, ...], tuple[Entry, ...]]:
    """All subjects and all entries, in alphabetical order of the files."""
    subjects, entries = [], []
    for path in sorted(FOLDER.glob("*.md")):
        head, *papers = path.read_text(encoding="utf-8").split("\n# ")
        subjects.append(_read_subject(path.stem, head))
        entries += [_read_entry(path.stem, text) for text in papers]
    return tuple(subjects), tuple(entries)


def _read_subject(code: str, head: str) -> Subject:
    found: dict[str, list[str]] = {}
    for line in head.strip().splitlines():
        key, _, value = line.partition(": ")
        found.setdefault(key, []).append(value)
    return Subject(
        code=code,
        name=found["name"][0],
        group=found["group"][0],
        scope=found["scope"][0],
        journals=tuple(found["journals"][0].split("; ")),
        motives=tuple(found["motive"]),
        methods=tuple(found["method"]),
        limits=tuple(found["limits"]),
    )


def _read_entry(code: str, text: str) -> Entry:
    title, *lines = text.strip().splitlines()
    marked = {"by": "", "also": "", "setup:": "", "table:": "", "rows:": "", "": ""}
    for line in lines:
        key, _, value = line.partition(" ")
        marked.update({key: value} if key in marked and key else {"": line})
    return Entry(
        title=title,
        authors=tuple(marked["by"].split(", ")),
        category=code,
        also=tuple(marked["also"].split()),
        abstract=marked[""],
        setup=marked["setup:"],
        table=marked["table:"],
        rows=tuple(marked["rows:"].split("; ")),
    )


def draw_text(text: str, table: Table, rng: random.Random) -> str:
    """`text` with its ranges drawn and its references to `table` filled in."""
    drawn = RANGE.sub(lambda match: _draw_numbers(match, 1, rng)[0], text)
    return REFERENCE.sub(lambda match: _look_up_cell(table, *match.groups()), drawn)


def draw_table(entry: Entry, rng: random.Random) -> Table:
    """The entry's table with its numbers drawn; no number occurs twice in a column."""
    caption, first, *columns = entry.table.split(" | ")
    drawn = [_draw_numbers(RANGE.search(column), len(entry.rows), rng) for column in columns]
    heads = (first, *(RANGE.sub("", column).strip() for column in columns))
    return Table(caption, heads, tuple(zip(entry.rows, *drawn, strict=True)))


def _draw_numbers(match: re.Match, count: int, rng: random.Random) -> list[str]:
    """`count` different numbers, formatted like the ends of the range (decimals, commas)."""
    low, high, order = match.groups()
    decimals = len(low.partition(".")[2])
    ends = [round(float(end.replace(",", "")) * 10**decimals) for end in (low, high)]
    numbers = rng.sample(range(ends[0], ends[1] + 1), count)
    if order:
        numbers.sort(reverse=order == "-")
    style = f"{',' if ',' in high else ''}.{decimals}f"
    return [format(number / 10**decimals, style) for number in numbers]


def _look_up_cell(table: Table, row: str, column: str) -> str:
    if row == "sum":
        return f"{sum(int(cells[int(column)]) for cells in table.rows):,}"
    return table.rows[int(row) - 1][int(column)]
