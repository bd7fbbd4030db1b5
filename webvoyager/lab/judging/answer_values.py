"""The values in a text, each with its type: 73 dollars, 28 April, 15:25, 95 minutes, 9 reviews.

Two values compete for the same place in an answer only if they have the same type, so in
"10:30 – 12:05; 1 h 35 min; $73" the only price is $73.
"""

import re
from calendar import day_abbr, day_name, month_abbr, month_name
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from .answer_tokens import LANGUAGE, SIGNS, Reading

Date = tuple[int, int, int | None]  # month, day, and the year if it is given

UNITS: dict[str, tuple[str, Fraction]] = {
    form: (kind, Fraction(size))
    for kind, groups in LANGUAGE["units"].items()
    for names, size in (group.rsplit(":", 1) for group in groups.split(","))
    for name in names.split()
    for form in (name, f"{name}s")
} | {sign: (sign, Fraction(1)) for sign in SIGNS}
_MONTHS = {
    name.casefold(): number
    for names in (month_name, month_abbr)
    for number, name in enumerate(names)
    if name
} | {"sept": 9}
WEEKDAYS = frozenset(name.casefold() for name in (*day_name, *day_abbr, "Tues", "Thur", "Thurs"))
_DATE = re.compile(r"(\d+)([-./])(\d+)\2(\d+)")
_CLOCK = re.compile(r"(\d{1,2}):(\d{1,2})")  # 16:00 is read as 16:0
_PER = {"/", "a", "an", "each", "every"}
_PERIODS = {"second", "minut", "hour", "day", "night", "week", "month", "year", "person"}  # stems
SCORE = {5, 10, 100}  # "4.8 out of 5" is 4.8


@dataclass(frozen=True)
class Value:
    """A value and the tokens it spans.

    `kind` is "date", "time", a kind of measure or a currency; "" for a count or a bare number.
    `nouns` are up to two words after a count, `per` is what it is measured by ("month").
    """

    kind: str
    amount: Fraction  # 0 for a date, minutes for a time
    start: int
    end: int
    nouns: tuple[str, ...] = ()
    also: Fraction | None = None  # the second reading of a bare number
    size: Fraction = Fraction(1)  # of the unit it is given in
    date: Date = (0, 0, None)  # of a "date"
    per: str = ""
    half: bool = False  # whether a "time" says am or pm, or has more than 12 hours

    @property
    def bare(self) -> bool:
        """Whether it is a number without a unit or nouns."""
        return not self.kind and not self.nouns

    @property
    def number(self) -> Fraction:
        """The amount in the unit it is given in."""
        return self.amount / self.size

    @property
    def counted(self) -> frozenset[str]:
        """Its nouns without their endings."""
        return frozenset(map(cut_ending, self.nouns))


def cut_ending(word: str) -> str:
    """A word without -s, -ed, -ing, -ly or -ment: "costs" and "cost" are the same."""
    word = re.sub(r"ies$", "y", word)
    return re.sub(r"(?<=\w\w\w)(?:ments?|ing|ed|es|e|ly)$|(?<=\w\w)s$", "", word)


def is_money(kind: str) -> bool:
    """Whether a kind of value is a currency: "$", "€", "ca$"."""
    return kind[-1:] in SIGNS if kind else False


def values(reading: Reading, plain: frozenset[str] = frozenset()) -> Iterator[Value]:
    """The values in order; `plain` are words that don't count as nouns after a number."""
    at = 0
    while at < len(reading.tokens):
        found = list(_read_dates(reading, at))
        if not found:
            value = _read_time(reading, at) or _read_number(reading, at, plain)
            found = [_add_per(reading, value)] if value else []
        yield from found
        at = found[-1].end if found else at + 1


def _read_dates(reading: Reading, at: int) -> Iterator[Value]:
    """A date with its weekday, or the two dates of "24–31 March"."""
    start, at = at, at + (reading.find_word(at) in WEEKDAYS)
    word, day, second = reading.find_word(at), _read_day(reading, at), _read_day(reading, at + 1)
    month = _MONTHS.get(reading.find_word(at + 1 + bool(second)))
    if date := _read_digits(word):
        yield Value("date", Fraction(0), start, at + 1, date=date)
    elif word in _MONTHS and second:
        yield _add_year(reading, (_MONTHS[word], second), start, at + 2)
    elif day and month and second:
        yield Value("date", Fraction(0), start, at + 1, date=(month, day, None))
        yield _add_year(reading, (month, second), at + 1, at + 3)
    elif day and month:
        yield _add_year(reading, (month, day), start, at + 2)


def _read_digits(word: str) -> Date | None:
    """The date of 2026-05-17, 17.5.2026, 5/17/2026; None if day and month can't be told apart."""
    if not (match := _DATE.fullmatch(word)):
        return None
    first, second, third = int(match[1]), int(match[3]), int(match[4])
    if first > 1900:
        year, month, day = first, second, third
    elif match[2] == "." or first > 12 or first == second:
        day, month, year = first, second, third
    else:
        month, day, year = first, second, third
        if day <= 12:
            return None
    return (month, day, year) if month < 13 and day < 32 and 1900 < year < 2100 else None


def _read_day(reading: Reading, at: int) -> int:
    """A day of a month; 0 for anything else."""
    token = reading.find_number(at)
    if not token or token.value.denominator != 1 or token.unit:
        return 0
    return int(abs(token.value)) if 0 < abs(token.value) < 32 else 0


def _add_year(reading: Reading, date: tuple[int, int], start: int, end: int) -> Value:
    """The date with the year and the weekday after it, if there are any."""
    token, year = reading.find_number(end), None
    if token and 1900 <= token.value < 2100 and token.value.denominator == 1:
        year, end = int(token.value), end + 1
    end += reading.find_word(end) in WEEKDAYS
    return Value("date", Fraction(0), start, end, date=(*date, year))


def _read_time(reading: Reading, at: int) -> Value | None:
    """A time of day in minutes: 15:25, 3 pm."""
    number, half = reading.find_number(at), reading.find_word(at + 1)
    if clock := _CLOCK.fullmatch(reading.find_word(at)):
        amount = Fraction(60 * int(clock[1]) + int(clock[2]))
        is_plain = int(clock[1]) > 12 or bool(re.search("[ap]m$", reading.cut(at, at + 1)))
        return Value("time", amount, at, at + 1, half=is_plain)
    if number and half in ("am", "pm") and 0 < number.value < 13:
        hours = int(number.value)
        minutes = (number.value - hours) * 100  # 3.25 pm
        amount = 60 * (hours % 12 + 12 * (half == "pm")) + minutes
        return Value("time", amount, at, at + 2, half=True)
    return None


def _read_number(reading: Reading, at: int, plain: frozenset[str]) -> Value | None:
    """A number with its unit, or with the nouns after it."""
    number = reading.find_number(at)
    if not number:
        return None
    if number.unit:
        kind, _ = UNITS.get(number.unit, (number.unit, 1))
        return Value(kind, number.value, at, at + 1, (), number.also)
    unit, end = _read_unit(reading, at + 1)
    if unit:
        kind, size = UNITS[unit]
        value = Value(kind, number.value * size, at, end, size=size)
        return _add_smaller_unit(reading, value) if kind == "duration" else value
    end = at + 1
    for pattern, last in ((r"[\s*]*/[\s*]*", end), (r"[\s*]*out of[\s*]*", end + 2)):
        score = reading.find_number(last)
        if score and score.value in SCORE:
            gap = reading.text[reading.spans[at][1] : reading.spans[last][0]]
            end = last + 1 if re.fullmatch(pattern, gap) else end
    return Value("", number.value, at, end, _read_nouns(reading, end, plain), number.also)


def _read_unit(reading: Reading, at: int) -> tuple[str, int]:
    """The unit at a place, and where it ends; "" if there is none."""
    if at in reading.breaks:
        return "", at
    start = at + 1 if reading.find_word(at) in ("degree", "degrees") else at
    word = reading.find_word(start)
    return (word, start + 1) if word in UNITS else ("", at)


def _add_smaller_unit(reading: Reading, value: Value) -> Value:
    """The whole duration of "1 h 30 min", "1 hour and 30 minutes", "1h30"."""
    at = value.end + (reading.find_word(value.end) == "and")
    number, word = reading.find_number(at), reading.find_word(at + 1)
    if at in reading.breaks or not number or number.unit:
        return value
    hours = UNITS[reading.find_word(value.end - 1)][1] == 60
    kind, size = UNITS.get(word, ("", Fraction(0)))
    if word in ("m", "s"):
        kind, size = "duration", Fraction(1, 60) if word == "s" else Fraction(1)
    if kind == "duration" and at + 1 not in reading.breaks:
        return replace(value, amount=value.amount + number.value * size, end=at + 2)
    if hours and re.search(r"\d\s?h\s?\d\d$", reading.cut(value.start, at + 1)):
        return replace(value, amount=value.amount + number.value, end=at + 1)
    return value


def _read_nouns(reading: Reading, at: int, plain: frozenset[str]) -> tuple[str, ...]:
    """The words for what a number counts: "written reviews" after 12."""
    nouns: list[str] = []
    for index in (at, at + 1):
        word = reading.find_word(index)
        if not word or word in plain or index in reading.breaks or word[0].isdigit():
            break
        nouns.append(word)
    return tuple(nouns)


def _add_per(reading: Reading, value: Value) -> Value:
    """The value with what it is measured by: $9 a month, 54 tokens per second, 3 km/h."""
    at = value.end + len(value.nouns)
    if at >= len(reading.tokens):
        return value
    slash = reading.text[reading.spans[at - 1][1] : reading.spans[at][0]].strip() == "/"
    word = "/" if slash else reading.find_word(at)
    measure = reading.find_word(at if slash else at + 1)
    measure = cut_ending(LANGUAGE["periods"].get(measure, measure))
    is_per = word == "per" or (word in _PER and measure in _PERIODS)
    return replace(value, per=measure) if is_per else value
