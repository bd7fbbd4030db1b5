"""How legible marks are: the share of numbers that are read right, by drawing style."""

import pandas
from matplotlib.axes import Axes

from ... import drawing
from .. import legibility
from .look import COLOURS, MARKERS, QUIET, axes, below, beside, style


def numbers_read_by_style(df: pandas.DataFrame, *, ax: Axes | None = None) -> Axes:
    """The share of marks whose number a reader reads right, by drawing style, with its Wilson 95 % interval.

    `df` is `legibility.stored()`, or rows of your own: style, reader, marks, read. ValueError where one is missing.
    """
    table = legibility.by_style(df)
    styles, readers = list(table.index.unique("style")), list(table.index.unique("reader"))
    with style():
        ax = ax or axes(8.6, 1.6 + 0.55 * len(styles))
        for (name, reader), row in table.iterrows():
            number = readers.index(reader)
            height, colour = styles.index(name) + 0.22 * (number - (len(readers) - 1) / 2), COLOURS[number % 6]
            ax.plot([100 * row["low"], 100 * row["high"]], [height, height], color=colour, lw=3, alpha=0.45)
            ax.plot(100 * row["rate"], height, MARKERS[number % 6], color=colour, ms=7)
            words = f"{reader}: {100 * row['rate']:.1f} %"
            beside(ax, 100 * row["high"], height, words, color=colour, size=9)
        silent = [name for name, look in drawing.STYLES.items() if not look.numbers]
        ax.set_yticks(range(len(styles)), [f"{name}\n(no numbers)" if name in silent else name for name in styles])
        ax.set(xlim=(0, 140), ylim=(len(styles) - 0.4, -0.6), title="Which numbers can be read")
        ax.set_xticks(range(0, 101, 20))
        ax.set_xlabel("Marks whose number is read right (%)", x=50 / 140)
        ax.spines["bottom"].set_bounds(0, 100)
        ax.spines["left"].set_visible(False)
        ax.grid(axis="y", visible=False)
        n, pictures = table["marks"].max(), table["observations"].max()
        caption = f"Reader: Tesseract, not a language model. n = {n} marks of {pictures} observations in each style.\n"
        below(ax, caption + "Bars: Wilson 95 % interval.", "left", color=QUIET, size=9, gap=40)
        return ax
