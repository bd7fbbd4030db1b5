"""Finds tables: rows of cells aligned under the cells of a head; cells may wrap."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from ..question.words import fold
from .page import COLUMN, Box, Element, Line

CORNER = "·"
WRAPPED = 6  # pixels: lines of one cell are closer than this


@dataclass(frozen=True)
class Table:
    """The heads of the columns and the rows of cells ("" for an empty one).

    A head holds every name the page gives its column, separated by " / ".
    """

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    places: tuple[Box, ...] = ()  # of the heads
    controls: tuple[Element | None, ...] = ()  # the link or button in each head
    bottom: float = 0.0  # where the last row ends

    @property
    def name_column(self) -> int:
        """The column that says what each row is about: the first with words, not numbers."""
        wordy = [
            sum(bool(re.search(r"[^\W\d_]{2}", row[n])) for row in self.rows)
            for n in range(len(self.heads))
        ]
        return next((n for n, count in enumerate(wordy) if 2 * count > len(self.rows)), 0)

    def label(self, column: int) -> str:
        """The name of a column in words: "Points" if its head is "PTS / Points"."""
        return self.heads[column].split(" / ")[-1]


def find_tables(
    lines: Sequence[Line], elements: Sequence[Element] = (), before: Table | None = None
) -> list[Table]:
    """The tables on these lines.

    `before` is a table seen earlier, whose head may have scrolled out of view.
    """
    rows = group_rows(lines)
    runs = [(start, _follow_head(rows, start)) for start in range(len(rows) - 1)]
    chosen: dict[int, list[list[Line]]] = {}
    for start, run in sorted(runs, key=lambda pair: -sum(map(len, pair[1]))):
        overlaps = any(
            start < other + len(rest) and other < start + len(run) for other, rest in chosen.items()
        )
        if len(run) > 1 and not overlaps:
            chosen[start] = run
    tables = [_build_table(chosen[start], elements, before) for start in sorted(chosen)]
    return [table for table in tables if table]


def add_corners(lines: Sequence[Line]) -> list[Line]:
    """The lines, with a cell for the empty corner of a table whose rows have names."""
    rows, corners = group_rows(lines), []
    for head, row in pairwise(rows):
        aligned = len(head) > 1 and len(row) == len(head) + 1 and row[0].right < head[0].x
        if aligned and all(cell.in_column(top) for cell, top in zip(row[1:], head, strict=True)):
            corners.append(Line(row[0].x, head[0].y, row[0].w, head[0].h, CORNER))
    return [*lines, *corners]


def group_rows(lines: Iterable[Line]) -> list[list[Line]]:
    """The lines of each row, as cells from left to right; the lines of a wrapped cell are one."""
    rows: list[list[Line]] = []
    shown = [line for line in lines if line.text.strip()]
    for line in sorted(shown, key=lambda line: (line.y, line.x)):
        if rows and (rows[-1][0].beside(line) or _is_wrapped(rows[-1], line)):
            rows[-1].append(line)
        else:
            rows.append([line])
    return [_join_cells(row) for row in rows]


def _is_wrapped(row: list[Line], line: Line) -> bool:
    above = [cell for cell in row if cell.in_column(line) and -3 <= line.y - cell.bottom < WRAPPED]
    return len(row) > 1 and any(abs(cell.h - line.h) < 3 for cell in above)


def _join_cells(row: list[Line]) -> list[Line]:
    """The cells of a row, each joined with its wrapped lines."""
    cells: list[Line] = []
    for line in sorted(row, key=lambda line: (round(line.y / 4), line.x)):
        column = [cell for cell in cells if cell.in_column(line)]
        above = next((cell for cell in column if line.y > cell.y + cell.h / 2), None)
        if above:
            x = min(above.x, line.x)
            right = max(above.right, line.right)
            bottom = max(above.bottom, line.bottom)
            cells.remove(above)
            line = Line(x, above.y, right - x, bottom - above.y, f"{above.text} {line.text}")
        cells.append(line)
    return sorted(cells, key=lambda cell: cell.x)


def _follow_head(rows: list[list[Line]], start: int) -> list[list[Line]]:
    """The rows from `start` on that align with it, close enough together to be one table."""
    head = rows[start]
    run, pitch = [head], 0.0
    for row in rows[start + 1 :]:
        inside = [cell for cell in row if head[0].x - 60 < cell.x < head[-1].right + 60]
        if not inside:
            continue  # a line beside the table
        gap = row[0].y - max(cell.bottom for cell in run[-1])
        if len(head) < 2 or gap > max(45, 2.5 * pitch) or not _fits_head(head, inside):
            break
        run.append(inside)
        pitch = max(pitch, gap)
    return run


def _fits_head(head: list[Line], row: list[Line]) -> bool:
    under = [cell for cell in row if any(cell.in_column(top) for top in head)]
    covered = {n for n, top in enumerate(head) for cell in under if cell.in_column(top)}
    return len(under) >= max(2, 0.6 * len(row)) and len(covered) >= len(head) / 2


def _build_table(
    run: list[list[Line]], elements: Sequence[Element], before: Table | None
) -> Table | None:
    """Build a table from a run of rows; its first row is the head.

    If that row is like those below it, it isn't a head: the run continues the table `before`.
    """
    head, bottom = run[0], max(cell.bottom for cell in run[-1])
    headless = (
        _rate_numeric(head) >= 0.3 and abs(_rate_numeric(head) - _rate_numeric(run[1])) < 0.35
    )
    if headless:
        rows = tuple(_assign_cells(row, before.places) for row in run) if before else ()
        return replace(before, rows=before.rows + rows, bottom=bottom) if before else None
    controls = tuple(_find_control(cell, elements) for cell in head)
    names = [
        control.name if control else cell.text for cell, control in zip(head, controls, strict=True)
    ]
    heads = [
        cell.text if fold(name) == fold(cell.text) else f"{cell.text} / {name}"
        for cell, name in zip(head, names, strict=True)
    ]
    rows = tuple(_assign_cells(row, head) for row in run[1:])
    return Table(tuple(heads), rows, tuple(head), controls, bottom)


def _assign_cells(row: list[Line], heads: Sequence[Box]) -> tuple[str, ...]:
    """The row's words under each head; a cell goes to the one it aligns with, else the nearest."""
    cells = [""] * len(heads)
    for cell in row:
        fitting = [n for n, head in enumerate(heads) if cell.in_column(head)]
        near = fitting or [
            n
            for n, head in enumerate(heads)
            if head.x - COLUMN < cell.right and cell.x < head.right
        ]
        column = min(near or range(len(heads)), key=lambda n: abs(heads[n].middle - cell.middle))
        cells[column] = f"{cells[column]} {cell.text}".strip()
    return tuple(cells)


def _rate_numeric(row: list[Line]) -> float:
    return sum(bool(re.match(r"[-+▲▼@\d$€£]*\s?\d", cell.text)) for cell in row) / len(row)


def _find_control(cell: Line, elements: Sequence[Element]) -> Element | None:
    found = [e for e in elements if e.tag in ("a", "button") and e.box and e.box.contains(cell)]
    return next((element for element in found if element.box.w < cell.w + 80), None)
