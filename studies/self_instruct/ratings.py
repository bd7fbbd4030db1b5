"""Is a task natural: would somebody ask for this, in these words? Two raters decide.

Whether a task can be solved is another question (solvable.py). A sheet has tasks of several origins
in random order and does not name the origins; each rater fills in one sheet, alone.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pandas

from webvoyager.lab.proposing.pool import Proposal
from webvoyager.lab.statistics import agreement, rates

ANSWERS = ("yes", "no", "")


def write_sheet(file: str | Path, rows: Sequence[Proposal], seed: int) -> pandas.DataFrame:
    """Write a sheet for one rater: site and question in random order, and `natural` to fill in.

    Give each rater a different seed. Raises FileExistsError rather than overwrite a sheet.
    """
    sheet = pandas.DataFrame({"site": row.web_name, "question": row.ques} for row in rows)
    sheet = sheet.sample(frac=1, random_state=seed, ignore_index=True).assign(natural="")
    with Path(file).open("x", encoding="utf-8", newline="") as opened:
        sheet.to_csv(opened, index=False, lineterminator="\n")
    return sheet


def read_ratings(sheets: Mapping[str, str | Path], rows: Sequence[Proposal]) -> pandas.DataFrame:
    """One row per rater and task: task, attempt, rater, outcome, and whether it is a `seed`.

    `sheets` has a file per rater. An empty cell is a task that was not rated. Raises ValueError
    when a cell is neither yes nor no, or a question is not among the rows.
    """
    known = {(row.web_name, row.ques): row for row in rows}
    found = []
    for rater, file in sheets.items():
        for cell in pandas.read_csv(file, dtype=str, keep_default_na=False).itertuples():
            answer = cell.natural.strip().lower()
            row = known.get((cell.site, cell.question))
            if row is None or answer not in ANSWERS:
                raise ValueError(
                    f"{Path(file).name}: {cell.question[:60]!r} is rated {cell.natural!r}: leave"
                    " site and question as they were, and answer yes or no."
                )
            if answer:
                found.append((row.id, 1, rater, answer, row.status == "seed"))
    return pandas.DataFrame(found, columns=["task", "attempt", "rater", "outcome", "seed"])


def measure_agreement(ratings: pandas.DataFrame) -> pandas.DataFrame:
    """Percent agreement and the kappas of the raters, with intervals (statistics.agreement)."""
    return agreement.measures(agreement.ratings(ratings))


def count_natural(ratings: pandas.DataFrame) -> pandas.DataFrame:
    """One row per rater and origin: rated tasks, natural ones, their share, and Wilson's 95 %."""
    rows = {}
    for (rater, seed), block in ratings.groupby(["rater", "seed"]):
        natural = int((block["outcome"] == "yes").sum())
        low, high = rates.wilson(natural, len(block))
        origin = "seeds" if seed else "proposals"
        rows[rater, origin] = (len(block), natural, natural / len(block), low, high)
    columns = ["tasks", "natural", "share", "low", "high"]
    index = pandas.MultiIndex.from_tuples(rows, names=["rater", "origin"])
    return pandas.DataFrame(list(rows.values()), index, columns)
