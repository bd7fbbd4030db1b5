"""Running many episodes, and counting how they went and what they cost.

Begin with `run_tasks` (batch.py): tasks in, a run folder and its table out, in several browsers.
`estimate` predicts the cost of a run, `rates` turns tables into shares with intervals,
`count_endings` counts how episodes ended, `survival_by_step` shows how long they ran,
`price_solved_tasks` what a solved task cost, `screens` what agents saw, and `effects` what makes
them fail. `published` has the papers' numbers as runs, and `check_machine` says whether everything
that a run needs is installed.
"""

from . import effects, published, rates, screens
from .batch import run_tasks
from .costs import Estimate, estimate
from .endings import count_endings, find_endings
from .machine import check as check_machine
from .prices import price_solved_tasks
from .step_survival import survival_by_step
from .workers import Interrupted, side_by_side

__all__ = [
    "Estimate",
    "Interrupted",
    "check_machine",
    "count_endings",
    "effects",
    "estimate",
    "find_endings",
    "price_solved_tasks",
    "published",
    "rates",
    "run_tasks",
    "screens",
    "side_by_side",
    "survival_by_step",
]
