"""Why episodes fail (the paper's section 5.5).

Begin with `signals`: `signals.hints` points at what looks wrong in an episode, by plain rules.
`labels` stores people's labels and finds where they differ, and `categorise` asks a model.
The categories are in categories.py.
"""

from . import labels, signals
from .categories import CATEGORIES, OTHER_CATEGORIES, PAPER_CATEGORIES
from .categorising import categorise
from .labels import Label

__all__ = [
    "CATEGORIES",
    "OTHER_CATEGORIES",
    "PAPER_CATEGORIES",
    "Label",
    "categorise",
    "labels",
    "signals",
]
