"""A pool of tasks in one JSONL file: a row holds a task, where it comes from, and all that was
decided about it.

`tasks.load` reads the same file and takes the rows that are seeds or accepted. No row is ever taken
out: what was refused stays, with the reason. Several people or processes may work on one file.
"""

import json
import warnings
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

import pandas
from filelock import FileLock

from ...records import Record, Task

IN_POOL = ("seed", "accepted")
STATUSES = (*IN_POOL, "proposed", "malformed", "duplicate", "unfit", "open", "rejected")
DECISIONS = {"accept": "accepted", "reject": "rejected", "edit": "open"}
KINDS = ("several", "time-bound", "open")  # of possible answers (the paper's section 4.2)
STAGES = {  # of the funnel, each with the statuses that did not come so far
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
    reason}, where passed None means that it could not be told; a review is {reviewer, decision,
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
    reply: str = ""  # what the model wrote, where that is not the question word for word
    nearest: dict = field(default_factory=dict)
    checks: tuple[dict, ...] = ()
    reviews: tuple[dict, ...] = ()
    answer: dict | None = None  # the reference {type, ans, kind}, or what an agent proposes for it

    @property
    def task(self) -> Task:
        """The task to play."""
        return Task(self.id, self.web_name, self.web, self.ques, answer=self.answer)

    @classmethod
    def of(cls, task: Task, **more: object) -> "Proposal":
        """A row for a task that is there already, by default a seed."""
        return cls(
            task.id,
            task.site,
            task.url,
            task.question,
            **{"status": "seed", "answer": task.answer, **more},
        )

    def __repr__(self) -> str:
        reason = f" ({self.reason})" if self.reason else ""
        return f"Proposal({self.id}, {self.status}{reason}: {self.ques or self.reply!r})"


def begin(pool: str | Path, seeds: Iterable[Task]) -> list[Proposal]:
    """A new pool with hand-written tasks as its seeds; in one that is there already, seeds it lacks
    are added.
    """
    Path(pool).parent.mkdir(parents=True, exist_ok=True)
    return update(pool, lambda rows: {**{task.id: Proposal.of(task) for task in seeds}, **rows})


def load(pool: str | Path) -> list[Proposal]:
    """All rows in the order they came; a line that cannot be read is left out, with a warning that
    names it.
    """
    if not Path(pool).is_file():
        raise ValueError(f"There is no pool {pool}: begin one with pool.begin(pool, seeds).")
    rows, torn = _read(Path(pool))
    if torn:
        warnings.warn(
            f"{pool}: {len(torn)} of its lines cannot be read and are left out: {torn[0][:60]}",
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
    """A person's decision on a row: "accept", "reject", or "edit"; the last one counts, all are
    kept.

    With `question` its words are changed, by "edit" without deciding yet. ValueError where the
    decision is none of the three, the id is not in the pool, or a rejection gives no reason.
    """
    if decision not in DECISIONS:
        raise ValueError(f"{decision!r} is no decision: give one of {', '.join(DECISIONS)}.")
    if decision == "reject" and not reason.strip():
        raise ValueError("A rejection needs a reason: others learn from it.")
    if decision == "edit" and not (question or "").strip():
        raise ValueError("An edit needs the new question.")

    def _review(row: Proposal) -> Proposal:
        words = (question or "").strip() or row.ques
        if decision == "accept" and not words:
            raise ValueError(f"{id} has no question to accept: edit it first.")
        before = {"question": row.ques} if words != row.ques else {}
        made = {
            "reviewer": reviewer,
            "decision": decision,
            "reason": reason,
            "at": _now(),
            **before,
        }
        reviews = (*row.reviews, {key: value for key, value in made.items() if value})
        return replace(row, ques=words, status=DECISIONS[decision], reason=reason, reviews=reviews)

    return _change(pool, id, _review)


def annotate(pool: str | Path, id: str, type: str, ans: str, *, kind: str = "") -> Proposal:
    """Give a row its reference answer: "golden" or "possible", and for the latter of which of the
    paper's kinds.

    The kinds are "several" right answers, "time-bound", and "open" (the paper's section 4.2).
    """
    if type not in ("golden", "possible"):
        raise ValueError(f"A reference is golden or possible, not {type!r}.")
    if kind and (type == "golden" or kind not in KINDS):
        raise ValueError(
            f"A possible answer is of the kind {', '.join(KINDS)}, not {kind!r}; a golden one of"
            " none."
        )
    answer = {"type": type, "ans": ans, **({"kind": kind} if kind else {})}
    return _change(pool, id, lambda row: replace(row, answer=answer))


def table(pool: str | Path | Iterable[Proposal]) -> pandas.DataFrame:
    """One row per proposal, seeds too: what it asks, its status and why, where it comes from, who
    decided.
    """
    rows = load(pool) if isinstance(pool, str | Path) else [*pool]
    return pandas.DataFrame([_told(row) for row in rows], columns=list(_told(Proposal("", "", ""))))


def funnel(pool: str | Path | Iterable[Proposal]) -> pandas.DataFrame:
    """How many proposals came how far, one row per site and one for all: proposed, parsed, new,
    checked, accepted.
    """
    found = table(pool)
    by_site = stages(found).groupby(found["site"]).sum()
    return pandas.concat([by_site, by_site.sum().rename("all").to_frame().T])


def stages(found: pandas.DataFrame) -> pandas.DataFrame:
    """Whether each proposal of a pool's table came as far as each of STAGES; seeds are left out."""
    made = found[found["status"] != "seed"]
    # a person may overrule a check
    failed = (made["failed checks"] != "") & (made["status"] != "accepted")
    status = made["status"].mask(failed, "unfit")
    return pandas.DataFrame({stage: ~status.isin(lost) for stage, lost in STAGES.items()})


def update(
    pool: str | Path, change: Callable[[dict[str, Proposal]], dict[str, Proposal]]
) -> list[Proposal]:
    """Replace the rows (by id) with what `change` makes of them, while nobody else writes; what it
    returns, in a list.

    Lines that cannot be read go to a file beside the pool before they would be lost.
    """
    file = Path(pool)
    with FileLock(file.with_name(f".{file.name}.lock")):
        rows, torn = _read(file) if file.exists() else ({}, [])
        rows = change(rows)
        if torn:
            with file.with_name(f"{file.name}.damaged").open("a", encoding="utf-8") as damaged:
                damaged.writelines(f"{line}\n" for line in torn)
        part = file.with_name(f".{file.name}.part")
        part.write_text(
            "".join(json.dumps(row.to_json(), ensure_ascii=False) + "\n" for row in rows.values()),
            "utf-8",
        )
        part.replace(file)
    return list(rows.values())


def _change(pool: str | Path, id: str, change: Callable[[Proposal], Proposal]) -> Proposal:
    def _change_row(rows: dict[str, Proposal]) -> dict[str, Proposal]:
        if id not in rows:
            raise ValueError(f"The pool {Path(pool).name} has no row {id!r}.")
        return {**rows, id: change(rows[id])}

    load(pool)
    return next(row for row in update(pool, _change_row) if row.id == id)


def _read(file: Path) -> tuple[dict[str, Proposal], list[str]]:
    """The rows by id, and the lines that cannot be read."""
    rows, torn = {}, []
    for line in file.read_text("utf-8", errors="replace").splitlines():
        try:
            row = Proposal.from_json(json.loads(line))
            if row.status not in STATUSES:
                raise ValueError(row.status)
            rows[row.id] = row
        except (ValueError, TypeError, AttributeError):
            torn += [line] if line.strip() else []
    return rows, torn


def _told(row: Proposal) -> dict:
    last = row.reviews[-1] if row.reviews else {}
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
        "failed checks": ", ".join(
            check["check"] for check in row.checks if check["passed"] is False
        ),
        "reviewer": last.get("reviewer", ""),
        "decision": last.get("decision", ""),
        "reference": (row.answer or {}).get("ans", ""),
        "reference_type": (row.answer or {}).get("type", ""),
        "model": row.model,
        "prompt": row.prompt,
    }


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
