"""The eyes of offline-eyes: a screenshot's words with their boxes, and its marks' numbers, from its
pixels alone.

They see what a model with eyes would: `chips` finds the numbers, `boxes` what they stand at,
`words` reads the rest. How numbers and boxes are drawn is known to them, as the prompt tells it to
a model; all reading is Tesseract's.
"""

from .eyes import look
from .tesseract import TesseractError

__all__ = ["TesseractError", "look"]
