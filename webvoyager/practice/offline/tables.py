"""Tables as eyes see them: rows of cells that stand under the cells of a head, whole even where cells wrap."""

import itertools
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from .pages import COLUMN, Box, Element, Line, Page
from .words import fold

WRAPPED = 6  # pixels between two lines of one cell
RANKS = ("#", "place", "rank", "pos", "pos.", "no", "no.", "position", "nr", "number", "")
SUMS = re.compile(r"(?:grand |sub)?totals?|career|all(?: .*)?|average|mean|sum|overall", re.IGNORECASE)


@dataclass(frozen=True)
class Table:
    """The heads of the columns, each with all that the page calls it, and the rows of cells ("" where one is empty)."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    places: tuple[Box, ...] = ()  # where the heads stand
    marks: tuple[Element | None, ...] = ()  # what can be pressed in the heads
    bottom: float = 0.0  # where the last row ends

    @property
    def rank(self) -> int | None:
        """The column that numbers the rows."""
        for at in range(min(2, len(self.heads))):
            numbers = [int(row[at]) if row[at].isdigit() else None for row in self.rows]
            counted = None not in numbers and all(b - a in (0, 1) for a, b in itertools.pairwise(numbers))
            if counted and (fold(self.heads[at]).split(" / ")[0] in RANKS) and numbers:
                return at
        return None

    def label(self, at: int) -> str:
        """What a column is called in words."""
        return self.heads[at].split(" / ")[-1]

    @property
    def naming(self) -> int:
        """The column that says what each row is about: the first of words, and not of numbers."""
        for at in range(len(self.heads)):
            wordy = sum(bool(re.search(r"[^\W\d_]{2}", row[at])) for row in self.rows)
            if at != self.rank and 2 * wordy > len(self.rows):
                return at
        return 0


def tables(page: Page, lines: Sequence[Line], heads: Table | None = None) -> list[Table]:
    """The tables on these lines, from the top; `heads` is one seen before whose head may have been scrolled away."""
    rows = _rows([_spelled_out(page, line) for line in lines])
    runs = [(start, _run(rows, start)) for start in range(len(rows) - 1)]
    found: dict[int, list[list[Line]]] = {}
    for start, run in sorted(runs, key=lambda pair: -sum(map(len, pair[1]))):
        taken = any(start < other + len(held) and other < start + len(run) for other, held in found.items())
        if len(run) > 1 and not taken:
            found[start] = run
    made = [_table(page, found[start], heads) for start in sorted(found)]
    return [table for table in made if table]


def _rows(lines: Iterable[Line]) -> list[list[Line]]:
    """The lines as rows of cells, what wraps within a cell joined."""
    rows: list[list[Line]] = []
    for line in sorted((line for line in lines if line.text.strip()), key=lambda line: (line.y, line.x)):
        if (rows and rows[-1][0].beside(line)) or (rows and _wraps(rows[-1], line)):
            rows[-1].append(line)
        else:
            rows.append([line])
    for above, below in reversed(list(itertools.pairwise(rows))):
        if len(above) <= len(below) and all(any(_goes_on(cell, other) for other in below) for cell in above):
            below[:0] = above  # a head of two lines, as tall as its longest cell
            above.clear()
    return [_joined(row) for row in rows if row]


def _goes_on(cell: Line, other: Line) -> bool:
    """Whether a cell's second line is the other, in a row whose other cells are lower."""
    return cell.in_column(other) and -3 <= other.y - cell.bottom < WRAPPED and abs(cell.h - other.h) < 3


def _wraps(row: list[Line], line: Line) -> bool:
    """Whether a line goes on with a cell of the row above it."""
    over = [cell for cell in row if cell.in_column(line) and -3 <= line.y - cell.bottom < WRAPPED]
    return len(row) > 1 and any(abs(cell.h - line.h) < 3 for cell in over)


def _joined(row: list[Line]) -> list[Line]:
    """The cells of a row, each with the lines that wrap below its first."""
    cells: list[Line] = []
    for line in sorted(row, key=lambda line: (round(line.y / 4), line.x)):
        over = next((n for n, cell in enumerate(cells) if cell.in_column(line) and line.y > cell.y + cell.h / 2), None)
        if over is None:
            cells.append(line)
        else:
            cell = cells[over]
            x, right = min(cell.x, line.x), max(cell.right, line.right)
            text = f"{cell.text} {line.text}"
            cells[over] = replace(cell, x=x, w=right - x, h=max(cell.bottom, line.bottom) - cell.y, text=text)
    return sorted(cells, key=lambda cell: cell.x)


def _run(rows: list[list[Line]], start: int) -> list[list[Line]]:
    """The rows from `start` on whose cells stand under each other, near enough for one table."""
    head = rows[start]
    run, pitch = [head], 0.0
    for row in rows[start + 1 :]:
        inside = [cell for cell in row if head[0].x - 60 < cell.x < head[-1].right + 60]
        if not inside:
            continue  # what stands beside the table
        under = [cell for cell in inside if any(cell.in_column(over) for over in head)]
        covered = {n for n, over in enumerate(head) for cell in under if cell.in_column(over)}
        gap = row[0].y - max(cell.bottom for cell in run[-1])
        spans = any(sum(cell.x < over.x and over.right < cell.right for over in head) > 2 for cell in row)
        few = len(under) < max(2, 0.6 * len(inside)) or len(covered) < len(head) / 2
        if len(head) < 2 or few or spans or gap > max(45, 2.5 * pitch):
            break
        run.append(inside)
        pitch = max(pitch, gap)
    return run


def _table(page: Page, run: list[list[Line]], before: Table | None) -> Table | None:
    """A run of rows as a table; its first row is the head, unless it looks like the others."""
    headless = _numeric(run[0]) >= 0.3 and abs(_numeric(run[0]) - _numeric(run[1])) < 0.35
    headless = headless and not (len(run[0]) == len(run[1]) and _alphabetic(run[0][0]) and _counting(run[0][1:]))
    if headless:
        if not before:
            return None
        bottom = max(cell.bottom for cell in run[-1])
        return replace(before, rows=tuple(_cells(row, before.places) for row in run), bottom=bottom)
    head = run[0]
    marks = [_mark(page, cell) for cell in head]
    heads = [
        cell.text if not mark or fold(mark.name) == fold(cell.text) else f"{cell.text} / {mark.name}"
        for cell, mark in zip(head, marks, strict=True)
    ]
    rows = tuple(_cells(row, head) for row in run[1:])
    return Table(tuple(heads), rows, tuple(head), tuple(marks), max(cell.bottom for cell in run[-1]))


def _cells(row: list[Line], heads: Sequence[Box]) -> tuple[str, ...]:
    """The row's words under each head: where edges meet, else under the head that is nearest."""
    cells = [""] * len(heads)
    for cell in row:
        fitting = [n for n, head in enumerate(heads) if cell.in_column(head)]
        near = fitting or [n for n, head in enumerate(heads) if head.x - COLUMN < cell.right and cell.x < head.right]
        at = min(near or range(len(heads)), key=lambda n: abs(heads[n].middle - cell.middle))
        cells[at] = f"{cells[at]} {cell.text}".strip()
    return tuple(cells)


def _numeric(row: list[Line]) -> float:
    return sum(bool(re.match(r"[-+▲▼@\d$€£]*\s?\d", cell.text)) for cell in row) / len(row)


def _alphabetic(cell: Line) -> bool:
    return bool(re.fullmatch(r"[^\W\d_]+", cell.text))


def _counting(cells: list[Line]) -> bool:
    """Whether these are the numbers 1, 2, 3 … of parts, as heads have them."""
    numbers = [int(cell.text) for cell in cells if cell.text.isdigit()]
    return len(numbers) > 1 and numbers == list(range(1, len(numbers) + 1))


def _spelled_out(page: Page, line: Line) -> Line:
    """A cell of a few capitals as its link says it in full: "GB" that leads to Great Britain."""
    if not re.fullmatch(r"[A-Z]{2,4}", line.text):
        return line
    held = [e for e in page.elements if e.tag == "a" and e.box and e.box.holds(line) and e.box.w < line.w + 80]
    said = next((e.name for e in held if len(e.name) > len(line.text) + 2 and line.text not in e.name.split()), "")
    return replace(line, text=said or line.text)


def _mark(page: Page, cell: Line) -> Element | None:
    """The link or button of a head: it often says in words what the head abbreviates."""
    held = [e for e in page.elements if e.tag in ("a", "button") and e.box and e.box.holds(cell)]
    held = [element for element in held if element.box.w < cell.w + 80]
    return min(held, key=lambda element: element.box.w, default=None)
