"""What the steps of an episode come to, so that lists and tables need not read them."""

from ..records import Episode, Task
from .fields import make_test

NOTHING = Episode(Task("", "", "", ""), (), "")
KINDS = {
    "step_count": int,
    "answer": str,
    "marks": float | None,
    "usage": dict[str, int],
    "cost": float | None,
}


def sum_up(episode: Episode) -> dict:
    """step_count, answer, marks (their mean number on a page), usage and cost of an episode."""
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
    """The sums that an episode's result holds; None where one is missing or damaged."""
    fit = all(name in result and make_test(kind)(result[name]) for name, kind in KINDS.items())
    if not fit or result["usage"].keys() != NOTHING.usage.keys():
        return None
    return {name: result[name] for name in KINDS}
