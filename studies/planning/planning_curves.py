"""Planning: how results change with the number of candidates, lessons and parameters.

planning_figures.py lists the paper's tables. Our table may be empty: the figure then shows the
paper's values alone.
"""

import math
from collections.abc import Iterator

import pandas
from matplotlib.axes import Axes

from studies.planning.planning_figures import (
    MACRO,
    cite,
    find_means,
    list_models,
    name_split,
    read_published,
)
from studies.planning.rows_of_values import write_notes
from webvoyager.lab.figures.axes import make_axes
from webvoyager.lab.figures.styling import COLOURS, PUBLISHED, QUIET, style
from webvoyager.lab.statistics import rates

LETTERED = 26  # candidates that have a letter, A to Z
MEASURES = {"element": "element accuracy", "success": "step success"}
WITHOUT, WITH = "without experiential learning", "complete"  # the paper's variants
CURVE_SHIFT = 0.07  # shift between curves at the same k, so that no interval hides another
LABEL_HEIGHT = 5.5  # in % of the y axis
LABEL_WIDTH = 0.35  # as a share of the x axis
_WILSON = "Large dots: these runs, all steps on elements, with the Wilson 95 % interval."
_ASSUMED = "k = 1 is assumed: Figure 5 prints no values, but more lessons lower both."
_Label = tuple[float, float, str, str]  # x, y, words and colour


def recall_by_k(table: pandas.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Recall of the right element among the k best candidates, beside MindAct's at k = 50.

    `table` has one row per model and k: k, recall, low, high (shares) and n (steps), as returned by
    `candidates.recall`, and model, the name of the ranker.
    """
    published = pandas.read_csv(PUBLISHED / "mindact_recall.csv")
    k, values = published["k"].iloc[0], published["recall"]
    labels = [(k, values.mean(), f"MindAct, {values.min()} to {values.max()} %", QUIET)]
    with style():
        ax = ax or make_axes(8.6, 4.8)
        if not table.empty:
            rates.require(table, "k", "recall", "low", "high", "n", "model")
        for model, colour in zip(list_models(table), COLOURS * 9, strict=False):
            rows = table[table["model"] == model].set_index("k").sort_index()
            means = rows.rename(columns={"recall": "mean"})
            labels.append(_draw_curve(ax, means, model, colour, "step"))
        ax.plot([k] * len(values), values, "D", color=QUIET, ms=5, gid="paper")
        ax.axvline(LETTERED, color=QUIET, lw=1, ls=":")
        ax.annotate("A–Z", (LETTERED, 3), (4, 0), textcoords="offset points", color=QUIET, size=9)
        ax.set(xlim=(0, 80), xlabel="Number of candidates k", ylabel="Recall (%)")
        ax.set(xticks=[1, 5, 10, LETTERED, 50], title="Right elements among the candidates")
        ax.xaxis.label.set_x(25 / 80)
        _finish_axes(ax, labels, 100)
        source = published["source"].iloc[0].rpartition(", ")[0]
        by_split = zip(published["split"], values, strict=True)
        listed = ", ".join(f"{name_split(split)} {value}" for split, value in by_split)
        note = f"Small grey: {source}, a fine-tuned DeBERTa on Mind2Web: {listed}."
        return write_notes(ax, _WILSON, note, list_models(table))


def lessons_by_k(
    table: pandas.DataFrame,
    paper: str = "in-context",
    split: str = "cross_task",
    *,
    ax: Axes | None = None,
) -> Axes:
    """Element accuracy and step success by the number of lessons retrieved, beside the paper's.

    `table` has one row per step: k (0 without lessons), task, element (0, 1, or missing), success
    (0 or 1), model. The paper's values are for its variants with and without experiential learning,
    in one setting (`paper`: "in-context" or "supervised") and one split. Raises ValueError when the
    paper has no such setting or split.
    """
    published = read_published("ablations")
    chosen = published[(published["setting"] == paper) & (published["split"] == split)]
    if chosen.empty:
        raise ValueError(f"The paper has no setting {paper!r} with a split {split!r}.")
    if not table.empty:
        rates.require(table, "k", "model")
    last = 3 if table.empty else max(3, int(table["k"].max()))
    labels, highest, end = [], 0.0, last + CURVE_SHIFT * 2 * max(1, len(list_models(table)))
    with style():
        ax = ax or make_axes(8.6, 4.8)
        for number, (name, means) in enumerate(_list_curves(table)):
            moved = means.set_axis(means.index + CURVE_SHIFT * number)
            labels.append(_draw_curve(ax, moved, name, COLOURS[number % len(COLOURS)], "task", end))
            highest = max(highest, 100 * means["high"].max())
        for name in MEASURES.values():
            theirs = chosen.set_index("variant")[name.replace(" ", "_")]
            before, after = theirs[WITHOUT], theirs[WITH]
            ax.plot([0, 1], [before, after], "D-", color=QUIET, ms=5, lw=1, gid="paper")
            labels.append((end, after, f"paper: {name}, {before} → {after} %", QUIET))
            highest = max(highest, after)
        ax.set(xlim=(-0.2, 1.75 * last), xticks=range(last + 1), ylabel="Mean over tasks (%)")
        ax.set(
            xlabel="Lessons retrieved k (0: no experience)", title="Success by lessons retrieved"
        )
        ax.xaxis.label.set_x(0.32)
        _finish_axes(ax, labels, highest)
        note = f"Small grey: {cite(chosen)}, {paper}, {name_split(split)}. {_ASSUMED}"
        return write_notes(ax, MACRO, note, list_models(table))


def success_by_size(
    table: pandas.DataFrame, split: str = "cross_task", *, ax: Axes | None = None
) -> Axes:
    """Step success by the number of parameters, beside that of the paper's models on one split.

    `table` has one row per step: parameters (a count), task, success (0 or 1), model. Raises
    ValueError when the paper has no such split.
    """
    published = read_published("sizes")
    chosen = published[published["split"] == split]
    if chosen.empty:
        raise ValueError(
            f"The paper has no split {split!r}: choose cross_task, cross_website or cross_domain."
        )
    largest, labels, highest = chosen["parameters"].max(), [], chosen["step_success"].max()
    with style():
        ax = ax or make_axes(8.6, 4.8)
        means = find_means(table, "parameters", "success")
        for model, colour in zip(list_models(table), COLOURS * 9, strict=False):
            rows = means.xs(model, level="model").sort_index()
            labels.append(_draw_curve(ax, rows, model, colour, "task", largest))
            highest = max(highest, 100 * rows["high"].max())
        families = chosen["base_model"].str.extract(r"(Flan-T5|Qwen2\.5-VL)")[0]
        for family, rows in chosen.groupby(families, sort=False):
            y = rows["step_success"]
            ax.plot(rows["parameters"], y, "D-", color=QUIET, ms=5, lw=1, gid="paper")
            labels.append((largest, y.iloc[-1], f"WebExperT, {family}, {y.iloc[-1]} %", QUIET))
        sizes = [*chosen["parameters"], *([] if table.empty else table["parameters"])]
        _set_size_axis(ax, min(sizes), max(sizes))
        ax.set(ylabel="Step success (%)", title="Step success by size of the model")
        _finish_axes(ax, labels, highest)
        note = f"Small grey: {cite(chosen)}, {name_split(split)}."
        return write_notes(ax, MACRO, note, list_models(table))


def _list_curves(table: pandas.DataFrame) -> Iterator[tuple[str, pandas.DataFrame]]:
    """For each measure and model, the name of the curve and its means by k."""
    models = list_models(table)
    for measure, name in MEASURES.items() if models else ():
        means = find_means(table, "k", measure)
        for model in models:
            label = f"{name}, {model}" if len(models) > 1 else name
            yield label, means.xs(model, level="model").sort_index()


def _draw_curve(
    ax: Axes,
    means: pandas.DataFrame,
    name: str,
    colour: str,
    unit: str,
    end: float | None = None,
) -> _Label:
    """Draw a line through our means (shares, by x) with their intervals; return its label.

    The label gives the last mean and its n in this unit. It belongs at x = `end`, by default where
    the line ends; `_finish_axes` writes it.
    """
    shown = 100 * means[["mean", "low", "high"]]
    look = dict(color=colour, lw=3, alpha=0.45, gid="interval")
    ax.vlines(shown.index, shown["low"], shown["high"], **look)
    ax.plot(shown.index, shown["mean"], "o-", color=colour, ms=7, lw=1.5, gid="ours")
    last, n = shown["mean"].iloc[-1], int(means["n"].iloc[-1])
    words = f"{name}, {last:.0f} % ({n:,} {unit}{'s' * (n != 1)})"
    return shown.index[-1] if end is None else end, last, words, colour


def _finish_axes(ax: Axes, labels: list[_Label], highest: float) -> None:
    """Scale the y axis from 0 to beyond the highest value, and write the labels without overlap."""
    top = min(100, 20 * math.ceil(highest / 20))
    ax.set(ylim=(0, 1.04 * top), yticks=range(0, top + 1, 20))
    ax.grid(axis="x", visible=False)
    placed: list[tuple[float, float]] = []
    for x, y, words, colour in sorted(labels, key=lambda label: label[1]):
        across = ax.transLimits.transform(ax.transScale.transform((x, y)))[0]
        for other, height in placed:
            if abs(other - across) < LABEL_WIDTH:
                y = max(y, height + LABEL_HEIGHT * top / 100)
        placed.append((across, y))
        look = dict(color=colour, weight="normal" if colour == QUIET else "bold", size=9)
        place = dict(xytext=(10, 0), textcoords="offset points", va="center_baseline")
        ax.annotate(words, (x, y), gid="label", annotation_clip=False, **place, **look)


def _set_size_axis(ax: Axes, least: float, most: float) -> None:
    """Set a log scale of parameters, with room for labels at the right."""
    first, last = math.floor(math.log10(least)), math.ceil(math.log10(most))
    ax.set_xscale("log")
    ax.set_xlim(10 ** (first - 0.1), 10 ** (last + 0.45 * (last - first)))
    powers = range(first, last + 1)
    ticks = [f"{10 ** (power % 3)} {'_kMBT'[power // 3]}".strip(" _") for power in powers]
    ax.set_xticks([10**power for power in powers], ticks)
    ax.set_xticks([], minor=True)
    ax.set_xlabel("Parameters (k: thousand, M: million, B: billion)", x=0.36)
