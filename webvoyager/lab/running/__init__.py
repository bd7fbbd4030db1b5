"""Running many episodes: what a run would cost, and whether this machine is ready for it.

Begin with `run_tasks` (batch.py): tasks in, a run folder and its table out, in several browsers.
`sweep` does that for each of several models, views, prompts and seeds.
`estimate` predicts the cost of a run, `check_machine` says whether everything that a run needs is
installed, and `side_by_side` does any work on many items. What happened is counted by
`statistics`.
"""

from ..workers import Interrupted, side_by_side
from .batch import run_tasks
from .costs import Estimate, estimate
from .machine import check as check_machine
from .sweeping import sweep

__all__ = [
    "Estimate",
    "Interrupted",
    "check_machine",
    "estimate",
    "run_tasks",
    "side_by_side",
    "sweep",
]
