"""The decorator of figures: their style, what they show when data are missing, and their plates.

A plate is a figure's entry in the gallery. It names what the figure needs from a run and what to
see in it.
"""

import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any, ParamSpec

import matplotlib.pyplot as plt
import pandas
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ...runs import Missing
from ..statistics import rates
from .styling import QUIET, style

P = ParamSpec("P")
Rows = Callable[[pandas.DataFrame], pandas.DataFrame]
_MARK = "missing"  # the gid of the sentence


@dataclass(frozen=True)
class Plate:
    """A figure's entry in the gallery: its name, what to see in it, and how to draw it.

    `draw` is called with the tables `needs` of `gallery.Material`, and with `options`. `rows` makes
    the table for the CSV file from the first of them.
    """

    name: str
    see: str
    draw: Callable[..., Axes]
    needs: tuple[str, ...]
    rows: Rows
    options: Mapping[str, Any]


def figure(
    see: str = "",
    *needs: str,
    name: str = "",
    rows: Rows = lambda table: table,
    **options: Any,
) -> Callable[[Callable[P, Axes]], Callable[P, Axes]]:
    """Draw a figure in the common style, or the sentence that says what its data lack.

    `see` makes it a `Plate` of the gallery, under the function's name or another; applied twice, it
    makes two plates.
    """

    def decorate(draw: Callable[P, Axes]) -> Callable[P, Axes]:
        @wraps(draw)
        def drawn(*args: P.args, **kwargs: P.kwargs) -> Axes:
            with style():
                try:
                    return draw(*args, **kwargs)
                except Missing as reason:
                    return _write_sentence(str(reason), kwargs.get("ax"))

        plate = Plate(name or draw.__name__, see, drawn, needs, rows, options)
        vars(drawn)["plates"] = [plate, *list_plates(draw)] if see else []
        return drawn

    return decorate


def list_plates(drawn: object) -> list[Plate]:
    """The plates of a figure; none if it is something else."""
    return getattr(drawn, "plates", [])


class Sentence(Figure):
    """A figure with nothing but the sentence; its text form in a notebook is the sentence, too."""

    def __repr__(self) -> str:
        return f"Skipped: {find_sentence(self.axes[0])}"


def _write_sentence(sentence: str, ax: object) -> Axes:
    """Draw a sentence in place of a figure."""
    if not isinstance(ax, Axes):
        ax = plt.figure(FigureClass=Sentence, figsize=(8.6, 1.2)).subplots()
    ax.axis("off")
    words = ax.text(0, 0.5, textwrap.fill(sentence, 92), transform=ax.transAxes, gid=_MARK)
    words.set(color=QUIET, ha="left", va="center")
    return ax


def find_sentence(ax: Axes) -> str:
    """The sentence that was drawn in place of a figure; "" for a real figure."""
    return next((" ".join(t.get_text().split()) for t in ax.texts if t.get_gid() == _MARK), "")


def rates_by(column: str) -> Rows:
    """The rates in a figure: one row per agent and value of a column."""

    def list_rates(table: pandas.DataFrame) -> pandas.DataFrame:
        named = table.assign(agent=rates.series(table))
        return rates.rates(named, list(dict.fromkeys([column, "agent"]))).reset_index()

    return list_rates


def episodes_with(*columns: str) -> Rows:
    """The episodes in a figure, with the columns that place them."""
    known = ["run", "task", "attempt", "site", "model", "view", "success", *columns]
    return lambda table: table[list(dict.fromkeys(known))]
