"""The map: land as a grid of fine dots, drawn from rough outlines, in two frames."""

import io
import json
import math
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from PIL import Image, ImageDraw

LAND = Path(__file__).parent / "catalogue" / "land.json"
DOT, PAPER = (196, 214, 210), (255, 255, 255)
FINE = 3  # drawn three times larger, then scaled down


@dataclass(frozen=True)
class Frame:
    """A section of the earth in degrees, its size in pixels and the pixels between two dots."""

    name: str
    west: float
    east: float
    south: float
    north: float
    size: tuple[int, int]
    step: float


FRAMES = {
    "europe": Frame("Europe", -27, 37, 34, 66.5, (880, 660), 7.5),
    "world": Frame("World", -130, 166, -44, 68, (880, 440), 6.2),
}


def place(lon: float, lat: float, frame: str) -> tuple[float, float]:
    """A place on the map, as fractions of its width and height."""
    cut = FRAMES[frame]
    top, bottom = _project_latitude(cut.north), _project_latitude(cut.south)
    return (lon - cut.west) / (cut.east - cut.west), (top - _project_latitude(lat)) / (top - bottom)


@lru_cache
def picture(frame: str) -> bytes:
    """The map as a PNG; raises KeyError for an unknown frame."""
    cut = FRAMES[frame]
    mask = _draw_land(frame)
    width, height = (side * FINE for side in cut.size)
    image = Image.new("RGB", (width, height), PAPER)
    pen = ImageDraw.Draw(image)
    step, radius = cut.step * FINE, cut.step * FINE * 0.3
    for row in range(int(height / step) + 1):
        for column in range(int(width / step) + 1):
            x, y = (column + 0.5 * (row % 2)) * step, (row + 0.5) * step
            if x < width and y < height and mask.getpixel((int(x / FINE), int(y / FINE))):
                pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=DOT)
    file = io.BytesIO()
    image.resize(cut.size, Image.Resampling.LANCZOS).quantize(32).save(file, "PNG", optimize=True)
    return file.getvalue()


def _draw_land(frame: str) -> Image.Image:
    """A mask of the frame, 1 where there is land."""
    width, height = FRAMES[frame].size
    mask = Image.new("1", (width, height), 0)
    pen = ImageDraw.Draw(mask)
    outlines = json.loads(LAND.read_text("utf-8"))
    for kind in ("land", "water"):
        for outline in outlines[kind]:
            points = [place(lon, lat, frame) for lon, lat in outline]
            pen.polygon([(x * width, y * height) for x, y in points], fill=int(kind == "land"))
    return mask


def _project_latitude(lat: float) -> float:
    """How far north a latitude is in the Mercator projection."""
    return math.log(math.tan(math.pi / 4 + math.radians(lat) / 2))
