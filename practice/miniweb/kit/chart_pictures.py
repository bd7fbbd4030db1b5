"""Charts as PNG: curves, lines and bars on a grid; their figures are only in the picture."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from PIL import Image, ImageDraw

from .raster import font, png

INK, GRID, PAPER = "#2b2f33", "#dfe6e4", "#ffffff"
COLOURS = ("#c4501b", "#1f6f78", "#6b4fa0", "#8a7a1f")
SIZE = (712, 372)
LEFT, TOP, RIGHT, BOTTOM = 64, 36, 694, 332  # the field of a chart
Place = Callable[[float, float], tuple[float, float]]


@dataclass(frozen=True)
class Chart:
    """A chart of some series: its kind is "curve" (many points), "line" or "bars"."""

    kind: str
    names: Sequence[str]
    places: Sequence[Any]  # x-values of a curve, else the labels of the x-axis
    series: Sequence[Sequence[float | None]]


def draw_chart(chart: Chart) -> bytes:
    """Draw a chart as PNG; a line has a gap where a value is missing."""
    image = Image.new("RGB", SIZE, PAPER)
    pen, bars = ImageDraw.Draw(image), chart.kind == "bars"
    low, high = _find_range(chart)
    count = len(chart.places)

    def place(n: float, value: float) -> tuple[float, float]:
        x = LEFT + (RIGHT - LEFT) * (
            (n + 0.5) / count if chart.kind != "curve" else n / (count - 1)
        )
        y = BOTTOM - (BOTTOM - TOP) * (value - low) / (high - low)
        return x, min(max(y, TOP - 4000), BOTTOM + 4000)

    for value in _choose_ticks(low, high):
        y = place(0, value)[1]
        pen.line((LEFT, y, RIGHT, y), INK if value == 0 else GRID, 1)
        pen.text((LEFT - 8, y), f"{value:g}", INK, font(13), anchor="rm")
    _draw_places(pen, chart, place)
    for color, values in zip(COLOURS, chart.series, strict=False):
        points = [place(n, v) if v is not None else None for n, v in enumerate(values)]
        for before, point in zip([None, *points], points, strict=False):
            if bars:
                pen.rectangle((point[0] - 15, point[1], point[0] + 15, BOTTOM), color)
            elif before and point and abs(before[1] - point[1]) < BOTTOM - TOP:
                pen.line((*before, *point), color, 3)
    for y, height in ((0, TOP - 1), (BOTTOM + 1, SIZE[1])):  # what leaves the field is cut off
        pen.rectangle((LEFT - 1, y, SIZE[0], height), PAPER)
    _draw_places(pen, chart, place, labels=True)
    x = float(LEFT)
    for name, color in zip(chart.names, COLOURS, strict=False):
        pen.text((x, 16), name, color, font(15), anchor="lm")
        x += 28 + pen.textlength(name, font(15))
    return png(image, colors=32)


def _draw_places(
    pen: ImageDraw.ImageDraw, chart: Chart, place: Place, labels: bool = False
) -> None:
    """The marks of the x-axis: a line or a label for each."""
    marks = list(enumerate(chart.places))
    if chart.kind == "curve":
        low, high = chart.places[0], chart.places[-1]
        steps = (len(chart.places) - 1) / (high - low)
        marks = [((value - low) * steps, f"{value:g}") for value in _choose_ticks(low, high)]
    for n, mark in marks:
        x = place(n, 0)[0]
        if labels:
            pen.text((x, BOTTOM + 18), str(mark), INK, font(13), anchor="mm")
        elif chart.kind != "bars":
            pen.line((x, TOP, x, BOTTOM), INK if mark == "0" else GRID)


def _find_range(chart: Chart) -> tuple[float, float]:
    """The lowest and highest value shown; curves that run away are cut off."""
    values = sorted(value for series in chart.series for value in series if value is not None)
    if chart.kind != "curve" or not values:
        return 0.0, max(values, default=1.0) * 1.08 or 1.0
    low, high = values[len(values) // 25], values[-1 - len(values) // 25]
    if values[-1] - values[0] < 6 * (high - low) or high == low:
        low, high = values[0], values[-1]
    margin = 0.08 * (high - low) or 1.0
    return low - margin, high + margin


def _choose_ticks(low: float, high: float) -> list[float]:
    """Round values between two numbers, six to twelve of them."""
    step = 10 ** math.floor(math.log10((high - low) / 5))
    step *= next(
        factor for factor in (5, 2, 1) if (high - low) / (step * factor) >= 5 or factor == 1
    )
    first = math.ceil(low / step)
    return [round(n * step, 10) for n in range(first, math.floor(high / step) + 1)]
