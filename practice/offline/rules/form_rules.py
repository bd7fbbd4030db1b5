"""Rules about forms that ask for a trip: origin, destination, days, and the search button."""

import re
from collections.abc import Iterator

from ..memory.memory import SENT
from ..page.page import Element
from ..question.dates import find_dates
from ..question.trip import bare_name, is_place
from ..question.words import content, fold, tokens
from .moves import Move, click, write
from .situation import Situation

FROM, TO = {"from", "origin", "leaving"}, {"to", "destination", "going"}
CALENDAR = re.compile(r"\b(?:depart\w*|outbound|check-?in|dates?|return\w*|inbound|check-?out)\b")
SENDS = re.compile(r"(?:search|show|find|update|check)\b(?: \w+){0,2}$")
DAY = "The question gives this day. I choose"


def fill_in(now: Situation) -> Iterator[Move]:
    """Fill in the form that asks for the trip, part by part, and send it."""
    pressable = [e for e in now.page.elements if e.tag in ("button", "summary", "input")]
    calendars = [element for element in pressable if CALENDAR.search(fold(element.name))]
    sent = [step for step in now.memory.steps_saying(SENT) if not step.in_vain]
    if not now.question.trip or not calendars or sent:
        return
    yield from _type_places(now)
    yield from _choose_options(now)
    yield from _choose_days(now, calendars)
    for element in pressable:
        if SENDS.match(fold(element.name)) and now.memory.uses(element.name) < 2:
            yield click(element, SENT)


def _type_places(now: Situation) -> Iterator[Move]:
    """Type the places; if suggestions appear, choose the matching one."""
    trip = now.question.trip
    for words, others, place in ((FROM, TO, trip.origin), (TO, FROM, trip.target)):
        fields = [
            e for e in now.page.elements if e.typeable and words & set(tokens(e.name)) - others
        ]
        for field in fields[:1] if place else ():
            options = [
                e for e in now.page.elements if e.role == "option" and is_place(e.name, place)
            ]
            if options and now.memory.uses(field.name) and now.memory.uses(options[0].name) < 2:
                yield click(options[0], "This is the place that is meant. I choose")
            elif not is_place(field.value, place) and now.memory.uses(field.name) < 2:
                yield write(field, bare_name(place), "The question gives this place. I type")


def _choose_options(now: Situation) -> Iterator[Move]:
    """Choose the options that the question names: "one way", "business"."""
    for element in now.page.elements:
        for option in element.options:
            named = set(content(option)) and set(tokens(option)) <= set(tokens(now.question.text))
            if named and option != element.value and not now.memory.uses(element.name):
                yield write(element, option, "The question says so: I choose")


def _choose_days(now: Situation, calendars: list[Element]) -> Iterator[Move]:
    """Open the calendar, turn to the month, choose the days in order."""
    days, chosen = now.question.trip.days, len(now.memory.steps_saying(DAY))
    shown = [
        (e, found[0])
        for e in now.page.elements
        if len(found := find_dates(e.name)) == 1 and found[0].day
    ]
    opener = calendars[min(chosen, len(calendars) - 1)]
    for day in days[chosen : chosen + 1]:
        free = [(e, date) for e, date in shown if not e.disabled and e.tag != "a"]
        fitting = [e for e, date in free if date.day == day.day]
        later = now.page.elements_named("next month", "next", "later", "›", "→")
        if fitting:
            yield click(fitting[0], DAY)
        elif shown and later and now.memory.uses(later[0].name) < 12:
            yield click(later[0], "This day is in a later month. I press")
        elif now.memory.uses(opener.name) < 2:
            yield click(opener, "I choose the days in the calendar:")
