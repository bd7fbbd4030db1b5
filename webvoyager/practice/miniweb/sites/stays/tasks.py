"""The tasks of the coast, computed from its data; the number of a task is its place in the list."""

from .questions import acts, choices, lookups, sums
from .questions.steps import Chooser
from .records import Coast

MAKERS = (
    lookups.check_in,
    choices.cheapest,
    lookups.newest_of,
    choices.counted,
    sums.two_nights,
    acts.best_of_kind,
    lookups.second_thoughts,
    choices.with_breakfast,
    lookups.front_door,
    sums.with_tax,
    choices.pin,
    acts.book,
    lookups.cancel_until,
    sums.which_of_two,
    choices.family,
    lookups.month_chart,
    lookups.first_taken,
    sums.in_pounds,
    acts.two_wishes,
    choices.third_page,
    lookups.pet_charge,
    lookups.town_table,
    lookups.lowest_review,
    acts.book_two,
)
PLACE = "/p/hotel-almenara"
FEATURES = [
    ("calendar-range", "/"),
    ("stepper", "/"),
    ("suggestions", "/"),
    ("skeleton", "/search"),
    ("filters", "/search"),
    ("popover", "/search"),
    ("sorting", "/search"),
    ("sponsored", "/search"),
    ("pagination", "/search"),
    ("map-pins", "/search?q=Miravel"),
    ("toast", "/towns/miravel"),
    ("sticky-header", PLACE),
    ("tabs", PLACE),
    ("photo-gallery", PLACE),
    ("price-calendar", PLACE),
    ("room-table", PLACE),
    ("canvas-chart", PLACE),
    ("validation-error", PLACE),
    ("irreversible", PLACE),
    ("reviews", f"{PLACE}/reviews"),
    ("currency-switch", "/"),
    ("reference-table", "/towns"),
    ("help-page", "/help"),
]


def tasks(coast: Coast) -> list[dict]:
    """The tasks with their rules and oracles; every maker asserts that its question has one answer."""
    choose = Chooser(coast)
    made = [maker(coast, choose) for maker in MAKERS]
    assert len({task["ques"] for task in made}) == len(made)
    return made
