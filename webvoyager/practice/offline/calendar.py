"""Calendars on a page: a grid of days to choose from, some with a price, some not free."""

import re
from dataclasses import dataclass

from .days import DAY, Day, days, month_of
from .pages import Element, Page
from .words import fold

FEWEST = 20  # so many days side by side are a calendar


@dataclass(frozen=True)
class Cell:
    """A day of a calendar, the element that chooses it, and what it says besides ("114 dollars")."""

    day: Day
    element: Element
    said: str = ""


def cells(page: Page) -> list[Cell]:
    """The days of the calendar that is open on this page, by their full names or by month heads over numbers."""
    named = [_named(element) for element in page.elements if element.tag not in ("select", "summary")]
    found = [cell for cell in named if cell]
    if len(found) < FEWEST:
        found = _numbered(page)
    return found if len(found) >= FEWEST else []


def _named(element: Element) -> Cell | None:
    """The day that an element's full name begins with."""
    name = element.name.strip()
    match = DAY.match(name)
    if not match or not days(match[0])[:1]:
        return None
    return Cell(days(match[0])[0], element, name[match.end() :].strip(" ,·-–:"))


def _numbered(page: Page) -> list[Cell]:
    """Buttons that hold only a number belong to the nearest head of a month above them."""
    heads = [(line, month) for line in page.lines if len(line.text) < 20 and (month := month_of(line.text))]
    found = []
    for element in page.elements:
        number = re.match(r"([1-9]|[12]\d|3[01])(?=$|\s)", element.name)
        if not (number and element.box and element.tag in ("button", "a", "td", "div", "li")):
            continue
        over = [(abs(line.middle - element.box.middle), month) for line, month in heads if line.y < element.box.y]
        if over:
            year, month = min(over)[1]
            found.append(Cell(Day(month, int(number[1]), year), element, element.name[number.end() :].strip()))
    return found


def turns(page: Page, forward: bool) -> list[Element]:
    """The controls that turn the calendar to the next or the previous months."""
    words = r"\bnext\b|\blater\b|^[›»>→]$" if forward else r"\bprev(?:ious)?\b|\bearlier\b|^[‹«<←]$"
    found = [e for e in page.elements if not e.disabled and re.search(words, fold(e.name)) and e.tag != "select"]
    return sorted(found, key=lambda element: "month" not in fold(element.name))
