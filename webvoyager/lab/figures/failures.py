"""Why episodes failed: shares by category beside the paper's; what had been seen; and where it went
wrong.
"""

import pandas
from matplotlib.axes import Axes

from ..failures.categories import BEYOND
from ..failures.categories import PAPER as CATEGORIES
from ..running import rates
from .look import COLOURS, INK, PAPER, QUIET, axes, below, beside, name_models, style


def failure_categories(labels: pandas.DataFrame, model: str, *, ax: Axes | None = None) -> Axes:
    """Shares of the paper's four categories with Wilson 95 % intervals, beside the paper's; the
    others are counted.

    `labels` has a row per failed episode with `category` and `rater` (`labels.table` of one rater,
    or `labels.consensus`); `model` is the agent whose failures they are.
    """
    rates.require(labels, "category", "rater")
    named = labels[labels["category"].isin(list(CATEGORIES))]
    if named.empty:
        raise ValueError("None of the labels names one of the paper's categories.")
    counts = named["category"].value_counts().reindex(list(CATEGORIES), fill_value=0)
    paper = pandas.read_csv(PAPER / "failures.csv").set_index("category")["share"]
    with style():
        ax = ax or axes(8.6, 4)
        for height, (category, count) in enumerate(counts.items()):
            share, (low, high) = 100 * count / len(named), rates.wilson(int(count), len(named))
            ax.plot([100 * low, 100 * high], [height, height], color=COLOURS[0], lw=3, alpha=0.45)
            ax.plot(share, height, "o", color=COLOURS[0], ms=9)
            beside(
                ax,
                100 * high,
                height,
                f"{share:.0f} % ({count})",
                color=COLOURS[0],
                weight="bold",
                size=10.5,
            )
            ax.plot(paper[category], height + 0.34, "D", color=QUIET, ms=5)
            beside(
                ax,
                paper[category],
                height + 0.34,
                f"paper {paper[category]} %",
                color=QUIET,
                size=9,
            )
        ax.set_yticks(range(len(counts)), list(counts.index))
        ax.set(xlim=(0, 118), ylim=(len(counts) - 0.35, -0.6), title="Why episodes fail")
        ax.set_xticks(range(0, 101, 20))
        ax.set_xlabel("Share of failures (%)", x=50 / 118)
        ax.grid(axis="y", visible=False)
        ax.spines["left"].set_visible(False)
        below(ax, caption(labels, len(named), model), "left", color=QUIET, size=9, gap=40)
        return ax


def caption(labels: pandas.DataFrame, n: int, model: str) -> str:
    """Who labelled what, what is apart, and where the paper's shares are from."""
    apart = labels["category"].value_counts().reindex(["", *BEYOND], fill_value=0)
    others = [f"{count} {name or 'without a category'}" for name, count in apart.items() if count]
    raters = name_models(sorted(set(labels["rater"])))
    lines = [f"Agent: {name_models([model])}", f"Labelled by {raters}. n = {n} failures"]
    lines[-1] += f"; apart: {', '.join(others)}." if others else "."
    return "\n".join(
        [
            *lines,
            "Grey: He et al. 2024, v1, Table 3: 300 tasks on the live web, labelled by people.",
        ]
    )


def seen_and_not_said(found: pandas.DataFrame, model: str, *, ax: Axes | None = None) -> Axes:
    """Failures by site: how many never had the answer on a screen, and how many saw it and did not
    say it.

    `found` is `errors.could_have_known(…)`.
    """
    rates.require(found, "site", "saw")
    never = found[found["saw"].isna()].groupby("site").size()
    saw = found[found["saw"].notna()].groupby("site").size()
    table = pandas.DataFrame({"saw": saw, "never": never}).fillna(0).astype(int)
    table = table.loc[
        (table["saw"] + table["never"]).sort_values(ascending=False, kind="stable").index
    ]
    with style():
        ax = ax or axes(8.6, 1.6 + 0.42 * len(table))
        looks = (
            ("never", "never saw it", COLOURS[5]),
            ("saw", "saw it and did not say it", COLOURS[1]),
        )
        left = 0 * table["saw"]
        for column, words, colour in looks:
            bars = ax.barh(
                table.index, table[column], left=left, height=0.7, color=colour, label=words
            )
            ax.bar_label(
                bars, [str(n or "") for n in table[column]], label_type="center", color=INK, size=10
            )
            left = left + table[column]
        ax.set(xlabel="Failed episodes", title="Could it have known?")
        ax.invert_yaxis()
        ax.grid(visible=False)
        ax.spines["left"].set_visible(False)
        ax.legend(
            loc="lower right", bbox_to_anchor=(1, 1), ncols=2, borderaxespad=0.4, handlelength=1
        )
        words = (
            "All parts of the reference had stood on a screen that the agent saw, or not.\nn ="
            f" {len(found)} failures "
        )
        words += f"whose reference names parts\nAgent: {name_models([model])}"
        below(ax, words, "left", color=QUIET, size=9, gap=40)
        return ax


def where_it_went_wrong(steps: pandas.DataFrame, model: str, *, ax: Axes | None = None) -> Axes:
    """At which step failed episodes went wrong, one row of bars per opinion.

    `steps` has the columns `source` (whose opinion it is) and `step`; rows without a step are
    counted.
    """
    rates.require(steps, "source", "step")
    known = steps[steps["step"].notna()]
    if known.empty:
        raise ValueError("No row says at which step it went wrong.")
    sources = list(dict.fromkeys(steps["source"]))
    with style():
        ax = ax or axes(8.6, 1.5 + 1.15 * len(sources))
        for height, source in enumerate(sources):
            counts = (
                known[known["source"] == source]["step"].astype(int).value_counts().sort_index()
            )
            tallest = counts.max() if len(counts) else 1
            bars = ax.bar(
                counts.index,
                -0.78 * counts / tallest,
                bottom=height,
                width=0.8,
                color=COLOURS[height % 6],
            )
            for bar, count in zip(bars, counts, strict=True):
                place = (bar.get_x() + 0.4, height - 0.78 * count / tallest)
                ax.annotate(
                    str(count),
                    place,
                    (0, 3),
                    textcoords="offset points",
                    ha="center",
                    size=9,
                    color=INK,
                )
            missing = int((steps["source"] == source).sum() - counts.sum())
            words = f"{source}\nn = {counts.sum()}" + (
                f", {missing} without a step" if missing else ""
            )
            ax.annotate(
                words,
                (1.01, height - 0.4),
                xycoords=("axes fraction", "data"),
                va="center",
                size=10,
                color=INK,
            )
        ax.set(
            xlabel="Step at which it went wrong",
            title="Where episodes go wrong",
            ylim=(len(sources) - 0.9, -1.05),
        )
        ax.set_xticks(range(1, int(known["step"].max()) + 1))
        ax.set_yticks([])
        ax.grid(visible=False)
        ax.spines["left"].set_visible(False)
        below(
            ax,
            f"Each row by its own scale.\nAgent: {name_models([model])}",
            "left",
            color=QUIET,
            size=9,
            gap=40,
        )
        return ax
