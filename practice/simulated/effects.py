"""What became of a planted slip: a slip is a fault only where its effect was seen."""

from collections.abc import Sequence
from typing import Literal

from webvoyager.records import Episode, Step

from .log import Slip
from .ways import Way, compare, describe, read_elements

Effect = Literal["harmless", "recovered", "fault"]
ALIKE = 0.95  # of the elements of two pages, for the pages to be the same


def find_effect(slip: Slip, episode: Episode, way: Way, success: bool) -> Effect:
    """What a slip came to.

    harmless: what came after it is what the right step would have brought; of an answer, that it
    was accepted all the same. recovered: its effect was seen, and the task was solved. fault: its
    effect was seen, and the task was not.
    """
    step = episode.steps[slip.step - 1]
    if step.answered:
        return "harmless" if success else "fault"
    later = episode.steps[slip.step] if slip.step < len(episode.steps) else None
    if later is not None and _is_as_wanted(step, later, slip, way):
        return "harmless"
    return "recovered" if success else "fault"


def find_faults(
    slips: Sequence[Slip], episode: Episode, way: Way, success: bool
) -> list[tuple[Slip, Effect]]:
    """The slips of an episode with what each came to."""
    own = [
        slip for slip in slips if (slip.task, slip.attempt) == (episode.task.id, episode.attempt)
    ]
    return [(slip, find_effect(slip, episode, way, success)) for slip in own]


def _is_as_wanted(step: Step, later: Step, slip: Slip, way: Way) -> bool:
    """Whether the page after a slip is the one after the stop where the right step was taken."""
    looks = describe(read_elements(step.observation))
    here = [
        number
        for number, stop in enumerate(way.stops[:-1])
        if stop.address == step.observation.url and compare(looks, stop.looks) >= ALIKE
    ]
    after = describe(read_elements(later.observation))
    return any(
        way.stops[number + 1].address == later.observation.url
        and compare(after, way.stops[number + 1].looks) >= ALIKE
        for number in here
    )
