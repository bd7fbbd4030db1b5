"""Was the task solved, and can the verdict be trusted?

Begin with `judge` (judges.py), the paper's judge: a model that sees the screenshots and the answer.
`judge_by_words` (by_words.py) needs no model. `judge_run` has several judges assess a run, and
`grade` and `check` compare answers with references by rules anyone can read (checking.py), and
`judge_answer` has a model compare what they leave (answer_judge.py). `regrade` checks again.
`statistics.agreement` measures judges against the truth and raters against each other.
"""

from .answer_judge import judge_answer, judge_answers, measure, needs_judge, read_labelled
from .by_words import WORDS, judge_by_words
from .checking import check, grade
from .judges import (
    Judge,
    actions_in_words,
    judge,
    judge_by_key_points,
    judge_run,
    panel,
    read_points,
    read_score,
    read_verdict,
)
from .regrading import regrade
from .tables import select, table, tabled

__all__ = [
    "WORDS",
    "Judge",
    "actions_in_words",
    "check",
    "grade",
    "judge",
    "judge_answer",
    "judge_answers",
    "judge_by_key_points",
    "judge_by_words",
    "judge_run",
    "measure",
    "needs_judge",
    "panel",
    "read_labelled",
    "read_points",
    "read_score",
    "read_verdict",
    "regrade",
    "select",
    "table",
    "tabled",
]
