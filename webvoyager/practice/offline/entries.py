"""The entries of a list: links in letters of one size, each with the lines that belong to it."""

from dataclasses import dataclass

from .pages import Element, Line, Page, usual_height
from .quantities import quantities
from .words import fold

PAID = ("sponsored", "ad", "advertisement", "promoted", "advert")


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
        usual = usual_height(page.lines)
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
