"""Dates as people write them: "Sunday, 12 April 2026", "Apr 12", "2026-04-12", "March 2025"."""

import calendar
import re
from dataclasses import dataclass

MONTHS = {name[:3].lower(): number for number, name in enumerate(calendar.month_name) if name}
_MONTH = rf"(?P<month>{'|'.join(MONTHS)})[a-z]*\.?"
_WEEKDAY = rf"(?:(?:{'|'.join(name[:3] for name in calendar.day_name)})[a-z]*,? (?:the )?)?"
_DAY = r"(?P<day>0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>\d{4})"
# The forms of a date, the most complete first.
FORMS = [
    re.compile(rf"(?<![\w.]){form}(?![\w%])", re.IGNORECASE)
    for form in (
        rf"{_WEEKDAY}{_DAY}(?: of)? {_MONTH}(?:,? {_YEAR}\b)?",
        rf"{_WEEKDAY}{_MONTH} {_DAY}(?:,? {_YEAR}\b)?",
        rf"{_YEAR}-(?P<month>0[1-9]|1[0-2])-{_DAY}",
        rf"{_MONTH} {_YEAR}",
        r"(?P<year>(?:19|20)\d\d)",
    )
]


@dataclass(frozen=True)
class Date:
    """A date as written, its place in the text, and a sortable number.

    The number is 20260314 for 14 March 2026 and None without a year. `day` is month and day as a
    number (314), 0 without a day.
    """

    text: str
    start: int
    number: float | None
    day: int = 0


def find_dates(text: str) -> list[Date]:
    """All dates in a text, in order."""
    found: list[Date] = []
    for form in FORMS:
        for match in form.finditer(text):
            parts = {name: value.lower() for name, value in match.groupdict().items() if value}
            month = parts.get("month", "0")[:3]
            day = 100 * int(MONTHS.get(month, month)) + int(parts.get("day", 0))
            number = 10000.0 * int(parts["year"]) + day if "year" in parts else None
            if not any(
                d.start < match.end() and match.start() < d.start + len(d.text) for d in found
            ):
                found.append(Date(match[0], match.start(), number, day if "day" in parts else 0))
    return sorted(found, key=lambda each: each.start)


def first_date(text: str) -> float | None:
    """The first date with a year, as a sortable number; None without one."""
    return next((each.number for each in find_dates(text) if each.number), None)
