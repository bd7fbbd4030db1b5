"""What a figure shows when its data are missing: the sentence that says so."""

import textwrap
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ...runs import Missing
from .styling import QUIET, style

P = ParamSpec("P")
_MARK = "missing"  # the gid of the sentence


class Sentence(Figure):
    """A figure with nothing but the sentence; its text form in a notebook is the sentence, too."""

    def __repr__(self) -> str:
        return f"Skipped: {find_sentence(self.axes[0])}"


def says_what_it_lacks(draw: Callable[P, Axes]) -> Callable[P, Axes]:
    """Let a figure whose data are missing draw the sentence that says what is missing."""

    @wraps(draw)
    def drawn(*args: P.args, **kwargs: P.kwargs) -> Axes:
        try:
            return draw(*args, **kwargs)
        except Missing as reason:
            return write_sentence(str(reason), kwargs.get("ax"))

    return drawn


def write_sentence(sentence: str, ax: object = None) -> Axes:
    """Draw a sentence in place of a figure."""
    with style():
        if not isinstance(ax, Axes):
            ax = plt.figure(FigureClass=Sentence, figsize=(8.6, 1.2)).subplots()
        ax.axis("off")
        words = textwrap.fill(sentence, 92)
        place = dict(transform=ax.transAxes, ha="left", va="center", parse_math=False)
        ax.text(0, 0.5, words, color=QUIET, gid=_MARK, **place)
    return ax


def find_sentence(ax: Axes) -> str:
    """The sentence that was drawn in place of a figure; "" for a real figure."""
    return next((" ".join(t.get_text().split()) for t in ax.texts if t.get_gid() == _MARK), "")
