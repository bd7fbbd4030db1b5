"""Figures: each function takes a table of episodes and returns the Axes it drew.

Begin with `success.py`. Each file draws one subject, `styling.py` holds what all figures share,
and the numbers come from `statistics/rates.py`. Every figure names the model and the number of
episodes. Rates leave out faults and unscored episodes; the caption says how many there are.
No other package imports matplotlib.
"""

from ..statistics.rates import summary
from .differences import differences
from .endings import shares_of_stops, survival
from .failures import (
    failure_categories,
    failures_by_length,
    failures_by_site,
    where_it_went_wrong,
)
from .filmstrip import filmstrip, typical
from .gallery import gallery
from .judges import judge_agreement, judge_by_group, success_by_judge
from .prices import price_of_success
from .screenshots import marks_per_screenshot
from .styling import save, style
from .success import success_by, success_by_level, success_by_site, success_by_view
from .success_against import length_and_marks, success_against, success_over
from .tasks import proposal_funnel, tasks_by_difficulty

__all__ = [
    "differences",
    "failure_categories",
    "failures_by_length",
    "failures_by_site",
    "filmstrip",
    "gallery",
    "judge_agreement",
    "judge_by_group",
    "length_and_marks",
    "marks_per_screenshot",
    "price_of_success",
    "proposal_funnel",
    "save",
    "shares_of_stops",
    "style",
    "success_against",
    "success_by",
    "success_by_judge",
    "success_by_level",
    "success_by_site",
    "success_by_view",
    "success_over",
    "summary",
    "survival",
    "tasks_by_difficulty",
    "typical",
    "where_it_went_wrong",
]
