"""Rules about lists behind a form: seeing all of them, and opening filters that are folded away."""

import re
from collections.abc import Iterator

from .form import SEARCH, openers, place_fields
from .moves import Move, answer, click
from .narrowing import narrow
from .pages import Element
from .party import OPENS
from .scene import Scene
from .thoughts import FILTERED, PRESSED, wants
from .words import content, fold, tokens

# What groups of filters are called, whatever they hold.
GROUPS = {"facility", "amenity", "feature", "filter", "type", "category", "property", "service", "extra", "option"}
SWITCH = re.compile(r"\b(?:turn on|switch on|activate|enable) (?:the )?([a-z -]+?)(?: for| on|[,.]|$)")
SWITCHED = "I switch on"
NEAR = {
    "rating": {"score", "rating", "star", "review"},
    "money": {"price", "cost", "fare", "budget"},
    "minutes": {"time", "duration"},
}


def search_all(now: Scene) -> Iterator[Move]:
    """Where a list is wanted and no place is named, the form lists everything when it is left empty."""
    asks = now.question
    lists = asks.conditions or asks.order or asks.counts
    if not lists or now.things or now.thing or now.is_results or asks.trip or not (openers(now) and place_fields(now)):
        return
    if now.history.saying(PRESSED):
        return
    for element in now.page.elements:
        if element.tag == "button" and SEARCH.match(fold(element.name)):
            yield click(element, f"{PRESSED} as far as it needs to be, to list everything. I press")
            return


def open_filters(now: Scene) -> Iterator[Move]:
    """Open a folded group of filters that may hold what the question names."""
    if now.things or now.thing or not now.after_form or (now.question.trip.start and not now.question.counts):
        return
    yield from (move for move in narrow(now) if "filter" in move.thought)
    shown = " ".join(element.name for element in now.page.elements if element.toggle)
    open_words = {word for word in now.unmet if word not in content(shown)}
    limits = set().union(*(NEAR.get(c.kind, {c.label}) for c in now.question.conditions if not filtered(now, c)))
    telling = {word for card in now.cards for word in content(card.text)}
    groups = [e for e in now.page.elements if folded(now, e)]
    for element in groups:
        words = set(content(element.name))
        meant = words & (open_words | limits) or any(w in o for w in words for o in open_words if len(w) > 3)
        if meant:
            yield click(element, "What the question names may be a filter. I open the group")
    for element in groups:
        if set(tokens(element.name)) & GROUPS and open_words - telling:
            yield click(element, "What the question names may be a filter. I open the group")


def filtered(now: Scene, condition: object) -> bool:
    """Whether a filter was set for a condition."""
    return bool(now.history.saying(f"{wants(condition)} {FILTERED}"))


def folded(now: Scene, element: Element) -> bool:
    """Whether an element is a closed group of filters that was not opened yet."""
    if element.tag not in ("summary", "button") or element.expanded is not False or element in openers(now):
        return False
    if OPENS & set(tokens(element.name)) and re.search(r"\d", element.name):
        return False
    return len(tokens(element.name)) <= 4 and not now.history.clicked(element.name)


def switch_on(now: Scene) -> Iterator[Move]:
    """Turn a switch on that the question wants on, and say so."""
    wanted = SWITCH.search(fold(now.question.text))
    if not wanted:
        return
    words = {word[:5] for word in content(wanted[1])}
    if now.history.saying(SWITCHED):
        yield answer("The switch is on.", "Done: it is switched on.")
    for element in now.page.elements:
        named = words & {word[:5] for word in content(element.name)}
        if named and element.toggle and not element.checked:
            yield click(element, f"The question wants this on. {SWITCHED}")
            return
