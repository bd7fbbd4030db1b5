"""How people say a day or a length of time: the alternatives that a rule accepts, shared by the tasks of all sites."""

from datetime import date


def days(value: date) -> list[str]:
    """A day without its year: "5 April", "Apr 5th", "5th of April", "2026-04-05"; with a year they are there too."""
    nth = f"{value.day}{ordinal(value.day)}"
    names = (f"{value:%B}", f"{value:%b}")
    before = [f"{name} {number}" for name in names for number in (value.day, nth)]
    behind = [f"{number} {name}" for name in names for number in (value.day, nth, f"{nth} of")]
    return [*dict.fromkeys([*before, *behind]), value.isoformat()]


def dated(value: date) -> list[str]:
    """A day with its year: "5 April 2026", "April 5, 2026", "2026-04-05"."""
    return [f"{way} {value.year}" for way in days(value)[:-1]] + [value.isoformat()]


def ordinal(number: int) -> str:
    """What makes a number an ordinal: "st", "nd", "rd" or "th"."""
    return "th" if 10 < number % 100 < 14 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")


def minutes(total: int) -> list[str]:
    """A length of time: "1 h 30 min", "1 hour and 30 minutes", "1:30", "90 minutes"."""
    hours, rest = divmod(total, 60)
    ways = [f"{total} min", f"{total} minutes", f"{total}min"]
    if not hours:
        return ways
    if not rest:
        return [*(f"{hours}{unit}" for unit in (" h", "h", " hr", " hour", " hours", ":00")), *ways]
    full = [f"{hours} {unit}{more}{rest} minutes" for unit in ("hours", "hour") for more in (" ", " and ")]
    brief = ["{} h {} min", "{} hr {} min", "{}h {}m", "{}h{}m", "{}h {}min", "{} h {} m", "{}h{:02d}", "{}:{:02d}"]
    return [*(way.format(hours, rest) for way in brief), *full, *ways]
