"""Forms that are checked field by field, lists that visitors keep, and the way back."""

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from flask import g

Patterns = Mapping[str, tuple[str, str]]
Choices = Mapping[str, tuple[Collection[str], str]]
EMAIL = (r"[^\s@]+@[^\s@]+\.[^\s@]+", "Enter an email address such as name@example.com.")


def read_fields(
    form: Mapping[str, str], names: Iterable[str], longest: int = 120
) -> dict[str, str]:
    """The values entered, by field, with single spaces and cut to a limit."""
    return {name: " ".join(form.get(name, "").split())[:longest] for name in names}


def field_errors(
    entered: Mapping[str, str], patterns: Patterns, choices: Choices | None = None
) -> dict[str, str]:
    """The errors by field: a text that doesn't match its pattern, a choice that isn't offered."""
    errors = {}
    for name, (shape, words) in patterns.items():
        if not re.fullmatch(shape, entered[name]):
            errors[name] = words
    for name, (values, words) in (choices or {}).items():
        if entered[name] not in values:
            errors[name] = words
    return errors


def toggle(key: str, value: Any) -> bool:
    """Append a value to one of the visitor's lists, or remove it; True if it is there now."""
    values = g.state.setdefault(key, [])
    if value in values:
        values.remove(value)
    else:
        values.append(value)
    return value in values


def way_back(address: str, default: str) -> str:
    """The page to return to that a form names, if its address is on this site; else the default."""
    return address if re.match(r"/(?![/\\])", address) else default
