"""Captions of pictures without a model that sees: the words in them, read by Tesseract."""

import io

from PIL import Image

from .eyes import tesseract, words


def read_words(picture: bytes) -> str:
    """Say which words Tesseract reads in a picture; "" if it reads none, or is missing here."""
    if not tesseract.program():
        return ""
    lines = words.read_lines(Image.open(io.BytesIO(picture)).convert("RGB"))
    read = " ".join(line[4] for line in sorted(lines, key=lambda line: line[1]))
    return f"It has the words, read by Tesseract: {read}" if read else ""
