"""One run from the runs of several machines, with what people and judges said of them."""

from collections.abc import Iterable, Mapping
from pathlib import Path

import pandas

from ... import runs
from ..failures import labels


def merge(
    folders: Iterable[str | Path] | Mapping[str, str | Path], into: str | Path
) -> pandas.DataFrame:
    """Copy the episodes, verdicts and labels of several runs into one (see `runs.merge`).

    If `folders` maps names of machines to runs, raters get the name of their machine: do so if two
    people call themselves "me" (see `labels.merge`). Call it before you settle labels. Called
    again, it adds only what is new. Returns one row per episode of the runs. Raises ValueError when
    the runs differ in their settings, or when one rater labelled an episode differently in two of
    them: no label is then added.
    """
    named = folders if isinstance(folders, Mapping) else list(folders)
    merged = runs.merge(named.values() if isinstance(named, Mapping) else named, into)
    rows = merged[["folder", "task", "attempt", "merged_as"]].itertuples(index=False, name=None)
    labels.merge(named, into, {tuple(key): number for *key, number in rows})
    return merged
