"""The fixed catalogue of the coast: towns, places, kinds of rooms, review texts."""

import csv
import json
from pathlib import Path
from typing import Any

from ...kit.once import once

FOLDER = Path(__file__).parent / "catalogue"


@once
def read(name: str) -> Any:
    """Read a file of the catalogue: the rows of a CSV file, or the contents of a JSON file."""
    text = (FOLDER / name).read_text("utf-8")
    return list(csv.DictReader(text.splitlines())) if name.endswith(".csv") else json.loads(text)
