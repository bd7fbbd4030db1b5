"""The files of the catalogue: what is fixed in every world."""

from typing import Any

from ...kit.catalogue import catalogue

read = catalogue(__file__)


def for_kind(name: str, code: str) -> Any:
    """What a file of the catalogue has for a kind of place, or else for its group."""
    rows = read(name)
    return rows.get(code) or rows[read("kinds.json")[code]["group"]]
