"""How sites write days, money, numbers and lengths of time."""

import re
from collections.abc import Callable
from datetime import date, datetime

from .text_search import fold


def day_format(pattern: str) -> Callable[[date], str]:
    """A function that writes a day by a strftime pattern; {} is the day without a leading zero.

    `day_format("%a, {} %B %Y")` writes "Sat, 14 March 2026".
    """
    return lambda value: f"{value:{pattern.replace('{}', str(value.day))}}"


def money(cents: int, sign: str = "$") -> str:
    """Hundredths as an amount: 129900 is "$1,299.00"."""
    return f"{sign}{cents / 100:,.2f}"


def comma(number: int) -> str:
    """A number with commas between thousands: "1,299"."""
    return f"{number:,}"


def count(number: int, word: str) -> str:
    """A number with its noun: "1 goal", "3 goals"."""
    return f"{number} {word}{'' if number == 1 else 's'}"


def clock(value: datetime | int) -> str:
    """A time of day, or the minutes of a day, as "07:25"."""
    return f"{value // 60:02d}:{value % 60:02d}" if isinstance(value, int) else f"{value:%H:%M}"


def duration(minutes: int, hour: str = "h") -> str:
    """A length of time: "2 h 35 min", "45 min", "3 h"."""
    hours, rest = divmod(int(minutes), 60)
    parts = (f"{hours} {hour}" if hours else "", f"{rest} min" if rest or not hours else "")
    return " ".join(filter(None, parts))


def capitalised(text: str) -> str:
    """A text with its first letter in upper case, the rest unchanged."""
    return text[:1].upper() + text[1:]


def slug(text: str) -> str:
    """A text as written in an address: "Hospedería San Telmo" is "hospederia-san-telmo"."""
    return re.sub(r"[^a-z0-9]+", "-", fold(text).replace("'", "")).strip("-")
