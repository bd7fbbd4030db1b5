"""How episodes go on and end: how many still run, and are solved, and what ended the others."""

import math
from itertools import cycle
from typing import Any

import pandas
from matplotlib.axes import Axes
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator

from ..statistics import ENDINGS, count_endings, rates, survival_by_step
from .axes import draw_legend_above, make_axes, set_percent_axis
from .captions import wrap_name, write_beside, write_named_caption
from .plates import episodes_with, figure
from .styling import COLOURS, INK, QUIET

# the colours of each part of a bar and of the number in it
LOOKS = {
    "right answer": ("#009E73", "white"),
    "wrong answer": ("#D55E00", "white"),
    "unscored answer": ("#BBBBBB", INK),
    "limit": ("#E69F00", INK),
    "fault": ("#CC79A7", INK),
}
_NARROW = 4  # percent; a narrower part has its number to the right of the bar
_LABEL_HEIGHT = 5  # the height of a label's line, in % of the y axis
_SURVIVAL = (
    "Running: without an answer so far (Kaplan–Meier); an episode that was cut off at a limit or"
    " ended in a fault\ncounts for as long as it ran. Solved: answered, and rightly (cumulative"
    " incidence).\nBands, and the ranges in brackets: pointwise 95 % interval (Wilson's, at the"
    " effective sample size)."
)
_STOPS = (
    "All tasks count, so the share of right answers isn't a success rate, which leaves out faults\n"
    "and answers without a verdict. Limits are on steps, dollars, tokens or seconds."
)


@figure(
    "How many episodes still run after each step, and how many were solved by then?",
    "scored",
    rows=episodes_with("steps", "stop"),
    hue="agent",
)
def survival(data: pandas.DataFrame, *, hue: str = "model", ax: Axes | None = None) -> Axes:
    """The share of episodes still running after each step, and the share solved by then.

    With pointwise 95 % intervals. The rest up to 100 % answered wrongly. `data` is a `runs.table`;
    each value of its column `hue` has both lines. Raises ValueError when nothing is scored.
    """
    series = rates.split(survival_by_step(data, hue=hue), hue)
    ax = ax or make_axes(8.6, 5)
    labels, solved = [], []
    for (name, rows), colour in zip(series.items(), cycle(COLOURS)):
        # a share holds from its step up to the next
        shown = 100 * rows.set_index("step")[["running", "low", "high", "solved"]]
        shown.loc[shown.index[-1] + 0.6] = shown.iloc[-1]
        area: dict[str, Any] = {"step": "post", "color": colour, "lw": 0}
        pale = len(series)
        ax.fill_between(shown.index, shown["low"], shown["high"], alpha=0.2 / pale**0.5, **area)
        ax.fill_between(shown.index, shown["solved"], alpha=0.4 / pale, **area)
        for line, width in (("running", 2.2), ("solved", 1.2)):
            ax.step(shown.index, shown[line], where="post", color=colour, lw=width, gid=line)
        last = 100 * rows[["solved", "solved_low", "solved_high"]].iloc[-1]
        words = "solved {:.0f} % ({:.0f}–{:.0f})".format(*last)
        if len(series) > 1:
            words = f"{wrap_name(name)}\n{words}, n = {rows['at_risk'].iloc[0]:,}"
        labels.append(words)
        solved.append(last["solved"])
    end = max(rows["step"].max() for rows in series.values()) + 0.6
    sizes = [_LABEL_HEIGHT * (words.count("\n") + 1.3) for words in labels]
    heights = _spread_out(solved, sizes, 102)
    for words, height, colour in zip(labels, heights, cycle(COLOURS)):
        font = {"weight": "bold", "size": 9.5, "linespacing": 1.1, "annotation_clip": False}
        write_beside(ax, end, height, words, (8, 0), color=colour, va="center", gid="label", **font)
    ax.set(title="Still running, and solved", xlabel="Steps taken", xlim=(0, end))
    ax.set(ylabel="Share of episodes (%)", ylim=(0, 102))
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.grid(axis="x", visible=False)
    ax.plot([], [], color=QUIET, lw=2.2, label="still running")
    ax.fill_between([], [], color=QUIET, alpha=0.35, label="solved")
    ax.legend(loc="lower right", bbox_to_anchor=(1, 1), borderaxespad=0.2, ncols=2, fontsize=10)
    right, wrong, unscored, limit, fault = count_endings(data, hue).sum()
    words = (
        f"{_SURVIVAL}\nn = {right + wrong + limit + fault:,} episodes, one per task:"
        f" {right + wrong:,} answered, {limit:,} cut off, {fault:,} ended in a fault"
    )
    words += f"; apart: {unscored:,} unscored" if unscored else ""
    return write_named_caption(ax, words, data["model"])


def _spread_out(heights: list[float], sizes: list[float], top: float) -> list[float]:
    """The heights of labels' middles, moved apart so that none of these sizes overlap.

    Labels keep their order. They move up; those that would pass the top push the ones below down.
    """
    heights, floor, ceiling = list(heights), -math.inf, top
    order = sorted(range(len(heights)), key=heights.__getitem__)
    for label in order:
        heights[label] = max(heights[label], floor + sizes[label] / 2)
        floor = heights[label] + sizes[label] / 2
    for label in reversed(order):
        heights[label] = min(heights[label], ceiling - sizes[label] / 2)
        ceiling = heights[label] - sizes[label] / 2
    return heights


@figure(
    "How did the episodes end, and how many of the answers were right?",
    "episodes",
    name="endings",
    rows=episodes_with("stop"),
    hue="agent",
)
def shares_of_stops(data: pandas.DataFrame, *, hue: str = "model", ax: Axes | None = None) -> Axes:
    """How the tasks of each series ended: a stacked bar with the number of tasks of each ending.

    `data` is a `runs.table`. If a task has several attempts, its newest result counts, or its
    newest fault if it has no result. Raises ValueError when a column is missing.
    """
    counts = count_endings(data, hue)
    ax = ax or make_axes(8.6, 2.4 + 0.62 * len(counts))
    for height, row in enumerate(counts.to_dict("records")):
        left, total = 0.0, sum(row.values())
        words = f"n = {total:,}"
        for name, (colour, ink) in LOOKS.items():
            count, width = row[name], 100 * row[name] / total
            ax.barh(height, width, 0.62, left, color=colour, ec="white", lw=0.8, gid=name)
            if width >= _NARROW:
                number = ax.text(left + width / 2, height, f"{count:,}", color=ink, size=10)
                number.set(ha="center", va="center_baseline", weight="bold")
            elif count:
                words += f"\n{name} {count:,}"
            left += width
        write_beside(ax, 100, height, words, (5, 0), va="center", linespacing=1.1, size=9)
    ax.set_yticks(range(len(counts)), [wrap_name(name) for name in counts.index])
    ax.set(ylim=(len(counts) - 0.5, -0.5))
    ax.set_title("How episodes ended", pad=32)
    set_percent_axis(ax, "Share of tasks (%)", 128)
    handles = [Patch(color=LOOKS[name][0], label=name) for name in ENDINGS if counts[name].any()]
    look = {"borderaxespad": 0.3, "fontsize": 9.5, "columnspacing": 1.2}
    draw_legend_above(ax, len(handles), handles, **look)
    n = counts.to_numpy().sum()
    words = f"{_STOPS}\nn = {n:,} tasks, of {len(data):,} episodes"
    return write_named_caption(ax, words, data["model"])
