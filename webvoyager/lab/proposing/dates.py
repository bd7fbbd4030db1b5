"""Stale tasks: finding the dates in questions, and moving those that have passed.

A question whose dates were moved is a template, such as "a hotel from {+30 like March 5, 2024}" or
"released in {year-1 like 2023}". Its slots are filled in for the current day, in the form of their
examples. The days of a plan keep their weekdays and the distances between them.
"""

import re
from calendar import isleap, month_name, monthrange
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, timedelta

import pandas

from ...display import Table
from ...records import Task

WRITTEN = date(2024, 2, 1)  # about when the official tasks were collected
LEAD = 30  # fewest days from today to the first date of a plan
MONTHS = month_name[1:]
_MONTH = rf"(?P<month>{'|'.join(f'{name[:3]}(?:{name[3:]}|t)?' for name in MONTHS)})\b\.?"
_DAY = r"(?P<day>\d{1,2}(?!\d)(?:st|nd|rd|th)?)"
_LAST = (
    r"(?P<span>\s*(?:-|–|to|and)\s*(?P<last>\d{1,2}"
    r"(?!\d|:|\s*(?:adult|room|night|guest|%))(?:st|nd|rd|th)?))?"
)
_YEAR = r"(?P<year>(?:19|20)\d\d)\b"
FORMS = tuple(  # of dates; the first that fits counts
    re.compile(rf"\b{form}", re.I)
    for form in (
        _YEAR + r"-(?P<number>\d\d)-(?P<day>\d\d)\b",
        r"(?P<day>\d{1,2})/(?P<number>\d{1,2})/" + _YEAR,
        rf"{_MONTH}\s+{_DAY}{_LAST}(?:,?\s+{_YEAR})?",
        rf"{_DAY}{_LAST}\s+(?:of\s+)?{_MONTH}(?:,?\s+{_YEAR})?",
        rf"{_MONTH}\s+{_YEAR}",
        _YEAR + r"(?:[-–](?P<season>\d\d(?:\d\d)?))?\b(?! [a-z]+s\b)",  # but not "2000 reviews"
    )
)
PLAN = re.compile(
    r"\b(?:book|reserv|flight|filght|fly|depart|hotel|resort|stay|check[- ]?in|pick-?up|trip"
    r"|journey(?! ref)|ticket|schedule an)",
    re.I,
)
NAMED_DAY = re.compile(r"Valentine|Christmas|New Year|Easter|Halloween|Thanksgiving", re.I)
NAME = re.compile(r"[A-Z]\w+\s+$")  # before a year that is part of a name: "Oscars 2023"
TODAY = re.compile(r"\btoday\W*$", re.I)  # before a date that means today
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


def find(question: str, today: date) -> list[Found]:
    """The dates in a question, in order.

    A date without a year takes the year of the next date that has one, else that of the first. If
    no date has a year, the next such day is meant.
    """
    matches: list[re.Match] = []
    for form in FORMS:
        taken = [match.span() for match in matches]
        for match in form.finditer(question):
            if not any(match.start() < end and start < match.end() for start, end in taken):
                matches.append(match)
    matches.sort(key=lambda match: match.start())
    years = [int(match.groupdict().get("year") or 0) for match in matches]
    found = []
    for place, match in enumerate(matches):
        year = next(filter(None, years[place:] + years[:place]), 0)
        with suppress(ValueError):  # February 30, or February 29 in the wrong year
            found.append(Found(match[0], match.start(), *_read_match(match, year, today)))
    return found


def find_past(question: str, today: date) -> list[Found]:
    """The dates of a plan (a flight, a stay) that are before today; past events don't count."""
    if not PLAN.search(question):
        return []
    return [found for found in find(question, today) if found.last < today]


def template(question: str, today: date, *, years: bool = True) -> str:
    """The question with slots in place of stale dates; unchanged if there are none.

    The days of a plan move by weeks to LEAD days ahead or more, or by years for a day with a name,
    such as Christmas. With `years`, dates in the year in which the tasks were written, or the year
    before it, move to this year or the last.
    """
    dates = find(question, today)
    days = [found for found in dates if found.unit == "day"]
    slots: list[tuple[Found, str]] = []
    if days and find_past(question, today):
        first, earliest = min(found.first for found in days), today + timedelta(LEAD)
        if NAMED_DAY.search(question):
            moved = (_move_to_year(first, today.year + years) for years in range(3))
            shift = next(day for day in moved if day >= earliest) - first
        else:
            shift = timedelta(weeks=-((first - earliest).days // 7))
        for found in days:
            begin, end = ((day + shift - today).days for day in (found.first, found.last))
            if TODAY.search(question[: found.start]):
                begin = end = 0
            slots.append((found, f"{begin:+d}{f'..{end:+d}' if end != begin else ''}"))
    elif years:
        for found in dates:
            year = found.first.year
            if WRITTEN.year - 1 <= year <= WRITTEN.year < today.year and found.last < today:
                is_year = found.unit == "year" and len(found.text) == 4  # not 2023-24
                if is_year and NAME.search(question[: found.start]):
                    return question  # the other dates belong to the event of this name
                slots.append((found, f"year{year - WRITTEN.year:+d}"))
    for found, slot in reversed(slots):
        slot = f"{{{slot} like {found.text}}}"
        question = question[: found.start] + slot + question[found.end :]
    return question


def set_day(task: Task, today: date | None = None) -> Task:
    """The task with its question's slots filled for today; `extra` keeps the template."""
    today = today or date.today()
    pattern = words = task.extra.get("template", task.question)
    slots = [(slot, *_read_slot(slot, today)) for slot in SLOT.finditer(pattern)]
    if not slots:
        return task
    for slot, first, last in reversed(slots):
        written = _write_days(first, last, slot["like"])
        end_of_plan = slots[-1][2]
        if not slot["year"] and not re.search(r"\d{4}", written) and last.year != end_of_plan.year:
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
        fresh, done = task, "kept: its answer is golden" if golden else "kept: history, or a name"
        if words != task.question:
            extra = {**task.extra, "original": task.question, "template": words}
            fresh, done = set_day(replace(task, extra=extra), today), "moved"
        fresh_tasks.append(fresh)
        past = [found.text for found in find(task.question, today) if found.last < today]
        if past:
            rows.append((task.id, ", ".join(past), done, fresh.question, task.question))
    columns = ["task", "found", "done", "question", "original"]
    return fresh_tasks, Table(rows, columns=columns)


def _read_match(match: re.Match, year: int, today: date) -> tuple[date, date, str]:
    """The first and the last day that a match means, and its unit; ValueError: no such day.

    `year` is 0 if no date of the question has one.
    """
    keys = ("number", "month", "day", "last")
    number, name, day, last = (match.groupdict().get(key) or "" for key in keys)
    if not number and not name:
        return date(year, 1, 1), date(year, 12, 31), "year"
    month = int(number or [each[:3] for each in MONTHS].index(name[:3].title()) + 1)
    if not day:
        return date(year, month, 1), date(year, month, monthrange(year, month)[1]), "month"
    days = [int(re.sub(r"\D", "", each)) for each in (day, last) if each]
    if "/" in match[0] and (month > 12 or days[0] <= 12):
        month, days = days[0], [month]  # as in the United States, unless it cannot be
    first = date(year or today.year, month, days[0])
    if not year and first < today:
        first = first.replace(year=today.year + 1)
    return first, first.replace(day=days[-1]), "day"


def _read_slot(slot: re.Match, today: date) -> tuple[date, date]:
    """The first and the last day of a slot."""
    if not slot["year"]:
        begin, end = int(slot["first"]), int(slot["last"] or slot["first"])
        return today + timedelta(begin), today + timedelta(end)
    example = find(slot["like"], today)[0]
    later = today.year + int(slot["year"]) - example.first.year
    first, last = (_move_to_year(day, day.year + later) for day in (example.first, example.last))
    return first, last


def _move_to_year(day: date, year: int) -> date:
    """The same day of another year; February 28 if it has no February 29."""
    leap = (day.month, day.day) == (2, 29) and not isleap(year)
    return day.replace(year=year, day=28 if leap else day.day)


def _write_days(first: date, last: date, like: str) -> str:
    """A day, or a span of days, in the form of an example: "March 20-27, 2024", "Jan. 3rd"."""
    match = next(match for form in FORMS if (match := form.fullmatch(like)))
    parts = {name: part for name, part in match.groupdict().items() if part}
    if "span" in parts and (first == last or first.month != last.month):
        one = like.replace(parts["span"], "", 1)
        without_year = re.sub(r",?\s+\d{4}$", "", one)
        begin = "" if first == last else f"{_write_days(first, first, without_year)} to "
        return begin + _write_days(last, last, one)
    if "/" in like:
        return f"{first:%d/%m/%Y}"
    digits = "02" if "number" in parts else ""
    season = str(last.year + 1)[-len(parts.get("season", "")) :]
    written = {"year": str(last.year), "number": f"{first:%m}", "season": season}
    for name, day in (("day", first.day), ("last", last.day)):
        ending = "th" if 10 < day < 14 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
        written[name] = f"{day:{digits}}" + (ending if parts.get(name, "")[-1:].isalpha() else "")
    if "month" in parts:
        is_short = len(parts["month"]) == 3 or parts["month"].lower() == "sept"
        written["month"] = MONTHS[first.month - 1][: 3 if is_short else None]
    for name in sorted(parts.keys() - {"span"}, key=match.start, reverse=True):
        like = like[: match.start(name)] + written[name] + like[match.end(name) :]
    return like
