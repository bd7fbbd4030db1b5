"""Hatchery's tasks, computed from its data; a task's number is its position in the list."""

from ....kit.tasks import SiteTask, make_tasks
from ..records import Hub
from . import hub_action_tasks, hub_choice_tasks, model_lookup_tasks
from .hub_chooser import Chooser

MAKERS = {  # each maker with the site features its task exercises
    model_lookup_tasks.config_of_base: "suggestions file-browser",
    hub_choice_tasks.best_on_board: "slow-parts sortable-columns dense-table skeleton",
    model_lookup_tasks.busiest_month: "picture-chart suggestions",
    hub_action_tasks.like_most_downloaded: "sign-in save-button toast filters tabs sorting",
    model_lookup_tasks.spoken_row: "full-text-search native-select dense-table",
    model_lookup_tasks.widget_share: "shadow-root slow-parts",
    hub_choice_tasks.dataset_wish: "filters tabs sorting back-button",
    hub_choice_tasks.lead_on_chart: "picture-chart comparison suggestions",
    model_lookup_tasks.thread_figure: "discussions",
    hub_choice_tasks.missing_copy: "empty-results suggestions",
    hub_action_tasks.ask_access: "sign-in form validation-error irreversible toast",
    model_lookup_tasks.weights_of_branch: "file-browser native-select",
    hub_choice_tasks.speech_wish: "filters tabs sorting",
    hub_choice_tasks.loss_on_canvas: "same-origin-frame slider canvas-chart slow-parts",
    model_lookup_tasks.any_fine_tune: "suggestions",
    hub_action_tasks.start_thread: "discussions sign-in form validation-error",
}


def tasks(hub: Hub) -> list[SiteTask]:
    """The tasks with their rules and oracles."""
    return make_tasks(MAKERS, hub, Chooser(hub))
