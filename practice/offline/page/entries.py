"""Finds the entries of a list, each with its lines.

An entry begins with a link, in letters as large as those of the other titles, or is a row that
ends in a button.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from ..question.quantities import find_quantities
from ..question.words import fold
from .page import Element, Line, Page, usual_height

SPONSORED = ("sponsored", "ad", "advertisement", "promoted", "advert")


@dataclass(frozen=True)
class Entry:
    """One entry of a list: its title, the element that opens it, and its lines."""

    title: str
    element: Element | None
    lines: tuple[Line, ...]
    sponsored: bool = False
    whole: bool = False  # a row that already says everything about the entry

    @cached_property
    def title_lines(self) -> list[Line]:
        """The lines that show the title."""
        return [line for line in self.lines if fold(line.text) in fold(self.title)]

    @property
    def text(self) -> str:
        return " \n ".join(line.text for line in self.lines)

    @property
    def has_figures(self) -> bool:
        """Whether a line other than the title's has a number."""
        return any(
            find_quantities(line.text) for line in self.lines if line not in self.title_lines
        )


def find_entries(page: Page) -> list[Entry]:
    """The entries of the list on a page, each with the lines up to the next one.

    Their titles are links in letters of the same size. If at least as many rows end in buttons,
    those are the entries.
    """
    titles = [
        (line, element) for element in page.elements if (line := _find_title_line(element, page))
    ]
    best: list[Entry] = []
    highest = 0.0
    for size in {round(line.h) for line, _ in titles}:
        peers = [(line, element) for line, element in titles if abs(line.h - size) <= 1]
        shown = [line for line, _ in peers]
        entries = [_build_entry(line, element, shown, page) for line, element in peers]
        # An entry that holds the title of another one isn't an entry.
        entries = [
            e for e in entries if sum(line in shown for line in e.lines) <= len(e.title_lines)
        ]
        rich = [entry for entry in entries if entry.has_figures]
        # Titles are large, and most of them have figures beside them.
        score = size * len(rich) / (2 + len(entries))
        # A list may have a single entry.
        single = [e for e in rich if size > 1.15 * usual_height(page.lines) and e.lines[0].y > 120]
        if (len(rich) > 1 or single) and score > highest:
            best, highest = rich, score
    return max(_find_rows_with_buttons(page), best, key=len)


def _find_rows_with_buttons(page: Page) -> list[Entry]:
    """The rows of figures that end in a column of buttons with the same words ("Select")."""
    buttons = [e for e in page.elements if e.tag in ("a", "button") and e.box]
    ends = [
        (line, element) for element in buttons for line in page.lines if element.box.contains(line)
    ]
    free = [o for o in page.body if not any(e.box.contains(o) for e in buttons)]
    entries = []
    for end, element in ends:
        same = [line for line, _ in ends if fold(line.text) == fold(end.text)]
        if sum(line.in_column(end) for line in same) < 2:
            continue
        middle = end.y + end.h / 2
        before = [line for line in free if line.right < element.box.x]
        beside = [line for line in before if abs(line.y + line.h / 2 - middle) < 1.6 * end.h]
        row = sorted(beside, key=lambda line: line.x)
        words = [line.text for line in row if not find_quantities(line.text)]
        entry = Entry(words[0] if words else element.name, element, tuple(row), whole=True)
        entries += [entry] if len(row) > 2 and entry.has_figures else []
    return entries


def _find_title_line(element: Element, page: Page) -> Line | None:
    if element.tag != "a" or not element.box or len(element.name) < 3:
        return None
    name = fold(element.name)
    inside = [
        line
        for line in page.lines
        if element.box.contains(line) and name.find(fold(line.text)[:40]) >= 0
    ]
    return max(inside, key=lambda line: (line.h, -line.y), default=None)


def _build_entry(line: Line, element: Element, titles: list[Line], page: Page) -> Entry:
    """The entry of a title: the lines below it or to its right.

    It ends at the next title in its column and at the next column.
    """
    below = [
        other.y for other in titles if other.y > line.bottom - 2 and abs(other.x - line.x) < 30
    ]
    right = [other.x for other in titles if other.x > line.right - 2 and abs(other.y - line.y) < 60]
    left = line.x - 30
    floor = min(below, default=page.viewport[1])
    wall = min(right, default=page.viewport[0])
    column = [other for other in page.lines if left <= other.x < wall - 4]
    own = [o for o in column if line.y - 4 <= o.y + o.h / 2 < floor and o.y < line.y + 260]
    in_order = sorted(own, key=lambda other: (other.y, other.x))
    lines = tuple(_cut_at_gap(in_order, line, followed=bool(below)))
    title = element.name if len(element.name) < 90 and len(lines) > 1 else line.text
    above = max(
        (other.bottom for other in titles if other.bottom < line.y and abs(other.x - line.x) < 30),
        default=0,
    )
    around = [o for o in column if max(above, line.y - 260) < o.y < line.bottom + 60]
    return Entry(title, element, lines, any(fold(other.text) in SPONSORED for other in around))


def _cut_at_gap(lines: list[Line], title: Line, followed: bool) -> list[Line]:
    """The lines up to the end of the entry.

    It ends at a gap wider than any inside an entry, or at the widest gap before the next title.
    """
    bottoms = accumulate((line.bottom for line in lines), max, initial=title.bottom)
    gaps = [
        (line.y - bottom, number)
        for number, (line, bottom) in enumerate(zip(lines, bottoms, strict=False))
    ]
    far = next((number for gap, number in gaps if gap > 3 * title.h), len(lines))
    gap, at = max(gaps[:far], default=(0, 0))
    if followed and far == len(lines) and at and gap > 1.5 * title.h:
        return lines[:at]
    return lines[:far]
