"""The engine's tasks; their numbers are drawn from the world, so that nothing can be memorised."""

from collections.abc import Callable
from functools import partial

from ....kit.tasks import SiteTask, make_tasks
from ....kit.worded_tasks import write_task
from ..records import Data
from . import calculation_tasks, known_table_tasks

MAKERS = {  # each function that draws a task's values with the site features the task exercises
    calculation_tasks.digits: "dialog slow-parts skeleton more-digits",
    known_table_tasks.peak: "raster-chart slow-parts skeleton disambiguation",
    calculation_tasks.loan: "form validation-error dialog slow-parts",
    known_table_tasks.sea: "filters disclosure native-select reference-table",
    calculation_tasks.degrees: "settings save-button toast",
    calculation_tasks.matrix: "typeset-result slow-parts dialog",
    known_table_tasks.driest: "raster-chart reference-table",
    calculation_tasks.meeting: "slow-parts dialog typeset-result",
    calculation_tasks.graphs: "quiz irreversible raster-chart",
    known_table_tasks.crowded: "slow-parts dialog cross-table",
    calculation_tasks.birthday: "typeset-result slow-parts",
    known_table_tasks.snack: "filters disclosure empty-results reference-table",
    calculation_tasks.countdown: "form native-select slow-parts",
    known_table_tasks.old: "filters sorting native-select pagination",
    calculation_tasks.system: "sign-in step-by-step validation-error typeset-result",
    calculation_tasks.moles: "slow-parts dialog suggestions-by-subject",
}


def tasks(data: Data) -> list[SiteTask]:
    """All tasks of the site; a task's number is its position in the list."""
    return make_tasks({partial(_word, draw): named for draw, named in MAKERS.items()}, data)


def _word(draw: Callable[..., dict[str, object]], data: Data) -> SiteTask:
    """The task that tasks.json words under the name of the function that draws its values."""
    name = draw.__name__
    values = draw(data, data.world.random(f"compute/tasks/{name}"))
    return write_task(data.texts["tasks"], name, **values)
