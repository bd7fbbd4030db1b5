"""The solved and the failed episodes of a run."""

from pathlib import Path

from ..records import Episode
from .reading import load
from .verdict_file import by_judge, verdicts


def solved(folder: str | Path) -> list[Episode]:
    """The episodes that were solved, according to the judge that `by_judge` chooses.

    Those with all their screenshots come first. Faults and unscored episodes are left out.
    """
    return _find(folder, True)


def failed(folder: str | Path) -> list[Episode]:
    """The episodes that were not solved; judge and order as in `solved`."""
    return _find(folder, False)


def _find(folder: str | Path, success: bool) -> list[Episode]:
    judged = by_judge(verdicts(folder))
    keys = {key for key, verdict in judged.items() if verdict.success is success}
    found = [each for each in load(folder) if (each.task.id, each.attempt) in keys]
    results = [each for each in found if each.steps and not each.stop.startswith("error")]
    return sorted(results, key=lambda each: not all(s.observation.kept for s in each.steps))
