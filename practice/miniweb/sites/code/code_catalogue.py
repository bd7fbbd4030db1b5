"""The fixed content of Cairn: names, sentences and the patterns of source files."""

import csv
import json
from functools import cache
from pathlib import Path
from typing import Any


@cache
def read(name: str) -> Any:
    """A file of the catalogue: JSON as it is, CSV as a list of rows."""
    text = (Path(__file__).parent / "catalogue" / name).read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines())) if name.endswith("csv") else json.loads(text)
