"""The effects of planted slips: a slip is a fault only if it mattered and wasn't undone."""

from collections.abc import Sequence
from typing import Literal

from webvoyager.records import Episode, Step

from .log import Slip
from .ways import Way, compare, describe, read_elements

Effect = Literal["harmless", "recovered", "fault"]
ALIKE = 0.95  # similarity from which two pages count as the same


def find_effect(slip: Slip, episode: Episode, way: Way, success: bool) -> Effect:
    """The effect of a slip.

    harmless: the right step would have led to the same page, or the wrong answer was accepted.
    recovered: the slip led elsewhere, but the agent came back to the way, where it had left it or
    further on, or it succeeded. fault: neither.
    """
    step, later = episode.steps[slip.step - 1], episode.steps[slip.step :]
    if step.answered:
        return "harmless" if success else "fault"
    here = _find_stops(step, way)
    if later and any(number + 1 in _find_stops(later[0], way) for number in here):
        return "harmless"
    first = min(here, default=0)
    back = any(number >= first for each in later for number in _find_stops(each, way))
    return "recovered" if success or back else "fault"


def find_faults(
    slips: Sequence[Slip], episode: Episode, way: Way, success: bool
) -> list[tuple[Slip, Effect]]:
    """The slips of an episode, each with its effect."""
    own = [
        slip for slip in slips if (slip.task, slip.attempt) == (episode.task.id, episode.attempt)
    ]
    return [(slip, find_effect(slip, episode, way, success)) for slip in own]


def _find_stops(step: Step, way: Way) -> list[int]:
    """The stops of the way that look like the page of a step."""
    seen = step.observation
    looks = describe(read_elements(seen))
    return [
        number
        for number, stop in enumerate(way.stops)
        if stop.address == seen.url and compare(looks, stop.looks) >= ALIKE
    ]
