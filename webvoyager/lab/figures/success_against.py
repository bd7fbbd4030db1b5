"""Success against numbers: an episode's length, its marks, its cost; and of both, site by site."""

import textwrap
from itertools import cycle, product
from typing import Any

import numpy
import pandas
from matplotlib.axes import Axes
from matplotlib.transforms import Bbox

from ...runs import Missing
from ..statistics import effects, rates
from .axes import draw_legend_above, make_axes
from .captions import write_beside, write_rates_caption
from .plates import episodes_with, figure
from .styling import COLOUR_MAP, COLOURS, INK, MARKERS, QUIET

NAMES = {  # the axis labels for columns of runs.table
    "steps": "Trajectory length (steps)",
    "marks": "Mean number of marks per screenshot",
    "seconds": "Time of the episode (s)",
    "prompt_tokens": "Tokens sent in the episode",
    "cost": "Cost of the episode (US dollars)",
}
_POINTS = 60  # per curve
# directions in which a label may be shifted from its point, and how far, in points
_SIDES = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1)]
_DISTANCES = (9, 20, 32)


@figure(
    "The paper's Figure 6, one point per site: are sites in the lower left the easy ones?",
    "scored",
    rows=rates.length_and_marks,
)
def length_and_marks(df: pandas.DataFrame, *, ax: Axes | None = None) -> Axes:
    """The paper's Figure 6: a site's trajectory length and number of marks, coloured by success.

    x: mean steps of the episodes that ended within the step limit; y: mean number of marks per
    screenshot. The points of several series are joined by site. Raises ValueError when no site has
    both.
    """
    table = rates.length_and_marks(df)
    placed = table.dropna(subset=["length", "marks"])
    if placed.empty:
        raise Missing(
            "No site can be placed: no episode ended with an answer within the step limit."
        )
    ax = ax or make_axes(8, 5.6)
    alone = placed["series"].nunique() == 1
    for (name, rows), marker in zip(placed.groupby("series", sort=False), cycle(MARKERS)):
        x, y, colours = rows["length"], rows["marks"], 100 * rows["rate"]
        look: dict[str, Any] = {"vmin": 0, "vmax": 100, "plotnonfinite": True, "edgecolor": INK}
        points = ax.scatter(x, y, 150, colours, marker=marker, cmap=COLOUR_MAP, label=name, **look)
    bar = ax.figure.colorbar(points, ax=ax, label="Success rate (%)", shrink=0.9)
    bar.outline.set_visible(False)
    ax.set(
        title="Trajectory length, marks and success",
        xlabel="Mean trajectory length (steps, episodes with an answer)",
        ylabel="Mean number of marks per screenshot",
    )
    ax.margins(0.16)
    if not alone:
        for handle in filter(None, ax.legend(loc="best").legend_handles):
            handle.set(array=None, facecolor="white")
    notes = ["After Figure 6 of He et al. 2024." + " n: scored episodes of the site." * alone]
    seen = table.groupby("series")["marks"].transform("count") > 0
    for name in table[~seen]["series"].unique():
        notes.append(f"Not shown because it looks at no page: {name}.")
    sites = table[seen & table[["length", "marks"]].isna().any(axis=1)]["site"].unique()
    if len(sites):
        sentence = f"Not shown because no episode gave an answer: {', '.join(sites)}."
        notes.append(textwrap.fill(sentence, 96))
    write_rates_caption(ax, df, "\n".join(notes))
    if not alone:  # thin lines, behind the points
        for _, rows in placed.groupby("site"):
            ax.plot(rows["length"], rows["marks"], color=QUIET, lw=1, zorder=0)
    _label_points(ax, placed, alone)
    return ax


def _label_points(ax: Axes, placed: pandas.DataFrame, alone: bool) -> None:
    """Write each site beside its first point, where it covers least of other points and labels.

    If a site has a single point, the label has its n, too. A line leads to a label further off.
    """
    ax.figure.canvas.draw()
    points = ax.transData.transform(placed[["length", "marks"]].to_numpy(dtype=float))
    occupied = [Bbox.from_bounds(x - 11, y - 11, 22, 22) for x, y in points]
    occupied += [legend.get_window_extent()] if (legend := ax.get_legend()) else []
    frame = ax.get_window_extent()
    aligned = {1: ("left", "bottom"), 0: ("center", "center"), -1: ("right", "top")}
    for row in placed.drop_duplicates("site").to_dict("records"):
        text = f"{row['site']} (n={row['n']})" if alone else row["site"]
        point = (row["length"], row["marks"])
        label = ax.annotate(text, point, size=10, color=INK, gid="site")
        label.set(anncoords="offset points", in_layout=False)
        tried: list[tuple[Any, ...]] = []
        for distance, (x, y) in product(_DISTANCES, _SIDES):
            position = (x * distance, y * distance)
            label.set(ha=aligned[x][0], va=aligned[y][1], position=position)
            box = label.get_window_extent().padded(1)
            covered = sum(_measure_overlap(box, other) for other in occupied)
            covered += box.width * box.height - _measure_overlap(box, frame)
            tried.append((covered, len(tried), x, y, position, box))
            if not covered:
                break
        _, number, x, y, position, box = min(tried)
        label.set(ha=aligned[x][0], va=aligned[y][1], position=position)
        occupied.append(box)
        if number >= len(_SIDES):  # not right beside its point
            line = {"arrowstyle": "-", "color": QUIET, "lw": 0.8, "shrinkA": 0, "shrinkB": 6}
            ax.annotate("", point, position, "data", "offset points", line)


def _measure_overlap(box: Bbox, other: Bbox) -> float:
    """The area that two boxes share."""
    shared = Bbox.intersection(box, other)
    return shared.width * shared.height if shared else 0.0


@figure(
    "Do long trajectories end well? The curve is fitted to single episodes.",
    "scored",
    name="success_against_steps",
    rows=episodes_with("steps"),
)
@figure(
    "Do crowded screenshots make a task harder? The curve is fitted to single episodes.",
    "scored",
    name="success_against_marks",
    rows=episodes_with("marks"),
    x="marks",
)
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
    ax = ax or make_axes(8, 4.8)
    blocks = rates.split(known, hue)
    notes = [
        "Dots: groups of about equally many episodes, with Wilson 95 % intervals."
        " Curve: logistic fit\non single episodes, with its 95 % band."
    ]
    for (name, block), colour in zip(blocks.items(), cycle(COLOURS)):
        name = name if len(blocks) > 1 else ""
        _draw_groups(ax, block, x, groups, colour, name)
        notes.append(f"{name}: " * bool(name) + _draw_fit(ax, block, x, colour))
    ax.set(ylim=(-4, 104), xlabel=NAMES.get(x, x), ylabel="Success rate (%)")
    ax.set_title(f"Success against {x.replace('_', ' ')}")
    if len(blocks) > 1:
        ax.legend(loc="best", fontsize=9.5)
    return write_rates_caption(ax, data, "\n".join(notes))


def _draw_groups(
    ax: Axes, block: pandas.DataFrame, x: str, groups: int, colour: str, name: str
) -> None:
    """Draw a dot for each group of neighbouring episodes, with its n where there is one agent."""
    places = block[x].astype(float)
    count = max(1, min(groups, places.nunique()))
    group = pandas.qcut(places, count, labels=False, duplicates="drop").fillna(0)
    found = block.assign(x=places, solved=block["success"].astype(float)).groupby(group)
    table = found.agg(x=("x", "mean"), n=("x", "size"), solved=("solved", "sum"))
    ends = map(rates.wilson, table["solved"].astype(int), table["n"])
    low, high = (100 * numpy.array(each) for each in zip(*ends, strict=True))
    ax.vlines(table["x"], low, high, color=colour, lw=3, alpha=0.45)
    rate = 100 * table["solved"] / table["n"]
    ax.plot(table["x"], rate, "o", color=colour, ms=8, label=name, gid="groups")
    if not name:  # the numbers of several agents would cover each other
        for place, n, top in zip(table["x"], table["n"], high, strict=True):
            font = {"ha": "center", "va": "baseline", "size": 8.5, "color": colour}
            write_beside(ax, place, top, f"n={n}", (0, 4), **font)


def _draw_fit(ax: Axes, block: pandas.DataFrame, x: str, colour: str) -> str:
    """Draw the logistic curve with its band; return its odds ratio, or why there is no curve."""
    at = pandas.DataFrame({x: numpy.linspace(block[x].min(), block[x].max(), _POINTS)})
    try:
        curve = effects.predict(block, "success", [x], at)
        effect = effects.regress(block, "success", [x]).loc[x]
    except effects.NoFit as error:
        return f"no curve. {error}"
    low, high = 100 * curve["low"], 100 * curve["high"]
    ax.fill_between(curve[x], low, high, color=colour, alpha=0.13, lw=0)
    ax.plot(curve[x], 100 * curve["rate"], color=colour, lw=1.8, gid="fit")
    ratio, low, high = numpy.exp(effect)
    return f"one more multiplies the odds of success by {ratio:.3g} ({low:.3g} to {high:.3g})."


@figure(
    "Both at once: which way do the lines of equal success lean?",
    "first_agent",
    name="success_over_steps_and_marks",
    rows=episodes_with("steps", "marks"),
)
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
    ax = ax or make_axes(8, 5.6)
    note = _draw_contours(ax, known, x, y)
    for solved, colour, face in ((False, COLOURS[1], "none"), (True, COLOURS[0], COLOURS[0])):
        rows = known[known["success"] == solved]
        # small shifts, so that episodes of equal length do not cover each other
        shift = (numpy.arange(len(rows)) * 0.618 % 1 - 0.5) * (0.5 if x == "steps" else 0)
        dots = ax.scatter(rows[x] + shift, rows[y], 34, facecolor=face, edgecolor=colour)
        dots.set(alpha=0.75, linewidth=1.1, label=f"{'not ' * (not solved)}solved ({len(rows)})")
    ax.margins(0.04)
    ax.set(xlabel=NAMES.get(x, x), ylabel=NAMES.get(y, y))
    ax.set_title(f"Success over {x} and {y}", pad=30)
    draw_legend_above(ax, 2, borderaxespad=0.1)
    return write_rates_caption(ax, data, note)


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
    for label in ax.clabel(lines, fmt="%d %%", fontsize=9):
        label.set_zorder(5)
        label.set_bbox({"boxstyle": "round,pad=0.1", "fc": "white", "ec": "none"})
    return "Lines: success rate by a logistic regression on both numbers."
