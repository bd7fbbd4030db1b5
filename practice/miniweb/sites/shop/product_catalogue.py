"""The parts that no seed changes: departments, kinds and products, from `catalogue/*.json`."""

import json
from dataclasses import dataclass
from pathlib import Path

from ...kit.once import once

FOLDER = Path(__file__).parent / "catalogue"


@dataclass(frozen=True)
class Department:
    """A department: `slug` is for addresses, `name` for menus, `line` is below its heading."""

    slug: str
    name: str
    line: str


@dataclass(frozen=True)
class Kind:
    """A kind of product ("electric kettle") and what all its products share.

    `size` names the second choice beside color ("Thickness"; "" for none), `words` are search words
    that no page shows, `bullets` are templates filled in with specs, `praise` and `complaints` are
    (title, text) pairs for reviews.
    """

    slug: str
    name: str
    plural: str
    department: Department
    size: str
    oversize: bool
    words: str
    bullets: tuple[str, ...]
    praise: tuple[tuple[str, str], ...]
    complaints: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Entry:
    """A product before a world draws its numbers; `price` is a typical price in dollars.

    A spec may offer a choice of values: "[8 9] W".
    """

    name: str
    rest: str
    price: int
    colors: tuple[str, ...]
    sizes: tuple[str, ...]
    shape: int
    trim: str
    line: str
    specs: tuple[tuple[str, str], ...]


@once
def departments() -> tuple[Department, ...]:
    """The departments in the order of the menu."""
    return tuple(Department(**record) for record in _read_json("departments"))


@once
def shelves() -> tuple[tuple[Kind, tuple[Entry, ...]], ...]:
    """Every kind with its products, in the order of departments, then names."""
    order = [department.slug for department in departments()]
    slugs = sorted(path.stem for path in FOLDER.glob("*.json") if path.stem != "departments")
    found = [_read_shelf(slug, _read_json(slug)) for slug in slugs]
    return tuple(sorted(found, key=lambda shelf: order.index(shelf[0].department.slug)))


def _read_json(name: str) -> dict | list:
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


def _read_shelf(slug: str, record: dict) -> tuple[Kind, tuple[Entry, ...]]:
    department = next(d for d in departments() if d.slug == record["department"])
    pairs = {
        key: tuple((title, text) for title, text in record[key]) for key in ("praise", "complaints")
    }
    plain = {key: record[key] for key in ("name", "plural", "size", "oversize", "words")}
    kind = Kind(
        slug=slug, department=department, bullets=tuple(record["bullets"]), **plain, **pairs
    )
    return kind, tuple(_read_entry(record, row) for row in record["products"])


def _read_entry(record: dict, row: list) -> Entry:
    cells = dict(zip(record["columns"], row, strict=True))
    cells["colors"] = tuple(cells["colors"].split(", "))
    cells["sizes"] = tuple(filter(None, cells["sizes"].split(", ")))
    cells["specs"] = tuple(zip(record["specs"], cells["specs"], strict=True))
    return Entry(**cells)
