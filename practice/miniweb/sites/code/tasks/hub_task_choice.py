"""What all makers of tasks share: choosing a project, and writing the task of tasks.json."""

from collections.abc import Callable
from functools import partial, wraps
from typing import Any

from ....kit.tasks import SiteTask
from ....kit.worded_tasks import write_task
from ..code_catalogue import read
from ..records import Hub, Project

Chosen = dict[str, Any]  # values for the slots of a task's words
Pick = Callable[[Callable[[Project], Any]], tuple[Project, Any]]


def worded(choose: Callable[[Hub, Pick], Chosen]) -> Callable[[Hub], SiteTask]:
    """A maker of the task that has the name of `choose`, which gives the values for its slots.

    `choose` gets a function that finds the first original for which another finds something.
    """

    @wraps(choose)
    def make(hub: Hub) -> SiteTask:
        slots = vars(hub) | choose(hub, partial(_pick, hub, choose.__name__))
        return write_task(read("tasks.json"), choose.__name__, **slots)

    return make


def _pick(hub: Hub, name: str, find: Callable[[Project], Any]) -> tuple[Project, Any]:
    """The first original in the order drawn for a task in which `find` finds something."""
    originals = [project for project in hub.projects.values() if not project.origin]
    hub.world.random(f"code/tasks/{name}").shuffle(originals)
    return next((project, found) for project in originals if (found := find(project)))
