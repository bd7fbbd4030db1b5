"""The sites of the mini web, each in a folder named after its host (`recipes`: recipes.mini)."""

import csv
import importlib
import pkgutil
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

from webvoyager.runs import garbage_collection_off

from ..world import World


def names() -> list[str]:
    """The hosts in alphabetical order; a folder whose name begins with _ isn't a site yet."""
    return sorted(
        found.name
        for found in pkgutil.iter_modules(__path__)
        if found.ispkg and not found.name.startswith("_")
    )


def module(name: str) -> ModuleType:
    """A site's module: `make(world)`, `app(data)`, `tasks(data)`."""
    return importlib.import_module(f"{__name__}.{name}")


def features(name: str) -> list[tuple[str, str]]:
    """The features of a site that are hard for an agent, each with a page: rows of features.csv."""
    with (Path(__file__).parent / name / "features.csv").open(
        encoding="utf-8", newline=""
    ) as opened:
        return [(row["feature"], row["page"]) for row in csv.DictReader(opened)]


@lru_cache(maxsize=64)
def make_data(name: str, world: World) -> Any:
    """A site's data in a world; made once per process and shared, since nothing changes it."""
    site = module(name)
    with garbage_collection_off():
        return site.make(world)
