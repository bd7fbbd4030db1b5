"""How alike the tasks of a pool are, and what thresholds of similarity find."""

from collections.abc import Mapping

import numpy
import pandas
from matplotlib.axes import Axes

from studies.self_instruct.pairs import BANDS, count_errors, count_in_bands
from webvoyager.lab.figures.axes import make_axes
from webvoyager.lab.figures.captions import name_models, write_caption
from webvoyager.lab.figures.styling import COLOURS, INK, PUBLISHED, QUIET, style

LABELS = {"same": "The same task\nin other words", "other": "Another task,\none thing changed"}


def task_similarity(pairs: Mapping[str, pandas.DataFrame], *, ax: Axes | None = None) -> Axes:
    """How similar the tasks of each pool are: shares of pairs by cosine similarity.

    The caption gives our counts in the paper's bands (section 4.2) and the paper's own, which come
    from another embedding (all-mpnet-base-v2). `pairs` maps each pool to its `compare_all(…)`.
    """
    edges = numpy.arange(-0.2, 1.0001, 0.05)
    with style():
        ax = ax or make_axes(9.4, 5.2)
        for (name, table), colour in zip(pairs.items(), COLOURS * 9, strict=False):
            counts, _ = numpy.histogram(table["similarity"], edges)
            label = f"{name} ({len(table):,} pairs)"
            ax.stairs(100 * counts / len(table), edges, color=colour, lw=2, label=label)
        for edge in BANDS:
            ax.axvline(edge, color=QUIET, lw=1, ls=(0, (4, 3)))
        one_pair = 100 / max(len(table) for table in pairs.values())
        ax.set_yscale("log")
        ax.set(xlim=(-0.1, 1), ylim=(one_pair / 2, 300), title="How alike are the tasks?")
        ax.set(xlabel="Cosine similarity of two questions", ylabel="Pairs (%)")
        ax.yaxis.set_major_formatter("{x:g}")
        box = dict(frameon=True, facecolor="white", edgecolor="none", framealpha=1)
        ax.legend(loc="upper right", **box)
        embeddings = sorted({table.attrs.get("by", "") for table in pairs.values()})
        ours = [_describe_bands(name, table) for name, table in pairs.items()]
        lines = [f"Compared by {name_models(embeddings)}.", *ours, _describe_published_bands()]
        write_caption(ax, "\n".join(lines))
        return ax


def _describe_bands(name: str, pairs: pandas.DataFrame) -> str:
    """A line of the caption: how many pairs lie in each of the paper's bands."""
    bands = count_in_bands(pairs)
    over, high = bands["pairs"]["over 0.8"], bands["pairs"]["0.7 to 0.8"]
    return (
        f"{name}: {over:,} pairs over 0.8, {high:,} in 0.7–0.8, "
        f"{bands['share']['under 0.6']:.2f} % under 0.6 of {len(pairs):,}."
    )


def _describe_published_bands() -> str:
    """The same line for the paper's pairs."""
    table = pandas.read_csv(PUBLISHED / "task_similarity.csv").set_index("similarity")
    over, high = table["pairs"]["over 0.8"], table["pairs"]["0.7 to 0.8"]
    return (
        "The paper (He et al. 2024), by all-mpnet-base-v2: "
        f"{over:.0f} pairs over 0.8, {high:.0f} in 0.7–0.8, "
        f"{table['share']['under 0.6']} % under 0.6 of {table['all_pairs'].iloc[0]:,}."
    )


def duplicate_thresholds(pairs: pandas.DataFrame, *, ax: Axes | None = None) -> Axes:
    """How many duplicates each threshold of similarity lets through, and what it wrongly rejects.

    Each dot is a pair of `compare_labelled(…)`.
    """
    draw = numpy.random.default_rng(42)
    with style():
        ax = ax or make_axes(8.6, 4.4)
        for height, (label, colour) in enumerate(zip(LABELS, COLOURS, strict=False)):
            values = pairs.loc[pairs["label"] == label, "similarity"]
            spread = height + draw.uniform(-0.16, 0.16, len(values))
            ax.scatter(values, spread, s=26, color=colour, alpha=0.7, linewidth=0)
        for cut, row in count_errors(pairs).iterrows():
            ax.axvline(cut, color=QUIET, lw=1, ls=(0, (4, 3)))
            counts = (row["let through"], row["wrongly rejected"])
            for height, (count, side) in enumerate(zip(counts, ("right", "left"), strict=True)):
                place = dict(ha=side, va="center", size=10.5, color=INK, weight="bold")
                ax.text(cut, height + 0.34, f" {count} ", **place)
        for height, what in enumerate(("Let through", "Rejected wrongly")):
            ax.text(0.01, height + 0.34, f"{what}, at each threshold:", color=QUIET, size=9.5)
        names = [
            f"{name}\n(n = {(pairs['label'] == label).sum()})" for label, name in LABELS.items()
        ]
        ax.set_yticks(range(len(names)), names)
        ax.set(xlim=(0, 1.02), ylim=(-0.4, len(names) - 0.4))
        ax.set(
            xlabel="Cosine similarity of the two questions",
            title="Which threshold finds duplicates?",
        )
        ax.grid(axis="y", visible=False)
        ax.spines["left"].set_visible(False)
        note = "A duplicate under a threshold is let through; another task over it is rejected."
        write_caption(ax, f"{note}\nCompared by {name_models([pairs.attrs.get('by', '')])}.")
        return ax
