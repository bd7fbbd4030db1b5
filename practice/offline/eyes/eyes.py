"""Reads from a picture's pixels what `Picture.page` holds for models without eyes."""

import io
from functools import lru_cache

import numpy
from PIL import Image

from .boxes import Lines, Rectangle, match
from .chips import Chip, find_chips, mask, read_numbers
from .words import erase, read_lines

MOST_CACHED = 32  # pictures: the last three are sent with every step, but each is read only once


@lru_cache(maxsize=MOST_CACHED)
def look(file: bytes) -> dict:
    """The words and marks in a picture file: `lines`, `viewport` and `marks`.

    Boxes are (x, y, w, h) in pixels of the picture. Raises TesseractError if Tesseract is missing,
    and Pillow's own error if the file isn't a picture.
    """
    image = Image.open(io.BytesIO(file)).convert("RGB")
    pixels = numpy.array(image)
    chips = find_chips(pixels)
    boxes = _find_boxes(pixels, chips)
    marks = [
        [number, *(_find_inside(box) if box else _find_place(chip))]
        for number, chip, box in zip(read_numbers(image, chips), chips, boxes, strict=True)
        if number is not None
    ]
    erase(pixels, chips, filter(None, boxes))
    return {"lines": read_lines(Image.fromarray(pixels)), "viewport": image.size, "marks": marks}


def _find_inside(box: Rectangle) -> Rectangle:
    """The place of the element that a box is drawn around: x, y, w, h."""
    left, top, right, bottom = box
    return left + 1, top + 1, right - left - 1, bottom - top - 1


def _find_boxes(pixels: numpy.ndarray, chips: list[Chip]) -> list[Rectangle | None]:
    """The box of each chip, found from lines in the chip's colour."""
    hidden = numpy.zeros(pixels.shape[:2], bool)
    for chip in chips:
        hidden[chip.place] = True
    found: dict[Chip, Rectangle | None] = {}
    for colour in {chip.colour for chip in chips}:
        alike = [chip for chip in chips if chip.colour == colour]
        found.update(zip(alike, match(alike, Lines(mask(pixels, colour), hidden)), strict=True))
    return [found[chip] for chip in chips]


def _find_place(chip: Chip) -> Rectangle:
    return (chip.x, chip.y, chip.w, chip.h)
