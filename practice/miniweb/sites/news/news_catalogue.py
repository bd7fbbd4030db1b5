"""The fixed part of the site: scripts of events, towns, authors, sections, from catalogue/."""

import csv
import json
from pathlib import Path
from typing import Any

from ...kit.once import once

CATALOGUE = Path(__file__).parent / "catalogue"


@once
def read(name: str) -> Any:
    """The content of a JSON file, or the rows of a CSV file."""
    path = CATALOGUE / name
    if path.suffix == ".json":
        return json.loads(path.read_text("utf-8"))
    with path.open(encoding="utf-8", newline="") as opened:
        return list(csv.DictReader(opened))


@once
def kinds() -> dict[str, dict]:
    """The scripts of events by name: "ferry", "bill", …"""
    names = sorted(path.stem for path in (CATALOGUE / "kinds").glob("*.json"))
    return {name: read(f"kinds/{name}.json") for name in names}


def sections() -> dict[str, dict]:
    """The sections by slug, in the order of the navigation."""
    return {section["slug"]: section for section in read("sections.json")}
