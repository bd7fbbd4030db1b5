"""What judges and people say of a run's episodes: verdicts.jsonl and labels.jsonl, line by line.

`lab.failures.labels` writes the labels and says more about them.
"""

import json
import warnings
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from ..records import Record, Verdict
from .files import append_lines, lock, read_lines, write_whole
from .folders import Missing, warn_of_damage

VERDICTS, LABELS = "verdicts.jsonl", "labels.jsonl"
RULES = "rules"  # the name of the judge in lab/judging/checking.py
ANSWERS = ", answers"  # in the name of a judge that reads answers only, lab/judging/answer_judge.py
AGREED, PERSON = "agreed", "person"  # the rater whose label settles; who labels, if no model


def add_verdicts(folder: str | Path, *given: Verdict) -> None:
    """Add verdicts to the run; the newest on an attempt counts in the table.

    Raises ValueError for a verdict that could not be read back, OSError if the disk cannot be
    written. Then none is added.
    """
    append_lines(Path(folder) / VERDICTS, map(_to_row, given), Verdict.from_json)


def verdicts(folder: str | Path) -> list[Verdict]:
    """The verdicts of a run in the order they were given; warns of damaged lines."""
    folder = Path(folder)
    rows, _ = read_lines(folder / VERDICTS, Verdict.from_json)
    warn_of_damage(find_damage(folder), folder)
    return rows


def by_judge(given: Iterable[Verdict], judge: str | None = None) -> dict[tuple[str, int], Verdict]:
    """The newest verdict of one judge on each attempt, by task and attempt.

    Without a name: the rules, if they decided anything, else whoever judged last. What the rules
    left counts as a judge of answers says. Raises ValueError if nobody of that name judged.
    """
    given = list(given)
    judges = list(dict.fromkeys(verdict.judge for verdict in reversed(given)))
    if judge is not None and judge not in judges:
        known = ", ".join(judges) or "it has no verdicts"
        raise Missing(
            f"Nobody called {judge!r} judged this run ({known}): judging.judge_run adds a judge."
        )
    decided = any(verdict.judge == RULES and verdict.success is not None for verdict in given)
    others = [name for name in judges if ANSWERS not in name]
    chosen = judge or (RULES if decided else next(iter(others), ""))
    found = {(each.task, each.attempt): each for each in given if each.judge == chosen}
    for each in given if chosen == RULES else ():
        left = found.get((each.task, each.attempt))
        if ANSWERS in each.judge and left and (left.success is None or ANSWERS in left.judge):
            found[each.task, each.attempt] = each
    return found


def find_damage(folder: Path) -> dict[Path, str]:
    """The file of verdicts with the reason, if some of its lines cannot be read; else nothing."""
    _, damaged = read_lines(folder / VERDICTS, Verdict.from_json)
    reasons = [f"line {number}: {reason}" for number, (_, reason) in damaged.items()]
    return {folder / VERDICTS: reasons[-1]} if reasons else {}


def drop_damage(folder: Path) -> None:
    """Keep only the lines of the file of verdicts that can be read."""
    file = folder / VERDICTS
    with lock(file):
        readable, _ = read_lines(file, Verdict.from_json)
        lines = (json.dumps(_to_row(verdict), ensure_ascii=False) for verdict in readable)
        write_whole(file, "".join(f"{line}\n" for line in lines))


def _to_row(verdict: Verdict) -> dict:
    """The verdict as a row, which has `success` even if it is None."""
    return verdict.to_json() | {"success": verdict.success}


@dataclass(frozen=True)
class Opinion(Record):
    """One label, without what a table leaves out."""

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
    file = Path(folder) / LABELS
    opinions, damaged = read_lines(file, Opinion.from_json)
    for number, (_, reason) in damaged.items():
        warnings.warn(
            f"{file}, line {number} isn't a label and is left out: {reason}", stacklevel=3
        )
    groups: dict[tuple[str, int], dict[str, Opinion]] = {}
    for opinion in opinions:
        if opinion.by == PERSON:
            groups.setdefault((opinion.task, opinion.attempt), {})[opinion.rater] = opinion
    settled = {}
    for key, by_rater in groups.items():
        people = [opinion for rater, opinion in by_rater.items() if rater != AGREED]
        counting = [by_rater[AGREED]] if AGREED in by_rater else people
        found = {(opinion.outcome, opinion.category) for opinion in counting}
        outcome, category = found.pop() if len(found) == 1 else ("", "")
        settled[key] = Consensus(outcome, category, len(people))
    return settled
