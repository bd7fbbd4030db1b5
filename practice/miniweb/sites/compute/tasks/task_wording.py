"""A task is worded in tasks.json; its maker here draws the values for the slots."""

from collections.abc import Callable
from functools import wraps
from random import Random
from typing import Any

from ....kit.tasks import SiteTask
from ....kit.worded_tasks import write_task
from ..records import Data

Values = dict[str, Any]


def worded(draw: Callable[[Data, Random], Values]) -> Callable[[Data], SiteTask]:
    """A maker of the task that tasks.json words under the name of `draw`."""
    name = draw.__name__

    @wraps(draw)
    def make(data: Data) -> SiteTask:
        values = draw(data, data.world.random(f"compute/tasks/{name}"))
        return write_task(data.texts["tasks"], name, **values)

    return make
