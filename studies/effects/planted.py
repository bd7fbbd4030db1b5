"""Episodes drawn with planted effects, without a browser, and whether a regression finds these."""

import random
from collections.abc import Sequence

import numpy
import pandas

from practice.simulated import Skill
from practice.simulated.ways import Way
from webvoyager.lab.statistics.effects import regress


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


def find_again(
    skill: Skill, ways: Sequence[Way], sizes: Sequence[int], draws: int = 100
) -> pandas.DataFrame:
    """How well the regression finds a skill's planted effects: one row per size and factor.

    `sizes` are numbers of tasks, each drawn `draws` times. `estimate` is the mean estimate, in
    log-odds, `wide` the mean width of the 95 % interval, and `covered` the share of draws whose
    interval contains the planted value.
    """
    planted = {"marks": skill.per_mark, "step": skill.per_step}
    rows = []
    for size in sizes:
        drawn = [draw_steps(skill, ways, size, seed) for seed in range(draws)]
        found = [regress(steps, "slip", list(planted)) for steps in drawn]
        for factor, value in planted.items():
            low, high, estimate = (
                numpy.array([each.loc[factor, name] for each in found])
                for name in ("low", "high", "estimate")
            )
            covered = ((low <= value) & (value <= high)).mean()
            rows.append((size, factor, value, estimate.mean(), (high - low).mean(), covered))
    columns = ["tasks", "factor", "planted", "estimate", "wide", "covered"]
    return pandas.DataFrame(rows, columns=columns)
