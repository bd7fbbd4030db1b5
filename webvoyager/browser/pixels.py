"""Checks on a picture of the page whether its texts can be seen at all."""

import io
from collections.abc import Sequence
from math import ceil, floor

from PIL import Image, ImageStat

from .reports import Box

FLAT = 12  # of 255: colours that differ by no more look the same


def blank_boxes(picture: bytes, boxes: Sequence[Box], zoom: float) -> list[Box]:
    """The boxes, in CSS pixels, in which the picture, which is zoomed, has only one colour."""
    if not boxes:
        return []
    shown = Image.open(io.BytesIO(picture)).convert("RGB")
    return [box for box in boxes if _is_flat(shown, *(zoom * side for side in box))]


def _is_flat(picture: Image.Image, x: float, y: float, width: float, height: float) -> bool:
    part = picture.crop((floor(x), floor(y), ceil(x + width), ceil(y + height)))
    return all(most - least <= FLAT for least, most in ImageStat.Stat(part).extrema)
