"""Where a tree search helps, where it hurts and by how much: a map over skill and value."""

from collections.abc import Sequence

import matplotlib as mpl
import pandas
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from webvoyager.lab.figures.axes import make_panels
from webvoyager.lab.figures.captions import write_figure_caption
from webvoyager.lab.figures.styling import style
from webvoyager.lab.statistics import agreement, rates

_WIDEST = 45  # points of difference at which the colour is deepest
_COLOURS = "PuOr"  # orange below 0, violet above: safe for colour-blind readers
_PALE = 25  # points up to which black text is easy to read


def search_map(df: pandas.DataFrame, *, axes: Sequence[Axes] | None = None) -> Sequence[Axes]:
    """How search changes success, in points: one panel per budget, one cell per skill and votes.

    `df` has one row per task and setting: task, budget, success, and the shares of right actions
    (skill) and of right votes on states (votes); `python -m studies.search.search_map` makes it.
    Each cell compares the same agent with and without search, task by task (95 % interval for
    pairs; bold if it excludes 0). Only tasks that were scored under all settings count. Raises
    ValueError when there are none, or no rows with a budget of 0.
    """
    rates.require(df, "skill", "votes", "budget", "task", "success")
    scored = _keep_shared_tasks(df[df["success"].notna()])
    if scored.empty or not (scored["budget"] == 0).any():
        raise ValueError(
            "The table needs tasks scored under all settings, one of them with budget 0."
        )
    without = dict(list(scored[scored["budget"] == 0].groupby("skill")))
    budgets = sorted(set(scored["budget"]) - {0})
    votes = sorted(set(scored.loc[scored["budget"] > 0, "votes"]))
    with style():
        axes = axes or make_panels(10.4, 3.9, len(budgets))
        for ax, budget in zip(axes, budgets, strict=True):
            _draw_panel(ax, scored[scored["budget"] == budget], without, votes)
            ax.set_title(f"Search of {budget} states")
        axes[0].set_yticks(range(len(votes)), [f"{100 * share:g} %" for share in votes])
        axes[0].set_ylabel("Votes on a state\nthat are right")
        write_figure_caption(
            axes[0],
            f"Difference in points with search, on the same {scored['task'].nunique()} tasks, with"
            " the 95 % interval for pairs; bold if it excludes 0.\n"
            "Simulated agents: they follow the answer key, and slip on purpose.",
        )
    return axes


def _draw_panel(
    ax: Axes, searched: pandas.DataFrame, without: dict[float, pandas.DataFrame], votes: list[float]
) -> None:
    ax.grid(visible=False)
    ax.spines[:].set_visible(False)
    ax.tick_params(length=0)
    for (skill, share), block in searched.groupby(["skill", "votes"]):
        x, y = list(without).index(skill), votes.index(share)
        found = agreement.paired(block, without[skill])
        _draw_cell(ax, x, y, *(100 * found[name] for name in ("difference", "low", "high")))
    alone = [100 * block["success"].astype(float).mean() for block in without.values()]
    names = [f"{100 * skill:g} %\n{rate:.0f} %" for skill, rate in zip(without, alone, strict=True)]
    ax.set_xticks(range(len(names)), names)
    ax.set_xlim(-0.5, len(names) - 0.5)
    ax.set_ylim(-0.5, len(votes) - 0.5)
    ax.set_xlabel("Steps that the agent gets right\nand tasks that it solves without search")


def _draw_cell(ax: Axes, x: int, y: int, difference: float, low: float, high: float) -> None:
    colour = mpl.colormaps[_COLOURS](0.5 + difference / (2 * _WIDEST))
    ax.add_patch(Rectangle((x - 0.48, y - 0.46), 0.96, 0.92, color=colour))
    ink = "black" if abs(difference) <= _PALE else "white"
    weight = "bold" if low > 0 or high < 0 else "normal"
    words = dict(ha="center", color=ink, parse_math=False)
    ax.text(x, y + 0.02, _format_points(difference), va="bottom", size=13, weight=weight, **words)
    interval = f"{_format_points(low)} to {_format_points(high)}"
    ax.text(x, y - 0.06, interval, va="top", size=8, **words)


def _format_points(points: float) -> str:
    return f"{round(points):+d}".replace("-", "−") if round(points) else "0"


def _keep_shared_tasks(df: pandas.DataFrame) -> pandas.DataFrame:
    settings = len(df[["skill", "votes", "budget"]].drop_duplicates())
    counts = df.groupby("task").size()
    return df[df["task"].isin(counts[counts == settings].index)]
