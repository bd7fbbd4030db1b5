"""The small pictures that come with questions; every process draws the same bytes."""

from collections.abc import Sequence

from PIL import Image, ImageDraw

from ..kit.raster import font, png

Row = Sequence[str]
COLORS = 16
INK, PAPER, SOFT = "#222222", "#fbf7ec", "#8a8578"


def draw_board(airport: str, rows: Sequence[Row]) -> bytes:
    """A departures board: rows of a time, a city and a flight number."""
    image = Image.new("RGB", (520, 92 + 38 * len(rows)), "#10131a")
    draw = ImageDraw.Draw(image)
    draw.text((20, 14), f"DEPARTURES  ·  {airport}", "#ffffff", font(22))
    draw.line((20, 50, 500, 50), "#ffffff", 1)
    for number, row in enumerate(rows):
        _write_row(draw, 64 + 38 * number, (20, 130, 380), row, "#ffc93c", 22)
    return png(image, COLORS)


def draw_bars(title: str, counts: dict[str, int]) -> bytes:
    """A bar chart with values in steps of five, to be read off its axis."""
    image = Image.new("RGB", (560, 330), "white")
    draw = ImageDraw.Draw(image)
    draw.text((20, 12), title, INK, font(20))
    top, bottom, unit = 56, 280, 224 / 50
    for value in range(0, 51, 10):
        y = round(bottom - unit * value)
        draw.line((60, y, 540, y), "#dddddd", 1)
        draw.text((52, y), str(value), INK, font(15), anchor="rm")
    width = 480 // len(counts)
    for number, (name, count) in enumerate(counts.items()):
        left = 60 + width * number + 14
        bar = (left, round(bottom - unit * count), left + width - 28, bottom)
        draw.rectangle(bar, "#2a6f97")
        draw.text((left + (width - 28) // 2, bottom + 10), name, INK, font(15), anchor="ma")
    draw.line((60, top, 60, bottom), INK, 1)
    return png(image, COLORS)


def draw_pass(name: str, ends: tuple[Row, Row], fields: dict[str, str]) -> bytes:
    """A boarding pass: `ends` has the code and city of both airports; `fields` are below."""
    image = Image.new("RGB", (560, 240), "white")
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, 560, 44), "#1b4965")
    draw.text((20, 10), "BOARDING PASS", "white", font(22))
    draw.text((540, 12), name, "white", font(18), anchor="ra")
    for x, (code, city) in zip((20, 330), ends, strict=True):
        draw.text((x, 58), code, INK, font(52))
        draw.text((x + 3, 120), city, SOFT, font(17))
    draw.line((185, 92, 300, 92), INK, 3)
    draw.polygon([(300, 84), (316, 92), (300, 100)], INK)
    for number, (label, value) in enumerate(fields.items()):
        draw.text((20 + 130 * number, 162), label, SOFT, font(15))
        draw.text((20 + 130 * number, 184), value, INK, font(24))
    return png(image, COLORS)


def draw_card(lines: Sequence[str]) -> bytes:
    """A card from a box of recipes: ingredients, one per line, and no title."""
    image = Image.new("RGB", (430, 84 + 34 * len(lines)), PAPER)
    draw = ImageDraw.Draw(image)
    draw.text((26, 20), "You need", "#a4432d", font(26))
    for number, line in enumerate(lines):
        y = 70 + 34 * number
        draw.text((26, y), line, INK, font(20))
        draw.line((26, y + 28, 404, y + 28), "#d8cfb8", 1)
    return png(image, COLORS)


def draw_receipt(shop: str, day: str, lines: Sequence[Row], total: str) -> bytes:
    """A receipt of items and prices, with coffee spilled over the price of the last item."""
    height = 172 + 32 * len(lines)
    image = Image.new("RGB", (560, height), PAPER)
    draw = ImageDraw.Draw(image)
    draw.text((280, 18), shop.upper(), INK, font(28), anchor="ma")
    draw.text((280, 56), day, SOFT, font(17), anchor="ma")
    for number, row in enumerate([*lines, ("TOTAL", total)]):
        y = 96 + 32 * number + (20 if number == len(lines) else 0)
        draw.text((24, y), row[0], INK, font(17))
        draw.text((536, y), row[1], INK, font(17), anchor="ra")
    y = 96 + 32 * (len(lines) - 1)
    draw.ellipse((440, y - 8, 556, y + 34), "#7a4a21")
    draw.ellipse((430, y + 2, 470, y + 26), "#7a4a21")
    draw.line((24, y + 40, 536, y + 40), SOFT, 1)
    return png(image, COLORS)


def _write_row(
    draw: ImageDraw.ImageDraw, y: int, places: Sequence[int], row: Row, color: str, size: int
) -> None:
    for x, text in zip(places, row, strict=True):
        draw.text((x, y), text, color, font(size))
