"""Checks the numbers among a model's settings before anything is sent."""

import sys
from typing import Any

LARGEST = sys.float_info.max
_KINDS = {  # the type, the smallest and the largest value of each, and these in words
    "temperature": (int | float | None, -LARGEST, LARGEST, "a finite number, or None"),
    "top_p": (int | float | None, -LARGEST, LARGEST, "a finite number, or None"),
    "seed": (int | None, -LARGEST, LARGEST, "a whole number, or None"),
    "max_tokens": (int | None, 1, LARGEST, "a whole number from 1, or None for no limit"),
    "n": (int, 1, LARGEST, "a whole number from 1"),
    "retries": (int, 0, LARGEST, "a whole number from 0"),
    "timeout": (int | float, 0.001, 1_000_000, "a number of seconds, from 0.001 to 1,000,000"),
}


def require_numbers(**given: Any) -> None:
    """Raise ValueError if one of these has the wrong type or value; ignore other names."""
    for name, value in given.items():
        if name in _KINDS and not _fits(value, *_KINDS[name][:3]):
            raise ValueError(f"{name} must be {_KINDS[name][3]}, not {value!r}.")


def _fits(value: Any, kind: Any, least: float, largest: float) -> bool:
    number = isinstance(value, kind) and not isinstance(value, bool)
    return number and (value is None or least <= value <= largest)
