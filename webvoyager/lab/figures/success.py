"""Success rates of agents by any column of a table, beside published rates if there are any.

There is one row per agent in each group: the dot is a rate, the bar its interval, and a hollow
diamond the published rate of the same kind of agent. Follow one colour to compare groups, and read
within a group to compare agents; the best agent's number is bold.
"""

import math
from collections.abc import Sequence
from itertools import cycle
from typing import Any

import pandas
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from ..statistics import published, rates
from .axes import draw_interval, draw_legend_above, make_axes, set_percent_axis
from .captions import write_rates_caption
from .plates import figure, rates_by
from .styling import COLOURS, QUIET
from .tasks import DIFFICULTIES

_LANE, _CLOSE = 0.235, 0.17  # inches from one agent to the next: usually, and with many of them
_MANY, _GAP = 40, 0.9  # lanes; extra lanes between groups
_NUMBERS, _COUNTS, _PAPER, _END = 107, 115.5, 127, 128  # right edges of columns and axis, in %
_LETTERS = 76  # that fit on a line above the axes
_NOTE = "Dots: these runs, with the Wilson 95 % interval; bold: the best of its group."
_PAPER_NOTE = (
    "\nDiamonds: {source}, judged by people, on the live web of its day: other tasks, other models,"
    "\nnot comparable one to one."
)


@figure(
    "Which agent leads where? Follow one colour down the sites, then compare the colours within a"
    " site.",
    "scored",
    rows=rates_by("site"),
)
def success_by_site(data: pandas.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Success rate by site and agent, beside the paper's on the site that ours stands in for.

    After Table 1 of He et al. 2024. Results on the paper's own sites are shown beside its rates
    for them.
    """
    rates.require(data, "site", "model", "stop", "success")
    names = dict(zip(data["site"].str.lower().str.removesuffix(".mini"), data["site"], strict=True))
    paper = published.table_1()
    paper = pandas.concat([published.by_counterpart(paper), paper.assign(printed=paper["site"])])
    paper = paper[paper["site"].isin(names) | paper["site"].isin(data["site"])]
    paper = paper.assign(site=paper["site"].map(lambda name: names.get(name, name)))
    ax = success_by(data, "site", beside=paper, ax=ax)
    printed = dict(zip(paper["site"], paper["printed"], strict=True))
    labels = [label.get_text() for label in ax.get_yticklabels()]
    both = {site: f"{site}\n({name})" for site, name in printed.items() if name != site}
    ax.set_yticks(ax.get_yticks(), [both.get(site, site) for site in labels])
    return ax


@figure(
    "What does an agent gain from the picture, and what from the text?",
    "views",
    rows=rates_by("view"),
)
def success_by_view(data: pandas.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Success rate by the agent's view, beside the paper's over all its sites (Table 1)."""
    return success_by(data, "view", hue="model", beside=published.table_1(), ax=ax)


@figure(
    "Do questions that need more steps and tools separate the agents?",
    "levels",
    rows=rates_by("level"),
)
def success_by_level(data: pandas.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Success rate by level of difficulty and agent, beside the paper's on GAIA (Figure 5)."""
    rates.require(data, "level", "model", "stop", "success")
    levels = sorted(data["level"].unique())
    return success_by(data, "level", beside=published.figure_5(), order=levels, ax=ax)


@figure(
    "Does success fall with the number of steps that a task needs?",
    "difficulties",
    name="success_by_difficulty",
    rows=rates_by("difficulty"),
    by="difficulty",
    order=list(DIFFICULTIES),
)
@figure(
    "Which feature of a page costs most? A task counts once for each feature that it meets.",
    "features",
    name="success_by_feature",
    rows=rates_by("feature"),
    by="feature",
)
def success_by(
    data: pandas.DataFrame,
    by: str,
    *,
    hue: str | None = None,
    beside: pandas.DataFrame | None = None,
    order: Sequence[Any] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Success rate by a column `by`, one row per agent in each group, with Wilson 95 % intervals.

    `hue` is the column that tells agents apart: by default the view if there is only one model,
    otherwise model and view. `beside` is a table of published runs; its rate for the same group and
    view is drawn hollow in the agent's row. `order` lists the groups from the top down, by default
    from the highest rate of any agent to the lowest. Raises ValueError for a missing column or a
    table without scored episodes.
    """
    rates.require(data, by, "model", "stop", "success")
    if hue is None and data["model"].nunique() == 1 and "view" in data and by != "view":
        hue = "view"
    elif hue is None:
        hue, data = "agent", data.assign(agent=rates.series(data))
    rates.require(data, hue)
    colours = dict(zip(data[hue].unique(), cycle(COLOURS)))
    lanes = _arrange_lanes(rates.rates(data, [by, hue]), list(colours), order)
    lanes["paper"] = _find_published(lanes, data, by, hue, beside)
    lane = _CLOSE if len(lanes) > _MANY else _LANE
    ax = ax or make_axes(8.6, 1.9 + lane * (lanes["height"].max() + 2))
    for row in lanes.to_dict("records"):
        height, rate, colour = row["height"], 100 * row["rate"], colours[row["agent"]]
        draw_interval(ax, height, row["low"], row["high"], colour, solid_capstyle="butt")
        ax.plot(rate, height, "o", color=colour, ms=7.5, gid="ours", clip_on=False)
        weight = "bold" if row["best"] else "normal"
        _write_number(ax, _NUMBERS, height, f"{rate:.0f}", color=colour, weight=weight)
        _write_number(ax, _COUNTS, height, f"{row['n']}")
        if not math.isnan(row["paper"]):
            (hollow,) = ax.plot(100 * row["paper"], height, "D", color=colour, ms=6, gid="paper")
            hollow.set(markerfacecolor="white", markeredgewidth=1.4)
            _write_number(ax, _PAPER, height, f"{100 * row['paper']:.0f}")
    heights = lanes.groupby("group", sort=False)["height"].mean()
    ax.set_yticks(heights, [str(name) for name in heights.index])
    ax.tick_params("y", pad=8)  # a dot at 0 % reaches over the axis
    ax.set(ylim=(lanes["height"].max() + 0.9, -0.9))
    set_percent_axis(ax, "Success rate (%)", _END)
    shown = lanes["paper"].notna().any()
    _write_heads(ax, f"Success by {by}", colours, ["%", "n", "paper"][: 2 + shown])
    note = _NOTE
    if beside is not None and shown:
        note += _PAPER_NOTE.format(source=beside["run"].iloc[0])
    keys = [name for name in ("run", "model", "view", "task", "attempt", "judge") if name in data]
    if {"run", "task", "attempt"} <= set(keys):
        data = data.drop_duplicates(keys)  # an episode may be in several groups
    return write_rates_caption(ax, data, note)


def _arrange_lanes(
    ours: pandas.DataFrame, agents: list[str], order: Sequence[Any] | None
) -> pandas.DataFrame:
    """One row per agent and group, from the top down: its height, and whether it alone is best."""
    lanes = ours.rename_axis(["group", "agent"]).reset_index()
    best = lanes.groupby("group")["rate"].transform("max")
    leads = lanes.groupby("group")["rate"].rank(method="max", ascending=False) == 1  # without ties
    several = lanes.groupby("group")["rate"].transform("size") > 1
    ranks = {group: rank for rank, group in enumerate(order or ())}
    first = lanes["group"].map(ranks).fillna(len(ranks)) if order else -best
    lanes = lanes.assign(best=leads & several, first=first)
    lanes["rank"] = lanes["agent"].map(agents.index)
    lanes = lanes.sort_values(["first", "group", "rank"], kind="stable", ignore_index=True)
    group = lanes.groupby("group", sort=False).ngroup()
    return lanes.assign(height=lanes.index + group * _GAP)


def _find_published(
    lanes: pandas.DataFrame,
    data: pandas.DataFrame,
    by: str,
    hue: str,
    beside: pandas.DataFrame | None,
) -> list[float]:
    """The published rate for each lane's group and view; NaN if there is none."""
    drawn = beside is not None and "run" in data and data["run"].isin(beside["run"]).any()
    if beside is None or "view" not in data or drawn:
        return [math.nan] * len(lanes)
    known = beside.groupby([by, "view"])["success"].mean().astype(float).to_dict()
    views = data.groupby([by, hue])["view"].agg(["first", "nunique"])
    view = views["first"].where(views["nunique"] == 1).to_dict()
    lane = zip(lanes["group"], lanes["agent"], strict=True)
    return [known.get((group, view[group, agent]), math.nan) for group, agent in lane]


def _write_number(ax: Axes, edge: float, height: float, number: str, **font: Any) -> None:
    """Write a number into a column at the right of the axes."""
    look: dict[str, Any] = {"color": QUIET, "ha": "right", "va": "center_baseline", "size": 9.5}
    ax.text(edge, height, number, **look | font)


def _write_heads(ax: Axes, title: str, colours: dict[str, str], numbers: list[str]) -> None:
    """Write the title, the agents' names in their colours, and the names of the columns."""
    columns = max(1, min(len(colours), _LETTERS // (max(map(len, colours)) + 5)))
    lines = -(-len(colours) // columns) if len(colours) > 1 else 0
    ax.set_title(title, pad=12 + 14 * lines)
    for name, edge in zip(numbers, (_NUMBERS, _COUNTS, _PAPER), strict=False):
        place = ("data", "axes fraction")
        head = ax.annotate(name, (edge, 1), (0, 3), place, "offset points", color=QUIET, size=9)
        head.set_horizontalalignment("right")
    if lines:
        handles = [Line2D([], [], color=colours[n], marker="o", lw=3, label=n) for n in colours]
        look = {"borderaxespad": 0.1, "handlelength": 1.2, "columnspacing": 1.4, "fontsize": 9.5}
        draw_legend_above(ax, columns, handles, **look).set_in_layout(False)
