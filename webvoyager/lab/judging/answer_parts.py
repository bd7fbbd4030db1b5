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
            return any(says(words, each) for each in part)
        case str() if wanted := tokens(part):
            shorter = wanted[1:] if wanted[0] == "the" and len(wanted) > 1 else wanted
            return bool(places(shorter, words)) or _clock(part, words) or _date(wanted, words)
        case {"number": value, **rest}:
            tolerance = Fraction(str(rest.get("tolerance", 0)))
            return any(
                isinstance(token, Number) and token.near(Fraction(str(value)), tolerance)
                for token in words
            )
        case int() | float():
            return any(
                isinstance(token, Number) and token.near(Fraction(str(part))) for token in words
            )
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
            for each in rule:
                yield from leaves(each)
        case _:
            yield rule


def _clock(part: str, words: list[Token]) -> bool:
    """Whether a time of the day is said with a point: 15.25 for 15:25."""
    if not re.fullmatch(r"\d{1,2}:\d\d", part):
        return False
    return any(
        isinstance(word, Number) and word.near(Fraction(part.replace(":", "."))) for word in words
    )


def _date(wanted: list[Token], words: list[Token]) -> bool:
    """Whether a day ("March 3", "3 March 2026") is said as an ISO date."""
    named = [
        month for token in wanted if isinstance(token, str) and (month := _MONTH.get(token[:3]))
    ]
    numbers = [int(token.value) for token in wanted if isinstance(token, Number)]
    if not named or not numbers or len(wanted) > 3:
        return False
    day, year = min(numbers), max(numbers) if len(numbers) > 1 else None
    dates = [
        re.fullmatch(r"(\d{4})-(\d{1,2})-(\d{1,2})", word)
        for word in words
        if isinstance(word, str)
    ]
    return any(
        (int(d[2]), int(d[3])) == (named[0], day) and year in (None, int(d[1])) for d in dates if d
    )
