"""Success rates of agents by any column of a table, beside published rates if there are any.

There is one row per agent in each group: the dot is a rate, the bar its interval, and a hollow
diamond the published rate of the same kind of agent. Follow one colour to compare groups, and read
within a group to compare agents; the best agent's number is bold.
"""

import math
from collections.abc import Iterable, Sequence
from typing import Any

import pandas
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from ..running import published, rates
from .lacking import says_what_it_lacks
from .styling import (
    COLOURS,
    QUIET,
    draw_interval,
    make_axes,
    set_percent_axis,
    style,
    write_rates_caption,
)

_LANE, _CLOSE = 0.235, 0.17  # inches from one agent to the next: usually, and with many of them
_MANY, _GAP = 40, 0.9  # lanes; extra lanes between groups
_NUMBERS, _COUNTS, _PAPER, _END = 107, 115.5, 127, 128  # right edges of columns and axis, in %
_LETTERS = 76  # that fit on a line above the axes
_NOTE = "Dots: these runs, with the Wilson 95 % interval; bold: the best of its group."
_PAPER_NOTE = (
    "\nDiamonds: {source}, judged by people, on the live web of its day: other tasks, other models,"
    "\nnot comparable one to one."
)


@says_what_it_lacks
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
    counterparts = dict(zip(paper["site"], paper["printed"], strict=True))
    labels = [label.get_text() for label in ax.get_yticklabels()]
    ax.set_yticks(ax.get_yticks(), [_name_site(name, counterparts.get(name)) for name in labels])
    return ax


@says_what_it_lacks
def success_by_view(data: pandas.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Success rate by the agent's view, beside the paper's over all its sites (Table 1)."""
    return success_by(data, "view", hue="model", beside=published.table_1(), ax=ax)


@says_what_it_lacks
def success_by_level(data: pandas.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Success rate by level of difficulty and agent, beside the paper's on GAIA (Figure 5)."""
    rates.require(data, "level", "model", "stop", "success")
    levels = sorted(data["level"].unique())
    return success_by(data, "level", beside=published.figure_5(), order=levels, ax=ax)


@says_what_it_lacks
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
    hue, data = _tell_agents_apart(data, hue, by)
    lanes = _arrange_lanes(rates.rates(data, [by, hue]), list(dict.fromkeys(data[hue])), order)
    lanes["paper"] = _find_published(lanes, data, by, hue, beside)
    shown = lanes["paper"].notna().any()
    with style():
        lane = _CLOSE if len(lanes) > _MANY else _LANE
        ax = ax or make_axes(8.6, 1.9 + lane * (lanes["height"].max() + 2))
        colours = dict(zip(dict.fromkeys(data[hue]), COLOURS * 9, strict=False))
        for row in lanes.itertuples():
            _draw_lane(ax, row, colours[row.agent])
        heights = lanes.groupby("group", sort=False)["height"].mean()
        ax.set_yticks(heights, [str(name) for name in heights.index])
        ax.tick_params("y", pad=8)  # a dot at 0 % reaches over the axis
        ax.set(ylim=(lanes["height"].max() + 0.9, -0.9))
        lines = -(-len(colours) // _count_columns(colours)) if len(colours) > 1 else 0
        ax.set_title(f"Success by {by}", pad=12 + 14 * lines)
        set_percent_axis(ax, "Success rate (%)", _END)
        _write_heads(ax, colours, bool(shown))
        source = "" if not shown else _PAPER_NOTE.format(source=beside["run"].iloc[0])
        return write_rates_caption(ax, _count_once(data), _NOTE + source)


def _count_once(data: pandas.DataFrame) -> pandas.DataFrame:
    """Each episode once, even if it is in several groups."""
    known = [name for name in ("run", "model", "view", "task", "attempt", "judge") if name in data]
    return data.drop_duplicates(known) if {"run", "task", "attempt"} <= set(known) else data


def _name_site(site: str, counterpart: str | None) -> str:
    return f"{site}\n({counterpart})" if counterpart and counterpart != site else site


def _tell_agents_apart(
    data: pandas.DataFrame, hue: str | None, by: str
) -> tuple[str, pandas.DataFrame]:
    """The column that tells agents apart, and the table with that column."""
    if hue is not None:
        rates.require(data, hue)
        return hue, data
    if data["model"].nunique() == 1 and "view" in data and by != "view":
        return "view", data
    return "agent", data.assign(agent=rates.series(data))


def _arrange_lanes(
    ours: pandas.DataFrame, agents: list[str], order: Sequence[Any] | None
) -> pandas.DataFrame:
    """One row per agent and group, from the top down: its height, and whether it alone is best."""
    lanes = ours.rename_axis(["group", "agent"]).reset_index()
    best = lanes.groupby("group")["rate"].transform("max")
    leads = lanes["rate"].eq(best)
    alone = leads.groupby(lanes["group"]).transform("sum").eq(1)
    several = lanes.groupby("group")["rate"].transform("size") > 1
    places = {group: place for place, group in enumerate(order or ())}
    first = lanes["group"].map(places).fillna(len(places)) if order else -best
    lanes = lanes.assign(best=leads & alone & several, first=first)
    lanes["place"] = lanes["agent"].map(agents.index)
    lanes = lanes.sort_values(["first", "group", "place"], kind="stable", ignore_index=True)
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
    known: dict[tuple, float] = {}
    drawn = "run" in data and beside is not None and data["run"].isin(beside["run"]).any()
    if beside is not None and "view" in data and not drawn:
        known = beside.groupby([by, "view"])["success"].mean().astype(float).to_dict()
    views = data.groupby([by, hue])["view"].agg(lambda each: each.iloc[0]) if known else {}
    several = data.groupby([by, hue])["view"].nunique() if known else {}
    pairs = list(zip(lanes["group"], lanes["agent"], strict=True))
    return [
        known.get((group, views[group, agent]), float("nan"))
        if known and several[group, agent] == 1
        else float("nan")
        for group, agent in pairs
    ]


def _draw_lane(ax: Axes, row: Any, colour: str) -> None:
    """Draw one agent's rate with its interval, the published rate, and both as numbers."""
    rate, weight = 100 * row.rate, "bold" if row.best else "normal"
    draw_interval(ax, row.height, row.low, row.high, colour, solid_capstyle="butt")
    ax.plot(rate, row.height, "o", color=colour, ms=7.5, gid="ours", clip_on=False)
    place = dict(va="center_baseline", size=9.5)
    ax.text(_NUMBERS, row.height, f"{rate:.0f}", color=colour, ha="right", weight=weight, **place)
    ax.text(_COUNTS, row.height, f"{row.n}", color=QUIET, ha="right", **place)
    if not math.isnan(row.paper):
        look = dict(ms=6, markerfacecolor="white", markeredgewidth=1.4, gid="paper")
        ax.plot(100 * row.paper, row.height, "D", color=colour, **look)
        ax.text(_PAPER, row.height, f"{100 * row.paper:.0f}", color=QUIET, ha="right", **place)


def _write_heads(ax: Axes, colours: dict[str, str], published: bool) -> None:
    """Name the agents in their colours above the axes, and the columns of numbers."""
    place = dict(xycoords=("data", "axes fraction"), textcoords="offset points", size=9)
    for name, where in (("%", _NUMBERS), ("n", _COUNTS), ("paper", _PAPER))[: 2 + published]:
        ax.annotate(name, (where, 1), (0, 3), color=QUIET, ha="right", **place)
    if len(colours) > 1:
        handles = [
            Line2D([], [], color=colour, marker="o", lw=3, label=name)
            for name, colour in colours.items()
        ]
        ax.legend(
            handles=handles,
            loc="lower left",
            bbox_to_anchor=(0, 1.0),
            ncols=_count_columns(colours),
            borderaxespad=0.1,
            handlelength=1.2,
            columnspacing=1.4,
            fontsize=9.5,
        ).set_in_layout(False)


def _count_columns(names: Iterable[str]) -> int:
    """How many names fit side by side."""
    longest = max(map(len, names))
    return max(1, min(len(list(names)), _LETTERS // (longest + 5)))
