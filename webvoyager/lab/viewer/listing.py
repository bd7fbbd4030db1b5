"""The list of a run's episodes, made without reading their steps: what is shown before one of them
is chosen.
"""

from collections.abc import Sequence
from pathlib import Path

import pandas

from ... import runs
from ...records import Episode, Verdict
from . import fragments

COLUMNS = (
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
)
SEARCHED = ["task", "question", "answer", "reason"]
OUTCOMES = ("solved", "failed", "unscored", "fault")


def listed(folder: str | Path) -> pandas.DataFrame:
    """One row per episode under `folder`, in our layout or the official one; what cannot be read is
    left out.

    The steps are read only where the result does not sum them up. How much was left out is in
    `.attrs["damaged"]`. FileNotFoundError where there is no such folder.
    """
    found, damaged = runs.summaries(folder)
    judged = runs.by_judge(runs.verdicts(folder))
    return _table([_row(episode, sums, judged) for episode, sums in found], len(damaged))


def tabled(episodes: Sequence[Episode], verdicts: Sequence[Verdict] = ()) -> pandas.DataFrame:
    """The same list, of episodes that are at hand."""
    judged = runs.by_judge(verdicts)
    return _table([_row(episode, runs.sum_up(episode), judged) for episode in episodes], 0)


def matching(
    rows: pandas.DataFrame,
    *,
    text: str = "",
    outcome: str = "",
    site: str = "",
    stop: str = "",
    steps: tuple[int, int] | None = None,
) -> pandas.DataFrame:
    """The rows that fit all that is asked for; every word of `text` is in the task, question,
    answer or reason.
    """
    fits = pandas.Series(True, index=rows.index)
    for word in text.lower().split():
        fits &= rows["words"].str.contains(word, regex=False)
    for column, wanted in (("outcome", outcome), ("site", site)):
        fits &= rows[column].eq(wanted) if wanted else True
    fits &= rows["stop"].str.startswith(stop) if stop else True
    fits &= rows["steps"].between(*steps) if steps else True
    return rows[fits]


def line(row: pandas.Series) -> str:
    """A row as one line of text, in columns where the type has one width."""
    count = f"{row['steps']:>3} step{'s' if row['steps'] != 1 else ' '}"
    task = row["task"] + (f" #{row['attempt']}" if row["attempt"] > 1 else "")
    question = " ".join(row["question"].split())
    return f"{fragments.sign(row['outcome'])} {row['outcome']:<8}  {count}  {task:<18}  {question}"


def _row(episode: Episode, sums: dict, judged: dict) -> dict:
    task = {"task": episode.task.id, "site": episode.task.site, "question": episode.task.question}
    ended = {"steps": sums["step_count"], "answer": sums["answer"], "stop": episode.stop}
    place = episode.folder.as_posix() if episode.folder else ""
    verdict = judged.get((episode.task.id, episode.attempt))
    outcome = "fault" if episode.stop.startswith("error") else fragments.word(verdict)
    seen = {"outcome": outcome, "reason": verdict.reason if verdict else ""}
    return {
        **task,
        **ended,
        **seen,
        "attempt": episode.attempt,
        "model": episode.model,
        "folder": place,
    }


def _table(rows: list[dict], damaged: int) -> pandas.DataFrame:
    found = pandas.DataFrame(rows, columns=list(COLUMNS))
    found["words"] = found[SEARCHED].astype(str).agg(" ".join, axis=1).str.lower() if rows else ""
    found.attrs["damaged"] = damaged
    return found
