"""The shop's tasks, computed from its data; a task's number is its position in the list."""

from ....kit.tasks import SiteTask, make_tasks
from ..records import Shop
from . import cart_tasks, product_list_tasks, product_lookup_tasks
from .product_choice import Chooser

MAKERS = {  # each maker with the site features its task exercises
    product_lookup_tasks.specification: "suggestions",
    product_list_tasks.cheapest_rated: "sorting filters filters-reset",
    product_list_tasks.color_and_price: "colour-swatches filters",
    product_list_tasks.how_many: "filters sponsored",
    product_lookup_tasks.which_of_two: "suggestions reference-table",
    cart_tasks.in_the_cart: "colour-swatches variants cart",
    product_lookup_tasks.return_terms: "help-page",
    product_list_tasks.most_rated: "sorting",
    cart_tasks.to_alaska: "help-page variants",
    cart_tasks.saved: "sorting save-button",
    product_list_tasks.dearest: "sorting sponsored",
    product_lookup_tasks.latest_review: "reviews sorting",
    cart_tasks.order: "cart validation-error irreversible",
    product_lookup_tasks.star_share: "rating-bars",
    product_lookup_tasks.express_day: "delivery-dates",
    product_list_tasks.best_deal: "deals",
    cart_tasks.with_code: "cart deals",
    product_lookup_tasks.variant_price: "colour-swatches variants",
    product_lookup_tasks.missing_color: "colour-swatches variants",
    product_list_tasks.newest: "sorting",
    product_lookup_tasks.with_plan: "help-page",
    cart_tasks.two_lines: "cart colour-swatches variants",
    product_lookup_tasks.review_despite_orders: "reviews review-giving-orders",
}


def tasks(shop: Shop) -> list[SiteTask]:
    """The tasks with rules and oracles; every maker asserts that its question has one answer."""
    return make_tasks(MAKERS, shop, Chooser(shop))
