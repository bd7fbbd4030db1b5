"""How legible the numbers on a picture are: the share of marks whose number a reader reads right, by drawing style."""

from pathlib import Path

import pandas

from . import rates

STORED = Path(__file__).parents[2] / "data" / "legibility.csv"  # made anew by `python -m tools.legibility`


def stored() -> pandas.DataFrame:
    """What Tesseract read on some stored observations: one row per reader, style and observation.

    `marks` is how many there were, `read` how many numbers were read right, at their place. The reader "labels first"
    looks for the labels by their colour and size and reads each for itself, as offline-eyes does; "whole picture"
    reads all that is on the picture at once. How the first cuts and enlarges labels was tried out on the same sites.
    """
    return pandas.read_csv(STORED)


def by_style(df: pandas.DataFrame) -> pandas.DataFrame:
    """One row per style and reader: observations, marks, read, and rate, low, high as shares (Wilson 95 %).

    Styles stand in the order of the table. The interval takes marks as independent, which those of one picture are
    not quite: it is a little too narrow.
    """
    rates.require(df, "style", "reader", "marks", "read")
    groups = df.groupby(["style", "reader"], sort=False)
    table = groups.agg(observations=("marks", "size"), marks=("marks", "sum"), read=("read", "sum"))
    ends = [rates.wilson(int(row.read), int(row.marks)) for row in table.itertuples()]
    low, high = zip(*ends, strict=True)
    return table.assign(rate=table["read"] / table["marks"], low=low, high=high)
