"""What people say of a run's episodes, as far as a table needs it: from labels.jsonl.

`lab.failures.labels` writes this file and says more about it.
"""

import warnings
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from ..records import Record
from .files import read_lines
from .folders import to_folder

FILE = "labels.jsonl"
AGREED, PERSON = "agreed", "person"  # the rater whose label settles; who labels, if no model


@dataclass(frozen=True)
class Opinion(Record):
    """One line of the file, without what the table leaves out."""

    task: str
    attempt: int
    rater: str
    outcome: str
    category: str = ""
    by: str = PERSON


class Consensus(NamedTuple):
    """What people agree on, "" if they don't, and how many of them labelled the attempt."""

    outcome: str = ""
    category: str = ""
    raters: int = 0


def consensus(folder: str | Path) -> dict[tuple[str, int], Consensus]:
    """What people agree on, by task and attempt; models' labels don't count.

    Each person's newest label counts, and that of AGREED before all others. Warns of damaged lines.
    """
    file = to_folder(folder) / FILE
    opinions, damaged = read_lines(file, Opinion.from_json)
    for number, (_, reason) in damaged.items():
        warnings.warn(
            f"{file}, line {number} isn't a label and is left out: {reason}", stacklevel=3
        )
    groups: dict[tuple[str, int], dict[str, Opinion]] = {}
    for opinion in opinions:
        if opinion.by == PERSON:
            groups.setdefault((opinion.task, opinion.attempt), {})[opinion.rater] = opinion
    return {key: _settle(by_rater) for key, by_rater in groups.items()}


def _settle(by_rater: dict[str, Opinion]) -> Consensus:
    people = [opinion for rater, opinion in by_rater.items() if rater != AGREED]
    counting: Iterable[Opinion] = [by_rater[AGREED]] if AGREED in by_rater else people
    found = {(opinion.outcome, opinion.category) for opinion in counting}
    return Consensus(*(found.pop() if len(found) == 1 else ("", "")), raters=len(people))
