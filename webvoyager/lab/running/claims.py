"""Claims on a run folder and its tasks: locks of the file system, which end with their process.

So nothing has to be cleaned up after a worker that died, and no clocks are compared.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from ... import runs

FOLDER = ".claims"


@contextmanager
def hold_folder(folder: Path, join: bool = False) -> Iterator[bool]:
    """Hold a run folder for a batch; whether this is the first batch in it now.

    Raises ValueError if another one holds it, unless told to `join` it, and OSError if nothing can
    be written there.
    """
    with _hold(folder, "batch") as first:
        if not (first or join):
            raise ValueError(
                f"Another batch is playing into {folder.name}: wait for it, choose another folder,"
                " or take part in it with join=True."
            )
        yield first


@contextmanager
def hold_task(folder: Path, task: str) -> Iterator[bool]:
    """Hold one task while it is played; False if another worker holds it."""
    with _hold(folder, f"task {runs.slug(task)}") as mine:  # a task may be called "batch"
        yield mine


@contextmanager
def _hold(folder: Path, name: str) -> Iterator[bool]:
    """Hold the lock of this name in a folder; False if another process or thread does."""
    lock = _make_lock(folder, name)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        yield False
        return
    try:
        yield True
    finally:
        lock.release()


def _make_lock(folder: Path, name: str) -> FileLock:
    place = folder / FOLDER
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OSError(
            error.errno, f"nothing can be written there ({error.strerror})", str(folder)
        ) from None
    return FileLock(place / f"{name}.lock")
