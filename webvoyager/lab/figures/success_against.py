"""Success against a number that each episode has: its length, its marks, its cost."""

import numpy
import pandas
from matplotlib.axes import Axes

from ...runs import Missing
from ..running import effects, rates
from .lacking import says_what_it_lacks
from .styling import COLOURS, QUIET, make_axes, style, write_rates_caption

NAMES = {  # the axis labels for columns of runs.table
    "steps": "Trajectory length (steps)",
    "marks": "Mean number of marks per screenshot",
    "seconds": "Time of the episode (s)",
    "prompt_tokens": "Tokens sent in the episode",
    "cost": "Cost of the episode (US dollars)",
}
_POINTS = 60  # per curve


@says_what_it_lacks
def success_against(
    data: pandas.DataFrame,
    x: str = "steps",
    *,
    hue: str | None = None,
    groups: int = 5,
    ax: Axes | None = None,
) -> Axes:
    """Success rate against a column of numbers, with a logistic fit for each agent.

    Dots: about `groups` groups of about equally many episodes at their mean `x`, with Wilson 95 %
    intervals and n. Curve and band: a logistic regression on single episodes and its 95 % interval.
    `hue` is the column that tells agents apart, by default model and view. After Figure 6 of He et
    al. 2024, which has one point per site. Raises ValueError when the column is missing or no
    episode has both a verdict and a number.
    """
    rates.require(data, x, "model", "stop", "success")
    hue, data = (hue, data) if hue else ("agent", data.assign(agent=rates.series(data)))
    rates.require(data, hue)
    known = rates.scored(data).dropna(subset=[x])
    if known.empty:
        raise Missing(f"No scored episode has a number in the column {x!r}.")
    with style():
        ax = ax or make_axes(8, 4.8)
        blocks = list(known.groupby(hue, sort=False))
        notes = []
        for (name, block), colour in zip(blocks, COLOURS * 9, strict=False):
            _draw_groups(ax, block, x, groups, colour, name if len(blocks) > 1 else "")
            notes.append(_draw_fit(ax, block, x, colour, name if len(blocks) > 1 else ""))
        ax.set(ylim=(-4, 104), xlabel=NAMES.get(x, x), ylabel="Success rate (%)")
        ax.set_title(f"Success against {x.replace('_', ' ')}")
        if len(blocks) > 1:
            ax.legend(loc="best", fontsize=9.5)
        note = "Dots: groups of about equally many episodes, with Wilson 95 % intervals."
        note += " Curve: logistic fit\non single episodes, with its 95 % band."
        return write_rates_caption(ax, data, "\n".join([note, *notes]))


def _draw_groups(
    ax: Axes, block: pandas.DataFrame, x: str, groups: int, colour: str, name: str
) -> None:
    """Draw a dot for each group of neighbouring episodes."""
    places = block[x].astype(float)
    count = max(1, min(groups, places.nunique()))
    group = pandas.qcut(places, count, labels=False, duplicates="drop")
    found = block.assign(x=places).groupby(group.fillna(0))
    table = found.agg(x=("x", "mean"), n=("x", "size"), solved=("success", "sum"))
    ends = [rates.wilson(int(row.solved), row.n) for row in table.itertuples()]
    low, high = (100 * numpy.array(each) for each in zip(*ends, strict=True))
    ax.vlines(table["x"], low, high, color=colour, lw=3, alpha=0.45)
    rate = 100 * table["solved"].astype(float) / table["n"]
    ax.plot(table["x"], rate, "o", color=colour, ms=8, label=name, gid="groups")
    if name:
        return  # the numbers of several agents would cover each other
    for row, top in zip(table.itertuples(), high, strict=True):
        place = dict(xytext=(0, 4), textcoords="offset points", ha="center", size=8.5)
        ax.annotate(f"n={row.n}", (row.x, top), color=colour, **place)


def _draw_fit(ax: Axes, block: pandas.DataFrame, x: str, colour: str, name: str) -> str:
    """Draw the logistic curve with its band; return its odds ratio, or why there is no curve."""
    lead = f"{name}: " if name else ""
    at = pandas.DataFrame({x: numpy.linspace(block[x].min(), block[x].max(), _POINTS)})
    try:
        curve = effects.predict(block, "success", [x], at)
        effect = effects.regress(block, "success", [x]).loc[x]
    except effects.NoFit as error:
        return f"{lead}no curve. {error}"
    ax.fill_between(
        curve[x], 100 * curve["low"], 100 * curve["high"], color=colour, alpha=0.13, lw=0
    )
    ax.plot(curve[x], 100 * curve["rate"], color=colour, lw=1.8, gid="fit")
    ratio, low, high = numpy.exp(effect)
    return (
        f"{lead}one more multiplies the odds of success by {ratio:.3g} ({low:.3g} to {high:.3g})."
    )


@says_what_it_lacks
def success_over(
    data: pandas.DataFrame, x: str = "steps", y: str = "marks", *, ax: Axes | None = None
) -> Axes:
    """Single episodes over two columns of numbers, solved or not, with the fitted success rate.

    Filled dots are solved episodes. Along each line, a logistic regression on both numbers predicts
    the same success rate. All rows are fitted together, so pass those of one agent. Raises
    ValueError when a column is missing or no scored episode has both numbers.
    """
    rates.require(data, x, y, "model", "stop", "success")
    known = rates.scored(data).dropna(subset=[x, y]).astype({x: float, y: float})
    if known.empty:
        raise Missing(f"No scored episode has numbers in the columns {x!r} and {y!r}.")
    with style():
        ax = ax or make_axes(8, 5.6)
        note = _draw_contours(ax, known, x, y)
        for solved, colour, face in ((False, COLOURS[1], "none"), (True, COLOURS[0], COLOURS[0])):
            rows = known[known["success"] == solved]
            look = dict(s=34, facecolor=face, edgecolor=colour, alpha=0.75, linewidth=1.1)
            label = f"{'solved' if solved else 'not solved'} ({len(rows)})"
            ax.scatter(rows[x] + _shift_dots(rows, x), rows[y], label=label, **look)
        ax.margins(0.04)
        ax.set(xlabel=NAMES.get(x, x), ylabel=NAMES.get(y, y))
        ax.set_title(f"Success over {x} and {y}", pad=30)
        ax.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=2, borderaxespad=0.1)
        return write_rates_caption(ax, data, note)


def _shift_dots(rows: pandas.DataFrame, x: str) -> numpy.ndarray:
    """A small shift for each dot, so that episodes of equal length do not cover each other."""
    return (numpy.arange(len(rows)) * 0.618 % 1 - 0.5) * 0.5 if x == "steps" else 0.0


def _draw_contours(ax: Axes, known: pandas.DataFrame, x: str, y: str) -> str:
    """Draw lines of equal predicted success rate; return a note on them, or why there are none."""
    xs, ys = (numpy.linspace(known[each].min(), known[each].max(), _POINTS) for each in (x, y))
    grid = numpy.meshgrid(xs, ys)
    at = pandas.DataFrame({x: grid[0].ravel(), y: grid[1].ravel()})
    try:
        fitted = effects.predict(known, "success", [x, y], at)["rate"].to_numpy()
    except effects.NoFit as error:
        return f"No lines. {error}"
    surface = 100 * fitted.reshape(grid[0].shape)
    lines = ax.contour(xs, ys, surface, levels=[10, 25, 50, 75, 90], colors=QUIET, linewidths=1)
    labels = ax.clabel(lines, fmt="%d %%", fontsize=9)
    for label in labels:
        label.set(backgroundcolor="white", zorder=5)
        label.get_bbox_patch().set(boxstyle="round,pad=0.1", edgecolor="none")
    return "Lines: success rate by a logistic regression on both numbers."
