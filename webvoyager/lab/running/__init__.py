"""Running many episodes, and what they take.

Begin with `run_tasks` (batch.py): tasks in, a run folder and its table out, in several browsers.
`estimate` tells what a run would cost before it begins, `rates` turns tables into shares with
intervals, and `check_machine` says whether this machine has everything that a run needs.
"""

from . import effects, rates
from .batch import run_tasks
from .costs import Estimate, estimate
from .machine import check as check_machine
from .workers import side_by_side

__all__ = ["Estimate", "check_machine", "effects", "estimate", "rates", "run_tasks", "side_by_side"]
