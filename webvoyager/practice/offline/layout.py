"""Geometry for eyes: which lines belong together as a label and its value, a card of a list, a paragraph."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from .quantities import quantities
from .reading import Box, Element, Line, Page
from .words import STOP, fold, tokens

PAID = ("sponsored", "ad", "advertisement", "promoted", "advert")
LONG = 60  # characters: what is longer is a sentence, no label


@dataclass(frozen=True)
class Pair:
    """A label and the value that stands by it, with how sure that is (0 to 1)."""

    label: str
    value: str
    sure: float
    line: Line


@dataclass(frozen=True)
class Card:
    """One entry of a list: its title, the element that opens it, the lines that belong to it."""

    title: str
    element: Element | None
    lines: tuple[Line, ...]
    paid: bool = False  # whether it stands there as an advertisement

    @property
    def heading(self) -> list[Line]:
        """The lines that show the title itself."""
        return [line for line in self.lines if fold(line.text) in fold(self.title)]

    @property
    def text(self) -> str:
        return " \n ".join(line.text for line in self.lines)


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
    return abs(one.x - other.x) < 6 or abs(one.x + one.w / 2 - other.x - other.w / 2) < 6


def _tables(lines: list[Line]) -> list[Pair]:
    """Cells of tables: the head of the column with the name of the row as label."""
    rows = table(lines)
    if len(rows) < 2:
        return []
    head, found = rows[0], []
    for row in rows[1:]:
        for cell in row[1:]:
            over = next((name for name in head if _under(cell, name)), None)
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
            if len(row) >= 2 and sum(any(_under(cell, name) for name in head) for cell in row) >= len(row) - 1:
                run.append(row)
            elif len(row) > 1:
                break
        if len(head) >= 3 and len(run) > max(2, len(best)):
            best = run
    return best


def _under(cell: Box, name: Box) -> bool:
    return (
        abs(cell.x - name.x) < 10
        or abs(cell.right - name.right) < 10
        or abs(cell.x + cell.w / 2 - name.x - name.w / 2) < 10
    )


def paragraphs(lines: Iterable[Line]) -> list[str]:
    """Lines of running text joined where they go on below each other."""
    joined: list[tuple[Line, str]] = []
    for line in lines:
        last, text = joined[-1] if joined else (None, "")
        goes_on = (
            last and abs(last.x - line.x) < 4 and abs(last.h - line.h) < 3 and -2 <= line.y - last.bottom < 0.9 * line.h
        )
        if goes_on and len(last.text) > 25:
            joined[-1] = (line, f"{text} {line.text}")
        else:
            joined.append((line, line.text))
    return [text for _, text in joined]


def cards(page: Page) -> list[Card]:
    """The entries of the list on a page: links in letters of one size, each with the lines up to the next one."""
    titles = [(line, element) for element in page.elements if (line := title_line(element, page))]
    best: list[Card] = []
    most = 0.0
    for size in {round(line.h) for line, _ in titles}:
        peers = [(line, element) for line, element in titles if abs(line.h - size) <= 1]
        shown = [line for line, _ in peers]
        made = [card(line, element, peers, page) for line, element in peers]
        made = [one for one in made if sum(line in shown for line in one.lines) <= len(one.heading)]  # holds no other
        rich = [one for one in made if any(quantities(line.text) for line in one.lines if line not in one.heading)]
        score = size * len(rich) / (2 + len(made))  # titles are large, and most of them have figures by them
        usual = sorted(line.h for line in page.lines)[len(page.lines) // 2]
        single = [one for one in rich if size > 1.15 * usual and one.lines[0].y > 120]  # a list of one
        if (len(rich) > 1 or single) and score > most:
            best, most = rich, score
    return best


def title_line(element: Element, page: Page) -> Line | None:
    """The line that shows a link's name, or begins it."""
    if element.tag != "a" or not element.box or len(element.name) < 3:
        return None
    name = fold(element.name)
    inside = [line for line in page.lines if element.box.holds(line) and name.find(fold(line.text)[:40]) >= 0]
    return max(inside, key=lambda line: (line.h, -line.y), default=None)


def card(line: Line, element: Element, peers: list[tuple[Line, Element]], page: Page) -> Card:
    """The title's card: lines below it or right of it, up to the next title in its column and the next column."""
    below = [other.y for other, _ in peers if other.y > line.bottom - 2 and abs(other.x - line.x) < 30]
    right = [other.x for other, _ in peers if other.x > line.right - 2 and abs(other.y - line.y) < 60]
    left, floor, wall = line.x - 30, min(below, default=page.viewport[1]), min(right, default=page.viewport[0])
    mine = [
        other
        for other in page.lines
        if left <= other.x < wall - 4 and line.y - 4 <= other.y + other.h / 2 < floor and other.y < line.y + 260
    ]
    lines = tuple(_until_gap(sorted(mine, key=lambda other: (other.y, other.x)), line, bool(below)))
    title = element.name if len(element.name) < 90 and len(lines) > 1 else line.text
    over = [other for other in page.lines if left <= other.x < wall - 4 and line.y - 260 < other.y < line.bottom + 60]
    above = max((other.bottom for other, _ in peers if other.bottom < line.y and abs(other.x - line.x) < 30), default=0)
    paid = any(fold(other.text) in PAID and other.y > above for other in over)
    return Card(title, element, lines, paid)


def _until_gap(lines: list[Line], title: Line, followed: bool) -> list[Line]:
    """Cut where the card ends: at a gap no card has inside, or at the widest one before the next title."""
    bottom, gaps = title.bottom, []
    for number, line in enumerate(lines):
        gaps.append((line.y - bottom, number))
        bottom = max(bottom, line.bottom)
    far = next((number for gap, number in gaps if gap > 3 * title.h), len(lines))
    gap, at = max(gaps[:far], default=(0, 0))
    return lines[:at] if followed and far == len(lines) and at and gap > 1.5 * title.h else lines[:far]
