"""Days as people write them: "Sunday, 12 April 2026", "Apr 12", "2026-04-12", with or without a year."""

import re
from dataclasses import dataclass, replace

from .values import MONTHS
from .words import fold

_WEEKDAY = r"(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? (?:the )?)?"
_MONTH = rf"(?P<{{}}>{'|'.join(MONTHS)})[a-z]*\.?"
_FORMS = (
    rf"{_WEEKDAY}(?P<d1>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? {_MONTH.format('m1')}(?:,? (?P<y1>\d{{4}})\b)?",
    rf"{_WEEKDAY}{_MONTH.format('m2')} (?P<d2>\d{{1,2}})(?:st|nd|rd|th)?\b(?:,? (?P<y2>\d{{4}})\b)?",
    r"(?P<y3>\d{4})-(?P<m3>\d\d)-(?P<d3>\d\d)",
)
DAY = re.compile(rf"(?<![\w.])(?:{'|'.join(_FORMS)})(?![\w%])", re.IGNORECASE)
MONTH = re.compile(rf"(?<!\w)(?P<month>{'|'.join(MONTHS)})[a-z]*\.? (?P<year>\d{{4}})\b", re.IGNORECASE)


@dataclass(frozen=True)
class Day:
    """A day of a month; the year is 0 where it is not said."""

    month: int
    day: int
    year: int = 0

    def same(self, other: "Day") -> bool:
        """Whether both may mean one day: a year that is not said is any year."""
        years = {self.year, other.year} - {0}
        return (self.month, self.day) == (other.month, other.day) and len(years) < 2

    @property
    def iso(self) -> str:
        return f"{self.year:04d}-{self.month:02d}-{self.day:02d}"

    def __str__(self) -> str:
        name = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
                "November", "December")[self.month - 1]  # fmt: skip
        return f"{self.day} {name} {self.year or ''}".strip()


def days(text: str) -> list[Day]:
    """All days of a text in order; one without a year has that of the next one that has it."""
    found = [_day(match) for match in DAY.finditer(text)]
    year = next((day.year for day in reversed(found) if day.year), 0)
    dated = []
    for day in reversed(found):
        year = day.year or year
        dated.insert(0, replace(day, year=year))
    return [day for day in dated if 1 <= day.month <= 12 and 1 <= day.day <= 31]


def undated(text: str, instead: str = "") -> str:
    """The text without its days."""
    return DAY.sub(instead, text)


def month_of(text: str) -> tuple[int, int] | None:
    """Year and month that a headline names ("April 2026")."""
    found = MONTH.search(fold(text))
    return (int(found["year"]), MONTHS.index(found["month"]) + 1) if found else None


def _day(match: re.Match) -> Day:
    """The day of a match of DAY, in whichever form it is written."""
    said = match.groupdict()
    number = next(n for n in "123" if said[f"d{n}"])
    month, year = said[f"m{number}"].lower(), int(said[f"y{number}"] or 0)
    return Day(int(month) if month.isdigit() else MONTHS.index(month[:3]) + 1, int(said[f"d{number}"]), year)
