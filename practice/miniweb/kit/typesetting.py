"""Typeset formulas, matrices and tables as PNG; TeX is between dollar signs."""

from collections.abc import Sequence
from threading import RLock

import matplotlib
import numpy
from matplotlib.font_manager import FontProperties
from matplotlib.mathtext import MathTextParser
from PIL import Image, ImageDraw

from .raster import png

INK, GRID, PAPER = "#2b2f33", "#dfe6e4", "#ffffff"
WIDEST = 700  # pixels; what is wider is made smaller
DRAWING = RLock()  # matplotlib's settings are shared by all threads


def typeset_lines(lines: Sequence[str]) -> bytes:
    """Lines of text and formulas, one below the other, as PNG."""
    return _finish([[line] for line in lines], 17, 0, 12)


def typeset_table(rows: Sequence[Sequence[str]]) -> bytes:
    """A table with a line under each row, as PNG."""
    written = [[cell.replace("$", r"\$") or " " for cell in row] for row in rows]
    return _finish(written, 12, 28, 10, lines=True)


def typeset_matrix(rows: Sequence[Sequence[str]]) -> bytes:
    """A matrix between square brackets, as PNG."""
    return _finish(rows, 17, 26, 12, brackets=True)


def _finish(
    rows: Sequence[Sequence[str]],
    size: int,
    gap: int,
    space: int,
    lines: bool = False,
    brackets: bool = False,
) -> bytes:
    with DRAWING, matplotlib.rc_context({"mathtext.fontset": "stix"}):
        image = _lay_out(rows, size, gap, space, GRID * lines)
    if brackets:
        pen, (right, bottom) = ImageDraw.Draw(image), (image.width - 1, image.height - 1)
        for x, inner in ((0, 8), (right, right - 8)):
            pen.line([(inner, 1), (x, 1), (x, bottom - 1), (inner, bottom - 1)], INK, 2)
    if image.width > WIDEST:
        image = image.resize((WIDEST, round(image.height * WIDEST / image.width)))
    return png(image, colors=32)


def _lay_out(
    rows: Sequence[Sequence[str]], size: int, gap: int, space: int, lines: str = ""
) -> Image.Image:
    """Cells in rows and columns; `gap` and `space` are the pixels between them."""
    cells = [[_typeset(cell, size) for cell in row] for row in rows]
    widths = [max(cell.width for cell in column) + gap for column in zip(*cells, strict=True)]
    heights = [max(cell.height for cell in row) + space for row in cells]
    image = Image.new("RGB", (sum(widths) + 2, sum(heights) + 2), PAPER)
    pen, y = ImageDraw.Draw(image), 0
    for row, height in zip(cells, heights, strict=True):
        for n, cell in enumerate(row):
            image.paste(cell, (sum(widths[:n]) + gap // 2, y + (height - cell.height) // 2))
        y += height
        if lines:
            pen.line((0, y, image.width, y), lines)
    return image


def _typeset(line: str, size: int) -> Image.Image:
    """A line of text with TeX between dollar signs."""
    parser, look = MathTextParser("agg"), FontProperties(size=size)
    try:
        drawn = parser.parse(line, 100, look).image
    except ValueError:  # matplotlib doesn't know all of TeX
        drawn = parser.parse(line.replace("$", ""), 100, look).image
    mask = Image.fromarray(numpy.asarray(drawn))
    image = Image.new("RGB", mask.size, PAPER)
    image.paste(INK, mask=mask)
    return image
