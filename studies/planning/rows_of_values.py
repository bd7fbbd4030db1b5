"""Rows of values: ours as large dots with their intervals, the paper's as small grey signs below.

A `Row` holds the values, and `draw_rows` draws them. A note explains the paper's signs.
"""

import math
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes

from webvoyager.lab.figures.axes import make_axes
from webvoyager.lab.figures.captions import name_models, write_beside, write_caption
from webvoyager.lab.figures.styling import COLOURS, QUIET, style

SIGNS = {"D": "diamond", "s": "square", "o": "dot"}  # for the paper's values, in order
WIDTH = 80  # characters per line of notes; longer lines would leave no room for the axes
LINE, GAP = 0.23, 0.55  # the height of a line in inches, and the lines between two rows


@dataclass(frozen=True)
class Value:
    """One of our values with its interval, and the words beside it."""

    middle: float
    low: float
    high: float
    words: str
    series: str = ""


@dataclass(frozen=True)
class Row:
    """A name, our values (one line each), and the paper's (all on one line; NaN if missing)."""

    name: str
    ours: tuple[Value, ...] = ()
    paper: tuple[float, ...] = ()
    words: str = ""  # beside the paper's values
    span: tuple[float, float] | None = None  # the range that the paper gives
    heading: bool = False

    @property
    def lines(self) -> int:
        """The number of lines that the row fills."""
        return max(1, len(self.ours) + bool(self.paper))


def draw_rows(
    rows: Sequence[Row], title: str, label: str, *, ax: Axes | None = None, log: bool = False
) -> Axes:
    """Draw the rows from top to bottom; `label` names the x axis and its unit."""
    names = list(dict.fromkeys(value.series for row in rows for value in row.ours))
    colours = dict(zip(names, COLOURS * 9, strict=False))
    named = _find_room(rows) if len(names) > 1 else {}
    with style():
        ax = ax or make_axes(8.6, 1.7 + LINE * sum(row.lines + GAP for row in rows))
        top, ticks = 0.0, []
        for row in rows:
            ticks.append(top + (row.lines - 1) / 2)
            for line, value in enumerate(row.ours):
                name = value.series if named.get(value.series) is value else ""
                _draw_ours(ax, top + line, value, colours[value.series], name)
            _draw_paper(ax, top + len(row.ours), row)
            top += row.lines + GAP
        ax.set_ylim(top - GAP - 0.1, -0.9)
        _set_axes(ax, ticks, [row.name for row in rows], title, label)
        for tick, row in zip(ax.get_yticklabels(), rows, strict=True):
            tick.set_weight("bold" if row.heading else "normal")
        ends = [end for row in rows for end in _list_ends(row)]
        (_set_log_scale if log else _set_scale)(ax, ends, "%" in label)
    return ax


def write_notes(ax: Axes, ours: str, theirs: str, models: Sequence[str], gap: float = 40) -> Axes:
    """Write notes below the axes: on our values, on the paper's, and our models' names."""
    lines = [ours, theirs, name_models(models)] if models else [theirs, "No runs of ours."]
    wrapped = (textwrap.fill(line, WIDTH, break_on_hyphens=False) for line in lines)
    write_caption(ax, "\n".join(wrapped), gap=gap)
    return ax


def name_signs(names: Iterable[str]) -> str:
    """What each of the paper's signs means: "diamond WebExperT, square MindAct"."""
    return ", ".join(f"{sign} {name}" for sign, name in zip(SIGNS.values(), names, strict=False))


def _find_room(rows: Sequence[Row]) -> dict[str, Value]:
    """For each series, the value with the most room for the series' name at its right."""
    values = [value for row in rows for value in row.ours]
    widest = sorted(values, key=lambda value: value.high, reverse=True)
    return {value.series: value for value in widest}


def _draw_ours(ax: Axes, height: float, value: Value, colour: str, name: str) -> None:
    ends = [value.low, value.high]
    look = dict(color=colour, lw=3, alpha=0.45, solid_capstyle="butt")
    ax.plot(ends, [height, height], gid="interval", **look)
    ax.plot(value.middle, height, "o", color=colour, ms=8, gid="ours", clip_on=False)
    words = f"{value.words}  {name}".rstrip()
    write_beside(ax, value.high, height, words, color=colour, weight="bold", size=10)


def _draw_paper(ax: Axes, height: float, row: Row) -> None:
    if row.span:
        ax.plot(row.span, [height, height], color=QUIET, lw=1, gid="span")
    for sign, value in zip(SIGNS, row.paper, strict=False):
        if not math.isnan(value):
            hollow = {"markerfacecolor": "none"} if sign == "s" else {}
            ax.plot(value, height, sign, color=QUIET, ms=5, gid="paper", clip_on=False, **hollow)
    known = [value for value in (*row.paper, *(row.span or ())) if not math.isnan(value)]
    if known and row.words:
        write_beside(ax, max(known), height, row.words, color=QUIET, size=8.5)


def _set_axes(
    ax: Axes, ticks: Sequence[float], names: Sequence[str], title: str, label: str
) -> None:
    ax.set_yticks(ticks, names)
    ax.set_title(title)
    ax.set_xlabel(label)
    ax.spines["left"].set_visible(False)
    ax.tick_params(axis="y", pad=10)  # keeps a dot at 0 clear of the row's name
    ax.grid(axis="y", visible=False)


def _set_scale(ax: Axes, ends: Sequence[float], percent: bool) -> None:
    """Scale the x axis from 0 to beyond the highest value, with room for words at the right."""
    step = 20 if percent else max(1, 2 ** math.floor(math.log2(max(ends) / 4)))
    last = step * math.ceil(max(ends) / step)
    last = min(last, 100) if percent else last
    ax.set_xlim(0, 1.3 * last)
    ax.set_xticks([step * n for n in range(round(last / step) + 1)])
    ax.xaxis.label.set_x(1 / 2.6)
    ax.spines["bottom"].set_bounds(0, last)


def _set_log_scale(ax: Axes, ends: Sequence[float], percent: bool) -> None:
    """Set a log x axis of whole powers of ten, with room for words at the right."""
    first = math.floor(math.log10(min(end for end in ends if end > 0)))
    last = math.ceil(math.log10(max(ends)))
    ax.set_xscale("log")
    ax.set_xlim(10**first, 10 ** (last + 0.3 * (last - first)))
    powers = [10**power for power in range(first, last + 1)]
    ax.set_xticks(powers, [f"{power:g}" for power in powers])
    ax.set_xticks([], minor=True)
    ax.xaxis.label.set_x(1 / 2.6)
    ax.spines["bottom"].set_bounds(10**first, 10**last)


def _list_ends(row: Row) -> list[float]:
    """All values that a row shows, with the ends of their intervals and span."""
    ours = [end for value in row.ours for end in (value.low, value.middle, value.high)]
    known = [*ours, *row.paper, *(row.span or ())]
    return [value for value in known if not math.isnan(value)]
