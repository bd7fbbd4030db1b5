"""What a picture of the page tells of its texts: whether there is anything to see."""

import io
from collections.abc import Sequence
from math import ceil, floor

from PIL import Image

from .reports import Box

FLAT = 12  # of 255: colours that differ by no more are one to the eye


def blank_boxes(picture: bytes, boxes: Sequence[Box], zoom: float) -> list[Box]:
    """Those of the boxes in which the picture has only one colour; a zoomed picture is larger."""
    if not boxes:
        return []
    shown = Image.open(io.BytesIO(picture)).convert("RGB")
    return [box for box in boxes if _is_flat(shown, *(zoom * side for side in box))]


def _is_flat(picture: Image.Image, x: float, y: float, width: float, height: float) -> bool:
    part = picture.crop((floor(x), floor(y), ceil(x + width), ceil(y + height)))
    return all(most - least <= FLAT for least, most in part.getextrema())
