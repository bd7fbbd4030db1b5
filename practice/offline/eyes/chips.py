"""The chips on a screenshot: filled rectangles of known sizes and colours with a number in each."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy
from PIL import Image, ImageOps

from .tesseract import read

COLOURS = ("#000000", "#ffe600", "#0072b2", "#d55e00", "#007a5a", "#a3447e", "#7a5d00", "#00628a")
WIDTHS = (26, 19, 12)  # pixels, for three digits, two and one
HEIGHT = 14
# Margins around the digits in pixels; the digits fill all rows between.
TOP, BOTTOM, LEFT, RIGHT = 3, 3, 3, 2
# To read chips as one column: their enlargement, and the pixels between them; found by trial.
SCALE, SPACING = 5, 20
NUMBERS = ("--psm", "6", "-c", "tessedit_char_whitelist=0123456789")


@dataclass(frozen=True)
class Chip:
    """Where a chip is, in pixels, and its colour."""

    x: int
    y: int
    w: int
    colour: str
    h: int = HEIGHT

    @property
    def place(self) -> tuple[slice, slice]:
        """Its rows and columns."""
        return slice(self.y, self.y + self.h), slice(self.x, self.x + self.w)


def mask(pixels: numpy.ndarray, colour: str) -> numpy.ndarray:
    """Where a picture, shape (height, width, 3), has exactly this colour."""
    red, green, blue = (
        pixels[..., channel] == int(colour[at : at + 2], 16) for channel, at in enumerate((1, 3, 5))
    )
    return red & green & blue


def find_chips(pixels: numpy.ndarray) -> list[Chip]:
    """The chips in a picture, shape (height, width, 3); none overlaps another."""
    found: list[Chip] = []
    taken = numpy.zeros(pixels.shape[:2], bool)
    for colour in COLOURS:
        if (plain := mask(pixels, colour)).sum() < HEIGHT * WIDTHS[-1] // 2:
            continue
        sums = numpy.pad(
            (~plain).cumsum(0, dtype=numpy.int32).cumsum(1, dtype=numpy.int32), ((1, 0), (1, 0))
        )
        for width in WIDTHS:
            for y, x in _find_corners(sums, width).tolist():
                chip = Chip(x, y, width, colour)
                if not taken[chip.place].any():
                    taken[chip.place] = True
                    found.append(chip)
    return found


def _find_corners(sums: numpy.ndarray, width: int) -> numpy.ndarray:
    """The top left corners (y, x) of chips of this width.

    A chip has plain margins and some ink in the first and the last row of its digits. `sums` holds,
    for each corner between pixels, the number of pixels above and left of it that aren't plain.
    """
    high, wide = sums.shape[0] - HEIGHT, sums.shape[1] - width
    y, x = numpy.mgrid[: max(0, high), : max(0, wide)].reshape(2, -1)

    def count_ink(top: int, bottom: int, left: int, right: int) -> numpy.ndarray:
        """The number of pixels that aren't plain in this part of each rectangle."""
        upper, lower, start, end = y + top, y + bottom, x + left, x + right
        return sums[lower, end] - sums[upper, end] - sums[lower, start] + sums[upper, start]

    end = HEIGHT - BOTTOM
    above, below = (0, TOP, 0, width), (end, HEIGHT, 0, width)
    before, after = (TOP, end, 0, LEFT), (TOP, end, width - RIGHT, width)
    for margin in (above, below, before, after):
        clear = count_ink(*margin) == 0
        y, x = y[clear], x[clear]
    digits = (count_ink(TOP, TOP + 1, 0, width) > 0) & (count_ink(end - 1, end, 0, width) > 0)
    return numpy.stack([y, x], axis=1)[digits]


def read_numbers(image: Image.Image, chips: Sequence[Chip]) -> list[int | None]:
    """The number Tesseract reads in each chip, or None; all chips in one call, as one column."""
    line = HEIGHT * SCALE + SPACING
    column = Image.new("L", (WIDTHS[0] * SCALE + 2 * SPACING, line * len(chips) + SPACING), 255)
    for place, chip in enumerate(chips):
        part = image.crop((chip.x, chip.y, chip.x + chip.w, chip.y + chip.h)).convert("L")
        part = ImageOps.autocontrast(ImageOps.invert(part) if part.getpixel((0, 0)) < 128 else part)
        large = part.resize((part.width * SCALE, part.height * SCALE), Image.Resampling.BICUBIC)
        column.paste(large, (SPACING, SPACING + place * line))
    texts = [""] * (len(chips) + 1)
    for word in read(column, *NUMBERS) if chips else ():
        texts[int((word.y + word.h / 2 - SPACING / 2) // line)] += word.text
    return [int(text) if text.isdecimal() else None for text in texts[: len(chips)]]
