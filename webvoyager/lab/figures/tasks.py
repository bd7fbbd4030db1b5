"""Tasks: those of each site by difficulty, and what becomes of a model's proposals."""

import matplotlib as mpl
import pandas
from matplotlib.axes import Axes

from ..proposing import pool as pools
from ..statistics import rates
from .axes import draw_legend_above, hide_left_edge, make_axes
from .captions import name_models, write_beside, write_caption
from .plates import figure
from .styling import COLOURS, INK, QUIET

DIFFICULTIES = {"easy": "up to 3", "medium": "4 to 9", "hard": "10 and more"}  # the oracle's steps
_BLUES = {"easy": 0.25, "medium": 0.5, "hard": 0.85}  # how dark
_REASONS = {  # why proposals are dropped at a stage
    "parsed": "contained no task",
    "new": "similar to an existing task",
    "checked": "a check failed",
    "accepted": "undecided or rejected",
}


@figure()
def tasks_by_difficulty(tasks: pandas.DataFrame, *, ax: Axes | None = None) -> Axes:
    """The number of tasks on each site, by difficulty (oracle steps), and how many need vision.

    `tasks` has the columns site, difficulty and needs_vision: `tasks.table(tasks.load("miniweb"))`.
    """
    rates.require(tasks, "site", "difficulty", "needs_vision")
    counts = pandas.crosstab(tasks["site"], tasks["difficulty"])
    counts = counts.reindex(columns=list(DIFFICULTIES), fill_value=0)
    ends = counts.cumsum(axis=1)
    ax = ax or make_axes(8, 1.3 + 0.42 * len(counts))
    for name, blue in _BLUES.items():
        column, colour = counts[name], mpl.colormaps["Blues"](blue)
        left = ends[name] - column
        bars = ax.barh(counts.index, column, 0.72, left, color=colour, label=name)
        numbers = [str(count or "") for count in column]
        ink = "white" if name == "hard" else INK
        ax.bar_label(bars, numbers, label_type="center", color=ink, size=10)
    vision = tasks.groupby("site")["needs_vision"].sum()
    for height, (end, needed) in enumerate(zip(ends["hard"], vision, strict=True)):
        write_beside(ax, end, height, f"{needed} by eye" if needed else "", color=QUIET, size=9)
    ax.set(xlabel="Tasks", title="Tasks by difficulty", xlim=(0, ends["hard"].max() * 1.2))
    ax.invert_yaxis()
    hide_left_edge(ax)
    ax.grid(visible=False)
    draw_legend_above(ax, 3, bbox_to_anchor=(0.36, 1), borderaxespad=0.6, handlelength=1)
    steps = ", ".join(f"{name} {count}" for name, count in DIFFICULTIES.items())
    caption = (
        f"Steps of the oracle that solves it: {steps}.\n"
        "By eye: the answer is only in a picture.\n"
        f"n = {len(tasks)} tasks"
    )
    write_caption(ax, caption)
    return ax


@figure()
def proposal_funnel(table: pandas.DataFrame, *, ax: Axes | None = None) -> Axes:
    """How many proposals of a pool pass each stage: proposed, parsed, new, checked, accepted.

    `table` is `pool.table(…)`. Raises ValueError when it holds only seeds.
    """
    rates.require(table, "status", "model")
    proposals = table[table["status"] != "seed"]
    if proposals.empty:
        raise ValueError("The pool holds no proposals yet, only seeds.")
    counts = pools.stages(table).sum()
    ax = ax or make_axes(8, 3.4)
    ax.barh(counts.index, counts, height=0.68, color=COLOURS[0], alpha=0.85)
    lost = counts.shift(fill_value=counts.iloc[0]) - counts
    for height, stage in enumerate(counts.index):
        count, reason = counts[stage], f"{lost[stage]} dropped: {_REASONS.get(stage)}"
        reason = f"          {reason}" if lost[stage] > 0 else "          "
        write_beside(ax, count, height, f"{count}", color=INK, weight="bold", size=10.5)
        write_beside(ax, count, height, reason, color=QUIET, size=9.5)
    ax.set(xlabel="Proposals", title="From proposals to tasks", xlim=(0, counts.max() * 1.35))
    ax.invert_yaxis()
    hide_left_edge(ax)
    sites, models = proposals["site"].unique(), name_models(sorted(set(proposals["model"])))
    caption = f"n = {len(proposals)} proposals ({', '.join(sites)})\nProposed by {models}"
    if people := sorted(set(proposals["reviewer"]) - {""}):
        caption += f"\nDecided on by {'; '.join(people)}"
    write_caption(ax, caption)
    return ax
