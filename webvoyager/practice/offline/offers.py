"""Rules about the offers on a thing's page: rooms, fares or sizes in rows, each with its terms and its price."""

import re
from collections.abc import Iterator
from itertools import pairwise

from .entries import Card
from .moves import Move, answer, quotable, scroll
from .pages import Element, Page
from .quantities import quantities
from .scene import Scene
from .thoughts import PRESSED
from .words import STOP, TOKEN, fold, stem

NOT = re.compile(r"\b(?:without|with no|no|non|not)[ -](?:any )?(\w+)")


def offers(page: Page) -> list[Card]:
    """The rows whose controls are named by what they offer, each with the lines up to the next row."""
    groups: dict[tuple, list[Element]] = {}
    for element in page.elements:
        control = element.box and (element.tag in ("select", "button", "input") or element.toggle)
        if control and len(terms(element.name)) > 1:
            groups.setdefault((element.tag, round(element.box.right / 8)), []).append(element)
    found = max((_cards(group, page) for group in groups.values()), key=len, default=[])
    return found if len(found) > 1 else []


def _cards(group: list[Element], page: Page) -> list[Card]:
    """Each control with the lines down to the next one, if a price is among them."""
    tops = [element.box.y for element in group]
    gap = min((low - high for high, low in pairwise(tops)), default=70)
    made = []
    for element, top, end in zip(group, tops, [*tops[1:], tops[-1] + gap], strict=True):
        lines = tuple(line for line in page.body if top - 12 <= line.y < end - 12)
        if any(quantity.kind == "money" for line in lines for quantity in quantities(line.text)):
            made.append(Card(quotable(element.name), element, lines))
    return made


def terms(text: str) -> set[str]:
    """The words of a text that say what is offered; what is not in it begins with "no": "nobreakfast"."""
    plain = NOT.sub(r"no\1", fold(text))
    return {stem(word)[:8] for word in TOKEN.findall(plain) if word not in STOP and not word.isdigit()}


def fit(wanted: set[str], offered: set[str]) -> int:
    """How many of the wanted terms an offer has, less twice those it has the other way round."""
    against = {word[2:] if word.startswith("no") else f"no{word}"[:8] for word in wanted}
    return len(wanted & offered) - 2 * len(against & offered)


def tell_offer(now: Scene) -> Iterator[Move]:
    """Answer with the offer whose terms are those of the question, once the days are entered."""
    if not now.thing or not now.question.trip.days or now.question.act or now.question.compares:
        return
    if re.match(r"(?:please )?(?:book|reserve|order)\b", fold(now.question.text)):
        return  # to tell of it is not enough
    if not now.history.saying(PRESSED):
        return
    shown, wanted = offers(now.page), terms(now.question.text)
    rated = [(fit(wanted, terms(f"{card.title} {card.text}")), card) for card in shown]
    if not shown and now.may_scroll(3):
        yield scroll("The offers for these days may lie further down.")
    if rated:
        best = max(rated, key=lambda pair: pair[0])[1]
        said = "; ".join(line.text for line in best.lines if line.x > 0.3 * now.page.viewport[0])
        yield answer("This offer has the terms of the question.", f"{now.thing}, {best.title}: {said}.")
