"""Why episodes fail (the paper's section 5.5).

Begin with `signals`: `signals.hints` points at what looks wrong in an episode, by plain rules.
`labels` keeps what people say and finds where they differ, `categorise` asks a model, and
`could_have_known` and `left_the_way` compare an episode with its reference and its oracle. The
categories are in categories.py.
"""

from . import labels, signals
from .categories import CATEGORIES, OTHER_CATEGORIES, PAPER_CATEGORIES
from .categorising import categorise
from .evidence import could_have_known, left_the_way, saw_answer
from .labels import Label

__all__ = [
    "CATEGORIES",
    "OTHER_CATEGORIES",
    "PAPER_CATEGORIES",
    "Label",
    "categorise",
    "could_have_known",
    "labels",
    "left_the_way",
    "saw_answer",
    "signals",
]
