"""The list of a run's episodes, one row each, made without reading their steps."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import pandas

from ... import runs
from ...records import Episode, Verdict
from . import fragments

COLUMNS = [
    "task",
    "site",
    "attempt",
    "question",
    "model",
    "steps",
    "answer",
    "stop",
    "outcome",
    "reason",
    "folder",
]
SEARCHED = ["task", "question", "answer", "reason"]


def list_run(folder: str | Path) -> pandas.DataFrame:
    """One row per episode under `folder`, in our layout or the official one.

    Steps are read only if the result doesn't sum them up. Unreadable episodes are left out and
    counted in `.attrs["damaged"]`. Raises FileNotFoundError when there is no such folder.
    """
    readable, damaged = runs.summaries(folder)
    return _make_table(readable, runs.verdicts(folder), len(damaged))


def list_episodes(
    episodes: Sequence[Episode], verdicts: Sequence[Verdict] = ()
) -> pandas.DataFrame:
    """The same list for loaded episodes."""
    return _make_table([(episode, runs.sum_up(episode)) for episode in episodes], verdicts)


def filter_rows(
    rows: pandas.DataFrame,
    *,
    text: str = "",
    outcome: str = "",
    site: str = "",
    stop: str = "",
    steps: tuple[int, int] | None = None,
) -> pandas.DataFrame:
    """The rows that match all filters.

    Every word of `text` must be in the task, question, answer or reason.
    """
    matches = pandas.Series(True, index=rows.index)
    for word in text.lower().split():
        matches &= rows["words"].str.contains(word, regex=False)
    if outcome:
        matches &= rows["outcome"].eq(outcome)
    if site:
        matches &= rows["site"].eq(site)
    if stop:
        matches &= rows["stop"].str.startswith(stop)
    if steps:
        matches &= rows["steps"].between(*steps)
    return rows[matches]


def format_row(row: pandas.Series) -> str:
    """A row as one line of text, in columns if the font is monospaced."""
    count = f"{row['steps']:>3} step{'s' if row['steps'] != 1 else ' '}"
    task = row["task"] + (f" #{row['attempt']}" if row["attempt"] > 1 else "")
    question = " ".join(row["question"].split())
    return f"{fragments.SIGNS[row['outcome']]} {row['outcome']:<8}  {count}  {task:<18}  {question}"


def _make_table(
    episodes: Iterable[tuple[Episode, runs.Sums]],
    verdicts: Sequence[Verdict],
    damaged: int = 0,
) -> pandas.DataFrame:
    """The rows of episodes with their sums; `words` has what a search looks at."""
    by_attempt, rows = runs.by_judge(verdicts), []
    for episode, sums in episodes:
        verdict = by_attempt.get((episode.task.id, episode.attempt))
        fault = episode.stop.startswith("error")
        rows.append(
            {
                "task": episode.task.id,
                "site": episode.task.site,
                "question": episode.task.question,
                "steps": sums["step_count"],
                "answer": sums["answer"],
                "stop": episode.stop,
                "outcome": "fault" if fault else fragments.outcome(verdict),
                "reason": verdict.reason if verdict else "",
                "attempt": episode.attempt,
                "model": episode.model,
                "folder": episode.folder.as_posix() if episode.folder else "",
            }
        )
    table = runs.make_table(rows, COLUMNS)
    table["words"] = table[SEARCHED].astype(str).agg(" ".join, axis=1).str.lower() if rows else ""
    table.attrs["damaged"] = damaged
    return table
