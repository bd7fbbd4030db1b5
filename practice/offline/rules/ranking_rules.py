"""Rules about the largest, longest or cheapest of several things that one page describes.

They may be its sections or cards, each under its name, or lines of a list that begin with it.
"""

import re
from collections.abc import Iterator

from ..page.facts import amount, find_fact
from ..page.page import Line
from ..page.passages import TELLING, find_in_passages
from ..question.properties import Property
from ..question.quantities import KINDS_OF, UNITS, find_quantities
from ..question.superlatives import Order
from ..question.words import content, has_form, tokens
from .moves import Move, answer
from .situation import Situation

# The name at the beginning of a line: "Alm Hut (1,840 m)", "Alm Hut: 24 beds".
NAMED = re.compile(r"\W*(?P<name>[A-Z][^(:,–—]*?)\s*(?:[(:–—]|,(?!\d)|\s-\s)")


def rank_parts(now: Situation) -> Iterator[Move]:
    """Answer with the best of the things on this page, if all of them are in view."""
    question = now.question
    asks_more = question.command or question.conditions or question.trip or now.goal.items
    if asks_more or not question.order or not question.order.is_superlative:
        return
    if now.listing.entries or now.page.goes_on or now.page.above > 0.05:
        return
    shown = tokens(" ".join([now.page.title, *(line.text for line in now.page.body)]))
    if not all(has_form(word, shown) for word in now.goal.term_words):
        return  # the question is about other things
    values = _measure_sections(now, question.order) or _measure_lines(now, question.order)
    if len(values) > 1:
        best = (max if question.order.most else min)(values, key=lambda name: values[name][0])
        yield answer("I compare what the page says of each.", f"{best} – {values[best][1]}.")


def _measure_sections(now: Situation, order: Order) -> dict[str, tuple[float, str]]:
    """The value of each section or card, by its heading, if two or more have one."""
    heights = sorted(line.h for line in now.page.body)
    small = heights[len(heights) // 4] if heights else 0
    large = [line for line in now.page.body if line.h > 1.1 * small]
    for size in sorted({line.h for line in large}):
        names = [line.text for line in large if abs(line.h - size) < 1]
        for label in order.stems if len(names) > 1 else ():
            kind = TELLING.get(label, ("",))[0] if order.kind == "number" else order.kind
            need = Property((label,), kind or order.kind, label)
            rest = [name for name in names if label not in content(name)]
            found = {name: _measure_section(now, need, name) for name in rest}
            values = {name: value for name, value in found.items() if value}
            if len(values) > 1:
                return values
    return {}


def _measure_section(now: Situation, need: Property, name: str) -> tuple[float, str] | None:
    about, lines = content(name), now.page.body
    fact = find_fact(need, lines, about=about) or find_in_passages(need, about, lines)
    number = amount(fact.value, need.kind) if fact and about else None
    return None if number is None else (number, fact.value)


def _measure_lines(now: Situation, order: Order) -> dict[str, tuple[float, str]]:
    """The value of each line that begins with a name, for lines at one edge."""
    kinds = {kind for stem in order.stems for kind in TELLING.get(stem, (stem,))}
    kinds |= set(KINDS_OF.get(order.kind, (order.kind,))) - {"number", ""}
    columns: dict[int, list[Line]] = {}
    for line in now.page.body:
        columns.setdefault(round(line.x), []).append(line)
    for lines in columns.values():
        values = {}
        for line in lines:
            named = NAMED.match(line.text)
            fitting = [q for q in find_quantities(line.text) if q.fits(kinds)]
            measured = named and any(q.kind in UNITS for q in find_quantities(named["name"]))
            if named and fitting and not measured:
                values[named["name"]] = (fitting[0].value, fitting[0].text)
        if len(values) > 1:
            return values
    return {}
