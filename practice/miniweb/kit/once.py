"""Read something once, however many threads ask for it at the same time."""

from collections.abc import Callable
from functools import cache, wraps
from threading import RLock
from typing import ParamSpec, TypeVar

Given, Made = ParamSpec("Given"), TypeVar("Made")


def once(read: Callable[Given, Made]) -> Callable[Given, Made]:
    """A function that reads on the first call and returns the same object from then on.

    With `functools.cache` two threads may both read, and each gets its own copy. Records are
    compared by identity, so all threads need the same one.
    """
    lock, cached = RLock(), cache(read)

    @wraps(read)
    def read_once(*args: Given.args, **names: Given.kwargs) -> Made:
        with lock:
            return cached(*args, **names)

    return read_once
