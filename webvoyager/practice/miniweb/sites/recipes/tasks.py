"""The site's tasks: questions of every kind, in a fixed order, so that a task's number keeps its meaning."""

from .data import Data
from .questions import acts, choices, lookups, sums

MAKERS = {**lookups.MAKERS, **choices.MAKERS, **sums.MAKERS, **acts.MAKERS}
RECIPE = "/recipe/classic-banana-bread"
FEATURES = [
    ("author-page", "/cooks/nell-fairweather"),
    ("filters", "/recipes"),
    ("form", "/"),
    ("full-text-search", "/"),
    ("load-more", RECIPE),
    ("long-list", "/search"),
    ("pagination", "/recipes"),
    ("popup", RECIPE),
    ("reference-table", "/help/conversions"),
    ("rescaled-amounts", RECIPE),
    ("reviews", RECIPE),
    ("save-button", RECIPE),
    ("sorting", "/recipes"),
    ("suggestions", "/"),
    ("tabs", RECIPE),
]


def tasks(data: Data) -> list[dict]:
    """All tasks; the index is the task's number, and each has a key and an oracle computed from the data."""
    return [maker(data) | {"features": features.split()} for maker, features in MAKERS.items()]
