"""Which kind of file is asked for."""

from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

Kind = TypeVar("Kind")


def choose_by_suffix(file: str | Path, kinds: Mapping[str, Kind]) -> Kind:
    """What stands for the file's suffix; ValueError where nothing does."""
    suffix = Path(file).suffix.lower()
    if suffix not in kinds:
        raise ValueError(
            f"{Path(file).name!r} is no name for this file: it must end in {' or '.join(kinds)}."
        )
    return kinds[suffix]
