"""Best-first tree search over real web pages (Koh et al. 2024).

Begin with `run` (best_first.py), which plays one episode under search by a `Strategy`. It proposes
actions with `branch`, values states with a value function (`by_model`, `constant`), orders states
of equal value by a tie-break (`by_first_action`, `by_age`) and goes back with `replay` or `quick`.
`trees` writes and reads the record of a search, and `safety` has guards against acts that cannot be
undone.
"""

from . import safety, trees
from .best_first import Strategy, best_first, run, steps
from .branching import Branches, branch, identify
from .going_back import Arrival, Revisit, quick, replay, retrace
from .trees import Limits, Node, Spent, Value
from .values import ValueFunction, by_age, by_first_action, by_model, constant

__all__ = [
    "Arrival",
    "Branches",
    "Limits",
    "Node",
    "Revisit",
    "Spent",
    "Strategy",
    "Value",
    "ValueFunction",
    "best_first",
    "branch",
    "by_age",
    "by_first_action",
    "by_model",
    "constant",
    "identify",
    "quick",
    "replay",
    "retrace",
    "run",
    "safety",
    "steps",
    "trees",
]
