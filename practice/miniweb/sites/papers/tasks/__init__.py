"""The tasks: each picks its paper from the data first, then asks, so it is right in every world."""

from ....kit.tasks import SiteTask, make_tasks
from ..records import Data
from . import (
    paper_lookup_tasks,
    paper_search_tasks,
    pdf_tasks,
    policy_lookup_tasks,
    reading_list_tasks,
)
from .paper_drawing import Draw

PARTS = (paper_lookup_tasks, paper_search_tasks, pdf_tasks, policy_lookup_tasks, reading_list_tasks)


def tasks(data: Data) -> list[SiteTask]:
    """All tasks of the site; the number of a task is its place in the list."""
    return make_tasks(
        {maker: features for part in PARTS for maker, features in part.MAKERS.items()}, Draw(data)
    )
