"""The engine's tasks; their numbers are drawn from the world, so that nothing can be memorised."""

from ....kit.tasks import SiteTask, make_tasks
from ..records import Data
from . import calculation_tasks, known_table_tasks, visitor_tasks

MAKERS = {  # each maker with the site features its task exercises
    calculation_tasks.digits: "dialog slow-parts skeleton more-digits",
    known_table_tasks.peak: "raster-chart slow-parts skeleton disambiguation",
    calculation_tasks.loan: "form validation-error dialog slow-parts",
    known_table_tasks.sea: "filters disclosure native-select reference-table",
    visitor_tasks.degrees: "settings save-button toast",
    calculation_tasks.matrix: "typeset-result slow-parts dialog",
    known_table_tasks.driest: "raster-chart reference-table",
    calculation_tasks.meeting: "slow-parts dialog typeset-result",
    visitor_tasks.graphs: "quiz irreversible raster-chart",
    known_table_tasks.crowded: "slow-parts dialog cross-table",
    calculation_tasks.birthday: "typeset-result slow-parts",
    known_table_tasks.snack: "filters disclosure empty-results reference-table",
    visitor_tasks.countdown: "form native-select slow-parts",
    known_table_tasks.old: "filters sorting native-select pagination",
    visitor_tasks.system: "sign-in step-by-step validation-error typeset-result",
    calculation_tasks.moles: "slow-parts dialog suggestions-by-subject",
}


def tasks(data: Data) -> list[SiteTask]:
    """All tasks of the site; a task's number is its position in the list."""
    return make_tasks(MAKERS, data)
