"""Why episodes fail, by trajectory length and by site: shares of categories within each group."""

import pandas
from matplotlib.axes import Axes

from ..failures.categories import NO_LABELS
from ..failures.categories import PAPER_CATEGORIES as CATEGORIES
from ..running import rates
from .failures import describe_labels
from .lacking import says_what_it_lacks
from .styling import (
    COLOURS,
    PUBLISHED,
    QUIET,
    draw_interval,
    make_axes,
    set_percent_axis,
    style,
    write_beside,
    write_caption,
)

SYMBOLS = dict(zip(CATEGORIES, zip(COLOURS, "os^v", strict=False), strict=True))
ALL = "all failures"


@says_what_it_lacks
def failures_by_length(labels: pandas.DataFrame, model: str, *, ax: Axes | None = None) -> Axes:
    """Shares of the paper's categories by trajectory length, with Wilson 95 % intervals.

    All failures come first. As in the paper, only episodes that ended with an answer are grouped by
    length; the others form the last group. `labels` has one row per failed episode with `category`,
    `rater`, `steps` and `stop` (`labels.table` of one rater merged with `runs.table`); `model` is
    the agent that failed.
    """
    rates.require(labels, "category", "rater", "steps", "stop", empty=NO_LABELS)
    results = rates.spans(rates.results(labels)).sort_values("first", kind="stable")
    spans = zip(results["first"], results["last"], strict=True)
    results["group"] = [
        f"{first}–{last} steps" if first < last else f"{first} step{'s' * (first > 1)}"
        for first, last in spans
    ]
    answered = results["stop"] == "answer"
    grouped = pandas.concat([results[answered], results[~answered].assign(group="no answer")])
    return _draw_shares(grouped, model, "Why episodes fail, by trajectory length", ax)


@says_what_it_lacks
def failures_by_site(labels: pandas.DataFrame, model: str, *, ax: Axes | None = None) -> Axes:
    """Shares of the paper's categories by site, with Wilson 95 % intervals.

    All failures come first, then the sites, those with the most failures first. `labels` is as in
    `failures_by_length`, with `site`.
    """
    rates.require(labels, "category", "rater", "site", "stop", empty=NO_LABELS)
    results = rates.results(labels)
    sizes = results[results["category"].isin(list(CATEGORIES))].groupby("site").size()
    grouped = results.assign(group=results["site"], size=results["site"].map(sizes))
    grouped = grouped.sort_values("size", ascending=False, kind="stable")
    return _draw_shares(grouped, model, "Why episodes fail, by site", ax)


def _draw_shares(labels: pandas.DataFrame, model: str, title: str, ax: Axes | None) -> Axes:
    """Draw one line per group and category; all failures come first, above the paper's shares."""
    total = rates.category_shares(labels.assign(group=ALL), "group", CATEGORIES)
    present = total[total["count"] > 0]["category"].to_list()
    table = pandas.concat([total, rates.category_shares(labels, "group", CATEGORIES)])
    table = table[table["category"].isin(present)]
    with style():
        ax = ax or make_axes(8.6, 2.2 + 0.26 * len(table) + 0.2 * table["group"].nunique())
        bottom = _draw_groups(ax, table)
        ax.set(ylim=(bottom, -1), title=title)
        set_percent_axis(ax, "Share of the group's failures (%)", 128)
        never = ", ".join(category for category in CATEGORIES if category not in present)
        note = "Bars: Wilson 95 % interval." + (f" Never: {never}." if never else "")
        write_caption(ax, f"{note}\n{describe_labels(labels, int(total['n'].iloc[0]), model)}")
        return ax


def _draw_groups(ax: Axes, table: pandas.DataFrame) -> float:
    """Draw the groups one below the other, with their names; return the height below the last."""
    published = pandas.read_csv(PUBLISHED / "failures.csv").set_index("category")["share"]
    height, ticks = 0.0, {}
    for group, rows in table.groupby("group", sort=False):
        first = height
        for row in rows.itertuples():
            _draw_share(ax, height, row)
            if group == ALL:
                _draw_published(ax, height + 0.8, published[row.category])
                height += 0.9
            height += 1
        ticks[(first + height - 1) / 2] = f"{group}\nn = {rows['n'].iloc[0]}"
        height += 0.8
    ax.set_yticks(list(ticks), list(ticks.values()))
    ax.tick_params(axis="y", pad=8)
    return height - 0.8


def _draw_share(ax: Axes, height: float, row: tuple) -> None:
    """Draw a share with its interval and count, and in the first group the category's name."""
    colour, marker = SYMBOLS[row.category]
    draw_interval(ax, height, row.low, row.high, colour, solid_capstyle="butt")
    ax.plot(100 * row.share, height, marker, color=colour, ms=8, gid="ours", clip_on=False)
    label = f"{100 * row.share:.0f} % ({row.count})"
    if row.group == ALL:
        label += f"  {row.category}"
    write_beside(ax, 100 * row.high, height, label, color=colour, weight="bold", size=10)


def _draw_published(ax: Axes, height: float, share: float) -> None:
    ax.plot(share, height, "D", color=QUIET, ms=4, gid="paper")
    write_beside(ax, share, height, f"paper {share} %", color=QUIET, size=8.5)
