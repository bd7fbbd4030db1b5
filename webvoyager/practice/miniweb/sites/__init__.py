"""The sites of the mini web: a folder each, named as its host (`recipes` is http://recipes.mini/)."""

import importlib
import pkgutil
from types import ModuleType


def names() -> list[str]:
    """The hosts there are, in alphabetical order; a folder that begins with _ is not one yet."""
    return sorted(
        found.name for found in pkgutil.iter_modules(__path__) if found.ispkg and not found.name.startswith("_")
    )


def module(name: str) -> ModuleType:
    """A site's module: `make(world)`, `app(data)`, `tasks(data)`."""
    return importlib.import_module(f"{__name__}.{name}")
