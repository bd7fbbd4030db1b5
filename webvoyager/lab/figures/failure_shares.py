"""Categories of failures by how long the episodes were, and by site: shares within each group."""

import pandas
from matplotlib.axes import Axes

from ..failures.categories import PAPER as CATEGORIES
from ..running import rates
from .failures import caption
from .look import COLOURS, PAPER, QUIET, axes, below, beside, style

LOOKS = dict(zip(CATEGORIES, zip(COLOURS, "os^v", strict=False), strict=True))
ALL = "all failures"


def failures_by_length(labels: pandas.DataFrame, model: str, *, ax: Axes | None = None) -> Axes:
    """Shares of the paper's categories by trajectory length, with Wilson 95 % intervals; all
    failures come first.

    As in the paper, a length is that of an episode that ended with an answer within the limit; the
    others have a row of their own. `labels` has a row per failed episode with `category`, `rater`,
    `steps` and `stop` (`labels.table` of one rater merged with `runs.table`); `model` is the agent
    whose failures they are.
    """
    rates.require(labels, "category", "rater", "steps", "stop")
    found = rates.spans(rates.results(labels)).sort_values("first", kind="stable")
    found["group"] = [_span(*ends) for ends in zip(found["first"], found["last"], strict=True)]
    answered = found["stop"] == "answer"
    found = pandas.concat([found[answered], found[~answered].assign(group="no answer")])
    return _draw(found, model, "Why episodes fail, by trajectory length", ax)


def _span(first: int, last: int) -> str:
    return f"{first}–{last} steps" if first < last else f"{first} step{'s' * (first > 1)}"


def failures_by_site(labels: pandas.DataFrame, model: str, *, ax: Axes | None = None) -> Axes:
    """Shares of the paper's categories by site, with Wilson 95 % intervals; all failures come
    first.

    `labels` is as in `failures_by_length`, with `site`. The site with the most failures comes
    first.
    """
    rates.require(labels, "category", "rater", "site", "stop")
    found = rates.results(labels)
    sizes = found[found["category"].isin(list(CATEGORIES))].groupby("site").size()
    found = found.assign(group=found["site"], size=found["site"].map(sizes))
    return _draw(
        found.sort_values("size", ascending=False, kind="stable"),
        model,
        "Why episodes fail, by site",
        ax,
    )


def _draw(labels: pandas.DataFrame, model: str, title: str, ax: Axes | None) -> Axes:
    """A line of marks per category in each group; all failures at the top, each above the paper's
    share.
    """
    whole = rates.category_shares(labels.assign(group=ALL), "group", CATEGORIES)
    seen = whole[whole["count"] > 0]["category"].to_list()
    table = pandas.concat([whole, rates.category_shares(labels, "group", CATEGORIES)])
    table = table[table["category"].isin(seen)]
    with style():
        ax = ax or axes(8.6, 2.2 + 0.26 * len(table) + 0.2 * table["group"].nunique())
        low = _mark_groups(ax, table)
        ax.set(xlim=(0, 128), ylim=(low, -1), title=title)
        ax.set_xticks(range(0, 101, 20))
        ax.set_xlabel("Share of the group's failures (%)", x=50 / 128)
        ax.spines["bottom"].set_bounds(0, 100)
        ax.grid(axis="y", visible=False)
        ax.spines["left"].set_visible(False)
        never = ", ".join(category for category in CATEGORIES if category not in seen)
        words = "Bars: Wilson 95 % interval." + (f" Never: {never}." if never else "")
        below(
            ax,
            f"{words}\n{caption(labels, int(whole['n'].iloc[0]), model)}",
            "left",
            color=QUIET,
            size=9,
            gap=40,
        )
        return ax


def _mark_groups(ax: Axes, table: pandas.DataFrame) -> float:
    """Draw the groups one below the other, and say which they are; returns the height below the
    last.
    """
    paper = pandas.read_csv(PAPER / "failures.csv").set_index("category")["share"]
    height, ticks = 0.0, {}
    for group, rows in table.groupby("group", sort=False):
        first = height
        for row in rows.itertuples():
            _mark(ax, height, row)
            if group == ALL:
                _mark_paper(ax, height + 0.8, paper[row.category])
                height += 0.9
            height += 1
        ticks[(first + height - 1) / 2] = f"{group}\nn = {rows['n'].iloc[0]}"
        height += 0.8
    ax.set_yticks(list(ticks), list(ticks.values()))
    ax.tick_params(axis="y", pad=8)
    return height - 0.8


def _mark(ax: Axes, height: float, row: tuple) -> None:
    """One share with its interval and its count; at the top with the category's name, too."""
    colour, marker = LOOKS[row.category]
    ax.plot(
        [100 * row.low, 100 * row.high],
        [height, height],
        color=colour,
        lw=3,
        alpha=0.45,
        solid_capstyle="butt",
    )
    ax.plot(100 * row.share, height, marker, color=colour, ms=8, gid="ours", clip_on=False)
    words = f"{100 * row.share:.0f} % ({row.count})" + (
        f"  {row.category}" if row.group == ALL else ""
    )
    beside(ax, 100 * row.high, height, words, color=colour, weight="bold", size=10)


def _mark_paper(ax: Axes, height: float, share: float) -> None:
    ax.plot(share, height, "D", color=QUIET, ms=4, gid="paper")
    beside(ax, share, height, f"paper {share} %", color=QUIET, size=8.5)
