"""The files of the catalogue: what is fixed in every world."""

import json
from pathlib import Path
from typing import Any

from ...kit.once import once


@once
def read(name: str) -> Any:
    """A file of the catalogue: JSON as it is, a text file as its lines."""
    text = (Path(__file__).parent / "catalogue" / name).read_text(encoding="utf-8")
    return json.loads(text) if name.endswith(".json") else text.splitlines()


def for_kind(name: str, code: str) -> Any:
    """What a file of the catalogue has for a kind of place, or else for its group."""
    rows = read(name)
    return rows.get(code) or rows[read("kinds.json")[code]["group"]]
