"""Captions of pictures without a model that sees: the words in them, read by Tesseract."""

import io

from PIL import Image

from .eyes import tesseract, words

LEAST_CONFIDENCE = 80  # of 100: in a picture without words it finds some that are less certain


def read_words(picture: bytes) -> str:
    """Say which words Tesseract reads in a picture; "" if it reads none, or is missing here."""
    if not tesseract.program():
        return ""
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    found = tesseract.read(words.enlarged(image), *words.TEXT)
    read = " ".join(word.text for word in found if word.sure >= LEAST_CONFIDENCE)
    return f"It has the words, read by Tesseract: {read}" if read else ""
