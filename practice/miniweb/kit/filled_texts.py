"""Texts with slots, for content in JSON files: "Dear @name@" with a name filled in."""

import re
from collections.abc import Mapping
from typing import Any

SLOT = re.compile(r"@(\w+)@")


def fill(pattern: str, values: Mapping[str, Any]) -> str:
    """A text with each @name@ replaced by its value; slots without a value stay as they are."""
    return SLOT.sub(lambda found: str(values.get(found[1], found[0])), pattern)


def fill_all(pattern: Any, values: Mapping[str, Any]) -> Any:
    """Lists and dicts of texts, filled; a text that is one slot becomes the value itself."""
    if isinstance(pattern, list):
        return [fill_all(part, values) for part in pattern]
    if isinstance(pattern, dict):
        return {key: fill_all(part, values) for key, part in pattern.items()}
    whole = SLOT.fullmatch(pattern) if isinstance(pattern, str) else None
    if whole and whole[1] in values:
        return values[whole[1]]
    return fill(pattern, values) if isinstance(pattern, str) else pattern
