"""The fixed catalogue of the coast: towns, places, kinds of rooms, voices."""

import csv
import json
from pathlib import Path
from typing import Any

from ...kit.once import once

FOLDER = Path(__file__).parent / "catalogue"


@once
def read(name: str) -> Any:
    """A file of the catalogue: a CSV's rows, or what a JSON file holds."""
    text = (FOLDER / name).read_text("utf-8")
    return list(csv.DictReader(text.splitlines())) if name.endswith(".csv") else json.loads(text)
