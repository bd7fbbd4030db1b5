"""How legible the numbers on a screenshot are: the share read correctly, by drawing style."""

from pathlib import Path

import pandas
from matplotlib.axes import Axes

from webvoyager import drawing
from webvoyager.lab.figures.axes import draw_interval, make_axes, set_percent_axis
from webvoyager.lab.figures.captions import write_beside, write_caption
from webvoyager.lab.figures.styling import COLOURS, MARKERS, style
from webvoyager.lab.statistics import rates

STORED = Path(__file__).resolve().parents[2] / "data" / "legibility.csv"


def count_by_style(df: pandas.DataFrame) -> pandas.DataFrame:
    """One row per style and reader: observations, marks, read, and rate, low, high as shares.

    `df` is the stored table: one row per reader, style and observation, with its number of `marks`
    and how many of their numbers were `read` correctly, in the right place. The reader "labels
    first" finds the labels by their colour and size and reads each one alone, as offline-eyes does;
    "whole picture" reads the whole screenshot at once. Styles keep the order of the table; low and
    high are the Wilson 95 % interval. It takes marks as independent, which those of one screenshot
    are not quite, so it is a little too narrow.
    """
    groups = df.groupby(["style", "reader"], sort=False)
    table = groups.agg(observations=("marks", "size"), marks=("marks", "sum"), read=("read", "sum"))
    intervals = [rates.wilson(int(row.read), int(row.marks)) for row in table.itertuples()]
    low, high = zip(*intervals, strict=True)
    return table.assign(rate=table["read"] / table["marks"], low=low, high=high)


def numbers_read_by_style(df: pandas.DataFrame, *, ax: Axes | None = None) -> Axes:
    """The share of marks whose number a reader reads correctly, by drawing style.

    With Wilson 95 % intervals. `df` is the stored table, or your own rows: style, reader, marks,
    read.
    """
    table = count_by_style(df)
    styles, readers = list(table.index.unique("style")), list(table.index.unique("reader"))
    with style():
        ax = ax or make_axes(8.6, 1.6 + 0.55 * len(styles))
        for (name, reader), row in table.iterrows():
            number = readers.index(reader)
            colour, marker = COLOURS[number % 6], MARKERS[number % 6]
            height = styles.index(name) + 0.22 * (number - (len(readers) - 1) / 2)
            draw_interval(ax, height, row["low"], row["high"], colour)
            ax.plot(100 * row["rate"], height, marker, color=colour, ms=7)
            label = f"{reader}: {100 * row['rate']:.1f} %"
            write_beside(ax, 100 * row["high"], height, label, color=colour, size=9)
        unnumbered = [name for name, look in drawing.STYLES.items() if not look.numbers]
        labels = [f"{name}\n(no numbers)" if name in unnumbered else name for name in styles]
        ax.set_yticks(range(len(styles)), labels)
        ax.set(ylim=(len(styles) - 0.4, -0.6), title="Which numbers can be read")
        set_percent_axis(ax, "Marks whose number is read correctly (%)", 140)
        n, pictures = table["marks"].max(), table["observations"].max()
        caption = (
            f"Reader: Tesseract, not a language model. n = {n} marks of {pictures} observations "
            "in each style.\nBars: Wilson 95 % interval."
        )
        write_caption(ax, caption)
        return ax
