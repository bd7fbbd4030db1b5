"""Local time at the airports: hours from UTC, and the weeks of the year when clocks stand an hour ahead."""

from datetime import date, timedelta
from functools import lru_cache

from .records import Airport


@lru_cache(4096)
def offset(airport: Airport, day: date) -> int:
    """Minutes that local clocks are ahead of UTC on a day (clocks change in the small hours, so a day has one)."""
    return round(60 * (airport.offset + _summer(airport.summer, day)))


def _summer(rule: str, day: date) -> bool:
    """Whether clocks are an hour ahead: by the European, the American or the Australian rule."""
    year = day.year
    if rule == "eu":
        return _sunday(year, 3, -1) <= day < _sunday(year, 10, -1)
    if rule == "us":
        return _sunday(year, 3, 2) <= day < _sunday(year, 11, 1)
    if rule == "au":
        return not _sunday(year, 4, 1) <= day < _sunday(year, 10, 1)
    return False


def _sunday(year: int, month: int, nth: int) -> date:
    """The nth Sunday of a month; -1 is the last (of a month of 31 days)."""
    if nth < 0:
        last = date(year, month, 31)
        return last - timedelta((last.weekday() + 1) % 7)
    first = date(year, month, 1)
    return first + timedelta((6 - first.weekday()) % 7 + 7 * (nth - 1))
