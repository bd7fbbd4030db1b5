"""The tasks of the dictionary, computed from its entries."""

from ....kit.tasks import SiteTask, make_tasks
from ..records import Data
from . import word_choice_tasks, word_list_tasks, word_lookup_tasks

PARTS = (word_lookup_tasks, word_choice_tasks, word_list_tasks)


def tasks(data: Data) -> list[SiteTask]:
    """All tasks of the site; a task's number is its position in the list."""
    return make_tasks(
        {maker: features for part in PARTS for maker, features in part.MAKERS.items()}, data
    )
