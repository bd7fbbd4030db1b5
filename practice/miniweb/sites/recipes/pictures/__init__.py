"""Dishes painted from a line of words: "bowl on linen; liquid tomato; swirl cream; basil 5" -> SVG.

The first clause names the vessel and the table. Each further one lays something into it, in order:
a base (`bases.py`, `bakes.py`) with its colour, or a morsel (`morsels.py`) with how many; `ring`,
`grid`, `heap` or `one` say how they lie (otherwise scattered). `beside` puts them on the table
instead.
"""

from .composition import picture

__all__ = ["picture"]
