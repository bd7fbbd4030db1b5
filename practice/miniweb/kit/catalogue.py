"""A site's catalogue: the files of its fixed content, values drawn as they say, records by slug."""

import csv
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from .once import once

Record = TypeVar("Record")


def catalogue(module_file: str) -> Callable[[str], Any]:
    """A function that reads the files in `catalogue/` beside a module, each of them once.

    It returns the rows of a CSV file, the contents of a JSON file, or the lines of any other.
    """
    folder = Path(module_file).parent / "catalogue"

    @once
    def read(name: str) -> Any:
        text = (folder / name).read_text("utf-8")
        if name.endswith(".json"):
            return json.loads(text)
        lines = text.splitlines()
        return list(csv.DictReader(lines)) if name.endswith(".csv") else lines

    return read


def draw(random: Random, plan: Any) -> Any:
    """A value as a plan describes it; other values are taken as they are.

    Plans are {"low", "high", "step"}, {"one_of"}, {"some_of", "least", "most"}, or a dict of plans.
    """
    match plan:
        case {"low": low, "high": high, **rest}:
            step = rest.get("step", 1)
            return round(low + step * random.randint(0, round((high - low) / step)), 6)
        case {"one_of": values}:
            return random.choice(values)
        case {"some_of": values, "least": least, "most": most}:
            return random.sample(values, random.randint(least, most))
        case dict():
            return {name: draw(random, part) for name, part in plan.items()}
    return plan


def find(records: Iterable[Record], slug: str) -> Record | None:
    """The record with this slug, None if there is none."""
    return next((record for record in records if record.slug == slug), None)
