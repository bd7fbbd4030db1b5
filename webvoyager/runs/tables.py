"""Tables of records, and the table of a run, with one row per episode."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pandas

from ..models import writable
from ..records import Episode, Verdict
from .folders import to_folder, warn_of_damage
from .label_file import Consensus, consensus
from .reading import summaries
from .sums import EMPTY_EPISODE, sum_up
from .verdict_file import by_judge, verdicts

TYPES = {"success": "boolean", "needs_vision": "boolean", "oracle_steps": "Int64"}  # with gaps


def table(folder: str | Path, judge: str | None = None) -> pandas.DataFrame:
    """One row per episode: task, outcome, cost, reference, one judge's verdict, people's label.

    `columns` says what each column means.
    `success` is True, False or missing (unscored); a `stop` that begins with "error" is a fault,
    not a result. The newest verdict of `judge` counts; by default, `by_judge` chooses the judge.
    Raises ValueError if nobody of that name judged. Steps are read only for attempts whose result
    lacks the sums over them.
    """
    folder = to_folder(folder)
    judged, labelled = by_judge(verdicts(folder), judge), consensus(folder)
    episodes, damaged = summaries(folder)
    warn_of_damage(damaged, folder)
    rows = []
    for episode, sums in episodes:
        key = (episode.task.id, episode.attempt)
        label = labelled.get(key, Consensus())
        rows.append(_make_row(folder.name, episode, sums, judged.get(key), label))
    columns = list(_make_row("", EMPTY_EPISODE, sum_up(EMPTY_EPISODE), None, Consensus()))
    return make_table(rows, columns).astype(TYPES)


def make_table(rows: Iterable[dict[str, Any]], columns: Sequence[str]) -> pandas.DataFrame:
    """A table of these rows, with "?" for lone surrogates: with pyarrow, pandas refuses them."""
    cells = [[_replace_surrogates(row[column]) for column in columns] for row in rows]
    return pandas.DataFrame(cells, columns=columns)


def _replace_surrogates(value: Any) -> Any:
    return writable(value) if isinstance(value, str) else value


def _make_row(
    run: str, episode: Episode, sums: dict, verdict: Verdict | None, label: Consensus
) -> dict:
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
        **_describe_task(episode.task.extra),
        "success": verdict.success if scored else None,
        "judge": verdict.judge if verdict else "",
        "reason": verdict.reason if verdict else "",
        "raters": label.raters,
        "label": label.outcome,
        "label_category": label.category,
        "marks": sums["marks"],
        **sums["usage"],
        "cost": sums["cost"],
        "seconds": episode.seconds,
        "folder": episode.folder.as_posix() if episode.folder else "",
    }


def _describe_task(extra: dict[str, Any]) -> dict[str, Any]:
    """What the task's file says about it; None, or "", where it says nothing."""
    needs_vision, steps = extra.get("needs_vision"), extra.get("oracle_steps")
    return {
        "difficulty": str(extra.get("difficulty", "")),
        "level": str(extra.get("Level", "")),  # GAIA's
        "features": ", ".join(extra.get("features", ())),
        "needs_vision": needs_vision if isinstance(needs_vision, bool) else None,
        "oracle_steps": steps if type(steps) is int else None,
    }
