"""Rules about journeys told in rows: the one that fits, its fare to be chosen, its details."""

import re
from collections.abc import Iterator

from .entries import Card
from .moves import Move, answer, click, scroll
from .pages import Element
from .scene import Scene
from .thoughts import ROW
from .words import content, fold

# What a row tells by itself; what is asked beyond this stands in its details.
_TOLD = """
price cost fare airline duration time departure arrival city stop number flight name kilogram company carrier emission
train total day date
"""
TOLD = frozenset(_TOLD.split())
FARE = re.compile(r"\bchoose (?:its|the|an?) \w+ (?:fare|ticket|rate|tariff)\b")
BARE = re.compile(r"[\d:+ ]*|[\dhmin ]*|[^;]*\([A-Z]{3}\)")  # a time, a length, an airport: no answer by itself
CHANGE = re.compile(r"\blayover|\bstop|\bchange")
DETAILS = re.compile(r"(?:show |view )?details?\b|more\b|expand\b")


def tell_row(now: Scene) -> Iterator[Move]:
    """Answer from the row that fits, in the wanted order; where more is asked than a row tells, open its details first."""
    asks = now.question
    if not asks.trip.start or asks.counts or asks.act or not now.is_results or not now.candidates:
        return
    if asks.order and not now.is_sorted and now.has_more:
        return
    best = now.candidates[0]
    if now.relevance(best.text) < 0.99 and now.has_more and now.history.scrolled(now.page.address) < 5:
        return
    if now.best_noted and asks.order and not now.is_sorted:
        yield answer("I have seen all rows, and this one is the best.", f"{now.best_noted.thing}.")
    if FARE.search(fold(asks.text)):
        yield click(best.element, f"This row fits, and a fare of it is to be chosen. {ROW} with")
        return
    if any(not set(need.stems) & TOLD for need in now.needs):
        yield from look_closer(now, best)
    yield answer("This row fits.", f"{best.title}.")


def look_closer(now: Scene, row: Card) -> Iterator[Move]:
    """Open the details of a row, and say what stands there."""
    shown = details(now)
    opened = next((element for element in shown if element.expanded), None)
    if not opened:
        mine = [element for element in shown if same_row(element, row)]
        yield from (click(e, "The row does not tell all that is asked. I look at its details with") for e in mine[:1])
        return
    top = opened.box.bottom
    next_row = min((card.element.box.y for card in now.cards if card.element.box.y > top), default=None)
    if next_row is None and now.may_scroll(1):
        yield scroll("The details go on below.")
    end = (1e4 if next_row is None else next_row) - 12
    told = [line.text for line in now.page.body if top <= line.y < end and line.x > 60]
    told = [re.sub(r" · [\d.,]+ (?:km|miles)$", "", text) for text in told]
    kept = [text for text in told if CHANGE.search(text) or (len(text.split()) > 2 and not BARE.fullmatch(text))]
    yield answer("The details say it.", f"{row.title.split(';')[0]}: {'; '.join(kept)}")


def details(now: Scene) -> list[Element]:
    """The controls that fold out more about a row."""
    return [e for e in now.page.elements if e.expanded is not None and DETAILS.match(fold(e.name))]


def same_row(element: Element, row: Card) -> bool:
    """Whether a control stands in a row, or is named by what the row is."""
    if row.element.box and element.box and element.box.beside(row.element.box):
        return True
    words = {word for word in content(element.name) if word != "detail"}
    return bool(words) and words <= {*content(row.title)}
