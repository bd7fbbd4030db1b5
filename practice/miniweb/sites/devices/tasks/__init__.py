"""The tasks, computed from the site's data; a task's number is its position in the list."""

from ....kit.tasks import SiteTask, make_tasks
from ..records import Halden
from . import device_lookup_tasks, device_order_tasks, device_pickup_tasks, device_wish_tasks

MAKERS = {  # each maker with the site features its task exercises
    device_lookup_tasks.side_key: "photo-gallery sticky-header",
    device_order_tasks.express_total: "late-fees covered-radios history-api cart",
    device_lookup_tasks.pen_delay: "accordion",
    device_pickup_tasks.reserve: "stock-changes covered-radios colour-swatches irreversible toast",
    device_lookup_tasks.two_charts: "picture-chart",
    device_wish_tasks.laptop: "dense-table native-select",
    device_order_tasks.order_case: "late-fees validation-error irreversible cart form",
    device_lookup_tasks.coverage: "form help-page",
    device_wish_tasks.no_cork: "empty-results filters native-select",
    device_pickup_tasks.sunday: "stock-changes covered-radios filters",
    device_order_tasks.engrave: "late-fees colour-swatches covered-radios history-api cart",
    device_lookup_tasks.namesake: "reviews filters sticky-header",
    device_order_tasks.by_month: "history-api covered-radios disclosure native-select",
    device_lookup_tasks.store_plan: "picture-chart long-list",
    device_wish_tasks.any_case: "filters sorting cart pagination",
    device_pickup_tasks.day_to_collect: "stock-changes load-more colour-swatches",
}


def tasks(halden: Halden) -> list[SiteTask]:
    """The tasks with rules and oracles; every maker asserts that its question has one answer."""
    return make_tasks(MAKERS, halden)
