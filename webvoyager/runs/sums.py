"""What the steps of an episode come to, so that lists and tables need not read them."""

from ..records import Episode, Task

NOTHING = Episode(Task("", "", "", ""), (), "")


def sum_up(episode: Episode) -> dict:
    """step_count, answer, marks (their mean number), usage and cost of an episode."""
    counts = [len(step.observation.marks) for step in episode.steps]
    return {
        "step_count": len(counts),
        "answer": episode.answer,
        "marks": sum(counts) / len(counts) if counts else None,
        "usage": episode.usage,
        "cost": episode.cost,
    }
