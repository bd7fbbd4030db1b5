"""The sites of the mini web: a folder each, named as its host (`recipes` is http://recipes.mini/)."""

import csv
import importlib
import pkgutil
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

from ..world import World


def names() -> list[str]:
    """The hosts in alphabetical order; a folder that begins with _ isn't one yet."""
    return sorted(
        found.name
        for found in pkgutil.iter_modules(__path__)
        if found.ispkg and not found.name.startswith("_")
    )


def module(name: str) -> ModuleType:
    """A site's module: `make(world)`, `app(data)`, `tasks(data)`."""
    return importlib.import_module(f"{__name__}.{name}")


def features(name: str) -> list[tuple[str, str]]:
    """What is hard for an agent at a site, and a page that has it: the rows of features.csv."""
    with (Path(__file__).parent / name / "features.csv").open(
        encoding="utf-8", newline=""
    ) as opened:
        return [(row["feature"], row["page"]) for row in csv.DictReader(opened)]


@lru_cache(maxsize=64)
def made(name: str, world: World) -> Any:
    """A site's data in a world; built once per process and shared, since nobody changes it."""
    return module(name).make(world)
