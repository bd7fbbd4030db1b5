"""How episodes ended: with a right, wrong or unscored answer, at a limit, or in a fault."""

import pandas
from matplotlib.axes import Axes
from matplotlib.patches import Patch

from ..running.endings import ENDINGS, count_endings
from .lacking import says_what_it_lacks
from .styling import INK, make_axes, set_percent_axis, style, wrap_name, write_named_caption

# the colours of each part and of the number in it
LOOKS = dict(
    zip(
        ENDINGS,
        [
            ("#009E73", "white"),
            ("#D55E00", "white"),
            ("#BBBBBB", INK),
            ("#E69F00", INK),
            ("#CC79A7", INK),
        ],
        strict=True,
    )
)
_NARROW = 4  # percent; a narrower part has its number to the right of the bar
_NOTE = (
    "All tasks count, so the share of right answers isn't a success rate, which leaves out faults\n"
    "and answers without a verdict. Limits are on steps, dollars, tokens or seconds."
)


@says_what_it_lacks
def shares_of_stops(data: pandas.DataFrame, *, hue: str = "model", ax: Axes | None = None) -> Axes:
    """How the tasks of each series ended: a stacked bar with the number of tasks of each ending.

    `data` is a `runs.table`. If a task has several attempts, its newest result counts, or its
    newest fault if it has no result. Raises ValueError when a column is missing.
    """
    counts = count_endings(data, hue)
    with style():
        ax = ax or make_axes(8.6, 2.4 + 0.62 * len(counts))
        for height, (_, row) in enumerate(counts.iterrows()):
            _draw_bar(ax, height, row)
        names = [wrap_name(name) for name in counts.index]
        ax.set_yticks(range(len(counts)), names)
        ax.set(ylim=(len(counts) - 0.5, -0.5))
        ax.set_title("How episodes ended", pad=32)
        set_percent_axis(ax, "Share of tasks (%)", 128)
        present = [name for name in ENDINGS if counts[name].any()]
        handles = [Patch(color=LOOKS[name][0], label=name) for name in present]
        place = dict(loc="lower left", bbox_to_anchor=(0, 1), borderaxespad=0.3)
        ax.legend(handles=handles, ncols=len(handles), fontsize=9.5, columnspacing=1.2, **place)
        n = int(counts.to_numpy().sum())
        words = f"{_NOTE}\nn = {n:,} tasks, of {len(data):,} episodes"
        return write_named_caption(ax, words, data["model"])


def _draw_bar(ax: Axes, height: float, counts: pandas.Series) -> None:
    """Draw one series: its parts side by side, and at the right the labels that do not fit."""
    left, total, beside = 0.0, counts.sum(), []
    for name, count in counts.items():
        width, (colour, ink) = 100 * count / total, LOOKS[name]
        ax.barh(height, width, left=left, color=colour, height=0.62, ec="white", lw=0.8, gid=name)
        if width >= _NARROW:
            place = dict(ha="center", va="center_baseline", size=10, weight="bold")
            ax.text(left + width / 2, height, f"{count:,}", color=ink, **place)
        elif count:
            beside.append(f"{name} {count:,}")
        left += width
    words = "\n".join([f"n = {total:,}", *beside])
    place = dict(xytext=(5, 0), textcoords="offset points", va="center", linespacing=1.1)
    ax.annotate(words, (100, height), size=9, **place)
