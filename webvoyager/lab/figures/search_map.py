"""Where a tree search helps: success over an agent's skill, by the quality of the value."""

from collections.abc import Sequence

import pandas
from matplotlib.axes import Axes

from ..running import rates
from .styling import COLOURS, INK, make_panels, style, write_caption


def search_map(df: pandas.DataFrame, *, axes: Sequence[Axes] | None = None) -> Sequence[Axes]:
    """Success of simulated agents with and without search, a panel for each budget.

    `df` has a row per task and setting: skill, votes, budget, task, success (`python -m
    tools.search_map`). Only tasks that were scored under all settings count. ValueError where there
    are none, or no rows with a budget of 0.
    """
    rates.require(df, "skill", "votes", "budget", "task", "success")
    scored = _keep_shared_tasks(df[df["success"].notna()])
    if scored.empty or not (scored["budget"] == 0).any():
        raise ValueError("The table has no task that was scored under all settings, budget 0 too.")
    budgets = sorted(set(scored["budget"]) - {0})
    with style():
        axes = axes or make_panels(9.6, 4.6, len(budgets))
        for ax, budget in zip(axes, budgets, strict=True):
            _draw_panel(ax, scored, budget)
        axes[0].set_ylabel("Tasks solved (%)")
        tasks = scored["task"].nunique()
        write_caption(
            axes[0],
            f"{tasks} tasks under each setting; bands: Wilson 95 % interval.\n"
            "Simulated agents: they follow the answer key, and slip on purpose.",
        )
    return axes


def _draw_panel(ax: Axes, scored: pandas.DataFrame, budget: int) -> None:
    without = scored[scored["budget"] == 0]
    _draw_line(ax, without, INK, "no search", dashed=True)
    searched = scored[scored["budget"] == budget]
    for colour, (votes, block) in zip(COLOURS, searched.groupby("votes"), strict=False):
        _draw_line(ax, block, colour, _name_votes(votes))
    ax.set_title(f"Search of {budget} states")
    ax.set_xlabel("Steps that the agent gets right (%)")
    ax.set_ylim(0, 100)
    ax.legend(loc="upper left", frameon=False, fontsize=9)


def _name_votes(votes: float) -> str:
    return "all votes right" if votes == 1 else f"{100 * votes:g} % of votes right"


def _draw_line(
    ax: Axes, block: pandas.DataFrame, colour: str, label: str, dashed: bool = False
) -> None:
    table = block.groupby("skill")["success"].agg(["size", "sum"]).astype(int)
    ends = [rates.wilson(solved, n) for n, solved in table.itertuples(index=False)]
    x = 100 * table.index.to_numpy()
    low, high = ([100 * end for end in side] for side in zip(*ends, strict=True))
    shares = 100 * table["sum"] / table["size"]
    ax.fill_between(x, low, high, color=colour, alpha=0.1, lw=0)
    ax.plot(x, shares, color=colour, marker="o", ms=4, ls="--" if dashed else "-", label=label)


def _keep_shared_tasks(df: pandas.DataFrame) -> pandas.DataFrame:
    settings = len(df[["skill", "votes", "budget"]].drop_duplicates())
    counts = df.groupby("task").size()
    return df[df["task"].isin(counts[counts == settings].index)]
