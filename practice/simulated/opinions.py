"""Opinions of known quality: values of states, verdicts on answers, and categories of failures.

A vote is right with the probability `Skill.votes`. `Skill.bias` says how far the votes on one state
err together: with 0 each vote is drawn independently, with 1 all of them are the same.
"""

import random
from collections.abc import Sequence

from ..offline.endpoint.protocol import Sample
from .skill import Skill, spread

VALUES = ("SUCCESS", "ON THE WAY", "FAILURE")
VERDICTS = ("SUCCESS", "NOT SUCCESS")


def vote(skill: Skill, state: str, truth: str, choices: Sequence[str], sample: Sample) -> str:
    """One opinion on a state: the truth, or one of the other choices.

    At temperature 0 it is what most votes on this state would say.
    """
    right = spread(skill.votes, skill.bias, f"{skill.seed}/vote/{state}")
    others = [each for each in choices if each != truth]
    wrong = random.Random(f"{skill.seed}/wrong/{state}").choice(others)
    if sample.temperature == 0:
        return truth if right >= 0.5 else wrong
    drawn = random.Random(f"{skill.seed}/{state}/{sample.seed}/{sample.index}").random()
    return truth if drawn < right else wrong
