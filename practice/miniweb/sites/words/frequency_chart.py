"""The frequency chart: a raster picture, as on the real site; only it shows the numbers."""

from PIL import Image, ImageDraw

from ...kit.raster import font, png
from .records import DECADES, Entry

SIZE = (760, 350)
LEFT, TOP, RIGHT, BOTTOM = 52, 46, 748, 290
INK, SECOND, GRID, PAPER = "#00474f", "#ff4fa3", "#cfe0e0", "#ffffff"


def chart(entry: Entry, other: Entry | None = None) -> bytes:
    """Draw bars for each decade as a PNG, for one word or side by side for two.

    Only the chart of one word shows numbers.
    """
    image = Image.new("RGB", SIZE, PAPER)
    pen = ImageDraw.Draw(image)
    shown = [entry] + [other] * (other is not None)
    top = -(-max(max(each.uses) for each in shown) // 20) * 20
    _draw_axes(pen, top)
    width = (RIGHT - LEFT) / len(DECADES)
    for n in range(len(DECADES)):
        for turn, each in enumerate(shown):
            thick = width * 0.7 / len(shown)
            x = LEFT + n * width + width * 0.15 + turn * thick
            y = BOTTOM - each.uses[n] / top * (BOTTOM - TOP)
            pen.rectangle((x, y, x + thick - 2, BOTTOM - 1), fill=(INK, SECOND)[turn])
            if not other:
                pen.text((x + thick / 2 - 1, y - 4), str(each.uses[n]), INK, font(13), anchor="ms")
    _draw_legend(pen, shown)
    return png(image, colors=32)


def _draw_axes(pen: ImageDraw.ImageDraw, top: int) -> None:
    for value in range(0, top + 1, 20):
        y = BOTTOM - value / top * (BOTTOM - TOP)
        pen.line((LEFT, y, RIGHT, y), fill=INK if not value else GRID, width=1)
        pen.text((LEFT - 8, y), str(value), INK, font(12), anchor="rm")
    width = (RIGHT - LEFT) / len(DECADES)
    for n, decade in enumerate(DECADES):
        pen.text((LEFT + (n + 0.5) * width, BOTTOM + 8), f"{decade}s", INK, font(12), anchor="mt")
    pen.text(
        (LEFT, SIZE[1] - 18),
        "Uses per million words of print, by decade",
        INK,
        font(13),
        anchor="lm",
    )


def _draw_legend(pen: ImageDraw.ImageDraw, shown: list[Entry]) -> None:
    x = LEFT
    for each, color in zip(shown, (INK, SECOND), strict=False):
        pen.rectangle((x, 14, x + 13, 27), fill=color)
        pen.text((x + 20, 21), each.word, INK, font(15), anchor="lm")
        x += 44 + pen.textlength(each.word, font(15))
