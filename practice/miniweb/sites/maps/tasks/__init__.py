"""The map's tasks, computed from its data; a task's number is its position in the list."""

from ....kit.tasks import SiteTask, make_tasks
from ..records import Atlas
from . import map_choice_tasks, map_place_tasks, map_route_tasks
from .map_chooser import Chooser

CHOICE = "filters native-select inner-scroll map-pins popover"
MAKERS = {  # each maker with the site features its task exercises
    map_place_tasks.closing_time: "namesakes disclosure suggestions",
    map_place_tasks.price_board: "photo-gallery",
    map_choice_tasks.best_of_evening: f"{CHOICE} sorting filters-reset",
    map_place_tasks.secret_dish: "tabs reviews skeleton slow-parts",
    map_route_tasks.avoid_tolls: "route-options disclosure",
    map_place_tasks.new_list: "save-button popover toast",
    map_place_tasks.busiest_hour: "picture-chart native-select slow-parts",
    map_choice_tasks.none_at_night: f"{CHOICE} empty-results",
    map_route_tasks.walk_to_nearer: "route-options suggestions",
    map_choice_tasks.dinner: f"{CHOICE} sorting filters-reset",
    map_route_tasks.line_color: "canvas-map route-options",
    map_place_tasks.edit_phone: "form validation-error irreversible",
    map_choice_tasks.bank_now: CHOICE,
    map_place_tasks.newest_review: "tabs reviews sorting skeleton slow-parts",
    map_route_tasks.home_and_work: "form toast route-options",
    map_choice_tasks.laptop_cafe: f"{CHOICE} sorting filters-reset tabs",
}


def tasks(atlas: Atlas) -> list[SiteTask]:
    """All tasks of the site with their rules and oracles."""
    return make_tasks(MAKERS, Chooser(atlas))
