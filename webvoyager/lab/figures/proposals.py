"""How many of a model's proposals for tasks pass each stage."""

import pandas
from matplotlib.axes import Axes

from ..proposing import pool as pools
from ..running import rates
from .styling import COLOURS, INK, QUIET, make_axes, name_models, style, write_beside, write_caption

_REASONS = {  # why proposals are dropped at a stage
    "parsed": "contained no task",
    "new": "similar to an existing task",
    "checked": "a check failed",
    "accepted": "undecided or rejected",
}


def proposal_funnel(table: pandas.DataFrame, *, ax: Axes | None = None) -> Axes:
    """How many proposals of a pool pass each stage: proposed, parsed, new, checked, accepted.

    `table` is `pool.table(…)`. Raises ValueError when it holds only seeds.
    """
    rates.require(table, "status", "model")
    proposals = table[table["status"] != "seed"]
    if proposals.empty:
        raise ValueError("The pool holds no proposals yet, only seeds.")
    counts = pools.stages(table).sum().to_dict()
    with style():
        ax = ax or make_axes(8, 3.4)
        ax.barh(list(counts), list(counts.values()), height=0.68, color=COLOURS[0], alpha=0.85)
        before = None
        for height, (stage, count) in enumerate(counts.items()):
            lost = before - count if before is not None else 0
            reason = f"{lost} dropped: {_REASONS[stage]}" if lost > 0 else ""
            write_beside(ax, count, height, f"{count}", color=INK, weight="bold", size=10.5)
            write_beside(ax, count, height, f"          {reason}", color=QUIET, size=9.5)
            before = count
        ax.set(xlabel="Proposals", title="From proposals to tasks")
        ax.set(xlim=(0, max(counts.values()) * 1.35))
        ax.invert_yaxis()
        ax.grid(axis="y", visible=False)
        ax.spines["left"].set_visible(False)
        sites = ", ".join(proposals["site"].unique())
        caption = f"n = {len(proposals)} proposals ({sites})\n"
        caption += f"Proposed by {name_models(sorted(set(proposals['model'])))}"
        people = sorted(set(proposals["reviewer"]) - {""})
        caption += f"\nDecided on by {'; '.join(people)}" if people else ""
        write_caption(ax, caption)
        return ax
