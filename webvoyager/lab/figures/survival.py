"""How many episodes still run, and how many are solved, after each number of steps."""

from itertools import cycle

import pandas
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from ..running.endings import count_endings
from ..running.step_survival import survival_by_step
from .lacking import says_what_it_lacks
from .styling import COLOURS, QUIET, make_axes, spread_out, style, wrap_name, write_named_caption

_NOTE = (
    "Running: without an answer so far (Kaplan–Meier); an episode that was cut off at a limit or"
    " ended in a fault\ncounts for as long as it ran. Solved: answered, and rightly (cumulative"
    " incidence).\nBands, and the ranges in brackets: pointwise 95 % interval (Wilson's, at the"
    " effective sample size)."
)
_LABEL_HEIGHT = 5  # the height of a label's line, in % of the y axis


@says_what_it_lacks
def survival(
    data: pandas.DataFrame, *, hue: str = "model", steps: str = "steps", ax: Axes | None = None
) -> Axes:
    """The share of episodes still running after each step, and the share solved by then.

    With pointwise 95 % intervals. The rest up to 100 % answered wrongly. `data` is a `runs.table`;
    each value of its column `hue` has both lines. Raises ValueError when nothing is scored.
    """
    table = survival_by_step(data, hue=hue, steps=steps)
    series = table.groupby(hue, sort=False)
    with style():
        ax = ax or make_axes(8.6, 5)
        for (_, rows), colour in zip(series, cycle(COLOURS)):
            _draw_series(ax, rows, colour, pale=len(series))
        ax.set(title="Still running, and solved", xlabel="Steps taken")
        ax.set(ylabel="Share of episodes (%)", ylim=(0, 102), xlim=(0, table["step"].max() + 0.6))
        ax.xaxis.set_major_locator(MaxNLocator(integer=True))
        ax.grid(axis="x", visible=False)
        _write_labels(ax, series.last().assign(n=series["at_risk"].first()))
        counts = count_endings(data, hue).sum()
        return write_named_caption(ax, f"{_NOTE}\n{_describe_counts(counts)}", data["model"])


def _draw_series(ax: Axes, rows: pandas.DataFrame, colour: str, pale: float) -> None:
    """Draw the two step lines of a series; a share holds from its step up to the next."""
    shown = 100 * rows.set_index("step")[["running", "low", "high", "solved"]]
    shown.loc[shown.index[-1] + 0.6] = shown.iloc[-1]
    steps = dict(step="post", color=colour, lw=0)
    ax.fill_between(shown.index, shown["low"], shown["high"], alpha=0.2 / pale**0.5, **steps)
    ax.fill_between(shown.index, shown["solved"], alpha=0.4 / pale, **steps)
    look = dict(color=colour, drawstyle="steps-post")
    ax.plot(shown.index, shown["running"], lw=2.2, gid="running", **look)
    ax.plot(shown.index, shown["solved"], lw=1.2, gid="solved", **look)


def _write_labels(ax: Axes, last: pandas.DataFrame) -> None:
    """Write each series' final share at the right, and a legend for the two kinds of line."""
    labels = []
    for name, row in last.iterrows():
        low, high = (f"{100 * row[side]:.0f}" for side in ("solved_low", "solved_high"))
        words = f"solved {100 * row['solved']:.0f} % ({low}–{high})"
        several = f"{wrap_name(name)}\n{words}, n = {row['n']:,.0f}"
        labels.append(several if len(last) > 1 else words)
    sizes = [_LABEL_HEIGHT * (words.count("\n") + 1.3) for words in labels]
    heights = spread_out(100 * last["solved"], sizes, 102)
    for words, height, colour in zip(labels, heights, cycle(COLOURS)):
        place = dict(xytext=(8, 0), textcoords="offset points", va="center", linespacing=1.1)
        look = dict(color=colour, weight="bold", size=9.5, annotation_clip=False, gid="label")
        ax.annotate(words, (ax.get_xlim()[1], height), **place, **look)
    ax.plot([], [], color=QUIET, lw=2.2, label="still running")
    ax.fill_between([], [], color=QUIET, alpha=0.35, label="solved")
    ax.legend(loc="lower right", bbox_to_anchor=(1, 1), borderaxespad=0.2, ncols=2, fontsize=10)


def _describe_counts(counts: pandas.Series) -> str:
    """How many episodes the lines show, and how these ended."""
    answered = counts["right answer"] + counts["wrong answer"]
    n = counts.sum() - counts["unscored answer"]
    words = f"n = {n:,} episodes, one per task: {answered:,} answered, {counts['limit']:,} cut off"
    words += f", {counts['fault']:,} ended in a fault"
    unscored = counts["unscored answer"]
    return words + (f"; apart: {unscored:,} unscored" if unscored else "")
