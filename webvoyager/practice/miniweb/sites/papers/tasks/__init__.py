"""The tasks: each picks its paper from the data first, then asks, so that the key is right in every world."""

from ..records import Data
from . import doing, facts, pdfs, reading, searching
from .drawing import Draw


def tasks(data: Data) -> list[dict]:
    """All tasks of the site, each with question, reference answer, rule and oracle."""
    draw = Draw(data)
    kinds = (*reading.KINDS, *searching.KINDS, *pdfs.KINDS, *facts.KINDS, *doing.KINDS)
    return [kind(draw) for kind in kinds]
