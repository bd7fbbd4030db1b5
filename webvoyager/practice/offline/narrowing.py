"""Rules about lists: filters, the order, counting, further down and on the next page."""

import re
from collections.abc import Iterator
from dataclasses import replace

from .conditions import Condition, conditions
from .moves import Move, answer, click, scroll
from .ordering import HIGH, LOW, sorts
from .pages import Element
from .quantities import quantities, spelled
from .question import CHOOSING
from .scene import MORE, Scene
from .thoughts import FILTERED, ORDERED, wants
from .words import content, fold, tokens

APPLY = (
    "apply", "apply filters", "filter", "show results", "go", "update", "refine", "sort", "show", "apply filter", "submit",
)  # fmt: skip
_LISTED = "result product item paper recipe article entry match book place hotel flight stay property"  # stems
LISTED = frozenset(_LISTED.split())
APPLIED = "To make the filter count"
NEXT = (
    "next", "next page", "next >", "next ›", "next →", "next »", "older", "more results", "load more", "show more", "›", "»", "→",
    "more", "show more results", "view more", "see more",
)  # fmt: skip


def narrow(now: Scene) -> Iterator[Move]:
    """Use the controls that match a condition, a word of the question, or the wanted order."""
    if now.things or now.thing or not (now.cards or now.is_results):
        return
    for element in now.page.elements:
        away = element.tag == "a" and now.question.trip  # beside a form, links are the site's sections
        if not element.disabled and not away:
            yield from filters(now, element)
    if unapplied(now):
        for element in now.page.named(*APPLY):
            yield click(element, f"{APPLIED}, I press")
        if now.page.goes_on and any(FILTERED in past.thought for past in now.history.steps[-3:]):
            yield scroll("I have set a filter, but it does not count yet. The button for that may lie below.")
    if now.question.order and not now.is_sorted:
        for element in sorted(now.page.elements, key=lambda element: element.tag != "select"):
            if not element.disabled:
                yield from orders(now, element)


def unapplied(now: Scene) -> bool:
    """Whether a filter was set that has not changed the list yet."""
    for past in reversed(now.history.steps):
        if past.moved or APPLIED in past.thought:
            return False
        if FILTERED in past.thought or ORDERED in past.thought:
            return not past.vain
    return False


def filters(now: Scene, element: Element) -> Iterator[Move]:
    """Choose an element, or one of its options, that states a condition or a word of the question."""
    if element.tag == "select":
        for option in element.options:
            if option != element.value and (why := reason(now, option)) and not now.history.clicked(option):
                yield Move(f'{why} {FILTERED} "{option}".', f"Type [{element.label}]; {option}")
    elif limit := field_limit(now, element):
        yield Move(f'The question sets a limit. {FILTERED} "{element.name}".', f"Type [{element.label}]; {limit}")
    elif _pressable(element) and (why := reason(now, element.name)) and not now.history.clicked(element.name):
        yield click(element, f"{why} {FILTERED}")


def _pressable(element: Element) -> bool:
    """Whether a press on an element may choose it."""
    kind = element.toggle or element.tag in ("a", "button") or element.role in ("option", "radio")
    return kind and not element.checked


def reason(now: Scene, name: str) -> str:
    """Why a filter of this name helps, "" if it does not."""
    bare = re.sub(r"\s*\(?\d[\d,]*\)?$", "", name) if re.search(r"[^\W\d_]{3}.*\(?\d+\)?$", name) else name
    if re.match(r"(?:remove|clear|reset|all)\b", fold(name)):
        return ""
    for condition in now.question.conditions:
        done = now.history.saying(f"{wants(condition)} {FILTERED}")
        if not done and any(fits(condition, other) for other in filter_conditions(name)):
            return wants(condition)
    words = set(content(bare)) - {"only", *CHOOSING}
    if words and len(words) < 4 and words <= now.unmet:
        return "The question names this."
    return ""


def filter_conditions(name: str) -> list[Condition]:
    """The limits that a filter's name states; a number with a unit and no comparator is exact."""
    plain = spelled(name).replace("& up", "or more").replace("& above", "or more").replace("and over", "or more")
    found = list(conditions(plain))
    found = [replace(one, label="rating", kind="rating") if not one.kind and one.limit <= 5 else one for one in found]
    if not found and len(numbers := quantities(plain)) == 1 and numbers[0].kind:
        found = [Condition(numbers[0].kind, numbers[0].kind, "=", numbers[0].value)]
    return found


def fits(condition: Condition, other: Condition) -> bool:
    """Whether a filter keeps all that keeps the condition, and little else."""
    if not other.kind and condition.kind == "rating":
        return (condition.sign, condition.limit) == (other.sign, other.limit)  # "8 or more", below the word "score"
    if condition.kind != other.kind and condition.label != other.label:
        return False
    if condition.sign[0] != other.sign[0]:
        return False
    if condition.limit == other.limit:
        return True
    loose = other.limit < condition.limit if condition.sign[0] == ">" else other.limit > condition.limit
    near = 0.7 <= other.limit / condition.limit <= 1.4 if condition.limit else False
    return loose and near


def field_limit(now: Scene, element: Element) -> str:
    """What to type into a field for the least or the most of something, "" if it is none."""
    if not element.typeable or element.value:
        return ""
    name = fold(element.name)
    for condition in now.question.conditions:
        side = r"\b(?:max|up to|to|most|under)" if condition.sign[0] == "<" else r"\b(?:min|from|least|over)"
        if re.search(side, name) and (condition.label in name or condition.kind == "money"):
            return f"{condition.limit:g}"
    return ""


def orders(now: Scene, element: Element) -> Iterator[Move]:
    """Choose the wanted order in a list of options, or press the control that is named so."""
    order = now.question.order
    why = f"{ORDERED} {order.label}"
    if element.tag == "select":
        for option in element.options:
            if sorts(option, order):
                yield Move(f'{why}: I choose "{option}".', f"Type [{element.label}]; {option}")
                return
    elif (element.tag in ("a", "button") or element.toggle) and len(element.name) < 40 and not now.in_header(element):
        named = element.tag != "a" or _of_order(element.name)
        if named and sorts(element.name, order) and not now.history.clicked(element.name):
            yield click(element, f"{why}: I press")


def _of_order(name: str) -> bool:
    """Whether at least half of a link's words speak of an order."""
    words = content(name)
    return 2 * sum(bool(LOW.search(word) or HIGH.search(word)) for word in words) >= len(words)


def count(now: Scene) -> Iterator[Move]:
    """Say how many there are, once the search is done and no filter is left to set."""
    if not now.question.counts or not now.history.steps or next(narrow(now), None):
        return
    nouns = {*LISTED, *tokens(now.question.counts)}
    for line in now.page.body:
        found = [quantity for quantity in quantities(line.text) if quantity.kind in nouns]
        if found and (now.is_results or now.cards):
            yield answer("The list says how many there are.", f"{found[-1].value:,.0f} {now.question.counts}.")
            return


def show_all(now: Scene) -> Iterator[Move]:
    """A section that shows nothing may show only its newest: look at all of it."""
    if now.in_section and not now.cards and not now.thing:
        for element in now.page.named("all", "view all", "show all", "see all"):
            if not now.history.clicked(element.name, now.page.address):
                yield click(element, "Nothing is listed here. To see the whole section, I press")


def look_further(now: Scene) -> Iterator[Move]:
    """Further down the list, then its next page."""
    if now.thing or not (now.cards or now.is_results or now.history.steps):
        return
    if now.may_scroll(8):
        yield scroll("What I want is not in sight yet, and more of the list lies below.")
        return
    for element in next_links(now):
        if now.history.clicked(element.name, now.page.address):
            continue
        yield click(element, "This is the end of the page. I turn to the next one with")
    if now.best_noted and not now.things:
        best = now.best_noted
        if (now.needs or now.question.act) and not now.question.trip.start:
            yield scroll(f'I have seen the whole list. Chosen: "{best.thing}".', "up")
        else:
            yield answer("I have seen the whole list.", f"{best.thing} ({best.label}: {best.value}).")


def next_links(now: Scene) -> list[Element]:
    """What leads to more of the list."""
    usable = [(fold(element.name), element) for element in now.page.elements if not element.disabled]
    return [e for name, e in usable if name in NEXT or re.match(r"next\b(?! month)", name) or MORE.match(name)]
