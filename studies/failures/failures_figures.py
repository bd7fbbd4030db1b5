"""How often an agent that failed had seen the answer."""

import pandas
from matplotlib.axes import Axes

from studies.failures.evidence import ALL, seen_beyond_chance
from webvoyager.lab.figures.axes import draw_interval, make_axes, set_percent_axis
from webvoyager.lab.figures.captions import name_models, write_beside, write_caption
from webvoyager.lab.figures.plates import figure
from webvoyager.lab.figures.styling import COLOURS, QUIET, style


@figure()
def seen_and_not_said(known: pandas.DataFrame, model: str, *, ax: Axes | None = None) -> Axes:
    """Failures by site: how often the agent had seen the right answer, and how often by chance.

    `known` is `evidence.could_have_known(…)`. Chance is how often the same agents had seen the
    reference of another task of the site.
    """
    table = seen_beyond_chance(known)
    sites = table.drop(ALL).sort_values("n", ascending=False, kind="stable")
    table = pandas.concat([table.loc[[ALL]], sites])
    with style():
        ax = ax or make_axes(8.6, 2.2 + 0.62 * len(table))
        for height, row in enumerate(table.itertuples()):
            _draw_seen(ax, height, row)
        names = [f"{row.Index}\nn = {row.n}" for row in table.itertuples()]
        ax.set_yticks(range(len(table)), names)
        ax.set(ylim=(len(table) - 0.3, -0.7), title="Saw the answer but did not give it")
        set_percent_axis(ax, "Share of failures (%)", 122)
        write_caption(ax, f"{_describe_seen(table.loc[ALL])}\nAgent: {name_models([model])}")
        return ax


def _describe_seen(total: pandas.Series) -> str:
    """Lines of a caption: what was counted, and how much of it is beyond chance."""
    beyond, low, high = (100 * total[name] for name in ("beyond", "beyond_low", "beyond_high"))
    return (
        "Blue: all parts of the reference were on screens that the agent saw (Wilson 95 %).\n"
        "Grey, chance: those of another task were (mean over the other tasks of the site, 95 %).\n"
        f"Beyond chance: {beyond:.0f} percentage points (95 %: {low:.0f} to {high:.0f}); "
        f"n = {total['n']:.0f} failures whose reference has parts."
    )


def _draw_seen(ax: Axes, height: float, row: tuple) -> None:
    """Draw how often the answer had been seen and, below it, how often another task's had."""
    draw_interval(ax, height, row.low, row.high, COLOURS[0], solid_capstyle="butt")
    ax.plot(100 * row.share, height, "o", color=COLOURS[0], ms=8, gid="seen")
    label = f"{100 * row.share:.0f} % ({row.saw})"
    write_beside(ax, 100 * row.high, height, label, color=COLOURS[0], weight="bold", size=10)
    if pandas.notna(row.chance):
        below = height + 0.34
        draw_interval(ax, below, row.chance_low, row.chance_high, QUIET, solid_capstyle="butt")
        ax.plot(100 * row.chance, below, "D", color=QUIET, ms=4, gid="chance")
        font = dict(color=QUIET, size=8.5)
        end = row.chance if pandas.isna(row.chance_high) else row.chance_high
        write_beside(ax, 100 * end, below, f"chance {100 * row.chance:.0f} %", **font)
