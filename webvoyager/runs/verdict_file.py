"""The verdicts on a run's episodes, by any number of judges: one per line in verdicts.jsonl."""

import json
from collections.abc import Iterable
from pathlib import Path

from ..records import Verdict
from .files import append_lines, lock, read_lines, write_whole
from .folders import to_folder, warn_of_damage
from .missing import Missing

FILE = "verdicts.jsonl"
RULES = "rules"  # the name of the judge in lab/judging/checking.py


def add_verdicts(folder: str | Path, *given: Verdict) -> None:
    """Add verdicts to the run; the newest on an attempt counts in the table.

    Raises ValueError for a verdict that could not be read back, OSError if the disk cannot be
    written. Then none is added.
    """
    append_lines(to_folder(folder) / FILE, map(_to_row, given), Verdict.from_json)


def verdicts(folder: str | Path) -> list[Verdict]:
    """The verdicts of a run in the order they were given; warns of damaged lines."""
    folder = to_folder(folder)
    rows, _ = read_lines(folder / FILE, Verdict.from_json)
    warn_of_damage(find_damage(folder), folder)
    return rows


def by_judge(given: Iterable[Verdict], judge: str | None = None) -> dict[tuple[str, int], Verdict]:
    """The newest verdict of one judge on each attempt, by task and attempt.

    Without a name: the rules, if they decided anything, else whoever judged last. Raises ValueError
    if nobody of that name judged.
    """
    given = list(given)
    judges = list(dict.fromkeys(verdict.judge for verdict in reversed(given)))
    if judge is not None and judge not in judges:
        known = ", ".join(judges) or "it has no verdicts"
        raise Missing(
            f"Nobody called {judge!r} judged this run ({known}): judging.judge_run adds a judge."
        )
    decided = any(verdict.judge == RULES and verdict.success is not None for verdict in given)
    chosen = judge or (RULES if decided else next(iter(judges), ""))
    return {(each.task, each.attempt): each for each in given if each.judge == chosen}


def find_damage(folder: Path) -> dict[Path, str]:
    """The file of verdicts with the reason, if some of its lines cannot be read; else nothing."""
    _, damaged = read_lines(folder / FILE, Verdict.from_json)
    reasons = [f"line {number}: {reason}" for number, (_, reason) in damaged.items()]
    return {folder / FILE: reasons[-1]} if reasons else {}


def drop_damage(folder: Path) -> None:
    """Keep only the lines that can be read."""
    with lock(folder / FILE):
        readable, _ = read_lines(folder / FILE, Verdict.from_json)
        lines = (json.dumps(_to_row(verdict), ensure_ascii=False) for verdict in readable)
        write_whole(folder / FILE, "".join(f"{line}\n" for line in lines))


def _to_row(verdict: Verdict) -> dict:
    """The verdict as a row, which has `success` even if it is None."""
    return verdict.to_json() | {"success": verdict.success}
