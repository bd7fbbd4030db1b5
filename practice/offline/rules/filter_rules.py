"""Rules about narrowing a list: matching filters, the button that applies them, the order."""

import re
from collections.abc import Iterator
from dataclasses import replace

from ..memory.memory import FILTERED, LIMITED, ORDERED
from ..page.page import Element
from ..question.conditions import Condition, find_conditions
from ..question.quantities import find_quantities, with_digits
from ..question.superlatives import HIGH, LOW, sorts_by
from ..question.words import content, fold
from .command_rules import CHOOSING
from .moves import Move, click, scroll, write
from .situation import Situation

APPLY = (
    "apply", "apply filters", "apply filter", "filter", "show results", "go", "update", "refine",
    "sort", "submit",
)  # fmt: skip
APPLIED = "To make the filter count"


def narrow(now: Situation) -> Iterator[Move]:
    """Use the controls that match a condition, a word of the question, or the wanted order."""
    if now.goal.items or now.kind.item or not (now.listing.entries or now.kind.is_results):
        return
    enabled = [e for e in now.page.elements if not e.disabled]
    usable = [e for e in enabled if e.tag != "a" or not now.kind.in_menu(e)]
    for element in usable:
        yield from _set_filters(now, element)
    marks = (FILTERED, ORDERED, APPLIED)
    waiting = [
        step for step in now.memory.steps[-3:] if any(mark in step.thought for mark in marks)
    ]
    if waiting and not waiting[-1].moved and APPLIED not in waiting[-1].thought:
        for element in now.page.elements_named(*APPLY):
            yield click(element, f"{APPLIED}, I press")
        if now.page.goes_on and FILTERED in waiting[-1].thought:
            yield scroll(
                "I have set a filter, but it does not count yet. The button for that may lie below."
            )
    if now.question.order and not now.listing.is_sorted:
        for element in sorted(usable, key=lambda element: element.tag != "select"):
            yield from _set_order(now, element)


def _set_filters(now: Situation, element: Element) -> Iterator[Move]:
    pressable = element.toggle or element.tag in ("a", "button") or element.role == "option"
    if element.tag == "select":
        for option in element.options:
            if (
                option != element.value
                and (why := _explain_filter(now, option))
                and not now.memory.uses(option)
            ):
                yield write(element, option, f"{why} {FILTERED}")
    else:
        why = _explain_filter(now, element.name) if pressable and not element.checked else ""
        if why and not now.memory.uses(element.name):
            yield click(element, f"{why} {FILTERED}")


def _explain_filter(now: Situation, name: str) -> str:
    """Why a filter of this name helps, or "" if it doesn't."""
    # Drop the number of entries after the name.
    bare = re.sub(r"(?<=[^\W\d_]{3})\s*\(?\d[\d,]*\)?$", "", name)
    if re.match(r"(?:remove|clear|reset|all)\b", fold(name)):
        return ""
    for condition in now.question.conditions:
        why = LIMITED.format(condition)
        done = now.memory.steps_saying(f"{why} {FILTERED}")
        if not done and any(_is_fitting_filter(condition, other) for other in _read_filter(name)):
            return why
    words = set(content(bare)) - {"only", *CHOOSING}
    return "The question names this." if 0 < len(words) < 4 and words <= now.goal.unmet else ""


def _read_filter(name: str) -> list[Condition]:
    """The limits that a filter's name states; a number with a unit and no comparator is exact."""
    plain = re.sub(r"& (?:up|above)|and over", "or more", with_digits(name))
    found = [
        c if c.kind or c.limit > 5 else replace(c, label="rating", kind="rating")
        for c in find_conditions(plain)
    ]
    if not found and len(numbers := find_quantities(plain)) == 1 and numbers[0].kind:
        found = [Condition(numbers[0].kind, numbers[0].kind, "=", numbers[0].value)]
    return found


def _is_fitting_filter(condition: Condition, other: Condition) -> bool:
    """Whether a filter keeps everything the condition keeps, and little else."""
    alike = condition.kind == other.kind or condition.label == other.label
    if not alike or condition.sign[0] != other.sign[0] or not condition.limit:
        return False
    share = other.limit / condition.limit
    return 0.7 <= share <= 1 if condition.sign[0] == ">" else 1 <= share <= 1.4


def _set_order(now: Situation, element: Element) -> Iterator[Move]:
    order = now.question.order
    if element.tag == "select":
        options = [option for option in element.options if sorts_by(option, order)]
        for option in options[:1]:
            yield write(element, option, f"{ORDERED} {order.label}: I choose")
    elif (element.tag in ("a", "button") or element.toggle) and not now.kind.in_menu(element):
        words = content(element.name)
        speaks = 2 * sum(bool(LOW.search(word) or HIGH.search(word)) for word in words) >= len(
            words
        )
        named = len(element.name) < 40 and (element.tag != "a" or speaks)
        if named and sorts_by(element.name, order) and not now.memory.uses(element.name):
            yield click(element, f"{ORDERED} {order.label}: I press")
