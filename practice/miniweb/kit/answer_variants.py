"""The ways people write one answer: what a rule accepts for days, times, durations and counts."""

from datetime import date

NUMBERS = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
]  # fmt: skip


def day_variants(value: date) -> list[str]:
    """A day with and without its year: "5 April", "Apr 5th", "5th of April", "2026-04-05"."""
    nth = f"{value.day}{ordinal(value.day)}"
    names = (f"{value:%B}", f"{value:%b}")
    before = [f"{name} {number}" for name in names for number in (value.day, nth)]
    behind = [f"{number} {name}" for name in names for number in (value.day, nth, f"{nth} of")]
    return [*dict.fromkeys([*before, *behind]), value.isoformat()]


def date_variants(value: date) -> list[str]:
    """A day with its year: "5 April 2026", "April 5, 2026", "2026-04-05"."""
    return [f"{way} {value.year}" for way in day_variants(value)[:-1]] + [value.isoformat()]


def ordinal(number: int) -> str:
    """The ending of a number's ordinal: "st", "nd", "rd" or "th"."""
    return "th" if 10 < number % 100 < 14 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")


def count_variants(number: int) -> list[int | str]:
    """A small number in digits or in words."""
    return [number, NUMBERS[number]] if number < len(NUMBERS) else [number]


def clock_variants(time: str) -> list[str]:
    """A time of day such as "18:30" by the 24-hour and the 12-hour clock: "18:30", "6:30 pm"."""
    hour, minute = int(time[:2]), time[3:]
    twelve = f"{(hour - 1) % 12 + 1}" + (f":{minute}" if minute != "00" else "")
    half = "pm" if hour >= 12 else "am"
    return [time, f"{twelve} {half}", f"{twelve}{half}", f"{(hour - 1) % 12 + 1}:{minute} {half}"]


def duration_variants(total: int) -> list[str]:
    """A length of time in minutes: "1 h 30 min", "1 hour and 30 minutes", "1:30", "90 minutes"."""
    hours, rest = divmod(total, 60)
    ways = [f"{total} min", f"{total} minutes", f"{total}min"]
    if not hours:
        return ways
    if not rest:
        return [*(f"{hours}{unit}" for unit in (" h", "h", " hr", " hour", " hours", ":00")), *ways]
    full = [
        f"{hours} {unit}{more}{rest} minutes"
        for unit in ("hours", "hour")
        for more in (" ", " and ")
    ]
    brief = [
        "{} h {} min", "{} hr {} min", "{}h {}m", "{}h{}m", "{}h {}min", "{} h {} m", "{}h{:02d}",
        "{}:{:02d}",
    ]  # fmt: skip
    return [*(way.format(hours, rest) for way in brief), *full, *ways]


def none_variants(thing: str) -> list[str]:
    """The ways to say that a thing isn't there: `none_variants("course")`, "no such course"."""
    plain = ["none", "nothing", "nowhere", "nobody", "does not exist", "doesn't exist"]
    plain += [f"{way} {thing}" for way in ("no", "no such", "not any", "not a", "no suitable")]
    for verb in ("there is", "there are", "it has", "they have", "offers", "sells", "have", "has"):
        plain += [f"{verb} no", f"{verb} none"]
    refused = ("available", "possible", "offered", "listed", "sold", "stated", "given", "found")
    return plain + [f"{verb} {word}" for verb in ("not", "isn't", "aren't") for word in refused]
