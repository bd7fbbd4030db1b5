"""How legible the numbers on a picture are: the share that a reader reads right, by drawing
style.
"""

from pathlib import Path

import pandas
from matplotlib.axes import Axes

from ... import drawing
from ..running import rates
from .look import COLOURS, MARKERS, QUIET, axes, below, beside, style

# made anew by `python -m tools.legibility`
STORED = Path(__file__).parents[3] / "data" / "legibility.csv"


def stored() -> pandas.DataFrame:
    """What Tesseract read on some stored observations: one row per reader, style and observation.

    `marks` is how many there were, `read` how many numbers were read right, at their place. The
    reader "labels first" looks for the labels by their colour and size and reads each for itself,
    as offline-eyes does; "whole picture" reads all that is on the picture at once. How the first
    cuts and enlarges labels was tried out on the same sites.
    """
    return pandas.read_csv(STORED)


def by_style(df: pandas.DataFrame) -> pandas.DataFrame:
    """One row per style and reader: observations, marks, read, and rate, low, high as shares
    (Wilson 95 %).

    Styles stand in the order of the table. The interval takes marks as independent, which those of
    one picture are not quite: it is a little too narrow.
    """
    rates.require(df, "style", "reader", "marks", "read")
    groups = df.groupby(["style", "reader"], sort=False)
    table = groups.agg(observations=("marks", "size"), marks=("marks", "sum"), read=("read", "sum"))
    ends = [rates.wilson(int(row.read), int(row.marks)) for row in table.itertuples()]
    low, high = zip(*ends, strict=True)
    return table.assign(rate=table["read"] / table["marks"], low=low, high=high)


def numbers_read_by_style(df: pandas.DataFrame, *, ax: Axes | None = None) -> Axes:
    """The share of marks whose number a reader reads right, by drawing style, with its Wilson 95 %
    interval.

    `df` is `stored()`, or rows of your own: style, reader, marks, read. ValueError where one is
    missing.
    """
    table = by_style(df)
    styles, readers = list(table.index.unique("style")), list(table.index.unique("reader"))
    with style():
        ax = ax or axes(8.6, 1.6 + 0.55 * len(styles))
        for (name, reader), row in table.iterrows():
            number = readers.index(reader)
            height, colour = (
                styles.index(name) + 0.22 * (number - (len(readers) - 1) / 2),
                COLOURS[number % 6],
            )
            ax.plot(
                [100 * row["low"], 100 * row["high"]],
                [height, height],
                color=colour,
                lw=3,
                alpha=0.45,
            )
            ax.plot(100 * row["rate"], height, MARKERS[number % 6], color=colour, ms=7)
            words = f"{reader}: {100 * row['rate']:.1f} %"
            beside(ax, 100 * row["high"], height, words, color=colour, size=9)
        silent = [name for name, look in drawing.STYLES.items() if not look.numbers]
        ax.set_yticks(
            range(len(styles)),
            [f"{name}\n(no numbers)" if name in silent else name for name in styles],
        )
        ax.set(xlim=(0, 140), ylim=(len(styles) - 0.4, -0.6), title="Which numbers can be read")
        ax.set_xticks(range(0, 101, 20))
        ax.set_xlabel("Marks whose number is read right (%)", x=50 / 140)
        ax.spines["bottom"].set_bounds(0, 100)
        ax.spines["left"].set_visible(False)
        ax.grid(axis="y", visible=False)
        n, pictures = table["marks"].max(), table["observations"].max()
        caption = (
            f"Reader: Tesseract, not a language model. n = {n} marks of {pictures} observations in"
            " each style.\n"
        )
        below(ax, caption + "Bars: Wilson 95 % interval.", "left", color=QUIET, size=9, gap=40)
        return ax
