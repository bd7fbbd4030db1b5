"""Why episodes fail, in all and within sites and lengths, and at which step they went wrong."""

import pandas
from matplotlib.axes import Axes

from ...runs import Missing
from ..failures.categories import NO_LABELS, OTHER_CATEGORIES
from ..failures.categories import PAPER_CATEGORIES as CATEGORIES
from ..statistics import rates
from .axes import draw_interval, hide_left_edge, make_axes, set_percent_axis
from .captions import name_models, write_beside, write_caption
from .plates import figure
from .styling import COLOURS, FAINT, INK, PUBLISHED, QUIET

OFFLINE = "offline-rules"
RULE = (
    "In effect they call a wrong answer Hallucination, and no answer or giving up Navigation Stuck."
)
SYMBOLS = dict(zip(CATEGORIES, zip(COLOURS, "os^v", strict=False), strict=True))
ALL = "all failures"
_TALLEST = 0.78  # the height of a row's tallest bar, as a share of the row's height


@figure("Which kind of failure leads, and is the order the paper's?", "labels", "model")
def failure_categories(labels: pandas.DataFrame, model: str, *, ax: Axes | None = None) -> Axes:
    """Shares of the paper's four categories with Wilson 95 % intervals, beside the paper's shares.

    The caption counts labels of other categories. `labels` has one row per failed episode with
    `category` and `rater` (`labels.table` of one rater, or `labels.consensus`); `model` is the
    agent that failed. Raises ValueError when no label names one of the four.
    """
    rates.require(labels, "category", "rater", empty=NO_LABELS)
    table, published = rates.category_shares(labels.assign(group=ALL), "group", CATEGORIES), _read()
    ax = ax or make_axes(8.6, 4)
    for height, row in enumerate(table.to_dict("records")):
        share, count, colour = 100 * row["share"], row["count"], COLOURS[0]
        draw_interval(ax, height, row["low"], row["high"], colour)
        ax.plot(share, height, "o", color=colour, ms=9)
        label, end = f"{share:.0f} % ({count})", 100 * row["high"]
        write_beside(ax, end, height, label, color=colour, weight="bold", size=10.5)
        paper = published[row["category"]]
        ax.plot(paper, height + 0.34, "D", color=QUIET, ms=5)
        write_beside(ax, paper, height + 0.34, f"paper {paper} %", color=QUIET, size=9)
    ax.set_yticks(range(len(table)), table["category"])
    ax.set(ylim=(len(table) - 0.35, -0.6), title="Why episodes fail")
    set_percent_axis(ax, "Share of failures (%)", 118)
    ax.spines["bottom"].set_bounds(0, 118)
    write_caption(ax, _describe_labels(labels, table["n"].iloc[0], model))
    return ax


@figure("Is there a site where another kind of failure leads?", "labels", "model")
def failures_by_site(labels: pandas.DataFrame, model: str, *, ax: Axes | None = None) -> Axes:
    """Shares of the paper's categories by site, with Wilson 95 % intervals.

    All failures come first, then the sites, those with the most failures first. `labels` is as in
    `failure_categories`, with `site` and `stop` (merged with `runs.table`).
    """
    rates.require(labels, "category", "rater", "site", "stop", empty=NO_LABELS)
    results = rates.results(labels)
    sizes = results[results["category"].isin(list(CATEGORIES))].groupby("site").size()
    grouped = results.assign(group=results["site"], size=results["site"].map(sizes))
    grouped = grouped.sort_values("size", ascending=False, kind="stable")
    return _draw_shares(grouped, model, "Why episodes fail, by site", ax)


@figure("Do short and long episodes fail in different ways?", "labels", "model")
def failures_by_length(labels: pandas.DataFrame, model: str, *, ax: Axes | None = None) -> Axes:
    """Shares of the paper's categories by trajectory length, with Wilson 95 % intervals.

    All failures come first. As in the paper, only episodes that ended with an answer are grouped by
    length; the others form the last group. `labels` has one row per failed episode with `category`,
    `rater`, `steps` and `stop` (`labels.table` of one rater merged with `runs.table`); `model` is
    the agent that failed.
    """
    rates.require(labels, "category", "rater", "steps", "stop", empty=NO_LABELS)
    results = rates.spans(rates.results(labels)).sort_values("first", kind="stable")
    results["group"] = [
        f"{first}–{last} steps" if first < last else f"{first} step{'s' * (first > 1)}"
        for first, last in zip(results["first"], results["last"], strict=True)
    ]
    answered = results["stop"] == "answer"
    grouped = pandas.concat([results[answered], results[~answered].assign(group="no answer")])
    return _draw_shares(grouped, model, "Why episodes fail, by trajectory length", ax)


def _draw_shares(labels: pandas.DataFrame, model: str, title: str, ax: Axes | None) -> Axes:
    """Draw one line per group and category; all failures come first, above the paper's shares."""
    total = rates.category_shares(labels.assign(group=ALL), "group", CATEGORIES)
    present = total[total["count"] > 0]["category"].to_list()
    table = pandas.concat([total, rates.category_shares(labels, "group", CATEGORIES)])
    table = table[table["category"].isin(present)]
    ax = ax or make_axes(8.6, 2.2 + 0.26 * len(table) + 0.2 * table["group"].nunique())
    height, ticks, published = 0.0, {}, _read()
    for group, rows in table.groupby("group", sort=False):
        first = height
        for row in rows.to_dict("records"):
            category, share = row["category"], 100 * row["share"]
            colour, marker = SYMBOLS[category]
            draw_interval(ax, height, row["low"], row["high"], colour, solid_capstyle="butt")
            ax.plot(share, height, marker, color=colour, ms=8, gid="ours", clip_on=False)
            label = f"{share:.0f} % ({row['count']})" + (f"  {category}" if group == ALL else "")
            end = 100 * row["high"]
            write_beside(ax, end, height, label, color=colour, weight="bold", size=10)
            if group == ALL:
                paper, below = published[category], height + 0.8
                ax.plot(paper, below, "D", color=QUIET, ms=4, gid="paper")
                write_beside(ax, paper, below, f"paper {paper} %", color=QUIET, size=8.5)
                height += 0.9
            height += 1
        ticks[(first + height - 1) / 2] = f"{group}\nn = {rows['n'].iloc[0]}"
        height += 0.8
    ax.set_yticks(list(ticks), list(ticks.values()))
    ax.tick_params(axis="y", pad=8)
    ax.set(ylim=(height - 0.8, -1), title=title)
    set_percent_axis(ax, "Share of the group's failures (%)", 128)
    never = ", ".join(category for category in CATEGORIES if category not in present)
    note = "Bars: Wilson 95 % interval." + (f" Never: {never}." if never else "")
    write_caption(ax, f"{note}\n{_describe_labels(labels, total['n'].iloc[0], model)}")
    return ax


def _read() -> pandas.Series:
    """The paper's share of each category, in %."""
    return pandas.read_csv(PUBLISHED / "failures.csv").set_index("category")["share"]


def _describe_labels(labels: pandas.DataFrame, n: int, model: str) -> str:
    """Lines of a caption: the agent, the raters, their counts and rule, and the paper's source."""
    apart = labels["category"].value_counts().reindex(["", *OTHER_CATEGORIES], fill_value=0)
    others = [f"{count} {name or 'without a category'}" for name, count in apart.items() if count]
    raters = name_models(sorted(set(labels["rater"])))
    rule = f"{RULE}\n" if OFFLINE in set(labels["rater"]) else ""
    counts = f"n = {n} failures" + (f"; apart: {', '.join(others)}." if others else ".")
    return (
        f"Agent: {name_models([model])}\n"
        f"Labelled by {raters}. {counts}\n{rule}"
        "Grey: He et al. 2024, v1, Table 3: 300 tasks on the live web, labelled by people."
    )


@figure("Are episodes lost early or late?", "wrong_steps", "model")
def where_it_went_wrong(
    steps: pandas.DataFrame, model: str, note: str = "", *, ax: Axes | None = None
) -> Axes:
    """At which step episodes went wrong, with one row of bars per source.

    `steps` has one row per episode with `source` (who judged, and which episodes) and `step`, which
    is missing if the source finds no such step. `note` is added to the caption. Raises ValueError
    when no row has a step.
    """
    rates.require(steps, "source", "step")
    if steps["step"].isna().all():
        raise Missing("No row says at which step an episode went wrong.")
    last = int(steps["step"].max())
    sources = list(steps["source"].unique())
    ax = ax or make_axes(9.4, 1.5 + 1.15 * len(sources))
    for row, source in enumerate(sources):
        found = steps["step"][steps["source"] == source]
        counts = found.dropna().astype(int).value_counts().sort_index()
        heights = _TALLEST * counts / (counts.max() if len(counts) else 1)
        ax.bar(counts.index, -heights, bottom=row, width=0.8, color=COLOURS[row % 6])
        for step, count in counts.items():
            top, font = row - heights[step], {"ha": "center", "va": "baseline", "size": 9}
            write_beside(ax, step, top, str(count), (0, 3), color=INK, **font)
        ax.plot([0.5, last + 0.5], [row, row], color=FAINT, lw=0.8, zorder=0)
        wrong, n = int(counts.sum()), len(found)
        label = f"{source}\nn = {n}"
        if wrong < n:
            low, high = rates.wilson(wrong, n)
            label = f"{source}\n{wrong} of {n} (95 %: {100 * low:.0f}–{100 * high:.0f} %)"
        place = ("axes fraction", "data")
        ax.annotate(label, (1.01, row - 0.4), xycoords=place, va="center", size=10, color=INK)
    ax.set(xlabel="Step at which it went wrong", title="Where episodes go wrong")
    ax.set(xlim=(0.3, last + 0.7), ylim=(len(sources) - 0.9, -1.05))
    ax.set_xticks(range(1, last + 1))
    ax.set_yticks([])
    hide_left_edge(ax)
    ax.grid(visible=False)
    lines = [note, "Each row has its own scale.", f"Agent: {name_models([model])}"]
    write_caption(ax, "\n".join(filter(None, lines)))
    return ax
