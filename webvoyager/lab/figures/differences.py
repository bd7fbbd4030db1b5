"""Runs of the same tasks compared in pairs: the difference of their rates, with intervals."""

from collections.abc import Iterable
from itertools import cycle

import pandas
from matplotlib.axes import Axes

from ...runs import Missing
from ..statistics import agreement, rates
from .axes import hide_left_edge, make_axes
from .captions import wrap_name, write_beside, write_named_caption
from .plates import figure
from .styling import COLOURS, QUIET

_NOTE = (
    "n: tasks that both runs have scored; only they count. Bars: 95 % interval for pairs"
    " (Newcombe).\nWhere a bar crosses the line, these tasks can't tell the two apart."
)


@figure()
def differences(data: pandas.DataFrame, *, first: str = "", ax: Axes | None = None) -> Axes:
    """How many points each run solves more than the first, over the tasks that both have scored.

    `data` is a table of several runs (`runs.table`, `running.sweep`); `first` names the run that
    the others are compared with, by default the first of the table.
    """
    rates.require(data, "run", "task", "model", "success")
    base = first or data["run"].iloc[0]
    pairs = list(_compare(data, base))
    ax = ax or make_axes(8.6, 1.9 + 0.5 * len(pairs))
    for height, ((_, pair), colour) in enumerate(zip(pairs, cycle(COLOURS))):
        low, middle, high = (100 * pair[key] for key in ("low", "difference", "high"))
        ax.plot([low, high], [height, height], color=colour, lw=3, alpha=0.45, gid="interval")
        ax.plot(middle, height, "o", color=colour, ms=8, gid="difference")
        write_beside(ax, high, height, f"{middle:+.1f}  (n = {pair['n']})", color=colour)
    ax.axvline(0, color=QUIET, lw=1)
    ax.set_yticks(range(len(pairs)), [wrap_name(name, 44) for name, _ in pairs])
    ax.set(ylim=(len(pairs) - 0.5, -0.6), xlabel=f"Success rate minus that of {base} (points)")
    ax.set_title("Success compared in pairs")
    hide_left_edge(ax)
    return write_named_caption(ax, _NOTE, data["model"])


def _compare(data: pandas.DataFrame, base: str) -> Iterable[tuple[str, dict[str, float]]]:
    """Each other run with what `agreement.paired` says of it and the base."""
    by_run = {str(name): table for name, table in data.groupby("run", sort=False)}
    if base not in by_run or len(by_run) < 2:
        raise Missing(f"A comparison needs the run {base} and another; found: {', '.join(by_run)}.")
    for name, table in by_run.items():
        if name != base:
            yield name, agreement.paired(table, by_run[base])
