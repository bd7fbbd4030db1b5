"""Episodes drawn with planted effects, without a browser; a regression should recover these."""

import random
from collections.abc import Sequence

import pandas

from .skill import Skill
from .ways import Way


def draw_steps(skill: Skill, ways: Sequence[Way], tasks: int, seed: int = 0) -> pandas.DataFrame:
    """The steps of a number of tasks, drawn from the oracles' ways: task, step, marks, slip.

    Each task has an oracle's pages up to its first slip, because an agent leaves the way after it.
    """
    chance = random.Random(f"{skill.seed}/{seed}")
    rows = []
    for task in range(tasks):
        for step, stop in enumerate(chance.choice(ways).stops, 1):
            marks = stop.looks.total()
            slip = chance.random() < skill.slips_in(f"{seed}/{task}/{step}", marks, step)
            rows.append((task, step, marks, slip))
            if slip:
                break
    return pandas.DataFrame(rows, columns=["task", "step", "marks", "slip"])
