"""The tasks: each draws its trip from the data, then asks, so it is valid in every world."""

from ....kit.tasks import SiteTask, make_tasks
from ..records import Data
from . import airline_lookup_tasks, fare_booking_tasks, fare_comparison_tasks, flight_choice_tasks
from .trip_drawing import Draw

PARTS = (flight_choice_tasks, fare_comparison_tasks, airline_lookup_tasks, fare_booking_tasks)


def tasks(data: Data) -> list[SiteTask]:
    """All tasks of the site; a task's number is its position in the list."""
    return make_tasks(
        {maker: features for part in PARTS for maker, features in part.MAKERS.items()}, Draw(data)
    )
