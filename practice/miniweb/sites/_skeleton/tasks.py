"""The tasks.

Choose the record first, then word a question that only it answers; the answer is then right in
every world.
"""

from ...kit.steps import choose_option, link, press
from ...kit.tasks import SiteTask, make_tasks, task
from .data import Data


def heaviest(data: Data) -> SiteTask:
    """The first of a list in an order other than the one shown."""
    bell = max(data.bells, key=lambda bell: bell.weight)
    return task(
        "Which tower has the heaviest bell, and how many kilograms does it weigh?",
        f"{bell.tower}, {bell.weight:,} kg",
        {"parts": [bell.tower, bell.weight]},
        [choose_option("Sort by", "weight"), press("Sort")],
    )


def keep_one(data: Data) -> SiteTask:
    """An action; the visitor's state shows whether it was done."""
    bell = min(data.bells, key=lambda bell: bell.tower)
    return task(
        f"Keep the bell of {bell.tower}, and no other.",
        f"The bell of {bell.tower} is kept.",
        {"state": [{"path": "kept", "contains": bell.slug}, {"path": "kept", "length": 1}]},
        [link(bell.tower), press("Keep this bell")],
        golden=True,
    )


MAKERS = {  # each maker with the site features its task exercises
    heaviest: "sorting",
    keep_one: "save-button toast",
}


def tasks(data: Data) -> list[SiteTask]:
    """All tasks of the site; a task's number is its position in the list."""
    return make_tasks(MAKERS, data)
