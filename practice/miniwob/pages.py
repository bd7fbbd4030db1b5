"""The pages of the installed package `miniwob`, which is found without importing it."""

from importlib.util import find_spec
from pathlib import Path

# A person must be quick here, and an agent that looks at still pictures can't be: the package
# doesn't offer these five as environments, either.
AGAINST_THE_CLOCK = ("button-delay", "chase-circle", "hover-shape", "moving-items", "simon-says")


def find_pages() -> Path:
    """The folder with the package's HTML; ModuleNotFoundError says what to do if there is none."""
    found = find_spec("miniwob")
    if found is None:
        raise ModuleNotFoundError(
            "MiniWoB++ isn't installed; its pages come with: pip install miniwob", name="miniwob"
        )
    return Path(found.submodule_search_locations[0], "html")


def list_names(pages: Path) -> list[str]:
    """The names of the tasks in alphabetical order, such as "click-button"."""
    names = (file.stem for file in (pages / "miniwob").glob("*.html"))
    return sorted(name for name in names if name not in AGAINST_THE_CLOCK)
