"""The site's tasks: questions of every kind, in a fixed order, so that a task's number keeps its meaning."""

from .data import Data
from .questions import acts, choices, lookups, sums


def tasks(data: Data) -> list[dict]:
    """All tasks; the index is the task's number, and each has a key and an oracle computed from the data."""
    return [maker(data) for maker in (*lookups.MAKERS, *choices.MAKERS, *sums.MAKERS, *acts.MAKERS)]
