"""Why episodes fail (the paper's section 5.5).

Begin with `signals`: `signals.hints` points at what looks wrong in an episode, by plain rules.
`labels` stores people's labels and finds where they differ, and `categorise` asks a model.
`could_have_known` compares what an agent saw with the reference, and with other tasks' references;
`find_turn` finds the step after which the task could no longer be done. `score_labellers` compares
labels with categories that were planted. The categories are in categories.py.
"""

from . import labels, signals
from .categories import CATEGORIES, OTHER_CATEGORIES, PAPER_CATEGORIES
from .categorising import categorise
from .evidence import could_have_known, saw_answer, seen_beyond_chance
from .labels import Label
from .last_chance import find_turn, last_chance, name_turns, read_turns
from .planted import score_labellers

__all__ = [
    "CATEGORIES",
    "OTHER_CATEGORIES",
    "PAPER_CATEGORIES",
    "Label",
    "categorise",
    "could_have_known",
    "find_turn",
    "labels",
    "last_chance",
    "name_turns",
    "read_turns",
    "saw_answer",
    "score_labellers",
    "seen_beyond_chance",
    "signals",
]
