"""Draws a dish from a line of words: "bowl on linen; liquid tomato; swirl cream; basil 5" -> SVG.

The first clause names the vessel and the table. Each further clause adds something, in order: a
base (`bases.py`, `bakes.py`) with its colour, or morsels (`morsels.py`) with their number; `ring`,
`grid`, `heap` or `one` arranges them (without it they are scattered). `beside` puts them on the
table instead.
"""

from .composition import picture

__all__ = ["picture"]
