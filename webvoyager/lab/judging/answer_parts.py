"""The parts of a rule: what they name, and whether some words say them."""

import re
from calendar import month_abbr
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from .answer_tokens import Number, Token, places, tokens

_MONTH = {name.lower(): number for number, name in enumerate(month_abbr) if name}


def says(words: list[Token], part: Any) -> bool:
    """Whether the part, or one of its alternatives, is said."""
    match part:
        case list():
            return any(says(words, alternative) for alternative in part)
        case str() if name := tokens(part):
            shorter = name[1:] if name[0] == "the" and len(name) > 1 else name
            return bool(places(shorter, words)) or _says_time(part, words) or _says_day(name, words)
        case {"number": value, **rest}:
            tolerance = Fraction(str(rest.get("tolerance", 0)))
            return _says_number(Fraction(str(value)), words, tolerance)
        case int() | float():
            return _says_number(Fraction(str(part)), words)
    raise ValueError(
        f"A part is a text, a number, a number with a tolerance or a list, not {part!r}."
    )


def leaves(rule: Any) -> Iterator[str | int | float]:
    """All texts and numbers that a rule, or a part of one, names."""
    match rule:
        case dict():
            for key in rule.keys() & {"parts", "any", "not", "number"}:
                yield from leaves(rule[key])
        case list():
            for item in rule:
                yield from leaves(item)
        case _:
            yield rule


def _says_number(value: Fraction, words: list[Token], tolerance: Fraction = Fraction(0)) -> bool:
    return any(isinstance(word, Number) and word.near(value, tolerance) for word in words)


def _says_time(part: str, words: list[Token]) -> bool:
    """Whether a time of the day is said with a point: 15.25 for 15:25."""
    if not re.fullmatch(r"\d{1,2}:\d\d", part):
        return False
    return _says_number(Fraction(part.replace(":", ".")), words)


def _says_day(name: list[Token], words: list[Token]) -> bool:
    """Whether a day ("March 3", "3 March 2026") is said as an ISO date."""
    months = [_MONTH[word[:3]] for word in name if isinstance(word, str) and word[:3] in _MONTH]
    numbers = [int(word.value) for word in name if isinstance(word, Number)]
    if not months or not numbers or len(name) > 3:
        return False
    day, year = min(numbers), max(numbers) if len(numbers) > 1 else None
    written = [word for word in words if isinstance(word, str)]
    dates = filter(None, (re.fullmatch(r"(\d{4})-(\d\d?)-(\d\d?)", word) for word in written))
    return any(
        (int(date[2]), int(date[3])) == (months[0], day) and year in (None, int(date[1]))
        for date in dates
    )
