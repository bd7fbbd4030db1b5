"""The list of a run's episodes, made without reading their steps: what is shown before one of them is chosen."""

import gzip
import json
import zlib
from collections.abc import Sequence
from pathlib import Path

import pandas

from ... import runs
from ...records import Episode, Verdict
from . import fragments

COLUMNS = ("task", "site", "attempt", "question", "model", "steps", "answer", "stop", "outcome", "reason", "folder")
SEARCHED = ["task", "question", "answer", "reason"]
OUTCOMES = ("solved", "failed", "unscored", "fault")


def listed(folder: str | Path) -> pandas.DataFrame:
    """One row per episode under `folder`, in our layout or the official one; what cannot be read is left out.

    The steps are not read, but for their number where the result does not say it. How many folders were left out is
    in `.attrs["damaged"]`. FileNotFoundError where there is no such folder.
    """
    folder = Path(folder)
    if not folder.is_dir():
        raise FileNotFoundError(f"There is no run folder {folder}.")
    judged = runs.by_judge(runs.verdicts(folder))
    rows, damaged = [], 0
    for file in runs.files(folder):
        try:
            rows.append(_row(file, judged))
        except runs.DAMAGED:
            damaged += 1
    return _table(rows, damaged)


def tabled(episodes: Sequence[Episode], verdicts: Sequence[Verdict] = ()) -> pandas.DataFrame:
    """The same list, of episodes that are at hand."""
    judged = runs.by_judge(verdicts)
    return _table([_judged(_full(episode), judged) for episode in episodes], 0)


def matching(
    rows: pandas.DataFrame,
    *,
    text: str = "",
    outcome: str = "",
    site: str = "",
    stop: str = "",
    steps: tuple[int, int] | None = None,
) -> pandas.DataFrame:
    """The rows that fit all that is asked for; every word of `text` is in the task, question, answer or reason."""
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


def _row(file: Path, judged: dict) -> dict:
    found = _glance(file.parent) if file.name == runs.OURS else _full(runs.load(file.parent)[0])
    return _judged(found, judged)


def _glance(place: Path) -> dict:
    """What is known of an attempt without its steps."""
    about = json.loads((place / runs.OURS).read_text("utf-8"))
    result = place / "result.json"
    about |= json.loads(result.read_text("utf-8")) if result.exists() else {"stop": runs.UNFINISHED}
    task, attempt = about["task"], int(about.get("attempt", place.name))
    count, answer = about.get("step_count"), about.get("answer", "")
    if count is None:  # unfinished, or of an older version
        count, last = _steps(place)
        answer = ((last.get("action") or {}).get("text") or "") if about["stop"] == "answer" else ""
    known = {name: str(task[name]) for name in ("site", "question")} | {"task": str(task["id"])}
    named = {"model": about.get("model", ""), "stop": about["stop"], "folder": place.as_posix()}
    return {**known, **named, "attempt": attempt, "steps": count, "answer": answer}


def _steps(place: Path) -> tuple[int, dict]:
    """How many steps there are, and the last one's record; it takes far longer than all else."""
    file = place / "steps.jsonl.gz"
    try:
        lines = gzip.decompress(file.read_bytes()).splitlines() if file.exists() else []
    except (EOFError, OSError, zlib.error):  # torn in the middle: as much as can be read
        steps = runs.load(place)[0].steps
        return len(steps), steps[-1].to_json() if steps else {}
    return len(lines), json.loads(lines[-1]) if lines else {}


def _full(episode: Episode) -> dict:
    task = {"task": episode.task.id, "site": episode.task.site, "question": episode.task.question}
    ended = {"steps": len(episode.steps), "answer": episode.answer, "stop": episode.stop}
    place = episode.folder.as_posix() if episode.folder else ""
    return {**task, **ended, "attempt": episode.attempt, "model": episode.model, "folder": place}


def _judged(row: dict, judged: dict) -> dict:
    verdict = judged.get((row["task"], row["attempt"]))
    fault = row["stop"].startswith("error")
    outcome = "fault" if fault else fragments.word(verdict)
    return {**row, "outcome": outcome, "reason": verdict.reason if verdict else ""}


def _table(rows: list[dict], damaged: int) -> pandas.DataFrame:
    found = pandas.DataFrame(rows, columns=list(COLUMNS))
    found["words"] = found[SEARCHED].astype(str).agg(" ".join, axis=1).str.lower() if rows else ""
    found.attrs["damaged"] = damaged
    return found
