"""The skill of planning: a step or two for each key point, in the order given.

Without key points or a path, the plan covers only what has a place on the page, and the answer.
"""

from collections.abc import Iterator

from ..endpoint.protocol import Message, Sample
from ..page.page import Element
from ..question.conditions import find_conditions
from ..question.trip import bare_name, is_place
from ..question.words import fold
from ..rules.form_rules import SENDS
from ..rules.situation import Situation
from .keypoints import ANSWER, KeyPoint, number, read_points, read_request
from .path import find_place, find_placed, is_day

NAME = "planning a task"
LEADS = ("You write the plan by which", "You plan at a glance how")
LATER = {  # what to do about a key point without a place on this page
    "To": "Look for “{}”",
    "Item": "Click the link “{}”",
    "Search for": "Search for “{}”",
    "Detail": "Choose “{}” where a page offers it",
    "Order": "Sort so that the “{}” comes first, or compare the entries",
    "To do": "Click the button for this: {}",
    "Do not": "Leave this undone: {}",
    "Without": "Leave this undone: {}",
    ANSWER: "Answer with: {}",
}
KINDS = {"a": "link", "button": "button", "summary": "button"}


def is_asked(system: str) -> bool:
    """Whether a system prompt asks for a plan."""
    return system.startswith(LEADS)


def reply(messages: tuple[Message, ...], sample: Sample) -> str:
    """The steps, numbered."""
    now, blocks = read_request(messages)
    given = blocks.get("path") or blocks.get("keypoints", "")
    return number(plan(read_points(given) or find_placed(now), now))


def plan(points: list[KeyPoint], now: Situation) -> list[str]:
    """A step or two for each key point; a form with days is sent after its last field."""
    places = [find_place(point, now) for point in points]
    sent = _find_last_field(points, places)
    steps: list[str] = []
    for place, (point, element) in enumerate(zip(points, places, strict=True)):
        steps += _plan_use(point, element) if element else [_plan_later(point)]
        if place == sent:
            steps += [f"Click {_name_element(e)}" for e in now.page.elements if _is_sending(e)][:1]
    if not any(point.name == ANSWER for point in points):
        steps.append("Answer once the page shows that it is done")
    return [*dict.fromkeys(steps)]  # two days may be chosen in one calendar


def _find_last_field(points: list[KeyPoint], places: list[Element | None]) -> int | None:
    """Which key point goes into the last field of a form with days; None without such a form."""
    seen = [*zip(points, places, strict=True)]
    fields = [
        place
        for place, (point, element) in enumerate(seen)
        if element and (element.typeable or element.options or is_day(point.value))
    ]
    days = any(element and is_day(point.value) for point, element in seen)
    return fields[-1] if days else None


def _is_sending(element: Element) -> bool:
    return element.tag != "a" and bool(SENDS.match(fold(element.name)))


def _plan_use(point: KeyPoint, element: Element) -> Iterator[str]:
    """The steps for an element that takes a key point; none if it is already set."""
    if element.options:
        if element.value != point.value:
            yield f"Select “{point.value}” in “{element.name}”"
    elif element.typeable and not is_place(element.value, point.value):
        yield f"Type “{bare_name(point.value)}” into “{element.name}”"
        if point.name in ("From", "To"):
            yield f"Click the option “{point.value}”"
        elif point.name == "Item":
            yield f"Click the link “{point.value}”"
    elif not element.typeable:
        yield f"Click {_name_element(element)}"
        if is_day(point.value):
            yield f"Click “{point.value}” in the calendar"


def _name_element(element: Element) -> str:
    """The kind and the name of an element: the button “Search”."""
    kind = element.role or KINDS.get(element.tag) or element.type or element.tag
    return f"the {kind} “{element.name}”"


def _plan_later(point: KeyPoint) -> str:
    """The step for a key point that a later page takes."""
    if point.name in LATER:
        return LATER[point.name].format(point.value)
    if find_conditions(fold(str(point))):
        return f"Keep what has this, by a filter where there is one: {point}"
    return f"Set the {fold(point.name)} to “{point.value}” where a page asks for it"
