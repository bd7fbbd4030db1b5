"""Labels: whether people find an episode solved, why not, and where it went wrong.

They are stored in the run's labels.jsonl. Raters don't see each other's labels until they have
labelled the same episodes; then `disagreements` lists where they differ, and a label by the rater
AGREED decides (three raters and consensus, as in the paper's section 5.2). `merge` first brings the
labels of several machines together.
"""

import warnings
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import pandas

from ... import runs
from ...records import Record
from .categories import CATEGORIES

FILE = "labels.jsonl"
AGREED = "agreed"  # the rater whose label is the consensus
OUTCOMES = ("success", "failure", "cannot tell")
SETTLED_APART = "Merge the labels before you settle them."
SAME_NAME = "If these are two people, name the machines: merge({'laptop 1': folder, …}, into)."
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
    runs.append_lines(Path(folder) / FILE, rows, _read_label)


def load(folder: str | Path) -> list[Label]:
    """The newest label of each rater on each attempt; a warning names lines that are left out."""
    newest: dict[tuple, Label] = {}
    for label in _read_file(Path(folder) / FILE):
        newest.pop(key := (label.task, label.attempt, label.rater), None)
        newest[key] = label
    return list(newest.values())


def merge(
    sources: Iterable[str | Path] | Mapping[str, str | Path],
    into: str | Path,
    renumbered: Mapping[tuple[str, str, int], int] | None = None,
) -> pandas.DataFrame:
    """Add the labels of several run folders or label files to a folder, and return its table.

    If `sources` maps names of machines to them, the people in each get its name, as in "me, laptop
    3", so that two raters of one name stay apart. A file of labels only grows: if one source holds
    all of a rater's labels on an attempt that another holds, and later ones, the later ones count.
    `renumbered` has new numbers of attempts, by source, task and attempt. Raises ValueError, before
    anything is added, when one rater labelled an attempt differently in two sources;
    FileNotFoundError when there is no such source.
    """
    into = Path(into)
    named = sources.items() if isinstance(sources, Mapping) else [("", each) for each in sources]
    found = {key: (into, given) for key, given in _group(_read_file(into / FILE)).items()}
    added = []
    for machine, source in named:
        path = Path(source)
        if not path.exists():
            raise FileNotFoundError(f"There is no folder or file of labels {path}.")
        read = _read_file(path / FILE if path.is_dir() else path)
        labels = [_adapt(label, machine, path, renumbered or {}) for label in read]
        for key, given in _group(labels).items():
            first, known = found.get(key, (path, []))
            shorter, longer = sorted((known, given), key=len)
            if longer[: len(shorter)] != shorter:
                task, attempt, rater = key
                advice = SETTLED_APART if rater == AGREED else SAME_NAME
                raise ValueError(
                    f"{rater!r} labelled {task} (attempt {attempt}) differently in {first} and in"
                    f" {source}. {advice}"
                )
            found[key] = (path, longer)
            added += given[len(known) :]
    into.mkdir(parents=True, exist_ok=True)
    add(into, *added)
    return table(into)


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


def _read_file(file: Path) -> list[Label]:
    """All labels in a file, in the order they were given; warns of lines that are left out."""
    labels, damaged = runs.read_lines(file, _read_label)
    for number, (_, reason) in damaged.items():
        warnings.warn(
            f"{file}, line {number} isn't a label and is left out: {reason}", stacklevel=3
        )
    return labels


def _adapt(label: Label, machine: str, source: Path, renumbered: Mapping) -> Label:
    """The label with the machine in a person's name, and with the attempt's new number."""
    attempt = renumbered.get((str(source), label.task, label.attempt), label.attempt)
    is_rater = machine and label.by == "person" and label.rater != AGREED
    rater = f"{label.rater}, {machine}" if is_rater else label.rater
    return replace(label, attempt=attempt, rater=rater)


def _group(labels: Iterable[Label]) -> dict[tuple[str, int, str], list[Label]]:
    """The labels of each rater on each attempt, in order."""
    groups: dict[tuple[str, int, str], list[Label]] = {}
    for label in labels:
        groups.setdefault((label.task, label.attempt, label.rater), []).append(label)
    return groups


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
