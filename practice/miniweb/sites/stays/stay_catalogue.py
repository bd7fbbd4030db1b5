"""The fixed catalogue of the coast: towns, places, kinds of rooms, voices."""

import csv
import json
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "catalogue"


@cache
def read(name: str) -> Any:
    """A file of the catalogue: a CSV's rows, or what a JSON file holds."""
    text = (FOLDER / name).read_text("utf-8")
    return list(csv.DictReader(text.splitlines())) if name.endswith(".csv") else json.loads(text)
