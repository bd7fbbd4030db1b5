"""Why episodes fail, whether they saw the answer, and at which step they went wrong."""

import pandas
from matplotlib.axes import Axes

from ..failures.categories import OTHER_CATEGORIES
from ..failures.categories import PAPER_CATEGORIES as CATEGORIES
from ..running import rates
from .styling import (
    COLOURS,
    INK,
    PUBLISHED,
    QUIET,
    draw_interval,
    make_axes,
    name_models,
    style,
    write_beside,
    write_caption,
)

_TALLEST = 0.78  # the highest bar of a row, of the height of the row


def failure_categories(labels: pandas.DataFrame, model: str, *, ax: Axes | None = None) -> Axes:
    """Shares of the paper's four categories with Wilson 95 % intervals, beside the paper's shares.

    Labels of other categories are only counted. `labels` has one row per failed episode with
    `category` and `rater` (`labels.table` of one rater, or `labels.consensus`); `model` is the
    agent whose failures they are.
    """
    rates.require(labels, "category", "rater")
    named = labels[labels["category"].isin(list(CATEGORIES))]
    if named.empty:
        raise ValueError("None of the labels names one of the paper's categories.")
    counts = named["category"].value_counts().reindex(list(CATEGORIES), fill_value=0)
    published = pandas.read_csv(PUBLISHED / "failures.csv").set_index("category")["share"]
    with style():
        ax = ax or make_axes(8.6, 4)
        for height, (category, count) in enumerate(counts.items()):
            share, (low, high) = 100 * count / len(named), rates.wilson(int(count), len(named))
            draw_interval(ax, height, low, high, COLOURS[0])
            ax.plot(share, height, "o", color=COLOURS[0], ms=9)
            font = dict(color=COLOURS[0], weight="bold", size=10.5)
            write_beside(ax, 100 * high, height, f"{share:.0f} % ({count})", **font)
            paper, below = published[category], height + 0.34
            ax.plot(paper, below, "D", color=QUIET, ms=5)
            write_beside(ax, paper, below, f"paper {paper} %", color=QUIET, size=9)
        ax.set_yticks(range(len(counts)), list(counts.index))
        ax.set(xlim=(0, 118), ylim=(len(counts) - 0.35, -0.6), title="Why episodes fail")
        ax.set_xticks(range(0, 101, 20))
        ax.set_xlabel("Share of failures (%)", x=50 / 118)
        ax.grid(axis="y", visible=False)
        ax.spines["left"].set_visible(False)
        write_caption(ax, describe_labels(labels, len(named), model))
        return ax


def describe_labels(labels: pandas.DataFrame, n: int, model: str) -> str:
    """Three lines of a caption: the agent, who labelled how much, and the paper's source."""
    apart = labels["category"].value_counts().reindex(["", *OTHER_CATEGORIES], fill_value=0)
    others = [f"{count} {name or 'without a category'}" for name, count in apart.items() if count]
    raters = name_models(sorted(set(labels["rater"])))
    counts = f"n = {n} failures" + (f"; apart: {', '.join(others)}." if others else ".")
    return (
        f"Agent: {name_models([model])}\n"
        f"Labelled by {raters}. {counts}\n"
        "Grey: He et al. 2024, v1, Table 3: 300 tasks on the live web, labelled by people."
    )


def seen_and_not_said(known: pandas.DataFrame, model: str, *, ax: Axes | None = None) -> Axes:
    """Failures by site: how many agents never saw the answer, and how many saw it and kept silent.

    `known` is `failures.could_have_known(…)`.
    """
    rates.require(known, "site", "saw")
    never = known[known["saw"].isna()].groupby("site").size()
    saw = known[known["saw"].notna()].groupby("site").size()
    table = pandas.DataFrame({"saw": saw, "never": never}).fillna(0).astype(int)
    total = table["saw"] + table["never"]
    table = table.loc[total.sort_values(ascending=False, kind="stable").index]
    with style():
        ax = ax or make_axes(8.6, 1.6 + 0.42 * len(table))
        left = 0 * table["saw"]
        for column, label, colour in (
            ("never", "never saw it", COLOURS[5]),
            ("saw", "saw it and did not say it", COLOURS[1]),
        ):
            counts = table[column]
            bars = ax.barh(table.index, counts, left=left, height=0.7, color=colour, label=label)
            numbers = [str(count or "") for count in counts]
            ax.bar_label(bars, numbers, label_type="center", color=INK, size=10)
            left = left + counts
        ax.set(xlabel="Failed episodes", title="Could it have known?")
        ax.invert_yaxis()
        ax.grid(visible=False)
        ax.spines["left"].set_visible(False)
        corner = dict(loc="lower right", bbox_to_anchor=(1, 1), borderaxespad=0.4)
        ax.legend(ncols=2, handlelength=1, **corner)
        caption = (
            "All parts of the reference had stood on a screen that the agent saw, or not.\n"
            f"n = {len(known)} failures whose reference names parts\n"
            f"Agent: {name_models([model])}"
        )
        write_caption(ax, caption)
        return ax


def where_it_went_wrong(steps: pandas.DataFrame, model: str, *, ax: Axes | None = None) -> Axes:
    """At which step failed episodes went wrong, with one row of bars per source.

    `steps` has the columns `source` (who says so) and `step`. Rows without a step are counted.
    """
    rates.require(steps, "source", "step")
    known = steps[steps["step"].notna()]
    if known.empty:
        raise ValueError("No row says at which step it went wrong.")
    last = int(known["step"].max())
    sources = list(dict.fromkeys(steps["source"]))
    with style():
        ax = ax or make_axes(8.6, 1.5 + 1.15 * len(sources))
        for row, source in enumerate(sources):
            counts = known[known["source"] == source]["step"].astype(int).value_counts()
            _draw_steps(ax, row, counts.sort_index(), COLOURS[row % 6])
            missing = int((steps["source"] == source).sum() - counts.sum())
            label = f"{source}\nn = {counts.sum()}"
            label += f", {missing} without a step" if missing else ""
            place = dict(xycoords=("axes fraction", "data"), va="center")
            ax.annotate(label, (1.01, row - 0.4), size=10, color=INK, **place)
        ax.set(xlabel="Step at which it went wrong", title="Where episodes go wrong")
        ax.set(xlim=(0.3, last + 0.7), ylim=(len(sources) - 0.9, -1.05))
        ax.set_xticks(range(1, last + 1))
        ax.set_yticks([])
        ax.grid(visible=False)
        ax.spines["left"].set_visible(False)
        write_caption(ax, f"Each row by its own scale.\nAgent: {name_models([model])}")
        return ax


def _draw_steps(ax: Axes, row: int, counts: pandas.Series, colour: str) -> None:
    """One bar per step, upwards from the row, as high as its share of the row's largest count."""
    heights = _TALLEST * counts / (counts.max() if len(counts) else 1)
    ax.bar(counts.index, -heights, bottom=row, width=0.8, color=colour)
    for step, count in counts.items():
        place = dict(xytext=(0, 3), textcoords="offset points", ha="center")
        ax.annotate(str(count), (step, row - heights[step]), size=9, color=INK, **place)
