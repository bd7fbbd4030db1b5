"""Numbers from tables: rates with intervals, agreement, effects, endings, prices; nothing is drawn.

Begin with `rates`: shares of a run's table with Wilson intervals. `agreement` measures judges
against the truth and raters against each other, and compares two runs on the same tasks. `effects`
finds what makes agents fail. `count_endings` counts how episodes ended, `survival_by_step` shows
how long they ran, and `price_solved_tasks` what a solved task cost. `screens` describes what agents
saw, and `published` has the papers' numbers as runs. The other rooms of the lab count with these;
this one imports none of them.
"""

from . import agreement, effects, published, rates, screens
from .endings import ENDINGS, count_endings, find_endings, survival_by_step
from .prices import price_solved_tasks

__all__ = [
    "ENDINGS",
    "agreement",
    "count_endings",
    "effects",
    "find_endings",
    "price_solved_tasks",
    "published",
    "rates",
    "screens",
    "survival_by_step",
]
