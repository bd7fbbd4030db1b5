"""The engine's tasks; their numbers are drawn from the world, so that nothing can be memorised."""

from ....kit.tasks import SiteTask, make_tasks
from ..records import Data
from . import calculation_tasks, known_table_tasks, notebook_tasks

MAKERS = {  # each maker with the site features its task exercises
    calculation_tasks.late_digits: "dialog slow-parts skeleton more-digits",
    known_table_tasks.peak_year: "raster-chart slow-parts skeleton disambiguation",
    calculation_tasks.still_owed: "form validation-error dialog slow-parts",
    known_table_tasks.near_the_sea: "filters disclosure native-select reference-table",
    notebook_tasks.degrees: "settings save-button toast",
    calculation_tasks.determinant: "typeset-result slow-parts dialog",
    known_table_tasks.driest_month: "raster-chart reference-table",
    calculation_tasks.no_meeting: "slow-parts dialog typeset-result",
    notebook_tasks.graph_sheet: "quiz irreversible raster-chart",
    known_table_tasks.most_crowded: "slow-parts dialog cross-table",
    calculation_tasks.birthday: "typeset-result slow-parts",
    known_table_tasks.snack: "filters disclosure empty-results reference-table",
    notebook_tasks.countdown: "form native-select slow-parts",
    known_table_tasks.old_town: "filters sorting native-select pagination",
    notebook_tasks.first_column: "sign-in step-by-step validation-error typeset-result",
    calculation_tasks.grams: "slow-parts dialog suggestions-by-subject",
}


def tasks(data: Data) -> list[SiteTask]:
    """All tasks of the site; a task's number is its position in the list."""
    return make_tasks(MAKERS, data)
