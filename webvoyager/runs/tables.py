"""The table of a run, with one row per episode, what its columns mean, and lists of episodes."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas

from ..display import Table
from ..models import writable
from ..records import Episode, Verdict
from .folders import warn_of_damage
from .judgements import Consensus, by_judge, consensus, verdicts
from .reading import Sums, load, summaries

TYPES = {"success": "boolean", "needs_vision": "boolean", "oracle_steps": "Int64"}  # with gaps


def columns() -> pandas.DataFrame:
    """What each column of `table` means, its unit, and the file its values come from.

    A result without sums, as older versions wrote it, gets them from its steps.
    """
    file = Path(__file__).with_name("columns.csv")
    return pandas.read_csv(file, index_col="column", keep_default_na=False)


def table(folder: str | Path, judge: str | None = None) -> pandas.DataFrame:
    """One row per episode: task, outcome, cost, reference, one judge's verdict, people's label.

    `columns` says what each column means.
    `success` is True, False or missing (unscored); a `stop` that begins with "error" is a fault,
    not a result. The newest verdict of `judge` counts; by default, `by_judge` chooses the judge.
    Raises ValueError if nobody of that name judged. Steps are read only for attempts whose result
    lacks the sums over them.
    """
    folder = Path(folder)
    judged, labelled = by_judge(verdicts(folder), judge), consensus(folder)
    episodes, damaged = summaries(folder)
    warn_of_damage(damaged, folder)
    rows = []
    for episode, sums in episodes:
        key = (episode.task.id, episode.attempt)
        label = labelled.get(key, Consensus())
        rows.append(_make_row(folder.name, episode, sums, judged.get(key), label))
    return make_table(rows, list(columns().index)).astype(TYPES)


def make_table(rows: Iterable[Mapping[str, Any]], columns: Sequence[str]) -> pandas.DataFrame:
    """A table of these rows, with "?" for lone surrogates: with pyarrow, pandas refuses them."""
    found = [[row[column] for column in columns] for row in rows]
    cells = [[writable(cell) if isinstance(cell, str) else cell for cell in row] for row in found]
    return Table(cells, columns=list(columns))


def solved(folder: str | Path) -> list[Episode]:
    """The episodes that were solved, according to the judge that `by_judge` chooses.

    Those with all their screenshots come first. Faults and unscored episodes are left out.
    """
    return _find_results(folder, True)


def failed(folder: str | Path) -> list[Episode]:
    """The episodes that were not solved; judge and order as in `solved`."""
    return _find_results(folder, False)


def _make_row(
    run: str, episode: Episode, sums: Sums, verdict: Verdict | None, label: Consensus
) -> dict[str, Any]:
    task, extra, is_fault = episode.task, episode.task.extra, episode.stop.startswith("error")
    needs_vision, steps = extra.get("needs_vision"), extra.get("oracle_steps")
    return {
        "run": run,
        "task": task.id,
        "site": task.site,
        "attempt": episode.attempt,
        "question": task.question,
        "model": episode.model,
        "view": episode.settings.view,
        "max_steps": episode.settings.max_steps,
        "steps": sums["step_count"],
        "answer": sums["answer"],
        "stop": episode.stop,
        "reference": task.reference,
        "reference_type": (task.answer or {}).get("type", ""),
        "difficulty": str(extra.get("difficulty", "")),
        "level": str(extra.get("Level", "")),  # GAIA's
        "features": ", ".join(extra.get("features", ())),
        "needs_vision": needs_vision if isinstance(needs_vision, bool) else None,
        "oracle_steps": steps if type(steps) is int else None,
        "success": verdict.success if verdict and not is_fault else None,
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


def _find_results(folder: str | Path, success: bool) -> list[Episode]:
    judged = by_judge(verdicts(folder))
    keys = {key for key, verdict in judged.items() if verdict.success is success}
    found = [each for each in load(folder) if (each.task.id, each.attempt) in keys]
    results = [each for each in found if each.steps and not each.stop.startswith("error")]
    return sorted(results, key=lambda each: not all(s.observation.kept for s in each.steps))
