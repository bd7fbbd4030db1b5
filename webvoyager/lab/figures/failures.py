"""Why episodes fail, and at which step they went wrong."""

import pandas
from matplotlib.axes import Axes

from ...runs import Missing
from ..failures.categories import NO_LABELS, OTHER_CATEGORIES
from ..failures.categories import PAPER_CATEGORIES as CATEGORIES
from ..running import rates
from .lacking import says_what_it_lacks
from .styling import (
    COLOURS,
    FAINT,
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

OFFLINE = "offline-rules"
RULE = (
    "In effect they call a wrong answer Hallucination, and no answer or giving up Navigation Stuck."
)
_TALLEST = 0.78  # the height of a row's tallest bar, as a share of the row's height


@says_what_it_lacks
def failure_categories(labels: pandas.DataFrame, model: str, *, ax: Axes | None = None) -> Axes:
    """Shares of the paper's four categories with Wilson 95 % intervals, beside the paper's shares.

    The caption counts labels of other categories. `labels` has one row per failed episode with
    `category` and `rater` (`labels.table` of one rater, or `labels.consensus`); `model` is the
    agent that failed. Raises ValueError when no label names one of the four.
    """
    rates.require(labels, "category", "rater", empty=NO_LABELS)
    named = labels[labels["category"].isin(list(CATEGORIES))]
    if named.empty:
        raise Missing("None of the labels names one of the paper's categories.")
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


@says_what_it_lacks
def where_it_went_wrong(
    steps: pandas.DataFrame, model: str, note: str = "", *, ax: Axes | None = None
) -> Axes:
    """At which step episodes went wrong, with one row of bars per source.

    `steps` has one row per episode with `source` (who judged, and which episodes) and `step`, which
    is missing if the source finds no such step. `note` is added to the caption. Raises ValueError
    when no row has a step.
    """
    rates.require(steps, "source", "step")
    known = steps[steps["step"].notna()]
    if known.empty:
        raise Missing("No row says at which step an episode went wrong.")
    last = int(known["step"].max())
    sources = list(dict.fromkeys(steps["source"]))
    with style():
        ax = ax or make_axes(9.4, 1.5 + 1.15 * len(sources))
        for row, source in enumerate(sources):
            counts = known[known["source"] == source]["step"].astype(int).value_counts()
            _draw_steps(ax, row, counts.sort_index(), COLOURS[row % 6])
            ax.plot([0.5, last + 0.5], [row, row], color=FAINT, lw=0.8, zorder=0)
            total = int((steps["source"] == source).sum())
            label = f"{source}\n{_count_wrong(int(counts.sum()), total)}"
            place = dict(xycoords=("axes fraction", "data"), va="center")
            ax.annotate(label, (1.01, row - 0.4), size=10, color=INK, **place)
        ax.set(xlabel="Step at which it went wrong", title="Where episodes go wrong")
        ax.set(xlim=(0.3, last + 0.7), ylim=(len(sources) - 0.9, -1.05))
        ax.set_xticks(range(1, last + 1))
        ax.set_yticks([])
        ax.grid(visible=False)
        ax.spines["left"].set_visible(False)
        lines = [note, "Each row has its own scale.", f"Agent: {name_models([model])}"]
        write_caption(ax, "\n".join(filter(None, lines)))
        return ax


def _count_wrong(wrong: int, n: int) -> str:
    """A row's number of episodes and, if not all went wrong, how many did, with the interval."""
    if wrong == n:
        return f"n = {n}"
    low, high = rates.wilson(wrong, n)
    return f"{wrong} of {n} (95 %: {100 * low:.0f}–{100 * high:.0f} %)"


def _draw_steps(ax: Axes, row: int, counts: pandas.Series, colour: str) -> None:
    """Draw one bar per step, upwards from the row and scaled to the row's largest count."""
    heights = _TALLEST * counts / (counts.max() if len(counts) else 1)
    ax.bar(counts.index, -heights, bottom=row, width=0.8, color=colour)
    for step, count in counts.items():
        place = dict(xytext=(0, 3), textcoords="offset points", ha="center")
        ax.annotate(str(count), (step, row - heights[step]), size=9, color=INK, **place)
