"""The failure history pool M: failed trials of the training tasks, kept in a JSONL file."""

import warnings
from collections.abc import Iterable
from pathlib import Path

import pandas
from markupsafe import Markup

from ... import runs
from .trials import Failure

COLUMNS = ["task", "seed", "site", "question", "done", "right", "cause",
           "plan_related", "reflection", "reflected_by"]  # fmt: skip


class Pool:
    """Failures in the order they were added, in memory or in the file `path` (created if needed).

    The file is only appended to. A failure that is added again, for example with its reflection,
    takes the place of the earlier one. Lines that cannot be read are left out with a warning. To
    see what others add to the file, open it again.
    """

    def __init__(self, path: str | Path | None = None) -> None:
        self.path = None if path is None else Path(path)
        self.frozen = False
        self._rows: dict[tuple, Failure] = {}
        if self.path:
            failures, damaged = runs.read_lines(self.path, _read_failure)
            for number, (_, why) in damaged.items():
                sentence = f"{self.path}, line {number} isn't a failure and is left out: {why}"
                warnings.warn(sentence, stacklevel=2)
            self._hold_in_memory(failures)

    @property
    def failures(self) -> tuple[Failure, ...]:
        """All failures, in the order they were added."""
        return tuple(self._rows.values())

    @property
    def table(self) -> pandas.DataFrame:
        """One row per failure: its task, the wrong and the right action, and its reflection."""
        rows = ({name: getattr(failure, name) for name in COLUMNS} for failure in self.failures)
        return runs.make_table(rows, COLUMNS)

    def add(self, *failures: Failure) -> None:
        """Add failures, all or none, on disk first.

        Raises ValueError when the pool is frozen or a failure is incomplete.
        """
        self.require_open()
        for failure in failures:
            _check_failure(failure)
        if self.path and failures:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            rows = [failure.to_json() for failure in failures]
            runs.append_lines(self.path, rows, _read_failure)
        self._hold_in_memory(failures)

    def freeze(self) -> None:
        """Refuse more failures, as the paper does at inference: tests must not change the pool."""
        self.frozen = True

    def require_open(self) -> None:
        """Raise ValueError if the pool is frozen."""
        if self.frozen:
            raise ValueError(
                "This pool is frozen, because tests must not change it. Make another Pool to add"
                " failures."
            )

    def _hold_in_memory(self, failures: Iterable[Failure]) -> None:
        self._rows |= {failure.key: failure for failure in failures}

    def __len__(self) -> int:
        return len(self._rows)

    def __repr__(self) -> str:
        written = sum(bool(failure.reflection) for failure in self.failures)
        place = f" in {self.path.name}" if self.path else ""
        return f"Pool({len(self)} failures, {written} with a reflection{place})"

    def _repr_html_(self) -> str:
        return Markup("<p>{!r}</p>{}").format(self, Markup(self.table.to_html()))


def _read_failure(row: dict) -> Failure:
    """The failure of a row; raises ValueError if it is incomplete."""
    failure = Failure.from_json(row)
    _check_failure(failure)
    return failure


def _check_failure(failure: Failure) -> None:
    words = [failure.task, failure.site, failure.question, failure.plan, failure.done]
    words += [failure.right, failure.cause, failure.reflection]
    listed = isinstance(failure.actions, tuple)
    if not listed or not all(isinstance(each, str) for each in (*words, *failure.actions)):
        raise ValueError("The fields of a failure must be text, and its actions a list of texts.")
    if not failure.question.strip() or not failure.done.strip():
        raise ValueError("A failure needs its question and the action that was done.")
