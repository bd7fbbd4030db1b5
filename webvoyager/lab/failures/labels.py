"""What people say of episodes: solved or not, why not, and where it went wrong; kept in the run's
labels.jsonl.

Raters are blind to one another until they have labelled the same episodes; then `disagreements`
lists where they differ, and a label of the rater AGREED settles it (three raters and consensus, as
in the paper's section 5.2).
"""

import json
import warnings
from dataclasses import dataclass
from numbers import Integral
from pathlib import Path

import pandas
from filelock import FileLock

from ...records import Record
from .categories import CATEGORIES

FILE = "labels.jsonl"
AGREED = "agreed"  # the rater whose label is the consensus
OUTCOMES = ("success", "failure", "cannot tell")


@dataclass(frozen=True)
class Label(Record):
    """What one rater says of an episode; the newest of a rater on an attempt counts."""

    task: str
    attempt: int
    rater: str
    outcome: str  # one of OUTCOMES
    category: str = ""  # of categories.CATEGORIES, for a failure
    step: int | None = None  # where it went wrong, from 1
    screenshots: int | None = None  # how many it took to tell
    note: str = ""
    seconds: float | None = None  # how long the rater looked
    by: str = "person"  # or "model"

    def __repr__(self) -> str:
        why = f", {self.category}" if self.category else ""
        where = f" at step {self.step}" if self.step else ""
        return f"Label({self.task}: {self.outcome}{why}{where}, by {self.rater})"


def add(folder: str | Path, *labels: Label) -> None:
    """Add labels to a run. ValueError where one has no rater, an unknown outcome or an unknown
    category.
    """
    for label in labels:
        _check(label)
    file = Path(folder) / FILE
    lines = "".join(_line(label) for label in labels)
    with FileLock(file.with_name(f".{FILE}.lock")):
        torn = file.exists() and file.stat().st_size and not file.read_bytes().endswith(b"\n")
        with file.open("a", encoding="utf-8") as opened:
            opened.write("\n" * bool(torn) + lines)


def load(folder: str | Path) -> list[Label]:
    """The newest label of each rater on each attempt; lines that cannot be read are left out, with
    a warning.
    """
    file = Path(folder) / FILE
    found: dict[tuple, Label] = {}
    for number, line in enumerate(
        file.read_text("utf-8", errors="replace").splitlines() if file.exists() else (), 1
    ):
        if not line.strip():
            continue
        try:
            label = Label.from_json(json.loads(line))
            _check(label)
        except (ValueError, TypeError, AttributeError) as error:
            warnings.warn(
                f"{file}, line {number} is no label and is left out: {error}", stacklevel=2
            )
            continue
        found.pop(key := (label.task, label.attempt, label.rater), None)
        found[key] = label
    return list(found.values())


def table(folder: str | Path) -> pandas.DataFrame:
    """One row per label: task, attempt, rater, outcome, category, step, screenshots, seconds, note,
    by.
    """
    columns = [
        "task",
        "attempt",
        "rater",
        "outcome",
        "category",
        "step",
        "screenshots",
        "seconds",
        "note",
        "by",
    ]
    rows = [{name: getattr(label, name) for name in columns} for label in load(folder)]
    return pandas.DataFrame(rows, columns=columns)


def disagreements(folder: str | Path) -> pandas.DataFrame:
    """One row per attempt that people label differently and have not settled: what each of them
    says.
    """
    found = table(folder).query("by == 'person'")
    settled = set(found[found["rater"] == AGREED].set_index(["task", "attempt"]).index)
    rows = {}
    for key, block in found.groupby(["task", "attempt"], sort=False):
        opinions = (
            block["outcome"] + block["category"].map(lambda name: f": {name}" if name else "")
        ).to_list()
        if len(set(opinions)) > 1 and key not in settled:
            rows[key] = dict(zip(block["rater"], opinions, strict=True))
    index = pandas.MultiIndex.from_tuples(rows, names=["task", "attempt"]) if rows else None
    return pandas.DataFrame(list(rows.values()), index=index).fillna("")


def consensus(folder: str | Path) -> pandas.DataFrame:
    """One row per attempt with the label that counts: the agreed one, else what all people say
    alike.
    """
    found = table(folder).query("by == 'person'")
    open_ones = set(disagreements(folder).index)
    agreed = found.assign(order=found["rater"] != AGREED).sort_values("order", kind="stable")
    one_each = (
        agreed.drop_duplicates(["task", "attempt"]).drop(columns="order").reset_index(drop=True)
    )
    keep = [key not in open_ones for key in zip(one_each["task"], one_each["attempt"], strict=True)]
    return one_each[keep].reset_index(drop=True)


def _line(label: Label) -> str:
    """The line of the file; numbers may come from a table, which has its own kinds of them."""
    return json.dumps(label.to_json() | {"by": label.by}, ensure_ascii=False, default=int) + "\n"


def _check(label: Label) -> None:
    if not str(label.rater).strip():
        raise ValueError("A label needs the name of its rater.")
    if not all(isinstance(words, str) for words in (label.task, label.rater, label.note)):
        raise ValueError("The task, the rater and the note of a label are words.")
    if not isinstance(label.attempt, Integral) or not isinstance(label.step, Integral | None):
        raise ValueError("The attempt and the step of a label are whole numbers.")
    if label.outcome not in OUTCOMES:
        raise ValueError(f"An outcome is one of {', '.join(OUTCOMES)}, not {label.outcome!r}.")
    if label.category and label.category not in CATEGORIES:
        raise ValueError(
            f"There is no category {label.category!r}: choose one of {', '.join(CATEGORIES)}."
        )
