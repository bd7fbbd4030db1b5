"""Legibility: shares and Wilson's intervals, the figure that shows them, and the stored table."""

import math

import matplotlib.pyplot as plt
import pandas
import pytest

from studies.legibility.legibility_figures import STORED, count_by_style, numbers_read_by_style
from webvoyager import drawing

ROWS = pandas.DataFrame(
    [
        {"style": "black", "reader": "labels first", "marks": 10, "read": 10},
        {"style": "black", "reader": "labels first", "marks": 30, "read": 26},
        {"style": "black", "reader": "whole picture", "marks": 40, "read": 4},
        {"style": "boxes", "reader": "labels first", "marks": 40, "read": 0},
    ]
)


def wilson(share: float, n: int, z: float = 1.959963984540054) -> tuple[float, float]:
    """Wilson's interval by its formula."""
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    far = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return middle - far, middle + far


def test_marks_are_counted_over_observations_with_their_interval():
    table = count_by_style(ROWS)
    first = table.loc["black", "labels first"]
    assert (first["observations"], first["marks"], first["read"], first["rate"]) == (2, 40, 36, 0.9)
    assert (first["low"], first["high"]) == pytest.approx(wilson(0.9, 40))
    assert table.loc["boxes", "labels first"]["rate"] == 0


def test_the_figure_shows_each_share_and_who_read():
    ax = numbers_read_by_style(ROWS)
    dots = [line for line in ax.lines if line.get_marker() not in ("None", None)]
    assert {round(dot.get_xdata()[0], 1) for dot in dots} == {90.0, 10.0, 0.0}
    words = "\n".join(text.get_text() for text in ax.texts)
    assert "labels first: 90.0 %" in words and "n = 40 marks of 2 observations" in words
    assert "Tesseract, not a language model" in words
    assert [label.get_text() for label in ax.get_yticklabels()] == ["black", "boxes\n(no numbers)"]
    plt.close("all")


def test_the_stored_table_has_every_style_and_reader_on_the_same_marks():
    stored = pandas.read_csv(STORED)
    table = count_by_style(stored)
    assert list(table.index.unique("style")) == list(drawing.STYLES)
    assert set(table.index.unique("reader")) == {"labels first", "whole picture"}
    assert len(table) == 10
    assert table["marks"].nunique() == table["observations"].nunique() == 1
    assert stored["site"].nunique() == 8
    assert (table.xs("boxes")["rate"] < 0.1).all()  # this style draws no numbers
