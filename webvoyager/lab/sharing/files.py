"""Choosing the kind of a file by its suffix."""

from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

Kind = TypeVar("Kind")


def choose_by_suffix(file: str | Path, kinds: Mapping[str, Kind]) -> Kind:
    """The kind for the file's suffix; raises ValueError when there is none."""
    suffix = Path(file).suffix.lower()
    if suffix not in kinds:
        raise ValueError(
            f"The name of this file must end in {' or '.join(kinds)}, not {Path(file).name!r}."
        )
    return kinds[suffix]
