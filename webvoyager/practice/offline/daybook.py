"""Rules about reading a calendar: what a day costs, which is the cheapest, which is not free."""

import re
from collections.abc import Iterator

from .calendar import Cell, cells, turns
from .days import month_of
from .form import fresh, openers, places, way
from .moves import Move, answer, click, scroll
from .quantities import number
from .scene import Scene
from .thoughts import FILLED
from .words import fold

TAKEN = re.compile(
    r"\b(?:nothing|not|no)\b[^.?]*\b(?:free|available|vacan\w+)|\b(?:sold out|fully booked|unavailable|taken)\b"
)


def read_calendar(now: Scene) -> Iterator[Move]:
    """Open the calendar that the question speaks of, turn to its month, and say what it shows."""
    asks = now.question
    month = month_of(asks.text) or next(((day.year, day.month) for day in asks.trip.days if day.year), None)
    if "calendar" not in fold(asks.text) or not month or (now.things and not now.thing):
        return
    if asks.trip.start:
        for move in [*way(now), *places(now)][:1]:
            yield move
            return
    grid = cells(now.page)
    if not grid:
        for element in openers(now):
            if element.expanded is not True and fresh(now, element):
                yield click(element, f"{FILLED} no days, but its calendar shows them. I open it with")
        if not openers(now) and now.may_scroll(4):
            yield scroll("The calendar may lie further down.")
        return
    mine = [cell for cell in grid if (cell.day.year or month[0], cell.day.month) == month]
    if not mine:
        last = max((cell.day.year, cell.day.month) for cell in grid)
        for element in turns(now.page, month > last)[:1]:
            yield click(element, "The calendar shows other months. I turn it with")
        return
    if not whole(mine) and now.may_scroll(2):
        yield scroll("The calendar goes on below.")
        return
    if said := told(now, mine, grid):
        yield answer("The calendar shows it.", said)


def whole(mine: list[Cell]) -> bool:
    """Whether a month is in sight to its end."""
    return max(cell.day.day for cell in mine) >= 28


def told(now: Scene, mine: list[Cell], grid: list[Cell]) -> str:
    """What the days of the wanted month say to the question."""
    asks, wanted = now.question, now.question.trip.days
    if TAKEN.search(fold(asks.text)):
        first = next((n for n, cell in enumerate(grid) if not cell.element.disabled), 0)  # days gone by are off too
        off = [cell for cell in grid[first:] if cell.element.disabled and cell in mine]
        return f"{off[0].day}." if off else ""
    priced = [(price, cell) for cell in mine if (price := costs(now, cell)) is not None]
    if wanted:
        chosen = [(day, price) for day in wanted for price, cell in priced if day.same(cell.day)]
        if len(chosen) == 2 and asks.sum == "difference":
            return f"The difference is {abs(chosen[0][1] - chosen[1][1]):g}."
        return "; ".join(f"{day}: {price:g}" for day, price in chosen)
    if asks.order and priced and asks.order.kind == "money":
        price, cell = (max if asks.order.most else min)(priced, key=lambda pair: pair[0])
        return f"{cell.day}, for {price:g}."
    return ""


def costs(now: Scene, cell: Cell) -> float | None:
    """The price of a day: in its name, or in small letters under its number."""
    if cell.element.disabled:
        return None
    if cell.said and (price := number(cell.said)) is not None:
        return price
    box = cell.element.box
    inside = sorted((line for line in now.page.lines if box and box.holds(line)), key=lambda line: line.y)
    return number(inside[-1].text) if len(inside) > 1 else None
