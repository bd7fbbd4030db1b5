"""Faults of a machine, injected where they happen in life."""

import io
import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TextIO


@contextmanager
def full_disk() -> Iterator[None]:
    """Let this process write no file of more than fifty bytes.

    The kernel refuses more, as it does on a full disk.
    """
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (50, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


CONSOLES = ["cp1252", "closed", "gone", "none"]


@contextmanager
def open_console(kind: str) -> Iterator[TextIO | None]:
    """A standard stream: a file on Windows, a closed one, one whose reader is gone, or none."""
    reader, writer = os.pipe()
    os.close(reader)
    gone, file = os.fdopen(writer, "w"), io.TextIOWrapper(io.BytesIO(), "cp1252")
    if kind == "closed":
        file.close()
    try:
        yield {"gone": gone, "none": None}.get(kind, file)
    finally:
        with suppress(OSError):  # nobody reads what it still holds
            gone.close()
