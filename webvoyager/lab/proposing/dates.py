"""Stale tasks: finding the dates in questions, and moving those that have passed.

A question whose dates were moved is a template, such as "a hotel from {+30 like March 5, 2024}" or
"released in {year-1 like 2023}". Its slots are filled in for the current day, in the form of their
examples. The days of a plan keep their weekdays and the distances between them.
"""

import re
from calendar import isleap, month_name
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, timedelta

import pandas

from ...records import Task

WRITTEN = date(2024, 2, 1)  # about when the official tasks were collected
LEAD = 30  # fewest days from today to the first date of a plan
MONTHS = month_name[1:]
_MONTH = (
    r"(?P<month>" + "|".join(f"{name[:3]}(?:{name[3:]}|t)?" for name in MONTHS) + r")\b(?P<dot>\.)?"
)
_DAY = r"(?P<day>\d{1,2})(?!\d)(?:st|nd|rd|th)?"
_LAST = (
    r"(?:\s*(?:-|–|to|and)\s*(?P<last>\d{1,2})"
    r"(?!\d|:|\s*(?:adult|room|night|guest|%))(?:st|nd|rd|th)?)?"
)
_YEAR = r"(?P<year>(?:19|20)\d\d)\b"
FORMS = tuple(
    re.compile(rf"\b{form}", re.I)
    for form in (
        _YEAR + r"-(?P<number>\d\d)-(?P<day>\d\d)\b",
        r"(?P<day>\d{1,2})/(?P<number>\d{1,2})/" + _YEAR,
        rf"{_MONTH}\s+{_DAY}{_LAST}(?:,?\s+{_YEAR})?",
        rf"{_DAY}{_LAST}\s+(?:of\s+)?{_MONTH}(?:,?\s+{_YEAR})?",
        rf"{_MONTH}\s+{_YEAR}",
        _YEAR + r"(?:[-–]\d\d(?:\d\d)?)?\b(?! [a-z]+s\b)",  # but not "2000 reviews"
    )
)
PLAN = re.compile(
    r"\b(?:book|reserv|flight|filght|fly|depart|hotel|resort|stay|check[- ]?in|pick-?up|trip"
    r"|journey(?! ref)|ticket|schedule an)",
    re.I,
)
NAMED_DAY = re.compile(r"Valentine|Christmas|New Year|Easter|Halloween|Thanksgiving", re.I)
NAME = re.compile(r"[A-Z]\w+\s+$")  # before a year that is part of a name: "Oscars 2023"
SLOT = re.compile(
    r"\{(?:year(?P<year>[+-]\d+)|(?P<first>[+-]\d+)(?:\.\.(?P<last>[+-]\d+))?) like"
    r" (?P<like>[^}]+)\}"
)


@dataclass(frozen=True)
class Found:
    """A date in a question: its text, where it starts, the days it means, and its unit."""

    text: str
    start: int
    first: date
    last: date
    unit: str  # "day", "month" or "year"

    @property
    def end(self) -> int:
        """Where its text ends."""
        return self.start + len(self.text)

    @property
    def is_year(self) -> bool:
        """Whether it is a year alone, not a season such as 2023-24."""
        return self.unit == "year" and len(self.text) == 4


def find(question: str, today: date) -> list[Found]:
    """The dates in a question, in order.

    A date without a year takes the year of the next date that has one, else that of the first. If
    no date has a year, the next such day is meant.
    """
    matches: list[re.Match] = []
    for form in FORMS:
        taken = [(match.start(), match.end()) for match in matches]
        for match in form.finditer(question):
            if not any(match.start() < end and start < match.end() for start, end in taken):
                matches.append(match)
    matches.sort(key=lambda match: match.start())
    years = [int(year) if (year := match.groupdict().get("year")) else None for match in matches]
    found = []
    for place, match in enumerate(matches):
        year = next(filter(None, years[place:] + years[:place]), None)
        if date_meant := _read_match(match, year, today):
            found.append(date_meant)
    return found


def find_past(question: str, today: date) -> list[Found]:
    """The dates of a plan (a flight, a stay) that are before today; past events don't count."""
    if not PLAN.search(question):
        return []
    return [found for found in find(question, today) if found.last < today]


def template(question: str, today: date, *, years: bool = True) -> str:
    """The question with slots in place of stale dates; unchanged if there are none.

    The days of a plan move into the future. With `years`, dates in the year in which the tasks were
    written, or the year before it, move to this year or the last.
    """
    dates = find(question, today)
    days = [found for found in dates if found.unit == "day"]
    slots = {}
    if days and find_past(question, today):
        first = min(found.first for found in days)
        shift = _measure_shift(first, today, bool(NAMED_DAY.search(question)))
        slots = {found: _write_day_slot(found, question, shift, today) for found in days}
    elif years:
        recent = [
            found
            for found in dates
            if WRITTEN.year - 1 <= found.first.year <= WRITTEN.year < today.year
            and found.last < today
        ]
        if any(found.is_year and NAME.search(question[: found.start]) for found in recent):
            return question  # the other dates belong to the event of this name
        slots = {
            found: f"{{year{found.first.year - WRITTEN.year:+d} like {found.text}}}"
            for found in recent
        }
    for found, slot in sorted(slots.items(), key=lambda pair: -pair[0].start):
        question = question[: found.start] + slot + question[found.end :]
    return question


def set_day(task: Task, today: date | None = None) -> Task:
    """The task with its question's slots filled for today; `extra` keeps the template."""
    today = today or date.today()
    pattern = task.extra.get("template", task.question)
    slots = [*SLOT.finditer(pattern)]
    if not slots:
        return task
    days = [_read_slot(slot, today) for slot in slots]
    plan_ends = days[-1][1]
    words = pattern
    for slot, (first, last) in reversed([*zip(slots, days, strict=True)]):
        written = _write_days(first, last, slot["like"])
        if not slot["year"] and not re.search(r"\d{4}", written) and last.year != plan_ends.year:
            written += f", {last.year}"  # "December 29, 2026 to January 3, 2027"
        words = words[: slot.start()] + written + words[slot.end() :]
    return replace(task, question=words, extra={**task.extra, "template": pattern})


def freshen(
    tasks: Iterable[Task], today: date | None = None
) -> tuple[list[Task], pandas.DataFrame]:
    """The tasks with stale dates made current, and a table of the past dates in them.

    The original question is kept in `extra["original"]`. Past years stay if the reference is
    golden, because it would become wrong, and if they are part of a name or were already history
    when the tasks were written.
    """
    today = today or date.today()
    fresh_tasks, rows = [], []
    for task in tasks:
        golden = (task.answer or {}).get("type") == "golden"
        words = template(task.question, today, years=not golden)
        fresh = task
        if words != task.question:
            extra = {**task.extra, "original": task.question, "template": words}
            fresh = set_day(replace(task, extra=extra), today)
        fresh_tasks.append(fresh)
        past = [found.text for found in find(task.question, today) if found.last < today]
        if past:
            done = "kept: its answer is golden" if golden else "kept: history, or a name"
            done = done if fresh is task else "moved"
            rows.append((task.id, ", ".join(past), done, fresh.question, task.question))
    columns = ["task", "found", "done", "question", "original"]
    return fresh_tasks, pandas.DataFrame(rows, columns=columns)


def _write_day_slot(found: Found, question: str, shift: timedelta, today: date) -> str:
    """The slot for a day or a span of days; a date after the word "today" stays today."""
    if re.search(r"\btoday\W*$", question[: found.start], re.I):
        return f"{{+0 like {found.text}}}"
    first, last = ((day + shift - today).days for day in (found.first, found.last))
    return f"{{{first:+d}{f'..{last:+d}' if last != first else ''} like {found.text}}}"


def _read_slot(slot: re.Match, today: date) -> tuple[date, date]:
    """The first and the last day of a slot."""
    if not slot["year"]:
        first, last = int(slot["first"]), int(slot["last"] or slot["first"])
        return today + timedelta(first), today + timedelta(last)
    example = find(slot["like"], today)[0]
    later = today.year + int(slot["year"]) - example.first.year
    first, last = (_move_to_year(day, day.year + later) for day in (example.first, example.last))
    return first, last


def _move_to_year(day: date, year: int) -> date:
    """The same day of another year; February 28 if it has no February 29."""
    leap = (day.month, day.day) == (2, 29) and not isleap(year)
    return day.replace(year=year, day=28 if leap else day.day)


def _read_match(match: re.Match, year: int | None, today: date) -> Found | None:
    """What a match means; None if there is no such day."""
    parts = {"day": None, "month": None, "number": None, "last": None, **match.groupdict()}
    month = int(parts["number"]) if parts["number"] else _read_month(parts["month"])
    day, last_day = int(parts["day"] or 0), int(parts["last"] or 0)
    if "/" in match[0] and (month > 12 or day <= 12):
        day, month = month, day  # month first, as in the United States, unless it cannot be
    try:
        if not month:
            first, last, unit = date(year, 1, 1), date(year, 12, 31), "year"
        elif not day:
            after = date(year + month // 12, month % 12 + 1, 1)
            first, last, unit = date(year, month, 1), after - timedelta(1), "month"
        else:
            first = date(year or today.year, month, day)
            if not year and first < today:
                first = first.replace(year=today.year + 1)
            last, unit = first.replace(day=last_day or day), "day"
    except ValueError:  # February 30, or February 29 in the wrong year
        return None
    return Found(match[0], match.start(), first, last, unit)


def _read_month(name: str | None) -> int:
    """The number of a month; 0 if none is named."""
    if not name:
        return 0
    return 1 + next(n for n, month in enumerate(MONTHS) if month.startswith(name[:3].title()))


def _measure_shift(first: date, today: date, named_day: bool) -> timedelta:
    """How far to move a plan: by weeks, to LEAD days ahead or more; by years for a named day."""
    earliest = today + timedelta(LEAD)
    if not named_day:
        return timedelta(weeks=-((first - earliest).days // 7))
    moved = (_move_to_year(first, today.year + years) for years in range(3))
    return next(day for day in moved if day >= earliest) - first


def _write_days(first: date, last: date, like: str) -> str:
    """A day, or a span of days, in the form of an example: "March 20-27, 2024", "Jan. 3rd"."""
    match = next(match for form in FORMS if (match := form.fullmatch(like)))
    parts = match.groupdict()
    if not parts.get("day"):  # a month, a season or a year
        season = re.search(r"[-–](\d+)$", like)
        later = f"{like[4]}{str(first.year + 1)[-len(season[1]) :]}" if season else ""
        return f"{like[: match.start('year')]}{first.year}{later}"
    if parts.get("number"):
        iso = like.startswith(parts["year"])
        return first.isoformat() if iso else f"{first:%d/%m/%Y}"
    letters = None if len(parts["month"]) > 4 else len(parts["month"])
    months = [MONTHS[day.month - 1][:letters] + (parts["dot"] or "") for day in (first, last)]
    ordinal = bool(re.search(r"\d(?:st|nd|rd|th)", like))
    month_first = match.start("month") < match.start("day")
    days = [f"{day.day}{_write_ending(day.day) if ordinal else ''}" for day in (first, last)]
    if last == first or not parts.get("last"):
        words = f"{months[0]} {days[0]}" if month_first else f"{days[0]} {months[0]}"
    elif first.month == last.month:
        between = re.search(r"\d(?:st|nd|rd|th)?(\s*(?:-|–|to|and)\s*)\d", like)[1]
        span = between.join(days)
        words = f"{months[0]} {span}" if month_first else f"{span} {months[0]}"
    else:
        pairs = zip(months, days, strict=True)
        words = " to ".join(
            f"{month} {day}" if month_first else f"{day} {month}" for month, day in pairs
        )
    comma = ", " if re.search(r",\s*\d{4}$", like) else " "
    return words + (f"{comma}{last.year}" if parts.get("year") else "")


def _write_ending(day: int) -> str:
    return "th" if 10 < day < 14 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
