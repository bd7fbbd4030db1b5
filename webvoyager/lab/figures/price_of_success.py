"""What a solved task costs in dollars, tokens and seconds."""

import math
from collections.abc import Sequence
from itertools import cycle

import pandas
from matplotlib.axes import Axes

from ..running.prices import RESAMPLES, SEED, WHAT, price_solved_tasks
from .styling import (
    COLOURS,
    make_panels,
    style,
    wrap_name,
    write_figure_caption,
)

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
)


def price_of_success(
    data: pandas.DataFrame,
    *,
    what: str | Sequence[str] = WHAT,
    hue: str = "model",
    resamples: int = RESAMPLES,
    seed: int = SEED,
    axes: Sequence[Axes] | None = None,
) -> Sequence[Axes]:
    """The price of a solved task for each series, with one panel per measure.

    With 95 % intervals of a bootstrap over tasks; an arrow marks an interval without an upper end.
    Everything paid counts, including faults and earlier attempts. `data` is a `runs.table`; `what`
    names its columns, and "tokens" is the sum of two. Raises ValueError when nothing is scored.
    """
    what = [what] if isinstance(what, str) else list(what)
    table = price_solved_tasks(data, what=what, hue=hue, resamples=resamples, seed=seed)
    series = table.drop_duplicates(hue)
    with style():
        axes = axes or make_panels(
            max(7.2, 2.4 + 2.4 * len(what)), 1.9 + 0.75 * len(series), len(what)
        )
        for ax, name in zip(axes, what, strict=True):
            _draw_panel(ax, table[table["what"] == name], *UNITS.get(name, (name, 1)))
        names = [
            f"{wrap_name(name)}\n{solved:,} of {tasks:,} solved"
            for name, solved, tasks in series[[hue, "solved", "tasks"]].itertuples(index=False)
        ]
        axes[0].set_yticks(range(len(series)), names)
        axes[0].set(title="Price of a solved task", ylim=(len(series) - 0.5, -0.6))
        axes[0].tick_params(axis="y", pad=8)  # keeps a dot at 0 clear of the series' name
        how = f"{resamples:,} resamples, seed {seed}"
        words = f"{_NOTE} ({how}).\n{_describe_counts(data, series)}"
        write_figure_caption(axes[0], words, data["model"])
    return axes


def _draw_panel(ax: Axes, rows: pandas.DataFrame, label: str, unit: int) -> None:
    prices = rows[["price", "low", "high"]].to_numpy(float) / unit
    ends = [end for end in prices.flat if math.isfinite(end)]
    most = max(ends, default=0) or 1
    for height, (row, colour) in enumerate(zip(prices, cycle(COLOURS))):
        if math.isfinite(row[0]):
            _draw_price(ax, height, row, most, colour)
        else:
            words = "not known" if math.isnan(row[0]) else "no task solved"
            ax.annotate(words, (0, height), (4, 0), textcoords="offset points", va="center")
    ax.set(xlim=(0, 1.12 * most), xlabel=label)
    if not ends:
        ax.set_xticks([])
    ax.locator_params(axis="x", nbins=4)
    ax.spines["left"].set_visible(False)
    ax.grid(axis="y", visible=False)


def _draw_price(ax: Axes, height: float, row: Sequence[float], most: float, colour: str) -> None:
    """Draw a price, its interval, which may have no upper end, and the number above it."""
    price, low, high = row
    look = dict(color=colour, clip_on=False)
    end = high if math.isfinite(high) else 1.1 * most
    ax.plot([low, end], [height, height], lw=3, alpha=0.45, gid="interval", **look)
    if end != high:
        ax.plot(end, height, ">", ms=7, gid="open", **look)
    ax.plot(price, height, "o", ms=8, gid="price", **look)
    side = "left" if price < most / 2 else "right"
    place = dict(xytext=(-4 if side == "left" else 4, 7), textcoords="offset points", ha=side)
    ax.annotate(_round_price(price), (price, height), color=colour, weight="bold", size=10, **place)


def _round_price(price: float) -> str:
    return f"{price:,.0f}" if price >= 100 else f"{price:.3g}"


def _describe_counts(data: pandas.DataFrame, series: pandas.DataFrame) -> str:
    """The numbers of tasks and episodes, and how many episodes are left out."""
    kept, tasks = int(series["episodes"].sum()), int(series["tasks"].sum())
    words = f"n = {tasks:,} tasks, {kept:,} episodes"
    left = len(data) - kept
    return words + (
        f"; apart: {left:,} episode{'s' * (left != 1)} of tasks without a verdict" if left else ""
    )
