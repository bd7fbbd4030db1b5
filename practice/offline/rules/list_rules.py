"""Rules about the entries of a list: the best one, their count, scrolling down, the next page."""

from collections.abc import Iterator

from ..page.page import Element
from ..question.quantities import find_quantities
from ..question.words import contains_phrase, tokens
from .answer_rules import admit, answer_entry
from .filter_rules import narrow
from .moves import Move, answer, click, scroll
from .situation import Situation


def enter_named(now: Situation) -> Iterator[Move]:
    """Open an item that the question names, or the owner of the list it ranks, by a link."""
    if now.kind.item and not now.is_settled(now.kind.item):
        return
    items = [item for item in now.goal.items if not now.is_settled(item)]
    if not now.goal.items and now.question.order:
        items = [name for name in now.question.names if not now.kind.is_about(name)]
        items = [
            name for name in items if not now.question.trip or name != now.question.trip.target
        ]
    for item in items[:1]:
        link = _find_link(now, item)
        if link and now.memory.uses(link.name) < 2:
            yield click(link, f"I see a link to {item}. I open")


def _find_link(now: Situation, item: str) -> Element | None:
    """The link named like an item, or the card that is a link and begins with the item's name."""
    most = 2 * len(tokens(item)) + 1
    links = [e for e in now.page.elements if e.tag == "a" and len(tokens(e.name)) <= most]
    fitting = [link for link in links if contains_phrase(link.name, item)]
    cards = [e for e in now.page.elements if e.leads_on and e.box]
    cards = [e for e in cards if tokens(e.name)[: len(tokens(item))] == tokens(item)]
    fitting += [e for e in cards if _is_headed(now, e, item)]
    return min(fitting, key=lambda element: len(element.name), default=None)


def _is_headed(now: Situation, card: Element, item: str) -> bool:
    """Whether the largest line in a card is the item's name."""
    inside = [line for line in now.page.lines if card.box.contains(line)]
    largest = max(inside, key=lambda line: (line.h, -line.y), default=None)
    return largest is not None and tokens(largest.text) == tokens(item)


def enter_best(now: Situation) -> Iterator[Move]:
    """Open a list's best entry, or answer at once if the list shows everything asked for."""
    question, listing = now.question, now.listing
    if now.goal.items or question.counts or now.kind.item:
        return
    if not listing.candidates or not listing.is_ready or not listing.is_wanted:
        return
    for entry in listing.candidates[:2]:
        keeps = now.goal.keeps_conditions(entry.lines)
        if question.command is None and keeps and (text := answer_entry(now, entry)):
            if not entry.whole:  # a row of figures doesn't repeat the words that were filled in
                yield from admit(now, (*now.page.headings, *entry.lines))
            yield answer(f'The list says all I need of "{entry.title}".', text)
        elif not now.memory.uses(entry.element.name):
            yield click(entry.element, "This entry fits best. I open")


def count(now: Situation) -> Iterator[Move]:
    """Say how many there are, once the search is done and no filter is left to set."""
    if not now.question.counts or not now.memory.steps or next(narrow(now), None):
        return
    nouns = {"result", *tokens(now.question.counts)}
    found = [q for line in now.page.body for q in find_quantities(line.text) if q.kind in nouns]
    if found and (now.kind.is_results or now.listing.entries):
        yield answer(
            "The list says how many there are.", f"{found[0].value:,.0f} {now.question.counts}."
        )


def look_further(now: Situation) -> Iterator[Move]:
    """Scroll down the list, then turn to its next page."""
    if now.kind.item or not (now.listing.entries or now.kind.is_results or now.memory.steps):
        return
    if now.kind.may_scroll(8):
        yield scroll("What I want is not in sight yet, and more of the list lies below.")
    else:
        yield from turn_page(now, "This is the end of the page. I turn to the next one with")


def turn_page(now: Situation, why: str) -> Iterator[Move]:
    """Press an unused link or button to the next part of a list or a table."""
    for element in now.listing.next_links:
        if not now.memory.uses(element.name, now.page.address):
            yield click(element, why)
