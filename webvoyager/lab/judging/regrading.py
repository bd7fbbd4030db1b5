"""Stored answers checked again, after the rules or a task's reference have changed."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pandas

from ... import runs
from ...records import Episode, Task, Verdict
from .checking import JUDGE, grade

COLUMNS = ["task", "attempt", "answer", "before", "after", "reason"]
STATE_FAILED = "Afterwards the site does not hold"
NOT_READ = "The site's state was not read when this was checked."


def regrade(folder: str | Path, tasks: Iterable[Task] = ()) -> pandas.DataFrame:
    """Check a run's answers again by rules, store the verdicts that change, and return them.

    The references of `tasks` take the place of those stored with their episodes. One row per
    change: task, attempt, answer, before, after, reason; earlier verdicts are kept. Nothing is
    played, so the state of a site is not read again: if the earlier verdict found it wrong, the
    episode still fails, and if it did not get as far, an answer that is right now leaves the
    episode unscored.
    """
    changes = list(find_changes(folder, runs.load(folder), tasks))
    runs.add_verdicts(folder, *(new for _, _, new in changes))
    rows = [
        (
            new.task,
            new.attempt,
            episode.answer,
            old.success if old else None,
            new.success,
            new.reason,
        )
        for episode, old, new in changes
    ]
    return runs.make_table([dict(zip(COLUMNS, row, strict=True)) for row in rows], COLUMNS)


def find_changes(
    folder: str | Path, episodes: Iterable[Episode], tasks: Iterable[Task]
) -> Iterator[tuple[Episode, Verdict | None, Verdict]]:
    """Each episode that the rules judge otherwise now, with its verdicts before and after."""
    given = [verdict for verdict in runs.verdicts(folder) if verdict.judge == JUDGE]
    before, references = runs.by_judge(given), {task.id: task.answer or {} for task in tasks}
    for episode in episodes:
        old = before.get((episode.task.id, episode.attempt))
        reference = references.get(episode.task.id, episode.task.answer or {})
        new = check_again(episode, reference, old)
        if old is None or new.success is not old.success:
            yield episode, old, new


def check_again(episode: Episode, reference: dict, before: Verdict | None) -> Verdict:
    """The verdict by today's rules, with what the earlier one said about the site's state."""
    rule = reference.get("rule", {})
    words = without_state(rule)
    if rule and not words and before:  # only the state counts
        return before
    known = {**reference, "rule": words} if words else reference
    verdict = grade(replace(episode, task=replace(episode.task, answer=known)))
    if words == rule or verdict.success is False or (before and before.success):
        return verdict
    if before and before.reason.startswith(STATE_FAILED):
        return replace(verdict, success=False, reason=before.reason)
    return replace(verdict, success=None, reason=f"{verdict.reason} {NOT_READ}")


def without_state(rule: dict) -> dict:
    """The rule without its conditions on the site's state; {} if it has no others."""
    words = {key: value for key, value in rule.items() if key != "state"}
    if "any" in words:
        words["any"] = [without_state(one) for one in words["any"]]
    return words
