"""Opening hours: a week of them drawn, and what they say at a minute of a day (from 0 to 1439)."""

from collections.abc import Mapping
from random import Random
from typing import Any

from .formats import clock

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
Span = tuple[int, int] | None
Week = tuple[Span, ...]
DAY = 24 * 60
SOON = 60  # minutes before closing in which a place "closes soon"
ALWAYS: Week = ((0, DAY),) * 7


def draw_week(rng: Random, rules: Mapping[str, Any]) -> Week:
    """Draw a week's hours, from Monday; a span that ends after 1440 ends the next day.

    `rules` has the minutes to choose from: `open` and `close` on weekdays, the spans `saturday` and
    `sunday` (None if closed), `closed` (whether there is a day of rest), and `always`, the share of
    weeks without closing. Two of eight weeks have one late evening.
    """
    if rng.random() < rules["always"]:
        return ALWAYS
    week: list[Span] = [(rng.choice(rules["open"]), rng.choice(rules["close"]))] * 5
    for day in ("saturday", "sunday"):
        drawn = rng.choice(rules[day])
        week.append(tuple(drawn) if drawn else None)
    late, rest = rng.randrange(8), rng.choice((0, 0, 1, 2))
    if late in (3, 4):
        week[late] = (week[late][0], week[late][1] + 60)
    if rng.choice(rules["closed"]):
        week[rest] = None
    return tuple(week)


def closes_at(week: Week, day: int, minute: int) -> int | None:
    """The minute at which it closes, counted from this day's midnight; None if it is closed."""
    before, today = week[day - 1], week[day]
    if before and before[1] - DAY > minute:
        return before[1] - DAY
    return today[1] if today and today[0] <= minute < today[1] else None


def status(week: Week, day: int, minute: int) -> tuple[str, str]:
    """The state and what comes next: ("Closes soon", "at 18:00")."""
    closing = closes_at(week, day, minute)
    if week == ALWAYS:
        return "Open 24 hours", ""
    if closing is not None:
        soon = closing - minute <= SOON
        return ("Closes soon", f"at {at(closing)}") if soon else ("Open", f"until {at(closing)}")
    for later in range(8):
        span = week[(day + later) % 7]
        if span and (later or span[0] > minute):
            name = f" {DAYS[(day + later) % 7][:3]}" if later else ""
            return "Closed", f"opens{name} at {at(span[0])}"
    return "Closed", ""


def at(minute: int) -> str:
    """A minute of this day or the next as a time of day: 1470 is "00:30"."""
    return clock(minute % DAY)


def hours_in_words(span: Span) -> str:
    """A day's hours: "08:00–18:30", "Open 24 hours" or "Closed"."""
    if not span:
        return "Closed"
    return "Open 24 hours" if span == (0, DAY) else f"{at(span[0])}–{at(span[1])}"
