"""The trip in a question: from where, to where, on which days.

Travel sites ask for it in a form before they list anything.
"""

import re
from dataclasses import dataclass

from .dates import Date, find_dates
from .words import tokens

_PLACE = r"[A-Z][\w'’-]+(?: (?:[A-Z][\w'’-]+|de|la))*(?: \([A-Z]{3}\))?"
_ROUTE = re.compile(rf",? from (?P<origin>{_PLACE})(?:,? to (?P<target>{_PLACE}))?")
_TARGET = re.compile(rf"\b(?:to|in|at) (?P<target>{_PLACE})")
# § stands for a day.
_DAYS = re.compile(
    r",?(?: (?:from|on|for|about|out on|between))? §(?: (?:to|until|and|and back on) §)?"
)


@dataclass(frozen=True)
class Trip:
    """Origin and target in the question's words ("" if it names none), and the days in order."""

    origin: str
    target: str
    days: tuple[Date, ...]


def find_trip(text: str) -> tuple[Trip | None, str]:
    """The trip of a question, and the text without its days and its route.

    There is a trip if the question has a day and an origin, or two days and a target.
    """
    days, plain = tuple(date for date in find_dates(text) if date.day), text
    for date in days:
        plain = plain.replace(date.text, "§", 1)
    route, target = _ROUTE.search(plain), _TARGET.search(plain)
    place = route["target"] if route and route["target"] else target["target"] if target else ""
    if not days or not (route or (place and len(days) == 2)):
        return None, text
    rest = _DAYS.sub("", _ROUTE.sub("", plain))
    return Trip(route["origin"] if route else "", place, days), rest.replace("§", "")


def is_place(name: str, place: str) -> bool:
    """Whether a suggestion or a field's value is this place.

    Compares codes such as "(AMS)" if both have one, else the names.
    """
    code = re.search(r"\(([A-Z]{3})\)", place)
    if code and re.search(r"\b[A-Z]{3}\b", name):
        return bool(re.search(rf"\b{code[1]}\b", name))
    wanted = tokens(bare_name(place))
    return bool(wanted) and tokens(name)[: len(wanted)] == wanted


def bare_name(place: str) -> str:
    """The place without its code: "Amsterdam (AMS)" is typed as "Amsterdam"."""
    return re.sub(r" \(.*", "", place)
