"""What a solved task costs in dollars, tokens and seconds."""

import math
from collections.abc import Sequence
from itertools import cycle
from typing import Any

import numpy
import pandas
from matplotlib.axes import Axes

from ..statistics.prices import RESAMPLES, SEED, WHAT, price_solved_tasks
from .axes import hide_left_edge, make_panels
from .captions import wrap_name, write_beside, write_figure_caption
from .plates import episodes_with, figure
from .styling import COLOURS, style

UNITS = {  # for a column: the axis label, and what its values are divided by
    "cost": ("US dollars", 1),
    "tokens": ("Tokens (thousands)", 1000),
    "prompt_tokens": ("Prompt tokens (thousands)", 1000),
    "completion_tokens": ("Completion tokens (thousands)", 1000),
    "seconds": ("Seconds", 1),
}
_NOTE = (
    "Everything that was paid, faults and earlier attempts too, divided by the number of tasks"
    " solved.\nBars: 95 % interval of a bootstrap over tasks; an arrow: no upper end"
    f" ({RESAMPLES:,} resamples, seed {SEED})."
)


def price_of_success(
    data: pandas.DataFrame,
    *,
    what: str | Sequence[str] = WHAT,
    hue: str = "model",
    axes: Sequence[Axes] | None = None,
) -> Sequence[Axes]:
    """The price of a solved task for each series, with one panel per measure.

    With 95 % intervals of a bootstrap over tasks; an arrow marks an interval without an upper end.
    Everything paid counts, including faults and earlier attempts. `data` is a `runs.table`; `what`
    names its columns, and "tokens" is the sum of two. Raises ValueError when nothing is scored.
    """
    what = [what] if isinstance(what, str) else list(what)
    table = price_solved_tasks(data, what=what, hue=hue)
    series = table.drop_duplicates(hue)
    with style():
        width, height = max(7.2, 2.4 + 2.4 * len(what)), 1.9 + 0.75 * len(series)
        axes = axes or make_panels(width, height, len(what))
        for ax, name in zip(axes, what, strict=True):
            _draw_panel(ax, table[table["what"] == name], *UNITS.get(name, (name, 1)))
        names = [
            f"{wrap_name(row[hue])}\n{row['solved']:,} of {row['tasks']:,} solved"
            for row in series.to_dict("records")
        ]
        axes[0].set_yticks(range(len(series)), names)
        axes[0].set(title="Price of a solved task", ylim=(len(series) - 0.5, -0.6))
        axes[0].tick_params(axis="y", pad=8)  # keeps a dot at 0 clear of the series' name
        tasks, episodes = (int(series[name].sum()) for name in ("tasks", "episodes"))
        words = f"{_NOTE}\nn = {tasks:,} tasks, {episodes:,} episodes"
        if left := len(data) - episodes:
            words += f"; apart: {left:,} episode{'s' * (left != 1)} of tasks without a verdict"
        write_figure_caption(axes[0], words, data["model"])
    return axes


@figure(
    "What does one solved task cost, failures included?",
    "scored",
    name="price_of_success",
    rows=episodes_with("prompt_tokens", "completion_tokens", "cost", "seconds"),
)
def price_by_agent(data: pandas.DataFrame) -> Axes:
    """The first panel of `price_of_success`, with the agents as series."""
    return price_of_success(data, hue="agent")[0]


def _draw_panel(ax: Axes, rows: pandas.DataFrame, label: str, unit: int) -> None:
    """Draw one measure: each price with its interval, which may have no upper end."""
    prices = rows[["price", "low", "high"]].to_numpy(float) / unit
    most = max(filter(math.isfinite, prices.flat), default=0) or 1
    for height, ((price, low, high), colour) in enumerate(zip(prices, cycle(COLOURS))):
        if not math.isfinite(price):
            words = "not known" if math.isnan(price) else "no task solved"
            write_beside(ax, 0, height, words, (4, 0), va="center")
            continue
        end = high if math.isfinite(high) else 1.1 * most
        look: dict[str, Any] = {"color": colour, "clip_on": False}
        ax.plot([low, end], [height, height], lw=3, alpha=0.45, gid="interval", **look)
        if end != high:
            ax.plot(end, height, ">", ms=7, gid="open", **look)
        ax.plot(price, height, "o", ms=8, gid="price", **look)
        side, shift = ("left", -4) if price < most / 2 else ("right", 4)
        words = f"{price:,.0f}" if price >= 100 else f"{price:.3g}"
        font = {"color": colour, "weight": "bold", "size": 10, "ha": side, "va": "baseline"}
        write_beside(ax, price, height, words, (shift, 7), **font)
    ax.set(xlim=(0, 1.12 * most), xlabel=label)
    if not numpy.isfinite(prices).any():
        ax.set_xticks([])
    ax.locator_params(axis="x", nbins=4)
    hide_left_edge(ax)
