"""Episodes drawn by planted effects, without a browser: what a regression should find again."""

import random
from collections.abc import Sequence

import numpy
import pandas

from webvoyager.lab.running.effects import regress

from .skill import Skill
from .ways import Way

FACTORS = ("marks", "step")


def draw_steps(skill: Skill, ways: Sequence[Way], tasks: int, seed: int = 0) -> pandas.DataFrame:
    """Steps of so many tasks, drawn from the oracles' ways: task, step, marks, slip.

    Each task takes the pages of an oracle up to its first slip, as an agent that errs goes astray
    afterwards.
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


def recover(
    skill: Skill, ways: Sequence[Way], sizes: Sequence[int] = (100, 200, 643), draws: int = 200
) -> pandas.DataFrame:
    """Planted effects and what the regression makes of them: a row per number of tasks and effect.

    `estimate` and `wide` (the width of the interval) are means over draws, `covered` is the share
    of draws whose 95 % interval holds what was planted.
    """
    planted = {"marks": skill.per_mark, "step": skill.per_step}
    rows = []
    for size in sizes:
        found = [regress(draw_steps(skill, ways, size, n), "slip", FACTORS) for n in range(draws)]
        for factor, value in planted.items():
            low, high, estimate = (
                numpy.array([each.loc[factor, name] for each in found])
                for name in ("low", "high", "estimate")
            )
            covered = ((low <= value) & (value <= high)).mean()
            wide = (high - low).mean()
            rows.append((size, factor, value, estimate.mean(), wide, covered))
    columns = ["tasks", "factor", "planted", "estimate", "wide", "covered"]
    return pandas.DataFrame(rows, columns=columns)
