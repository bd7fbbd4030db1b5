"""Tables of records, and the table of a run, with one row per episode."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pandas

from ..models import writable
from ..records import Episode, Verdict
from .folders import to_folder, warn_of_damage
from .reading import summaries
from .sums import EMPTY_EPISODE, sum_up
from .verdict_file import by_judge, verdicts


def table(folder: str | Path, judge: str | None = None) -> pandas.DataFrame:
    """One row per episode: task, outcome, cost, reference, and one judge's verdict.

    `success` is True, False or missing (unscored); a `stop` that begins with "error" is a fault,
    not a result. The newest verdict of `judge` counts; by default, `by_judge` chooses the judge.
    Raises ValueError if nobody of that name judged. Steps are read only for attempts whose result
    lacks the sums over them.
    """
    folder = to_folder(folder)
    judged = by_judge(verdicts(folder), judge)
    episodes, damaged = summaries(folder)
    warn_of_damage(damaged, folder)
    rows = [
        _make_row(folder.name, episode, sums, judged.get((episode.task.id, episode.attempt)))
        for episode, sums in episodes
    ]
    columns = list(_make_row(folder.name, EMPTY_EPISODE, sum_up(EMPTY_EPISODE), None))
    return make_table(rows, columns).astype({"success": "boolean"})


def make_table(rows: Iterable[dict[str, Any]], columns: Sequence[str]) -> pandas.DataFrame:
    """A table of these rows, with "?" for lone surrogates: with pyarrow, pandas refuses them."""
    cells = [[_replace_surrogates(row[column]) for column in columns] for row in rows]
    return pandas.DataFrame(cells, columns=columns)


def _replace_surrogates(value: Any) -> Any:
    return writable(value) if isinstance(value, str) else value


def _make_row(run: str, episode: Episode, sums: dict, verdict: Verdict | None) -> dict:
    scored = verdict is not None and not episode.stop.startswith("error")
    return {
        "run": run,
        "task": episode.task.id,
        "site": episode.task.site,
        "attempt": episode.attempt,
        "question": episode.task.question,
        "model": episode.model,
        "view": episode.settings.view,
        "max_steps": episode.settings.max_steps,
        "steps": sums["step_count"],
        "answer": sums["answer"],
        "stop": episode.stop,
        "reference": episode.task.reference,
        "reference_type": (episode.task.answer or {}).get("type", ""),
        "difficulty": str(episode.task.extra.get("difficulty", "")),
        "level": str(episode.task.extra.get("Level", "")),  # GAIA's
        "features": ", ".join(episode.task.extra.get("features", ())),
        "success": verdict.success if scored else None,
        "judge": verdict.judge if verdict else "",
        "reason": verdict.reason if verdict else "",
        "marks": sums["marks"],
        **sums["usage"],
        "cost": sums["cost"],
        "seconds": episode.seconds,
        "folder": episode.folder.as_posix() if episode.folder else "",
    }
