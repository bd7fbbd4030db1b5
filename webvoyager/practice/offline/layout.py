"""Geometry for eyes: which lines belong together as a label and its value, as a table, as a paragraph."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from .pages import Box, Line
from .quantities import quantities
from .words import STOP, fold, tokens

LONG = 60  # characters: what is longer is a sentence, no label


@dataclass(frozen=True)
class Pair:
    """A label and the value that stands by it, with how sure that is (0 to 1)."""

    label: str
    value: str
    sure: float
    line: Line


def pairs(lines: Iterable[Line]) -> list[Pair]:
    """Everything on these lines that reads as a label with its value."""
    lines = list(lines)
    found: list[Pair] = []
    for line in lines:
        found += _inside(line)
        if not _label(line.text):
            continue
        if right := _next(line, lines, beside=True):
            found.append(Pair(line.text.rstrip(":"), right.text, 0.9, line))
        if below := _next(line, lines, beside=False):
            found.append(Pair(line.text.rstrip(":"), below.text, 0.75, line))
        if above := _over(line, lines):
            found.append(Pair(line.text.rstrip(":"), above.text, 0.6, line))
    return found + _tables(lines)


def _inside(line: Line) -> list[Pair]:
    """Pairs within a line: "Serves: 4", "4 servings", "Rated 4.5", each part between separators by itself."""
    found = []
    for part in re.split(r"\s+[·|•—–]\s+|;\s", line.text):
        label, colon, value = part.partition(":")
        if colon and value.strip() and len(label) < LONG and not re.search(r"\d$", label):
            found.append(Pair(label.strip(), value.strip(), 1.0, line))
            continue
        found += _counted(part, line)
    return found


def _counted(part: str, line: Line) -> list[Pair]:
    """ "20 pages, 6 figures" counts two things; "Serves 4" is a pair of few words."""
    numbers = quantities(part)
    found = []
    for quantity in numbers:
        noun = " ".join(re.findall(r"[^\W\d_]+", quantity.text))
        if noun:
            found.append(Pair(noun, quantity.text, 0.75, line))
    if numbers and numbers[0].start == 0:  # "500 g strong flour, sifted"
        rest = fold(part)[numbers[0].end :].split(",")[0].strip()
        found += [Pair(rest, numbers[0].text, 0.8, line)] if 0 < len(rest.split()) < 6 else []
    words = [word for word in tokens(part) if not word[0].isdigit() and word not in STOP]
    if numbers and 0 < len(words) <= 4:
        found.append(Pair(" ".join(words), part.strip(), 0.65, line))
    return found


def _label(text: str) -> bool:
    return len(text) < LONG and bool(re.search(r"[^\W\d_]{2}", text)) and not text.rstrip().endswith((".", "!"))


def _next(line: Line, lines: list[Line], beside: bool) -> Line | None:
    """The nearest line to the right on the same row, or right below in the same column."""
    if beside:
        row = [other for other in lines if other is not line and other.x >= line.right - 2 and other.beside(line)]
        return min(row, key=lambda other: other.x, default=None)
    below = [other for other in lines if _aligned(line, other) and -2 <= other.y - line.bottom < 1.3 * line.h]
    return min(below, key=lambda other: other.y, default=None)


def _over(line: Line, lines: list[Line]) -> Line | None:
    """A number in large letters with its label below it."""
    over = [other for other in lines if _aligned(line, other) and -2 <= line.y - other.bottom < 1.3 * line.h]
    over = [other for other in over if quantities(other.text) and len(other.text) < 20]
    return max(over, key=lambda other: other.y, default=None)


def _aligned(one: Box, other: Box) -> bool:
    """Whether two boxes, one below the other, share a left edge or a middle."""
    if one is other or one.beside(other):
        return False
    return abs(one.x - other.x) < 6 or abs(one.middle - other.middle) < 6


def _tables(lines: list[Line]) -> list[Pair]:
    """Cells of tables: the head of the column with the name of the row as label."""
    rows = table(lines)
    if len(rows) < 2:
        return []
    head, found = rows[0], []
    for row in rows[1:]:
        for cell in row[1:]:
            over = next((name for name in head if cell.in_column(name)), None)
            if over:
                found.append(Pair(f"{row[0].text} {over.text}", cell.text, 0.85, cell))
    return found


def table(lines: list[Line]) -> list[list[Line]]:
    """The longest run of rows of three cells or more whose cells stand under those of the first."""
    rows: list[list[Line]] = []
    for line in sorted(lines, key=lambda line: (line.y, line.x)):
        if rows and rows[-1][0].beside(line):
            rows[-1].append(line)
        else:
            rows.append([line])
    rows = [sorted(row, key=lambda line: line.x) for row in rows]
    best: list[list[Line]] = []
    for start, head in enumerate(rows):
        run = [head]
        for row in rows[start + 1 :]:
            if len(row) >= 2 and sum(any(cell.in_column(name) for name in head) for cell in row) >= len(row) - 1:
                run.append(row)
            elif len(row) > 1:
                break
        if len(head) >= 3 and len(run) > max(2, len(best)):
            best = run
    return best


def paragraphs(lines: Iterable[Line]) -> list[str]:
    """Lines of running text joined where they go on below each other."""
    joined: list[tuple[Line, str]] = []
    for line in lines:
        last, text = joined[-1] if joined else (None, "")
        alike = last and abs(last.x - line.x) < 4 and abs(last.h - line.h) < 3
        if alike and -2 <= line.y - last.bottom < 0.9 * line.h and len(last.text) > 25:
            joined[-1] = (line, f"{text} {line.text}")
        else:
            joined.append((line, line.text))
    return [text for _, text in joined]
