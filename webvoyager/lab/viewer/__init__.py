"""Episodes to look at: step by step, two side by side, a run's list, a web page in one file; and tasks to decide on."""

from .browsing import browse
from .comparing import compare
from .exporting import export
from .prompts import talk
from .reviewing import review
from .stepping import live, show
from .widgets import Viewer

__all__ = ["Viewer", "browse", "compare", "export", "live", "review", "show", "talk"]
