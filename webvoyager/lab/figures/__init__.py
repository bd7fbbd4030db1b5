"""Figures: each function takes a table of episodes and returns the Axes it drew.

Begin with `success.py`. Each file draws one subject, `styling.py` holds what all figures share,
and the numbers come from `running/rates.py`. Every figure names the model and the number of
episodes. Rates leave out faults and unscored episodes; the caption says how many there are.
No other package imports matplotlib.
"""

from ..running.rates import summary
from .failure_shares import failures_by_length, failures_by_site
from .failures import failure_categories, where_it_went_wrong
from .filmstrip import filmstrip, typical
from .gallery import gallery
from .judges import judge_agreement, judge_by_group, success_by_judge
from .length_marks import length_and_marks
from .marks_per_screenshot import marks_per_screenshot
from .price_of_success import price_of_success
from .proposals import proposal_funnel
from .shares_of_stops import shares_of_stops
from .styling import save, style
from .success import success_by, success_by_level, success_by_site, success_by_view
from .success_against import success_against, success_over
from .survival import survival
from .tasks import tasks_by_difficulty

__all__ = [
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
