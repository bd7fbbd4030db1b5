"""New axes, and what figures share within them: percent axes, intervals, a legend above."""

from collections.abc import Sequence
from typing import Any

import matplotlib.pyplot as plt
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.legend import Legend


def make_axes(width: float, height: float) -> Axes:
    """New axes in a figure of this size, in inches."""
    return plt.subplots(figsize=(width, height))[1]


def make_panels(width: float, height: float, count: int) -> list[Axes]:
    """`count` new axes side by side with a shared y axis, in a figure of this size, in inches."""
    return list(plt.subplots(1, count, figsize=(width, height), sharey=True, squeeze=False)[1][0])


def set_percent_axis(ax: Axes, label: str, end: float) -> None:
    """Draw the x axis from 0 to 100 % and leave room for labels up to `end`."""
    ax.set_xlim(0, end)
    ax.set_xticks(range(0, 101, 20))
    ax.set_xlabel(label, x=50 / end)
    ax.spines["bottom"].set_bounds(0, 100)
    hide_left_edge(ax)


def hide_left_edge(ax: Axes) -> None:
    """Leave out the y axis and its grid, where rows have names and no scale."""
    ax.spines["left"].set_visible(False)
    ax.grid(axis="y", visible=False)


def draw_interval(
    ax: Axes, height: float, low: float, high: float, colour: str, **more: Any
) -> None:
    """Draw a horizontal bar between two shares."""
    ax.plot([100 * low, 100 * high], [height, height], color=colour, lw=3, alpha=0.45, **more)


def draw_legend_above(
    ax: Axes, columns: int, handles: Sequence[Artist] | None = None, **look: Any
) -> Legend:
    """Draw a legend between the axes and the title, with its names in columns."""
    place: dict[str, Any] = {"loc": "lower left", "bbox_to_anchor": (0, 1), "ncols": columns}
    return ax.legend(handles=handles, **place | look)
