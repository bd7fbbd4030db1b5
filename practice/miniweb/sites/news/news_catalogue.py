"""The fixed part of the site: scripts of events, towns, authors, sections, from catalogue/."""

from pathlib import Path

from ...kit.catalogue import catalogue
from ...kit.once import once

CATALOGUE = Path(__file__).parent / "catalogue"
read = catalogue(__file__)


@once
def kinds() -> dict[str, dict]:
    """The scripts of events by name: "ferry", "bill", …"""
    names = sorted(path.stem for path in (CATALOGUE / "kinds").glob("*.json"))
    return {name: read(f"kinds/{name}.json") for name in names}


def sections() -> dict[str, dict]:
    """The sections by slug, in the order of the navigation."""
    return {section["slug"]: section for section in read("sections.json")}
