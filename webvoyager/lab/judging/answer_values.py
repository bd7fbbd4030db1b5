"""The values in a text, each with its type: 73 dollars, 28 April, 15:25, 95 minutes, 9 reviews.

Two values compete for the same place in an answer only if they have the same type, so in
"10:30 – 12:05; 1 h 35 min; $73" the only price is $73.
"""

import re
from calendar import month_abbr, month_name
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from .answer_tokens import Number, Reading

Date = tuple[int, int, int | None]  # month, day, and the year if it is given

_WRITTEN_UNITS = {  # by kind of measure: each unit with its size in the first one
    "mass": "g gram:1, kg kilo kilogram kilogramme:1000, mg:0.001, oz ounce:28.3495, lb:453.592",
    "duration": "min minute:1, h hr hour:60, sec second:1/60, day:1440, week:10080",
    "data": "mb megabyte:1, kb kilobyte:0.001, gb gigabyte:1000, tb:1000000",
    "volume": "ml millilitre milliliter:1, cl:10, dl:100, l litre liter:1000",
    "length": "cm centimetre centimeter:1, mm millimetre millimeter:0.1, m metre meter:100,"
    " km kilometre kilometer:100000, inch inches:2.54",
    "Celsius": "c °c celsius:1",
    "Fahrenheit": "f °f fahrenheit:1",
    "power": "w watt:1, kw kilowatt:1000",
    "energy": "kcal calorie calory:1, kj:0.239",
    "percent": "%:1",
}
UNITS: dict[str, tuple[str, Fraction]] = {
    form: (kind, Fraction(size))
    for kind, groups in _WRITTEN_UNITS.items()
    for names, size in (group.rsplit(":", 1) for group in groups.split(","))
    for name in names.split()
    for form in (name, f"{name}s")
} | {sign: (sign, Fraction(1)) for sign in "$€£¥₹"}
MONEY = frozenset("$€£¥₹")
_MONTHS = {
    name.casefold(): number
    for names in (month_name, month_abbr)
    for number, name in enumerate(names)
    if name
} | {"sept": 9}
_ISO = re.compile(r"(\d{4})-(\d\d?)-(\d\d?)")
_CLOCK = re.compile(r"(\d{1,2}):(\d{1,2})")  # 16:00 is read as 16:0
SCORE = {5, 10, 100}  # "4.8 out of 5" is 4.8


@dataclass(frozen=True)
class Value:
    """A value and the tokens it spans.

    `kind` is "date", "time", a kind of measure or a currency; "" for a count or a bare number.
    `nouns` are up to two words after a count.
    """

    kind: str
    amount: Fraction  # 0 for a date
    start: int
    end: int
    nouns: tuple[str, ...] = ()
    also: Fraction | None = None  # the second reading of a bare number
    size: Fraction = Fraction(1)  # of the unit it is given in
    date: Date = (0, 0, None)  # of a "date"

    @property
    def bare(self) -> bool:
        """Whether it is a number without a unit or nouns."""
        return not self.kind and not self.nouns

    @property
    def counted(self) -> frozenset[str]:
        """Its nouns without their endings."""
        return frozenset(map(cut_ending, self.nouns))


def cut_ending(word: str) -> str:
    """A word without a plural, -ed or -ing ending, so that "costs" and "cost" are the same."""
    word = re.sub(r"ies$", "y", word)
    return re.sub(r"(?<=\w\w\w)(?:ing|ed|es|e)$|(?<=\w\w)s$", "", word)


def values(reading: Reading, plain: frozenset[str] = frozenset()) -> Iterator[Value]:
    """The values in order; `plain` are words that don't count as nouns after a number."""
    at = 0
    while at < len(reading.tokens):
        found = list(_read_dates(reading, at))
        if not found:
            value = _read_time(reading, at) or _read_number(reading, at, plain)
            found = [value] if value else []
        yield from found
        at = found[-1].end if found else at + 1


def _find_word(reading: Reading, at: int) -> str:
    """The word at a place; "" for a number and beyond the end."""
    token = reading.tokens[at] if at < len(reading.tokens) else ""
    return token if isinstance(token, str) else ""


def _read_dates(reading: Reading, at: int) -> Iterator[Value]:
    """A date, or the two dates of "24–31 March"."""
    if iso := _ISO.fullmatch(_find_word(reading, at)):
        yield _make_date((int(iso[2]), int(iso[3]), int(iso[1])), at, at + 1)
    elif (month := _MONTHS.get(_find_word(reading, at))) and (day := _read_day(reading, at + 1)):
        yield _add_year(reading, month, day, at, at + 2)
    elif day := _read_day(reading, at):
        second = _read_day(reading, at + 1)
        month = _MONTHS.get(_find_word(reading, at + 1 + bool(second)))
        if month and second:
            yield _make_date((month, day, None), at, at + 1)
            yield _add_year(reading, month, second, at + 1, at + 3)
        elif month:
            yield _add_year(reading, month, day, at, at + 2)


def _make_date(date: Date, start: int, end: int) -> Value:
    return Value("date", Fraction(0), start, end, date=date)


def _read_day(reading: Reading, at: int) -> int:
    """A day of a month; 0 for anything else."""
    token = reading.tokens[at] if at < len(reading.tokens) else None
    if not isinstance(token, Number) or token.value.denominator != 1 or token.unit:
        return 0
    return int(abs(token.value)) if 0 < abs(token.value) < 32 else 0


def _add_year(reading: Reading, month: int, day: int, start: int, end: int) -> Value:
    token = reading.tokens[end] if end < len(reading.tokens) else None
    if isinstance(token, Number) and 1900 <= token.value < 2100 and token.value.denominator == 1:
        return _make_date((month, day, int(token.value)), start, end + 1)
    return _make_date((month, day, None), start, end)


def _read_time(reading: Reading, at: int) -> Value | None:
    """A time of day in minutes: 15:25, 3 pm."""
    token, behind = reading.tokens[at], _find_word(reading, at + 1)
    if clock := _CLOCK.fullmatch(_find_word(reading, at)):
        return Value("time", Fraction(60 * int(clock[1]) + int(clock[2])), at, at + 1)
    if isinstance(token, Number) and behind in ("am", "pm") and 0 < token.value < 13:
        hours = int(token.value)
        minutes = (token.value - hours) * 100  # 3.25 pm
        return Value("time", 60 * (hours % 12 + 12 * (behind == "pm")) + minutes, at, at + 2)
    return None


def _read_number(reading: Reading, at: int, plain: frozenset[str]) -> Value | None:
    """A number with its unit, or with the nouns after it."""
    token = reading.tokens[at]
    if not isinstance(token, Number):
        return None
    if token.unit:
        kind, _ = UNITS.get(token.unit, (token.unit, 1))
        return Value(kind, token.value, at, at + 1, (), token.also)
    unit, end = _read_unit(reading, at + 1)
    if unit:
        kind, size = UNITS[unit]
        value = Value(kind, token.value * size, at, end, size=size)
        return _add_smaller_unit(reading, value) if kind == "duration" else value
    end = at + 1
    for pattern, last in ((r"[\s*]*/[\s*]*", end), (r"[\s*]*out of[\s*]*", end + 2)):
        score = reading.tokens[last] if last < len(reading.tokens) else None
        if isinstance(score, Number) and score.value in SCORE:
            gap = reading.text[reading.spans[at][1] : reading.spans[last][0]]
            end = last + 1 if re.fullmatch(pattern, gap) else end
    return Value("", token.value, at, end, _read_nouns(reading, end, plain), token.also)


def _read_unit(reading: Reading, at: int) -> tuple[str, int]:
    """The unit at a place, and where it ends; "" if there is none."""
    if at in reading.breaks:
        return "", at
    start = at + 1 if _find_word(reading, at) in ("degree", "degrees") else at
    word = _find_word(reading, start)
    return (word, start + 1) if word in UNITS else ("", at)


def _add_smaller_unit(reading: Reading, value: Value) -> Value:
    """The whole duration of "1 h 30 min", "1 hour and 30 minutes", "1h30"."""
    at = value.end + (_find_word(reading, value.end) == "and")
    token = reading.tokens[at] if at < len(reading.tokens) else None
    if at in reading.breaks or not isinstance(token, Number) or token.unit:
        return value
    hours = UNITS[_find_word(reading, value.end - 1)][1] == 60
    word = _find_word(reading, at + 1)
    size = Fraction(1) if hours and word == "m" else UNITS.get(word, ("", Fraction(0)))[1]
    if word == "s":
        size = Fraction(1, 60)
    is_time = word in ("m", "s") or UNITS.get(word, ("",))[0] == "duration"
    if not is_time and hours and re.search(r"\d\s?h\s?\d\d$", reading.cut(value.start, at + 1)):
        return Value("duration", value.amount + token.value, value.start, at + 1)
    if not is_time or at + 1 in reading.breaks:
        return value
    return Value("duration", value.amount + token.value * size, value.start, at + 2)


def _read_nouns(reading: Reading, at: int, plain: frozenset[str]) -> tuple[str, ...]:
    """The words for what a number counts: "written reviews" after 12."""
    nouns: list[str] = []
    for index in (at, at + 1):
        word = _find_word(reading, index)
        if not word or word in plain or index in reading.breaks or word[0].isdigit():
            break
        nouns.append(word)
    return tuple(nouns)
