"""What an episode is a branch of, as its task records it."""

from dataclasses import dataclass, fields

from ...records import Episode, Record

KEY = "branch_of"  # in the task's `extra`


@dataclass(frozen=True)
class Origin(Record):
    """The episode that another one is a branch of, and the step (from 1) at which it left it."""

    run: str  # the name of its run folder; "" if it was not recorded
    task: str
    attempt: int
    step: int

    def __str__(self) -> str:
        place = "/".join(filter(None, (self.run, self.task, str(self.attempt))))
        return f"branch of {place} at step {self.step}"


def make_origin(episode: Episode, step: int) -> Origin:
    """The origin of a branch that leaves this episode at a step."""
    run = episode.folder.parent.parent.name if episode.folder else ""
    return Origin(run, episode.task.id, episode.attempt, step)


def find_origin(episode: Episode) -> Origin | None:
    """What the episode is a branch of; None if of nothing."""
    data = episode.task.extra.get(KEY)
    known = {field.name for field in fields(Origin)}
    return Origin.from_json(data) if isinstance(data, dict) and data.keys() >= known else None
