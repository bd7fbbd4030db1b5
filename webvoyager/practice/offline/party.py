"""Rules about how many come along: numbers with a plus and a minus beside them, or lists of numbers."""

import re
from collections.abc import Iterator

from .moves import Move, click
from .pages import Element
from .quantities import quantities
from .scene import Scene
from .thoughts import FILLED
from .words import fold, stem, tokens

OPENS = {"guest", "traveller", "traveler", "passenger", "people", "person", "adult", "occupancy", "room"}
MORE, LESS = (
    re.compile(r"^(?:\+|add|more|increase|increment|plus|one more)\b|^\+$|\bplus$"),
    re.compile(r"^(?:[-−–]|remove|fewer|less|decrease|decrement|minus|one less)(?:\b|$)|\bminus$"),
)
DONE = ("done", "apply", "ok", "save", "close", "confirm")
RIGHT = "All numbers are right"


def people(now: Scene) -> Iterator[Move]:
    """Set the number of each kind of guest that the question names."""
    wanted = dict(now.question.trip.party)
    wanted = {noun: count for noun, count in wanted.items() if noun != "guest"} or wanted
    if not wanted or now.history.saying(RIGHT):
        return
    open_ = steppers(now, wanted)
    for noun, more, less, value in open_:
        step = more if value < wanted[noun] else less
        if value != wanted[noun] and step and not step.disabled:
            yield click(step, f"{FILLED} {wanted[noun]} ({noun}), and there are {value}. I press")
            return
    if open_:
        for element in now.page.named(*DONE):
            yield click(element, f"{RIGHT}. I press")
        return
    for element in now.page.elements:
        if not OPENS & set(tokens(element.name)) or told(f"{element.name} {element.value}", wanted):
            continue
        tried = now.history.clicked(element.name, now.page.address)
        if element.tag == "select" and len(tokens(element.name)) <= 4:
            for option in element.options:
                if option != element.value and told(option, wanted) and not now.history.typed(option, element.name):
                    yield Move(f'{FILLED} people. I choose "{option}".', f"Type [{element.label}]; {option}")
        elif element.expanded is False and not tried and re.search(r"\d", element.name):
            yield click(element, f"{FILLED} people. I open")


def told(text: str, wanted: dict[str, int]) -> bool:
    """Whether a text says these numbers: each by its noun, or their sum where it counts all people alike."""
    counts = quantities(text)
    if all(any(q.kind == stem(noun) or q.kind.startswith(noun) for q in counts) for noun in wanted):
        return all(any(q.kind.startswith(noun) and q.value == n for q in counts) for noun, n in wanted.items())
    total = sum(n for noun, n in wanted.items() if noun != "room")
    alone = set(wanted) <= {"adult", "guest"} or total != 2
    people_ = [q for q in counts if q.kind != "room"]
    rooms = [q.value for q in counts if q.kind == "room"]
    return bool(people_) and people_[0].value == total and alone and wanted.get("room", 1) in (rooms or [1])


def steppers(now: Scene, wanted: dict[str, int]) -> list[tuple[str, Element | None, Element | None, int]]:
    """The open steppers for these nouns: the noun, its plus, its minus, the number between them."""
    found = []
    for noun in wanted:
        ends = [ends_of(now, noun, form) for form in (MORE, LESS)]
        if ends[0] and ends[1]:
            value = number_between(now, ends[1], ends[0])
            if value is not None:
                found.append((noun, ends[0], ends[1], value))
    return found


def ends_of(now: Scene, noun: str, form: re.Pattern) -> Element | None:
    """The button that counts a noun up or down: it names it, or stands in its row."""
    for element in now.page.elements:
        if element.box and element.tag in ("button", "a", "div", "span") and form.search(fold(element.name)):
            row = [line.text for line in now.page.lines if line.beside(element.box) and line.x < element.box.x]
            words = tokens(element.name) if len(tokens(element.name)) > 1 else tokens(" ".join(row))
            plain = "infant" if "infant" in words and noun != "infant" else noun
            if any(word.startswith(plain) for word in words):
                return element
    return None


def number_between(now: Scene, less: Element, more: Element) -> int | None:
    """The number that stands between a minus and a plus."""
    left, right = sorted((less.box, more.box), key=lambda box: box.x)
    for line in now.page.lines:
        if line.beside(less.box) and left.x < line.x < right.right and re.fullmatch(r"\d+", line.text.strip()):
            return int(line.text)
    for element in now.page.elements:
        box = element.box
        if box and box.beside(less.box) and left.x < box.x < right.x and re.fullmatch(r"\d+", element.value):
            return int(element.value)
    return None
