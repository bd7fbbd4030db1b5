"""What a run lacks, and how a notebook goes on without it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class Missing(ValueError):
    """A run lacks what was asked for; the message says which call makes it."""


@contextmanager
def skip_missing() -> Iterator[None]:
    """Leave out the rest of the block if the run lacks something, and print what it lacks."""
    try:
        yield
    except Missing as reason:
        print(f"Skipped: {reason}")


def existing(*folders: str | Path) -> list[str]:
    """Those of the folders that are there, each once; prints a sentence for each of the others."""
    found = []
    for folder in dict.fromkeys(map(str, folders)):
        if Path(folder).is_dir():
            found.append(folder)
        else:
            print(f"Skipped: There is no run in {folder}: running.run_tasks makes one.")
    return found
