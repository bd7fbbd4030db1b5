"""Results told in rows, as flights and trains are: a time, a length, a price, and a button that selects each."""

import re
from itertools import pairwise

from .entries import Card
from .moves import quotable
from .ordering import Order
from .pages import Element, Line, Page
from .quantities import quantities
from .words import tokens

CLOCK = re.compile(r"\b(?:[01]?\d|2[0-3]):[0-5]\d\b")
PARTS = ("#clock", "#length")  # kinds of value that only a row of a journey has
_WHAT = r"\b[^.?;:]*?\b(?:flight|train|bus|ferry|departure|connection)"
# How an order of journeys is asked for, the property, its kind, whether the most of it is wanted.
ORDERS = (
    (rf"(?:last|latest){_WHAT}", "departure", "#clock", True),
    (rf"(?:first|earliest){_WHAT}", "departure", "#clock", False),
    (r"(?:least|less|lowest|fewest)[^.?;:]*?\b(?:co ?2|emissions?|carbon)|greenest", "emission", "grams", False),
    (r"costs? (?:the )?most", "price", "money", True),
    (r"shortest|quickest|fastest", "duration", "#length", False),
    (r"longest", "duration", "#length", True),
)
MOST_WORDS = 200


def journey_order(plain: str) -> Order | None:
    """The order in which journeys are to be ranked, by a folded question."""
    for form, label, kind, most in ORDERS:
        if match := re.search(rf"\b(?:{form})\b", plain):
            return Order(label, kind, most, match[0])
    return None


def journey_value(label: str, kind: str, text: str) -> float | None:
    """When a row's journey departs or arrives, in minutes of the day, or how long it takes, in minutes."""
    if kind == "#length":
        return max((q.value for q in quantities(text) if q.kind == "minutes"), default=None)
    clocks = [int(found[0].split(":")[0]) * 60 + int(found[0][-2:]) for found in CLOCK.finditer(text)]
    place = 1 if label == "arrival" else 0
    return float(clocks[place]) if len(clocks) > place else None


def rows(page: Page) -> list[Card]:
    """The rows of a list: links or buttons that begin alike and stand below each other, each with what is beside it."""
    groups: dict[tuple, list[Element]] = {}
    for element in page.elements:
        words = tokens(element.name)
        if element.box and element.tag in ("a", "button") and len(words) > 1 and element.box.y > 100:
            groups.setdefault((words[0], round(element.box.right / 8)), []).append(element)
    groups = {
        key: group for key, group in groups.items() if all(CLOCK.search(e.name) or _clocked(e, page) for e in group)
    }
    peers = max(groups.values(), key=lambda group: (len(group), group[0].tag == "a"), default=[])
    middles = [e.box.y + e.box.h / 2 for e in peers]
    gap = min((low - high for high, low in pairwise(middles)), default=64)
    return [_row(element, middle, gap, page) for element, middle in zip(peers, middles, strict=True)]


def _clocked(element: Element, page: Page) -> bool:
    return any(line.beside(element.box) and CLOCK.search(line.text) for line in page.lines)


def _row(element: Element, middle: float, gap: float, page: Page) -> Card:
    """A row by the element that selects it: the lines half a gap above and below its middle."""
    left = 60 if any(line.x < 60 for line in page.lines) else 0  # a rail of the site at the side is no part of it
    lines = [line for line in page.body if line.x > left and abs(line.y + line.h / 2 - middle) < gap / 2]
    lines = [line for line in lines if not element.box.holds(line)]
    return Card(_summary(element, lines), element, tuple(lines))


def _summary(element: Element, lines: list[Line]) -> str:
    """A row in words: the name of its button without the verb, and what stands beside it and is not said yet."""
    said = element.name.split(" ", 1)[1]
    for line in lines:
        told = re.fullmatch(r"[+-]?\d+ ?%|\d", line.text) or (CLOCK.search(line.text) and CLOCK.search(said))
        if not told and not set(tokens(line.text)) <= set(tokens(said)):
            said += f"; {line.text}"
    return quotable(said)[:MOST_WORDS]
