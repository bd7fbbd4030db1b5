"""Tasks that went stale: dates in questions are found, those gone by are moved, and filled in anew
at run time.

A question that was moved is a template: "a hotel from {+30 like March 5, 2024}" or "released in
{year-1 like 2023}" is written out, in the form of its example, for whatever day is today. The days
of a plan keep their weekdays and the distances between them.
"""

import re
from calendar import isleap, month_name
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, timedelta

import pandas

from ...records import Task

WRITTEN = date(2024, 2, 1)  # about when the official tasks were collected
LEAD = 30  # days ahead, at least, for the first date of a plan
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
        _YEAR + r"(?:[-–]\d\d(?:\d\d)?)?\b(?! [a-z]+s\b)",  # no "2000 reviews"
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
    """A date in a question: its words, where they stand, the first and last day meant, and how
    exact it is.
    """

    text: str
    start: int
    first: date
    last: date
    unit: str  # "day", "month" or "year"

    @property
    def end(self) -> int:
        """Where its words end."""
        return self.start + len(self.text)

    @property
    def is_year(self) -> bool:
        """Whether it is a year alone, and no season such as 2023-24."""
        return self.unit == "year" and len(self.text) == 4


def find(question: str, today: date) -> list[Found]:
    """The dates in a question, in order; one without a year has that of the next date, else it is
    the next such day.
    """
    matches: list[re.Match] = []
    for form in FORMS:
        free = (
            m
            for m in form.finditer(question)
            if not any(m.start() < o.end() and o.start() < m.end() for o in matches)
        )
        matches += list(free)
    matches.sort(key=lambda match: match.start())
    years = [int(year) if (year := match.groupdict().get("year")) else None for match in matches]
    found = []
    for place, match in enumerate(matches):
        year = next((year for year in years[place:] if year), None) or next(
            (y for y in years[:place] if y), None
        )
        date_meant = _read(match, year, today)
        found += [date_meant] if date_meant else []
    return found


def gone_by(question: str, today: date) -> list[Found]:
    """The dates of a plan (a flight, a stay) that lie before today; what happened on a past day
    stays as it was.
    """
    return (
        [found for found in find(question, today) if found.last < today]
        if PLAN.search(question)
        else []
    )


def template(question: str, today: date, *, years: bool = True) -> str:
    """The question with slots in place of what is stale; the same words where nothing is.

    The days of a plan go ahead of today. With `years`, what was of last or of this year when the
    tasks were written is of last or of this year again.
    """
    found = find(question, today)
    slots = {}
    if gone_by(question, today) and (days := [each for each in found if each.unit == "day"]):
        shift = _shift(min(each.first for each in days), today, bool(NAMED_DAY.search(question)))
        slots = {each: _days_ahead(each, question, shift, today) for each in days}
    elif years:
        recent = [
            each
            for each in found
            if WRITTEN.year - 1 <= each.first.year <= WRITTEN.year < today.year
        ]
        recent = [each for each in recent if each.last < today]
        if any(each.is_year and NAME.search(question[: each.start]) for each in recent):
            return question  # the rest belongs to what has this name
        slots = {
            each: f"{{year{each.first.year - WRITTEN.year:+d} like {each.text}}}" for each in recent
        }
    for each, slot in sorted(slots.items(), key=lambda pair: -pair[0].start):
        question = question[: each.start] + slot + question[each.end :]
    return question


def fill(task: Task, today: date | None = None) -> Task:
    """The task with the slots of its question filled for today; the template stays in `extra`, for
    another day.
    """
    today = today or date.today()
    words = task.extra.get("template", task.question)
    if not SLOT.search(words):
        return task
    slots = [*SLOT.finditer(words)]
    ends = [_of(slot, today) for slot in slots]
    for slot, (first, last) in reversed([*zip(slots, ends, strict=True)]):
        written = _write(first, last, slot["like"])
        if not slot["year"] and not re.search(r"\d{4}", written) and last.year != ends[-1][1].year:
            written += f", {last.year}"  # "December 29, 2026 to January 3, 2027"
        words = words[: slot.start()] + written + words[slot.end() :]
    return replace(
        task,
        question=words,
        extra={**task.extra, "template": task.extra.get("template", task.question)},
    )


def freshen(
    tasks: Iterable[Task], today: date | None = None
) -> tuple[list[Task], pandas.DataFrame]:
    """The tasks with what went stale made current, and a table of what was found in them and done
    about it.

    The original question stays in `extra["original"]`. Past years stay where the reference is
    golden, for it would become wrong, and where they are part of a name or were history already
    when the tasks were written.
    """
    today = today or date.today()
    made, rows = [], []
    for task in tasks:
        golden = (task.answer or {}).get("type") == "golden"
        words = template(task.question, today, years=not golden)
        extra = {**task.extra, "original": task.question, "template": words}
        fresh = task if words == task.question else fill(replace(task, extra=extra), today)
        made.append(fresh)
        if past := [found for found in find(task.question, today) if found.last < today]:
            dates = ", ".join(found.text for found in past)
            done = (
                "moved"
                if fresh is not task
                else "kept: its answer is golden"
                if golden
                else "kept: history, or a name"
            )
            rows.append(
                {
                    "task": task.id,
                    "found": dates,
                    "done": done,
                    "question": fresh.question,
                    "original": task.question,
                }
            )
    return made, pandas.DataFrame(rows, columns=["task", "found", "done", "question", "original"])


def _days_ahead(found: Found, question: str, shift: timedelta, today: date) -> str:
    """The slot for a day or a span of days; what is called today stays today."""
    if re.search(r"\btoday\W*$", question[: found.start], re.I):
        return f"{{+0 like {found.text}}}"
    first, last = ((day + shift - today).days for day in (found.first, found.last))
    return f"{{{first:+d}{f'..{last:+d}' if last != first else ''} like {found.text}}}"


def _of(slot: re.Match, today: date) -> tuple[date, date]:
    """The first and the last day of a slot."""
    if not slot["year"]:
        return today + timedelta(int(slot["first"])), today + timedelta(
            int(slot["last"] or slot["first"])
        )
    found = find(slot["like"], today)[0]
    year = today.year + int(slot["year"])
    return tuple(
        _in_year(day, year + day.year - found.first.year) for day in (found.first, found.last)
    )


def _in_year(day: date, year: int) -> date:
    """The same day of another year; February 28 for a 29 that is not there."""
    leap = (day.month, day.day) == (2, 29) and not isleap(year)
    return day.replace(year=year, day=28 if leap else day.day)


def _read(match: re.Match, year: int | None, today: date) -> Found | None:
    """What a match means; None where there is no such day."""
    parts = {"day": None, "month": None, "number": None, "last": None, **match.groupdict()}
    month = int(parts["number"]) if parts["number"] else _month(parts["month"])
    day, last = int(parts["day"] or 0), int(parts["last"] or 0)
    if "/" in match[0] and (month > 12 or day <= 12):
        day, month = month, day  # as Americans write it, where both readings are possible
    try:
        if not month:
            return Found(match[0], match.start(), date(year, 1, 1), date(year, 12, 31), "year")
        if not day:
            after = date(year + month // 12, month % 12 + 1, 1)
            return Found(
                match[0], match.start(), date(year, month, 1), after - timedelta(1), "month"
            )
        first = date(year or today.year, month, day)
        first = first if year or first >= today else first.replace(year=today.year + 1)
        return Found(
            match[0], match.start(), first, first.replace(day=last) if last else first, "day"
        )
    except ValueError:  # February 30, or 29 in the year after
        return None


def _month(name: str | None) -> int:
    return (
        1 + next(n for n, month in enumerate(MONTHS) if month.startswith(name[:3].title()))
        if name
        else 0
    )


def _shift(first: date, today: date, named_day: bool) -> timedelta:
    """How far to move a plan: by whole weeks to LEAD days ahead or more; by years where it goes by
    a named day.
    """
    if named_day:
        year = next(
            y
            for y in range(today.year, today.year + 3)
            if _in_year(first, y) >= today + timedelta(LEAD)
        )
        return _in_year(first, year) - first
    weeks = -(-((today - first).days + LEAD) // 7)
    return timedelta(weeks=weeks)


def _write(first: date, last: date, like: str) -> str:
    """A day, or a span of days, in the form of an example such as "March 20-27, 2024", "Jan. 3rd"
    or "6 March".
    """
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
    days = [f"{day.day}{_ending(day.day) if ordinal else ''}" for day in (first, last)]
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


def _ending(day: int) -> str:
    return "th" if 10 < day < 14 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
