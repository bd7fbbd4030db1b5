"""The coast's tasks, computed from its data; a task's number is its position in the list."""

from ....kit.tasks import SiteTask, make_tasks
from ..records import Coast
from . import stay_booking_tasks, stay_choice_tasks, stay_lookup_tasks, stay_sum_tasks
from .stay_steps import Chooser

MAKERS = {  # each maker with the site features its task exercises
    stay_lookup_tasks.check_in: "suggestions sticky-header",
    stay_choice_tasks.cheapest: "suggestions calendar-range skeleton sorting sponsored",
    stay_lookup_tasks.newest_of: "suggestions tabs reviews",
    stay_choice_tasks.counted: "filters popover skeleton",
    stay_sum_tasks.two_nights: "price-calendar suggestions",
    stay_booking_tasks.best_of_kind: "toast filters popover sorting",
    stay_lookup_tasks.second_thoughts: "help-page",
    stay_choice_tasks.with_breakfast: "calendar-range filters skeleton",
    stay_lookup_tasks.front_door: "photo-gallery",
    stay_sum_tasks.with_tax: "price-calendar calendar-range room-table",
    stay_choice_tasks.pin: "map-pins skeleton",
    stay_booking_tasks.book: "calendar-range room-table validation-error irreversible",
    stay_lookup_tasks.cancel_until: "price-calendar calendar-range room-table",
    stay_sum_tasks.which_of_two: "suggestions tabs",
    stay_choice_tasks.family: "stepper calendar-range skeleton sorting",
    stay_lookup_tasks.month_chart: "canvas-chart",
    stay_lookup_tasks.first_taken: "price-calendar suggestions",
    stay_sum_tasks.in_pounds: "currency-switch calendar-range room-table",
    stay_booking_tasks.two_wishes: "toast suggestions",
    stay_choice_tasks.third_page: "pagination sorting skeleton",
    stay_lookup_tasks.pet_charge: "suggestions sticky-header",
    stay_lookup_tasks.town_table: "reference-table",
    stay_lookup_tasks.lowest_review: "suggestions reviews",
    stay_booking_tasks.book_two: (
        "price-calendar room-table validation-error irreversible late-fees"
    ),
}


def tasks(coast: Coast) -> list[SiteTask]:
    """The tasks with rules and oracles; every maker asserts that its question has one answer."""
    return make_tasks(MAKERS, coast, Chooser(coast))
