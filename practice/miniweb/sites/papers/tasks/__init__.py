"""The tasks: each draws its paper from the data, then asks, so it is valid in every world."""

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
    """All tasks of the site; a task's number is its position in the list."""
    return make_tasks(
        {maker: features for part in PARTS for maker, features in part.MAKERS.items()}, Draw(data)
    )
