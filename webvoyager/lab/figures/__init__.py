"""Figures: each function takes a table of episodes and returns the Axes it drew.

Begin with `success.py`. Each file draws one subject, `styling.py` holds what all figures share,
and the numbers come from `running/rates.py`. Every figure names the model and the number of
episodes. Rates leave out faults and unscored episodes; the caption says how many there are.
No other package imports matplotlib.
"""

from ..running.rates import summary
from .failure_shares import failures_by_length, failures_by_site
from .failures import failure_categories, seen_and_not_said, where_it_went_wrong
from .filmstrip import filmstrip, typical
from .gallery import gallery
from .judge_errors import judge_errors
from .judges import judge_agreement, judge_by_group, success_by_judge
from .legibility import numbers_read_by_style
from .length_marks import length_and_marks
from .marks_per_screenshot import marks_per_screenshot
from .obstacles import success_by_obstacle
from .planning import plan_ablations, seconds_by_module, success_by_method, success_by_split
from .planning_curves import lessons_by_k, recall_by_k, success_by_size
from .price_of_success import price_of_success
from .proposals import duplicate_thresholds, proposal_funnel, task_similarity
from .search_map import search_map
from .searches import search_by_group, search_settings
from .shares_of_stops import shares_of_stops
from .styling import save, style
from .success import success_by, success_by_level, success_by_site, success_by_view
from .success_against import success_against, success_over
from .survival import survival
from .tasks import tasks_by_difficulty

__all__ = [
    "duplicate_thresholds",
    "failure_categories",
    "failures_by_length",
    "failures_by_site",
    "filmstrip",
    "gallery",
    "judge_agreement",
    "judge_by_group",
    "judge_errors",
    "length_and_marks",
    "lessons_by_k",
    "marks_per_screenshot",
    "numbers_read_by_style",
    "plan_ablations",
    "price_of_success",
    "proposal_funnel",
    "recall_by_k",
    "save",
    "search_by_group",
    "search_map",
    "search_settings",
    "seconds_by_module",
    "seen_and_not_said",
    "shares_of_stops",
    "style",
    "success_against",
    "success_by",
    "success_by_judge",
    "success_by_level",
    "success_by_method",
    "success_by_obstacle",
    "success_by_site",
    "success_by_size",
    "success_by_split",
    "success_by_view",
    "success_over",
    "summary",
    "survival",
    "task_similarity",
    "tasks_by_difficulty",
    "typical",
    "where_it_went_wrong",
]
