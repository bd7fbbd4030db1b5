"""The verdicts on a run as a table, with one row per verdict."""

from collections.abc import Iterable
from pathlib import Path

import pandas

from ... import runs
from ...records import Verdict

COLUMNS = ["task", "attempt", "judge", "success", "reason",
           "model", "screenshots", "tokens", "cost", "seconds"]  # fmt: skip


def table(folder: str | Path) -> pandas.DataFrame:
    """The verdicts of a run, as a table by `tabled`."""
    return tabled(runs.verdicts(folder))


def tabled(verdicts: Iterable[Verdict]) -> pandas.DataFrame:
    """One row per verdict, each judge's newest on an attempt, with its tokens, cost and seconds.

    `screenshots` is the number that the judge saw: 0 if the verdict needed no model.
    """
    newest = {(verdict.task, verdict.attempt, verdict.judge): verdict for verdict in verdicts}
    rows = [{name: getattr(verdict, name) for name in COLUMNS} for verdict in newest.values()]
    return runs.make_table(rows, COLUMNS).astype({"success": "boolean"})


def select(verdicts: pandas.DataFrame, *judges: str) -> pandas.DataFrame:
    """The verdicts of these judges, with the rules' those of a judge of answers.

    Raises Missing if one of them gave none.
    """
    known = verdicts["judge"].unique()
    if missing := [name for name in judges if name not in known]:
        raise runs.Missing(
            f"The run has no verdicts by {', '.join(map(repr, missing))}: judging.judge_run adds"
            " them, for example with judging.panel(kit.model)."
        )
    readers = [name for name in known if runs.ANSWERS in name and runs.RULES in judges]
    return verdicts[verdicts["judge"].isin([*judges, *readers])]
