"""The eyes of offline-eyes: words, boxes and mark numbers, read from a screenshot's pixels alone.

They see what a model with eyes would: `chips` finds the numbers, `boxes` finds which box each
number belongs to, `words` reads the rest. They know how numbers and boxes are drawn, as a model
knows it from the prompt; Tesseract does all the reading.
"""

from .eyes import look
from .tesseract import TesseractError

__all__ = ["TesseractError", "look"]
