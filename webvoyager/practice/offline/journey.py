"""Results told in rows, as flights and trains are: a time, a length, a price, and a button that selects each."""

import re
from collections.abc import Iterator
from itertools import pairwise

from .entries import Card
from .moves import Move, answer, click, quotable, scroll
from .ordering import Order
from .pages import Element, Line, Page
from .quantities import quantities
from .thoughts import ROW
from .words import content, fold, tokens

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
# What a row tells by itself; what is asked beyond this stands in its details.
TOLD = {"price", "cost", "fare", "airline", "duration", "time", "departure", "arrival", "city", "stop", "number", "flight",
        "name", "kilogram", "company", "carrier", "emission", "train", "total", "day", "date"}  # fmt: skip
BARE = re.compile(r"[\d:+ ]*|[\dhmin ]*|[^;]*\([A-Z]{3}\)")  # a time, a length, an airport: no answer by itself
CHANGE = re.compile(r"\blayover|\bstop|\bchange")
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


def tell_row(now) -> Iterator[Move]:
    """Answer from the row that fits, in the wanted order; where more is asked than a row tells, open its details first."""
    asks = now.question
    if not asks.trip.start or asks.counts or asks.act or not now.cards or not now.is_results:
        return
    if (asks.order and not now.is_sorted and now.has_more) or not now.candidates:
        return
    best = now.candidates[0]
    if now.relevance(best.text) < 0.99 and now.has_more and now.history.scrolled(now.page.address) < 5:
        return
    if now.best_noted and asks.order and not now.is_sorted:
        yield answer("I have seen all rows, and this one is the best.", f"{now.best_noted.thing}.")
    if re.search(r"\bchoose (?:its|the|an?) \w+ (?:fare|ticket|rate|tariff)\b", fold(asks.text)):
        yield click(best.element, f"This row fits, and a fare of it is to be chosen. {ROW} with")
        return
    if any(not set(need.stems) & TOLD for need in now.needs):
        opened = [e for e in details(now) if e.expanded]
        for element in [] if opened else [e for e in details(now) if same_row(e, best)][:1]:
            yield click(element, "The row does not tell all that is asked. I look at its details with")
        for element in opened[:1]:
            low = element.box.y + element.box.h
            others = [card.element.box.y for card in now.cards if card.element.box.y > low]
            told = [
                line.text for line in now.page.body if low <= line.y < min(others, default=1e4) - 12 and line.x > 60
            ]
            if not others and now.may_scroll(1):
                yield scroll("The details go on below.")
            told = [re.sub(r" · [\d.,]+ (?:km|miles)$", "", line) for line in told]
            kept = [
                line for line in told if (len(line.split()) > 2 and not BARE.fullmatch(line)) or CHANGE.search(line)
            ]
            yield answer("The details say it.", f"{best.title.split(';')[0]}: {'; '.join(kept)}")
    yield answer("This row fits.", f"{best.title}.")


def details(now) -> list[Element]:
    """The controls that fold out more about a row."""
    return [
        e
        for e in now.page.elements
        if e.expanded is not None and re.match(r"(?:show |view )?details?\b|more\b|expand\b", fold(e.name))
    ]


def same_row(element: Element, card: Card) -> bool:
    """Whether a control stands in a row, or is named by what the row is."""
    words = {word for word in content(element.name) if word != "detail"}
    return bool(card.element.box and element.box and element.box.beside(card.element.box)) or (
        bool(words) and words <= {*content(card.title)}
    )
