"""The eyes of offline-eyes, which read words, boxes and mark numbers from pixels alone.

They see what a multimodal model sees: `chips` finds the numbers, `boxes` finds the box that each
number belongs to, `words` reads the rest. They know how numbers and boxes are drawn, as a model
knows it from the prompt; Tesseract does all the reading.
"""

from .eyes import look
from .tesseract import TesseractError

__all__ = ["TesseractError", "look"]
