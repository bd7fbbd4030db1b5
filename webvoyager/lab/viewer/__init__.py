"""Episodes to look at: step by step, side by side, a list of a run, a web page; and what people say
of them.
"""

from .browsing import browse
from .comparing import compare
from .exporting import export
from .judged import mistakes
from .labelling import label
from .prompts import talk
from .reviewing import review
from .searching import tree
from .settling import settle
from .stepping import live, show
from .widgets import Viewer

__all__ = [
    "Viewer",
    "browse",
    "compare",
    "export",
    "label",
    "live",
    "mistakes",
    "review",
    "settle",
    "show",
    "talk",
    "tree",
]
