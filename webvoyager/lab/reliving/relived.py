"""What came of re-living an episode: a row for each step, and the first difference."""

from dataclasses import dataclass

import pandas
from markupsafe import Markup

from ...records import Step, Task
from ...runs import make_table

_COLUMNS = ("step", "then", "now", "same_page", "mark_found", "difference")
_WORDS = {True: "yes", False: "no", None: "–"}


@dataclass(frozen=True)
class RelivedStep:
    """A step as it was recorded, and as it went now.

    `now` has today's page, and the action with today's number; it has cost nothing. `mark_found` is
    None if the action points at no mark, or was not due; `done` says whether it was carried out
    again, or failed again as it did then.
    """

    then: Step
    now: Step
    same_page: bool
    mark_found: bool | None = None
    done: bool = False
    difference: str = ""  # the first thing that differs, as a sentence


@dataclass(frozen=True)
class Relived:
    """A re-lived episode; `steps` ends early where something could not be done again."""

    task: Task
    steps: tuple[RelivedStep, ...]
    wanted: int  # the number of steps to re-live

    @property
    def same(self) -> bool:
        """Whether every step was re-lived, and nothing differed."""
        return len(self.steps) == self.wanted and not self.first_difference

    @property
    def first_difference(self) -> RelivedStep | None:
        """The first step at which something differed; None if there is none."""
        return next((step for step in self.steps if step.difference), None)

    @property
    def summary(self) -> str:
        """How it went, in one sentence."""
        if first := self.first_difference:
            return f"Step {first.then.index} differs: {first.difference}"
        count = f"{self.wanted} step{'s' * (self.wanted != 1)}"
        return f"All {count} went as recorded." if self.wanted > 1 else f"{count} went as recorded."

    def table(self) -> pandas.DataFrame:
        """One row per step: what was done then and now, and the first thing that differs."""
        return make_table([_make_row(step) for step in self.steps], _COLUMNS)

    def __repr__(self) -> str:
        return f"Relived({self.task.id}: {self.summary})"

    def _repr_html_(self) -> str:
        cells = Markup("<td style='text-align:left'>{}</td>") * len(_COLUMNS)
        rows = [cells.format(*_show_row(_make_row(step))) for step in self.steps]
        heads = Markup("").join(
            Markup("<th style='text-align:left'>{}</th>").format(name.replace("_", " "))
            for name in _COLUMNS
        )
        missed = self.wanted - len(self.steps)
        more = f" {missed} more step{'s were' if missed > 1 else ' was'} not re-lived."
        return Markup("<p><b>{}</b></p><p>{}{}</p><table><tr>{}</tr>{}</table>").format(
            self.task.question,
            self.summary,
            more if missed else "",
            heads,
            Markup("").join(Markup("<tr>{}</tr>").format(row) for row in rows),
        )


def _make_row(step: RelivedStep) -> dict:
    then = str(step.then.action or "no action")
    done = str(step.now.action or "no action") if step.done else "nothing"
    values = (step.then.index, then, done, step.same_page, step.mark_found, step.difference)
    return dict(zip(_COLUMNS, values, strict=True))


def _show_row(row: dict) -> list:
    return [_WORDS[value] if isinstance(value, bool | None) else value for value in row.values()]
