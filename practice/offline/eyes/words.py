"""Reads the lines of text on a screenshot, after erasing the numbers drawn onto it."""

import re
from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise

import numpy
from PIL import Image

from .boxes import Rectangle
from .chips import Chip
from .tesseract import Word, read

SCALE = 2  # enlargement before reading: letters of 11 pixels are too small for Tesseract
TEXT = ("--psm", "11")  # sparse text, in no order
LEAST_CONFIDENCE = 30  # of 100: less certain words are mostly parts of pictures
GAP = 0.8  # of the type size: words further apart belong to two lines, as in the cells of a table
LINE_HEIGHT = 1.2  # of the type size: the line height that browsers report


def erase(pixels: numpy.ndarray, chips: Sequence[Chip], boxes: Iterable[Rectangle]) -> None:
    """Erase chips and boxes from a picture.

    Chips get the colour around them, the lines of boxes that of the pixels just inside.
    """
    hidden = numpy.zeros(pixels.shape[:2], bool)
    for chip in chips:
        hidden[chip.place] = True
    for left, top, right, bottom in boxes:
        pixels[[top, bottom], left : right + 1] = pixels[[top + 1, bottom - 1], left : right + 1]
        pixels[top : bottom + 1, [left, right]] = pixels[top : bottom + 1, [left + 1, right - 1]]
    for chip in chips:
        around = (
            slice(max(0, chip.y - 2), chip.y + chip.h + 2),
            slice(max(0, chip.x - 2), chip.x + chip.w + 2),
        )
        if not hidden[around].all():
            pixels[chip.place] = numpy.median(pixels[around][~hidden[around]], axis=0)


def enlarged(image: Image.Image) -> Image.Image:
    """The picture in grey, SCALE times as large."""
    return image.convert("L").resize(
        (image.width * SCALE, image.height * SCALE), Image.Resampling.LANCZOS
    )


def read_lines(image: Image.Image) -> list[tuple[float, float, float, float, str]]:
    """The lines in a picture: x, y, w, h in its pixels, and the words."""
    words = [
        word
        for word in read(enlarged(image), *TEXT)
        if word.sure >= LEAST_CONFIDENCE and re.search(r"\w|[$€£%★+−-]", word.text)
    ]
    parts = [
        part for _, line in groupby(words, lambda word: word.line) for part in _split_words([*line])
    ]
    return [_join_words(part) for part in parts]


def _split_words(words: list[Word]) -> list[list[Word]]:
    """The words of a line, split where the space between them is wide."""
    parts = [words[:1]]
    for before, word in pairwise(words):
        if word.x - before.right > GAP * _measure_type([before, word]):
            parts.append([])
        parts[-1].append(word)
    return parts


def _measure_type(words: Sequence[Word]) -> float:
    """The type size; Tesseract's guess can be far too large if a picture is beside the words."""
    return min(words[0].size, 1.5 * max(word.h for word in words))


def _join_words(words: Sequence[Word]) -> tuple[float, float, float, float, str]:
    left, right = words[0].x, words[-1].right
    middle = (min(word.y for word in words) + max(word.y + word.h for word in words)) / 2
    height = LINE_HEIGHT * _measure_type(words)
    x, y, w, h = (
        round(value / SCALE, 1) for value in (left, middle - height / 2, right - left, height)
    )
    return (x, y, w, h, " ".join(word.text for word in words))
