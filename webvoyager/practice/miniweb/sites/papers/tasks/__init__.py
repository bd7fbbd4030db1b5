"""The tasks: each picks its paper from the data first, then asks, so that the key is right in every world."""

from ..records import Data
from . import doing, facts, pdfs, reading, searching
from .drawing import Draw

KINDS = {**reading.KINDS, **searching.KINDS, **pdfs.KINDS, **facts.KINDS, **doing.KINDS}
FEATURES = [
    ("advanced-form", "/search/advanced"),
    ("author-page", "/a/benvoss_a"),
    ("citation-box", "/bibtex/2603.00389"),
    ("form", "/alerts"),
    ("full-text-search", "/search?q=robot"),
    ("help-page", "/help"),
    ("long-list", "/list/all/all"),
    ("pagination", "/list/all/all"),
    ("pdf-document", "/pdf/2603.00389"),
    ("reference-table", "/stats"),
    ("save-button", "/abs/2603.00389"),
    ("sorting", "/search?q=robot"),
    ("withdrawn-record", "/abs/2506.00305"),
]


def tasks(data: Data) -> list[dict]:
    """All tasks of the site, each with question, reference answer, rule, oracle and the features it meets."""
    draw = Draw(data)
    return [kind(draw) | {"features": features.split()} for kind, features in KINDS.items()]
