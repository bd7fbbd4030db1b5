"""What there is to solve."""

import matplotlib as mpl
import pandas
from matplotlib.axes import Axes

from ..running import rates
from .look import INK, QUIET, axes, below, beside, style

# the steps of a task's oracle
DIFFICULTIES = {
    "easy": "up to 3",
    "medium": "4 to 9",
    "hard": "10 and more",
}


def tasks_by_difficulty(tasks: pandas.DataFrame, *, ax: Axes | None = None) -> Axes:
    """How many tasks each site has, by how many steps its oracle takes, and how many of them need
    vision.

    `tasks` has the columns site, difficulty and needs_vision: `tasks.table(tasks.load("miniweb"))`.
    """
    rates.require(tasks, "site", "difficulty", "needs_vision")
    counts = pandas.crosstab(tasks["site"], tasks["difficulty"]).reindex(
        columns=list(DIFFICULTIES), fill_value=0
    )
    vision, ends = tasks.groupby("site")["needs_vision"].sum(), counts.sum(axis=1)
    shades = [mpl.colormaps["Blues"](place) for place in (0.25, 0.5, 0.85)]
    with style():
        ax = ax or axes(8, 1.3 + 0.42 * len(counts))
        for difficulty, shade, light in zip(counts, shades, (False, False, True), strict=True):
            left = counts.loc[:, :difficulty].sum(axis=1) - counts[difficulty]
            bars = ax.barh(
                counts.index,
                counts[difficulty],
                left=left,
                height=0.72,
                color=shade,
                label=difficulty,
            )
            labels = [str(count or "") for count in counts[difficulty]]
            ax.bar_label(
                bars, labels, label_type="center", color="white" if light else INK, size=10
            )
        for height, site in enumerate(counts.index):
            beside(
                ax,
                ends[site],
                height,
                f"{vision[site]} by eye" if vision[site] else "",
                color=QUIET,
                size=9,
            )
        ax.set(xlabel="Tasks", title="Tasks by difficulty", xlim=(0, ends.max() * 1.2))
        ax.invert_yaxis()
        ax.grid(visible=False)
        ax.spines["left"].set_visible(False)
        ax.legend(
            loc="lower left", bbox_to_anchor=(0.36, 1), ncols=3, borderaxespad=0.6, handlelength=1
        )
        steps = ", ".join(f"{name} {words}" for name, words in DIFFICULTIES.items())
        note = (
            f"Steps of the oracle that solves it: {steps}.\nBy eye: the answer stands in a picture"
            " only."
        )
        below(ax, f"{note}\nn = {len(tasks)} tasks", "left", color=QUIET, size=9, gap=40)
        return ax
