"""A pool of tasks in one JSONL file: each row has a task, its origin, and every decision on it.

`tasks.load` reads the same file and takes the rows that are seeds or accepted. Rows are never
removed: a refused one stays, with the reason. Several people or processes may work on one file.
"""

import json
import warnings
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

import pandas

from ... import runs
from ...display import Table
from ...records import Record, Task

IN_POOL = ("seed", "accepted")
STATUSES = (*IN_POOL, "proposed", "malformed", "duplicate", "unfit", "open", "rejected")
DECISIONS = {"accept": "accepted", "reject": "rejected", "edit": "open"}
KINDS = ("several", "time-bound", "open")  # of possible answers (the paper's section 4.2)
STAGES = {  # of the funnel, each with the statuses that do not reach it
    "proposed": (),
    "parsed": ("malformed",),
    "new": ("malformed", "duplicate"),
    "checked": ("malformed", "duplicate", "proposed", "unfit"),
    "accepted": ("malformed", "duplicate", "proposed", "unfit", "open", "rejected"),
}


@dataclass(frozen=True)
class Proposal(Record):
    """A task in a pool; its first four fields are those of the official task files.

    `status` is one of STATUSES. `nearest` is {id, similarity, by}; a check is {check, passed,
    reason}, where `passed` is None if the check could not tell; a review is {reviewer, decision,
    reason, at, question}.
    """

    id: str
    web_name: str
    web: str
    ques: str = ""
    status: str = "proposed"
    reason: str = ""  # why it has this status
    round: int = 0
    parents: tuple[str, ...] = ()  # the examples that the model was shown
    model: str = ""
    prompt: str = ""  # the version of the prompt: its name and the beginning of its hash
    reply: str = ""  # what the model wrote, if it differs from the question
    nearest: dict = field(default_factory=dict)
    checks: tuple[dict, ...] = ()
    reviews: tuple[dict, ...] = ()
    answer: dict | None = None  # the reference {type, ans, kind}, or a proposal for it

    @property
    def task(self) -> Task:
        """The task to play."""
        return Task(
            id=self.id, site=self.web_name, url=self.web, question=self.ques, answer=self.answer
        )

    @classmethod
    def of(cls, task: Task) -> "Proposal":
        """A seed for an existing task."""
        return cls(task.id, task.site, task.url, task.question, "seed", answer=task.answer)

    def __repr__(self) -> str:
        reason = f" ({self.reason})" if self.reason else ""
        return f"Proposal({self.id}, {self.status}{reason}: {self.ques or self.reply!r})"


def begin(pool: str | Path, seeds: Iterable[Task]) -> list[Proposal]:
    """Begin a pool with hand-written tasks as its seeds; an existing one gets those it lacks."""
    Path(pool).parent.mkdir(parents=True, exist_ok=True)
    return update(pool, lambda rows: {**{task.id: Proposal.of(task) for task in seeds}, **rows})


def load(pool: str | Path) -> list[Proposal]:
    """All rows, in order; lines that cannot be read are left out with a warning."""
    if not Path(pool).is_file():
        raise ValueError(f"There is no pool {pool}: begin one with pool.begin(pool, seeds).")
    rows, torn = _read_pool(Path(pool))
    if torn:
        warnings.warn(
            f"{pool}: {len(torn)} of its lines cannot be read and are left out: {torn[0][1][:200]}",
            stacklevel=2,
        )
    return list(rows.values())


def decide(
    pool: str | Path,
    id: str,
    decision: str,
    reason: str = "",
    *,
    reviewer: str = "",
    question: str | None = None,
) -> Proposal:
    """Add a person's decision to a row: "accept", "reject" or "edit"; the last one counts.

    `question` replaces the row's question; "edit" does so without deciding yet. All decisions are
    kept. Raises ValueError when the decision is none of the three, the id is not in the pool, a
    rejection has no reason, or an edit or an accepted row has no question.
    """
    if decision not in DECISIONS:
        raise ValueError(f"{decision!r} isn't a decision: give one of {', '.join(DECISIONS)}.")
    if decision == "reject" and not reason.strip():
        raise ValueError("A rejection needs a reason: others learn from it.")
    if decision == "edit" and not (question or "").strip():
        raise ValueError("An edit needs the new question.")

    def add_review(row: Proposal) -> Proposal:
        """The row with this decision."""
        words = (question or "").strip() or row.ques
        if decision == "accept" and not words:
            raise ValueError(f"{id} has no question to accept: edit it first.")
        review = {
            "reviewer": reviewer,
            "decision": decision,
            "reason": reason,
            "at": datetime.now(UTC).isoformat(timespec="seconds"),
            "question": row.ques if words != row.ques else "",
        }
        reviews = (*row.reviews, {key: value for key, value in review.items() if value})
        return replace(row, ques=words, status=DECISIONS[decision], reason=reason, reviews=reviews)

    return _change_row(pool, id, add_review)


def annotate(pool: str | Path, id: str, type: str, ans: str, *, kind: str = "") -> Proposal:
    """Give a row its reference answer, of the type "golden" or "possible".

    A possible answer may have a kind: "several" right answers, "time-bound", or "open" (the paper's
    section 4.2).
    """
    if type not in ("golden", "possible"):
        raise ValueError(f"A reference must be golden or possible, not {type!r}.")
    if kind and (type == "golden" or kind not in KINDS):
        kinds = ", ".join(KINDS)
        raise ValueError(
            f"The kind of a possible answer must be one of {kinds}, not {kind!r}; a golden one has"
            " none."
        )
    answer = {"type": type, "ans": ans} | ({"kind": kind} if kind else {})
    return _change_row(pool, id, lambda row: replace(row, answer=answer))


def table(pool: str | Path | Iterable[Proposal]) -> pandas.DataFrame:
    """One row per proposal, seeds too: its question, status and reason, origin and reviewer."""
    rows = load(pool) if isinstance(pool, str | Path) else [*pool]
    columns = list(_list_cells(Proposal("", "", "")))
    return Table([_list_cells(row) for row in rows], columns=columns)


def funnel(pool: str | Path | Iterable[Proposal]) -> pandas.DataFrame:
    """The number of proposals that reached each of STAGES, one row per site and one for all."""
    proposals = table(pool)
    by_site = stages(proposals).groupby(proposals["site"]).sum()
    return pandas.concat([by_site, by_site.sum().rename("all").to_frame().T])


def stages(table: pandas.DataFrame) -> pandas.DataFrame:
    """Whether each proposal of a pool's table reached each of STAGES; seeds are left out."""
    proposals = table[table["status"] != "seed"]
    # a person may overrule a check
    failed = (proposals["failed checks"] != "") & (proposals["status"] != "accepted")
    status = proposals["status"].mask(failed, "unfit")
    return pandas.DataFrame({stage: ~status.isin(lost) for stage, lost in STAGES.items()})


def update(
    pool: str | Path, change: Callable[[dict[str, Proposal]], dict[str, Proposal]]
) -> list[Proposal]:
    """Replace the rows (by id) with the result of `change`, while nobody else can write.

    Returns the new rows. Lines that cannot be read are first saved to a file beside the pool, and a
    warning names it.
    """
    file = Path(pool)
    with runs.lock(file):
        rows, torn = _read_pool(file)
        rows = change(rows)
        if torn:
            aside = file.with_name(f"{file.name}.damaged")
            with aside.open("ab") as damaged:
                damaged.writelines(line + b"\n" for line, _ in torn)
            warnings.warn(f"{pool}: {len(torn)} lines are now in {aside.name}.", stacklevel=2)
        # always with the status: `tasks.load` takes a row without one for a task
        jsons = [row.to_json() | {"status": row.status} for row in rows.values()]
        lines = [json.dumps(each, ensure_ascii=False) + "\n" for each in jsons]
        runs.write_whole(file, "".join(lines))
    return list(rows.values())


def add(pool: str | Path, *rows: Proposal) -> list[Proposal]:
    """Add rows to a pool, where a row with a known id replaces the earlier one; return all rows.

    A row that a person has decided on stays as it is.
    """

    def put(known: dict[str, Proposal]) -> dict[str, Proposal]:
        new = {row.id: row for row in rows}
        decided = {id: row for id, row in known.items() if id in new and row.reviews}
        return known | new | decided

    return update(pool, put)


def _change_row(pool: str | Path, id: str, change: Callable[[Proposal], Proposal]) -> Proposal:
    def change_one(rows: dict[str, Proposal]) -> dict[str, Proposal]:
        if id not in rows:
            raise ValueError(f"The pool {Path(pool).name} has no row {id!r}.")
        return {**rows, id: change(rows[id])}

    load(pool)  # raises if there is no such pool, and warns about damaged lines
    return next(row for row in update(pool, change_one) if row.id == id)


def _read_pool(file: Path) -> tuple[dict[str, Proposal], list[tuple[bytes, str]]]:
    """The rows by id, and the lines that cannot be read, each with the reason."""

    def read_row(data: dict) -> Proposal:
        row = Proposal.from_json(data)
        if row.status not in STATUSES:
            raise ValueError(f"{row.status!r} is not a status")
        return row

    rows, damaged = runs.read_lines(file, read_row)
    return {row.id: row for row in rows}, [*damaged.values()]


def _list_cells(row: Proposal) -> dict:
    """The cells of a proposal's row in the table, by column."""
    last = row.reviews[-1] if row.reviews else {}
    failed = [check["check"] for check in row.checks if check["passed"] is False]
    return {
        "id": row.id,
        "site": row.web_name,
        "question": row.ques,
        "status": row.status,
        "reason": row.reason,
        "round": row.round,
        "parents": len(row.parents),
        "nearest": row.nearest.get("id", ""),
        "similarity": row.nearest.get("similarity"),
        "failed checks": ", ".join(failed),
        "reviewer": last.get("reviewer", ""),
        "decision": last.get("decision", ""),
        "reference": (row.answer or {}).get("ans", ""),
        "reference_type": (row.answer or {}).get("type", ""),
        "model": row.model,
        "prompt": row.prompt,
    }
