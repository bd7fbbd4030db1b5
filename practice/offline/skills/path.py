"""The skill of finding a path: puts key points in the order of their places on the page.

The order is top to bottom, left to right; then those without a place, and the answer last.
"""

from itertools import chain

from ..endpoint.protocol import Message, Sample
from ..page.page import Element
from ..question.conditions import find_conditions
from ..question.dates import find_dates
from ..question.superlatives import find_order, sorts_by
from ..question.words import content, fold, tokens
from ..rules.form_rules import CALENDAR, FROM, SENDS, TO
from ..rules.search_rules import search_box
from ..rules.situation import Situation
from .keypoints import ANSWER, KeyPoint, find_key_points, number, read_points, read_request

NAME = "finding the path through a task"
LEAD = "You find the path that a task takes"
FIELDS = {"From": (FROM, TO), "To": (TO, FROM)}  # words of a field, and of its opposite
UNPLACED = (ANSWER, "Do not", "Without")  # no element takes these
SEARCHED = ("To", "Item", "Search for")  # typed into a search box if they have no field


def is_asked(system: str) -> bool:
    """Whether a system prompt asks for a path."""
    return system.startswith(LEAD)


def reply(messages: tuple[Message, ...], sample: Sample) -> str:
    """The key points in the order of the page; further samples may keep the given order."""
    now, blocks = read_request(messages)
    points = read_points(blocks.get("keypoints", "")) or find_placed(now)
    return number(sample.pick([put_in_order(points, now), points]))


def put_in_order(points: list[KeyPoint], now: Situation) -> list[KeyPoint]:
    """The key points by their places on the page: marks are numbered in reading order."""
    end = len(now.page.elements)

    def rank(point: KeyPoint) -> tuple[bool, int]:
        place = find_place(point, now)
        return point.name == ANSWER, end if place is None else place.label

    return sorted(points, key=rank)


def find_placed(now: Situation) -> list[KeyPoint]:
    """The key points to use if none are given: those that have a place on the page.

    The answer is always among them, since every task ends with it.
    """
    points = find_key_points(now)
    return [point for point in points if point.name == ANSWER or find_place(point, now)]


def find_place(point: KeyPoint, now: Situation) -> Element | None:
    """The element that takes a key point: a field, a link, a button or the search box."""
    usable = [element for element in now.page.elements if not element.disabled]
    if point.name in UNPLACED:
        return None
    fitting = [element for element in usable if element.name == point.name]
    if point.name in FIELDS:
        words, others = FIELDS[point.name]
        fitting += [e for e in usable if e.typeable and words & set(tokens(e.name)) - others]
    accepting = (element for element in usable if _accepts(element, point))
    return next(chain(fitting, accepting), search_box(now) if point.name in SEARCHED else None)


def is_day(words: str) -> bool:
    """Whether these words name a day."""
    return any(date.day for date in find_dates(words))


def _accepts(element: Element, point: KeyPoint) -> bool:
    """Whether an element takes a key point, judging by its kind and its name."""
    name, wanted = set(content(element.name)), set(content(point.value))
    pressable = element.tag in ("button", "summary", "input")
    if is_day(point.value):
        return pressable and bool(CALENDAR.search(fold(element.name)))
    if point.name == "Order":
        order = find_order(fold(point.value))
        return bool(order) and any(sorts_by(option, order) for option in element.options)
    if find_conditions(fold(str(point))):
        setting = element.tag != "a" and not element.typeable
        return setting and bool(name & set(content(point.name)))
    if point.name == "To do":
        return pressable and wanted <= name
    if element.options:
        return point.value in element.options
    sends = element.tag != "a" and SENDS.match(fold(element.name))  # sends the form
    return not sends and bool(name) and name <= wanted and 2 * len(name) >= len(wanted)
