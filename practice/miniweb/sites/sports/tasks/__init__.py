"""Klaxon's tasks, computed from its results; a task's number is its position in the list."""

from ....kit.tasks import SiteTask, make_tasks
from ..records import Sports
from . import fan_tasks, table_tasks, team_lookup_tasks

MAKERS = {  # each maker with the site features its task exercises
    team_lookup_tasks.arena: "suggestions",
    table_tasks.fewest: "sortable-columns dense-table",
    team_lookup_tasks.goals_of_a_day: "date-input date-strip",
    fan_tasks.vote: "poll",
    table_tasks.corner: "raster-chart",
    team_lookup_tasks.rules: "disclosure",
    table_tasks.each_other: "native-select",
    team_lookup_tasks.in_the_box: "dense-table date-input",
    fan_tasks.follow: "toast dense-table",
    table_tasks.on_the_grid: "cross-table dense-table",
    table_tasks.seats: "suggestions",
    team_lookup_tasks.the_play: "load-more date-input",
    table_tasks.after_week: "raster-chart",
    table_tasks.on_page_two: "pagination dense-table sortable-columns",
    fan_tasks.picks: "validation-error form",
    team_lookup_tasks.coach: "not-found",
    team_lookup_tasks.career: "dense-table",
    team_lookup_tasks.a_run: "filters",
    table_tasks.tallest: "sortable-columns tabs",
    team_lookup_tasks.coming: "inner-scroll filters",
    table_tasks.lead: "canvas-chart date-input",
    team_lookup_tasks.of_position: "filters sortable-columns dense-table",
    team_lookup_tasks.clip: "video-placeholder filters",
    fan_tasks.choices: "toast ticker",
}


def tasks(sports: Sports) -> list[SiteTask]:
    """The tasks with their rules and oracles."""
    return make_tasks(MAKERS, sports)
