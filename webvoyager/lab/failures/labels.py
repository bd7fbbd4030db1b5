"""Labels: whether people find an episode solved, why not, and where it went wrong.

They are stored in the run's labels.jsonl. Raters don't see each other's labels until they have
labelled the same episodes; then `disagreements` lists where they differ, and a label by the rater
AGREED decides (three raters and consensus, as in the paper's section 5.2).
"""

import warnings
from dataclasses import dataclass
from pathlib import Path

import pandas

from ... import runs
from ...records import Record
from .categories import CATEGORIES

FILE = "labels.jsonl"
AGREED = "agreed"  # the rater whose label is the consensus
OUTCOMES = ("success", "failure", "cannot tell")
COLUMNS = ["task", "attempt", "rater", "outcome", "category",
           "step", "screenshots", "seconds", "note", "by"]  # fmt: skip


@dataclass(frozen=True)
class Label(Record):
    """One rater's opinion on an episode; each rater's newest label on an attempt counts."""

    task: str
    attempt: int
    rater: str
    outcome: str  # one of OUTCOMES
    category: str = ""  # one of categories.CATEGORIES, for a failure
    step: int | None = None  # where it went wrong, from 1
    screenshots: int | None = None  # how many the rater looked at
    note: str = ""
    seconds: float | None = None  # how long the rater looked
    by: str = "person"  # or "model"

    def __repr__(self) -> str:
        why = f", {self.category}" if self.category else ""
        where = f" at step {self.step}" if self.step else ""
        return f"Label({self.task}: {self.outcome}{why}{where}, by {self.rater})"


def add(folder: str | Path, *labels: Label) -> None:
    """Add labels to a run.

    Raises ValueError when a label has no rater, or its outcome or category is unknown.
    """
    rows = [label.to_json() | {"by": label.by} for label in labels]
    runs.append_lines(runs.to_folder(folder) / FILE, rows, _read_label)


def load(folder: str | Path) -> list[Label]:
    """The newest label of each rater on each attempt; a warning names lines that are left out."""
    file = runs.to_folder(folder) / FILE
    labels, damaged = runs.read_lines(file, _read_label)
    for number, (_, reason) in damaged.items():
        warnings.warn(
            f"{file}, line {number} isn't a label and is left out: {reason}", stacklevel=2
        )
    newest: dict[tuple, Label] = {}
    for label in labels:
        newest.pop(key := (label.task, label.attempt, label.rater), None)
        newest[key] = label
    return list(newest.values())


def table(folder: str | Path) -> pandas.DataFrame:
    """One row per label, with COLUMNS."""
    rows = [{name: getattr(label, name) for name in COLUMNS} for label in load(folder)]
    return runs.make_table(rows, COLUMNS)


def disagreements(folder: str | Path) -> pandas.DataFrame:
    """One row per attempt that people label differently and have not settled: all their labels."""
    labels = table(folder).query("by == 'person'")
    agreed = set(labels[labels["rater"] == AGREED].set_index(["task", "attempt"]).index)
    rows = {}
    for key, block in labels.groupby(["task", "attempt"], sort=False):
        categories = block["category"].map(lambda name: f": {name}" if name else "")
        opinions = (block["outcome"] + categories).to_list()
        if len(set(opinions)) > 1 and key not in agreed:
            rows[key] = dict(zip(block["rater"], opinions, strict=True))
    index = pandas.MultiIndex.from_tuples(rows, names=["task", "attempt"]) if rows else None
    return pandas.DataFrame(list(rows.values()), index=index).fillna("")


def consensus(folder: str | Path) -> pandas.DataFrame:
    """One row per attempt with the label that counts: the agreed one, or the one that all gave."""
    labels = table(folder).query("by == 'person'")
    agreed_first = labels.sort_values("rater", key=lambda rater: rater != AGREED, kind="stable")
    first = agreed_first.drop_duplicates(["task", "attempt"])
    undecided = set(disagreements(folder).index)
    keys = zip(first["task"], first["attempt"], strict=True)
    return first[[key not in undecided for key in keys]].reset_index(drop=True)


def _read_label(row: dict) -> Label:
    """The label in a row; raises ValueError when it isn't one."""
    label = Label.from_json(row)
    if not str(label.rater).strip():
        raise ValueError("A label needs the name of its rater.")
    if label.outcome not in OUTCOMES:
        raise ValueError(f"An outcome must be one of {', '.join(OUTCOMES)}, not {label.outcome!r}.")
    if label.category and label.category not in CATEGORIES:
        raise ValueError(
            f"There is no category {label.category!r}: choose one of {', '.join(CATEGORIES)}."
        )
    return label
