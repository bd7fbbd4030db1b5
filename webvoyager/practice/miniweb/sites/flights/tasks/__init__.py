"""The tasks: trips are drawn from the data first, then asked about, so that the key is right in every world."""

from ..records import Data
from . import choosing, comparing, doing, knowing
from .asking import Draw

BOOK = "/book?from=AMS&to=YYZ&trip=one&out=2026-04-17&go=CW125-CW356"
FEATURES = [
    ("suggestions", "/"),
    ("price-calendar", "/"),
    ("calendar-range", "/"),
    ("stepper", "/"),
    ("swap-button", "/"),
    ("validation-error", "/"),
    ("popup", "/"),
    ("skeleton", "/flights"),
    ("sticky-header", "/flights"),
    ("popover", "/flights"),
    ("slider", "/flights"),
    ("sorting", "/flights"),
    ("load-more", "/flights"),
    ("expandable-details", "/flights"),
    ("switch", "/flights"),
    ("toast", "/flights"),
    ("dialog", "/flights"),
    ("canvas-chart", "/flights"),
    ("empty-results", "/flights"),
    ("two-step-choice", "/flights"),
    ("date-grid", "/grid"),
    ("late-content", BOOK),
    ("fare-brands", BOOK),
    ("hand-off", "/trip"),
    ("map-pins", "/explore"),
    ("pagination", "/explore"),
    ("tabs", "/airlines/petrel-air"),
    ("fee-tables", "/airlines/petrel-air"),
    ("fact-sheet", "/airports/LIS"),
    ("outdated-link", "/terminals/lisbon"),
]


def tasks(data: Data) -> list[dict]:
    """All tasks of the site, each with question, reference answer, rule, oracle and the features it meets."""
    draw = Draw(data)
    made = [kind(draw) for kind in (*choosing.KINDS, *comparing.KINDS, *knowing.KINDS, *doing.KINDS)]
    assert len({task["ques"] for task in made}) == len(made)
    return made
