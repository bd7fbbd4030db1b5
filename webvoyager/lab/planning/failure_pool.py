"""The failure history pool M: failed trials of the training tasks, kept in a JSONL file."""

import warnings
from pathlib import Path

import pandas
from markupsafe import Markup

from ... import runs
from ...display import without_math
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
            failures, damaged = runs.read_lines(self.path, Failure.from_json)
            for number, (_, why) in damaged.items():
                sentence = f"{self.path}, line {number} isn't a failure and is left out: {why}"
                warnings.warn(sentence, stacklevel=2)
            self._rows = {failure.key: failure for failure in failures}

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

        Raises ValueError when the pool is frozen, or when a failure could not be read back.
        """
        self.require_open()
        if self.path and failures:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            rows = [failure.to_json() for failure in failures]
            runs.append_lines(self.path, rows, Failure.from_json)
        self._rows |= {failure.key: failure for failure in failures}

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

    def __len__(self) -> int:
        return len(self._rows)

    def __repr__(self) -> str:
        written = sum(bool(failure.reflection) for failure in self.failures)
        where = f" in {self.path.name}" if self.path else ""
        return f"Pool({len(self)} failures, {written} with a reflection{where})"

    def _repr_html_(self) -> str:
        return without_math(Markup("<p>{!r}</p>{}").format(self, Markup(self.table.to_html())))
