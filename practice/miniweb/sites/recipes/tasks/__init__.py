"""The magazine's tasks: questions about the recipes of one world."""

from ....kit.tasks import SiteTask, make_tasks
from ..data import Data
from . import recipe_box_tasks, recipe_choice_tasks, recipe_lookup_tasks, recipe_sum_tasks

PARTS = (recipe_lookup_tasks, recipe_choice_tasks, recipe_sum_tasks, recipe_box_tasks)


def tasks(data: Data) -> list[SiteTask]:
    """All tasks of the site; a task's number is its position in the list."""
    return make_tasks(
        {maker: features for part in PARTS for maker, features in part.MAKERS.items()}, data
    )
