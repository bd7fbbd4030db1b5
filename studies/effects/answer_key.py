"""How many of the marks on a screenshot the answer key uses there."""

from collections.abc import Iterable
from urllib.parse import urlsplit

import pandas

from webvoyager.records import Episode

Page = tuple[str, str]  # a page's host and path
Key = dict[Page, set[tuple[str, str]]]  # the roles and names of the marks used on each page


def list_used_marks(episodes: Iterable[Episode]) -> dict[str, Key]:
    """By task, the marks that these episodes used: the answer key, if oracles played them."""
    keys: dict[str, Key] = {}
    for episode in episodes:
        key = keys.setdefault(episode.task.id, {})
        for step in episode.steps:
            if step.action and isinstance(step.action.label, int) and not step.error:
                mark = step.observation.mark(step.action.label)
                key.setdefault(find_page(step.observation.url), set()).add((mark.role, mark.text))
    return keys


def count_on_way(episodes: Iterable[Episode], keys: dict[str, Key]) -> pandas.DataFrame:
    """One row per step: task, attempt, index, and how many of its marks the answer key uses.

    Episodes of tasks without a key have no rows.
    """
    rows = []
    for episode in (each for each in episodes if each.task.id in keys):
        for step in episode.steps:
            used = keys[episode.task.id].get(find_page(step.observation.url), ())
            on_way = sum((mark.role, mark.text) in used for mark in step.observation.marks)
            rows.append((episode.task.id, episode.attempt, step.index, on_way))
    return pandas.DataFrame(rows, columns=["task", "attempt", "index", "on_way"])


def find_page(address: str) -> Page:
    """An address without what follows its path, such as the order of a list."""
    parts = urlsplit(address)
    return parts.netloc, parts.path
