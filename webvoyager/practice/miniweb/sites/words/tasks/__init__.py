"""The site's tasks, in a fixed order, and what of the site they meet."""

from ..records import Data
from . import acts, choices, lookups

FEATURES = [
    ("suggestions", "/"),
    ("scoped-search", "/"),
    ("sticky-header", "/dictionary/record"),
    ("audio-button", "/dictionary/record"),
    ("tabs", "/dictionary/record"),
    ("accordion", "/dictionary/record"),
    ("popup", "/dictionary/record"),
    ("toast", "/dictionary/record"),
    ("other-script", "/translations/record"),
    ("right-to-left", "/languages/arabic"),
    ("raster-chart", "/frequency/record"),
    ("filters", "/words"),
    ("sorting", "/words?sort=lookups"),
    ("pagination", "/most-looked-up"),
    ("calendar", "/word-of-the-day/2026-03"),
    ("did-you-mean", "/search?q=rythm"),
    ("not-found", "/dictionary/telescop"),
    ("validation-error", "/lists"),
    ("word-lists", "/lists"),
    ("quiz", "/quizzes/this-week"),
    ("poll", "/new-words"),
    ("reference-table", "/grammar/countable"),
    ("long-list", "/languages/greek"),
    ("nag", "/plus"),
    ("cookie-banner", "/"),
]


def tasks(data: Data) -> list[dict]:
    """All tasks; the index is the task's number, and each has a key and an oracle computed from the data."""
    made = [maker(data) for maker in (*lookups.MAKERS, *choices.MAKERS, *acts.MAKERS)]
    assert {name for task in made for name in task["features"]} == {name for name, _ in FEATURES}
    return made
