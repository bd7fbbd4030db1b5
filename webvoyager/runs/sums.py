"""Sums over the steps of an episode, so that lists and tables need not read the steps."""

from ..records import Episode, Task
from .fields import make_test

EMPTY_EPISODE = Episode(Task(id="", site="", url="", question=""), (), "")
KINDS = {
    "step_count": int,
    "answer": str,
    "marks": float | None,
    "usage": dict[str, int],
    "cost": float | None,
}


def sum_up(episode: Episode) -> dict:
    """An episode's step_count, answer, marks (mean number per page), usage and cost."""
    pages = [step.observation for step in episode.steps if step.observation.browsed]
    counts = [len(page.marks) for page in pages]
    return {
        "step_count": len(episode.steps),
        "answer": episode.answer,
        "marks": sum(counts) / len(counts) if counts else None,
        "usage": episode.usage,
        "cost": episode.cost,
    }


def read_sums(result: dict) -> dict | None:
    """The sums in an episode's result; None if one is missing or damaged."""
    fit = all(name in result and make_test(kind)(result[name]) for name, kind in KINDS.items())
    if not fit or result["usage"].keys() != EMPTY_EPISODE.usage.keys():
        return None
    return {name: result[name] for name in KINDS}
