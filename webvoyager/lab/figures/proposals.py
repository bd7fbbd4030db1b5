"""Generated tasks: how alike they are, and how far the proposals came."""

from collections.abc import Mapping

import numpy
import pandas
from matplotlib.axes import Axes

from ..proposing import pool as pools
from ..proposing import similarity
from ..running import rates
from .look import COLOURS, INK, PAPER, QUIET, axes, below, beside, name_models, style


def task_similarity(pairs: Mapping[str, pandas.DataFrame], *, ax: Axes | None = None) -> Axes:
    """How alike the tasks of some pools are: the share of pairs by cosine, beside the paper's
    counts (section 4.2).

    `pairs` holds a `similarity.pairs(…)` for each name. The paper compared by another embedding
    (all-mpnet-base-v2).
    """
    edges = numpy.arange(-0.2, 1.0001, 0.05)
    with style():
        ax = ax or axes(9.4, 5.2)
        for (name, found), colour in zip(pairs.items(), COLOURS * 9, strict=False):
            rates.require(found, "similarity")
            shares, _ = numpy.histogram(found["similarity"], edges)
            ax.stairs(
                100 * shares / len(found),
                edges,
                color=colour,
                lw=2,
                label=f"{name} ({len(found):,} pairs)",
            )
        for edge in similarity.BANDS:
            ax.axvline(edge, color=QUIET, lw=1, ls=(0, (4, 3)))
        least = 100 / max(len(found) for found in pairs.values())
        ax.set_yscale("log")
        ax.set(
            xlim=(-0.1, 1),
            ylim=(least / 2, 300),
            xlabel="Cosine similarity of two questions",
            ylabel="Pairs (%)",
        )
        ax.yaxis.set_major_formatter("{x:g}")
        ax.set_title("How alike are the tasks?")
        ax.legend(
            loc="upper right", frameon=True, facecolor="white", edgecolor="none", framealpha=1
        )
        compared = sorted({found.attrs.get("by", "") for found in pairs.values()})
        words = [
            f"Compared by {name_models(compared)}.",
            *(_banded(name, found) for name, found in pairs.items()),
        ]
        below(ax, "\n".join([*words, _published()]), "left", color=QUIET, size=9, gap=40)
        return ax


def _banded(name: str, found: pandas.DataFrame) -> str:
    """One line of the caption: how many pairs lie in each of the paper's bands."""
    pairs, share = similarity.bands(found)["pairs"], similarity.bands(found)["share"]
    over, high = pairs["over 0.8"], pairs["0.7 to 0.8"]
    return (
        f"{name}: {over:,} pairs over 0.8, {high:,} in 0.7–0.8, {share['under 0.6']:.2f} % under"
        f" 0.6 of {len(found):,}."
    )


def _published() -> str:
    """The same of the paper."""
    paper = pandas.read_csv(PAPER / "task_similarity.csv").set_index("similarity")
    over, high, under = (
        paper["pairs"]["over 0.8"],
        paper["pairs"]["0.7 to 0.8"],
        paper["share"]["under 0.6"],
    )
    counts = (
        f"{over:.0f} pairs over 0.8, {high:.0f} in 0.7–0.8, {under} % under 0.6 of"
        f" {paper['all_pairs'].iloc[0]:,}"
    )
    return f"The paper (He et al. 2024), by all-mpnet-base-v2: {counts}."


def proposal_funnel(table: pandas.DataFrame, *, ax: Axes | None = None) -> Axes:
    """How many proposals of a pool (`pool.table`) came how far: proposed, parsed, new, checked,
    accepted.
    """
    rates.require(table, "status", "model")
    made = table[table["status"] != "seed"]
    if made.empty:
        raise ValueError("The pool holds no proposals yet, only seeds.")
    counts = pools.stages(table).sum().to_dict()
    with style():
        ax = ax or axes(8, 3.4)
        ax.barh(list(counts), list(counts.values()), height=0.68, color=COLOURS[0], alpha=0.85)
        before = None
        for height, (stage, count) in enumerate(counts.items()):
            lost = (
                f"{before - count} dropped: {_LOST[stage]}"
                if before is not None and before > count
                else ""
            )
            beside(ax, count, height, f"{count}", color=INK, weight="bold", size=10.5)
            beside(ax, count, height, f"          {lost}", color=QUIET, size=9.5)
            before = count
        ax.set(
            xlabel="Proposals",
            title="From proposals to tasks",
            xlim=(0, max(counts.values()) * 1.35),
        )
        ax.invert_yaxis()
        ax.grid(axis="y", visible=False)
        ax.spines["left"].set_visible(False)
        words = f"n = {len(made)} proposals ({', '.join(made['site'].unique())})\nProposed by "
        words += name_models(sorted(set(made["model"])))
        people = sorted(set(made["reviewer"]) - {""})
        words += f"\nDecided on by {'; '.join(people)}" if people else ""
        below(ax, words, "left", color=QUIET, size=9, gap=40)
        return ax


_LOST = {
    "parsed": "no task in it",
    "new": "alike to one that is there",
    "checked": "a check failed",
    "accepted": "undecided or rejected",
}
