"""How often each judge is wrong, by what was wrong with the episode."""

from collections.abc import Sequence

import pandas
from matplotlib.axes import Axes

from studies.known_agents.error_rates import NO_SLIP, SOLVED
from webvoyager.lab.figures.axes import make_panels
from webvoyager.lab.figures.captions import name_models, write_beside
from webvoyager.lab.figures.styling import COLOURS, QUIET, style
from webvoyager.lab.statistics import rates

NAMES = {SOLVED: "solved but refused", NO_SLIP: "no lasting slip"}


def judge_errors(errors: pandas.DataFrame, *, axes: Sequence[Axes] | None = None) -> Sequence[Axes]:
    """The share of each kind of episode that a judge gets wrong, with Wilson 95 % intervals.

    `errors` is `error_rates.find_errors(…)`: a judge is wrong when it accepts a failure or refuses
    a solved episode. There is one panel per judge; the kinds with the most errors come first.
    """
    rates.require(errors, "n", "share", "low", "high")
    judges, kinds = list(errors.index.unique("judge")), _sort_kinds(errors)
    most = errors["n"].groupby(level="kind").max()
    with style():
        axes = axes or make_panels(1.2 + 1.55 * len(judges), 1.4 + 0.42 * len(kinds), len(judges))
        for ax, judge in zip(axes, judges, strict=True):
            _draw_judge(ax, errors.xs(judge, level="judge").reindex(kinds), judge)
        names = [f"{NAMES.get(kind, kind)} ({most[kind]})" for kind in kinds]
        axes[0].set_yticks(range(len(kinds)), names)
        axes[0].invert_yaxis()
        models = dict.fromkeys(name.rpartition(", ")[0] or name for name in judges)
        axes[0].figure.supxlabel(
            "Share judged wrongly (%), with its Wilson 95 % interval: failures that were accepted"
            " (orange),\nby the slip that caused them, and solved ones that were refused (blue)."
            " In brackets: how many there are.\nAgents: simulated, they follow the answer key and"
            f" slip on purpose. Judges: {name_models(models)}.",
            **dict(x=0.01, ha="left", size=9, color=QUIET, linespacing=1.3),
        )
    return axes


def _sort_kinds(errors: pandas.DataFrame) -> list[str]:
    means = errors["share"].groupby(level="kind").mean().sort_values(ascending=False)
    return sorted(means.index, key=lambda kind: kind == SOLVED)  # solved ones come last


def _draw_judge(ax: Axes, table: pandas.DataFrame, judge: str) -> None:
    colours = [COLOURS[0] if kind == SOLVED else COLOURS[1] for kind in table.index]
    ax.barh(range(len(table)), 100 * table["share"], color=colours, alpha=0.35, height=0.62)
    for height, (colour, row) in enumerate(zip(colours, table.itertuples(), strict=True)):
        if row.n > 0:
            ax.plot([100 * row.low, 100 * row.high], [height, height], color=colour, lw=2)
            share = f"{100 * row.share:.0f}"
            write_beside(ax, 100 * row.high, height, share, color=colour, weight="bold", size=9)
    ax.set_title(judge.replace(", ", ",\n"), fontsize=10)
    ax.set_xlim(0, 115)
    ax.set_xticks([0, 50, 100])
    ax.spines["left"].set_visible(False)
    ax.grid(axis="y", visible=False)
    ax.tick_params(axis="y", length=0)
