"""The tasks of each site, by difficulty."""

import matplotlib as mpl
import pandas
from matplotlib.axes import Axes

from ..running import rates
from .lacking import says_what_it_lacks
from .styling import INK, QUIET, make_axes, style, write_beside, write_caption

DIFFICULTIES = {"easy": "up to 3", "medium": "4 to 9", "hard": "10 and more"}  # the oracle's steps
_BLUES = {"easy": 0.25, "medium": 0.5, "hard": 0.85}  # how dark


@says_what_it_lacks
def tasks_by_difficulty(tasks: pandas.DataFrame, *, ax: Axes | None = None) -> Axes:
    """The number of tasks on each site, by difficulty (oracle steps), and how many need vision.

    `tasks` has the columns site, difficulty and needs_vision: `tasks.table(tasks.load("miniweb"))`.
    """
    rates.require(tasks, "site", "difficulty", "needs_vision")
    counts = pandas.crosstab(tasks["site"], tasks["difficulty"])
    counts = counts.reindex(columns=list(DIFFICULTIES), fill_value=0)
    vision, ends = tasks.groupby("site")["needs_vision"].sum(), counts.sum(axis=1)
    with style():
        ax = ax or make_axes(8, 1.3 + 0.42 * len(counts))
        for difficulty, column in counts.items():
            left = counts.loc[:, :difficulty].sum(axis=1) - column
            colour = mpl.colormaps["Blues"](_BLUES[difficulty])
            look = dict(height=0.72, color=colour, label=difficulty)
            bars = ax.barh(counts.index, column, left=left, **look)
            numbers = [str(count or "") for count in column]
            ink = "white" if difficulty == "hard" else INK
            ax.bar_label(bars, numbers, label_type="center", color=ink, size=10)
        for height, site in enumerate(counts.index):
            label = f"{vision[site]} by eye" if vision[site] else ""
            write_beside(ax, ends[site], height, label, color=QUIET, size=9)
        ax.set(xlabel="Tasks", title="Tasks by difficulty", xlim=(0, ends.max() * 1.2))
        ax.invert_yaxis()
        ax.grid(visible=False)
        ax.spines["left"].set_visible(False)
        place = dict(loc="lower left", bbox_to_anchor=(0.36, 1), borderaxespad=0.6)
        ax.legend(ncols=3, handlelength=1, **place)
        steps = ", ".join(f"{name} {count}" for name, count in DIFFICULTIES.items())
        caption = (
            f"Steps of the oracle that solves it: {steps}.\n"
            "By eye: the answer is only in a picture.\n"
            f"n = {len(tasks)} tasks"
        )
        write_caption(ax, caption)
        return ax
