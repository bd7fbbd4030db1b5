"""One step of a simulated agent: the right move, the possible slips, and the choice of one."""

from collections.abc import Sequence
from dataclasses import dataclass

from ..learned.state import say
from ..offline.endpoint.protocol import Sample
from .drawing import draw
from .skill import Skill
from .slips import Slip, draw_slips
from .standing import Move, Standing, find_right

ANSWER_THOUGHT = "I have seen what was asked for."


@dataclass(frozen=True)
class Option:
    """A possible reply: its probability at temperature 1, and which kind of slip it is."""

    probability: float
    reply: str
    kind: str = ""  # one of skill.KINDS; "" for the right move


def list_options(skill: Skill, state: Standing) -> list[Option]:
    """The possible replies in a state with their probabilities, the right move first."""
    right = find_right(state)
    place = "astray" if state.stop is None else state.stop
    key = f"{state.way.task.id}/{place}/{state.page.address}"
    wrong = skill.slips_in(key, len(state.page.elements), state.step)
    best = Option(1 - wrong, write(right))
    slips = draw_slips(state, right, f"{skill.seed}/slip/{key}", dict(skill.shares))
    options = [Option(wrong * share, write(slip), kind) for share, kind, slip in slips]
    return [best, *(each for each in options if each.reply != best.reply and each.probability)]


def choose(options: Sequence[Option], sample: Sample, key: str) -> Option:
    """The option that a sample gets, by its temperature and top_p."""
    weights = [each.probability for each in options]
    return options[draw(weights, sample, key)]


def write(move: Slip) -> str:
    """A move as a model's reply; a slip that cannot be parsed is a reply already."""
    if not isinstance(move, Move):
        return move
    thought = ANSWER_THOUGHT if move.done.action == "ANSWER" else say(move.done)
    return f"Thought: {thought}\nAction: {move.action}"
