"""The tasks of the shop, computed from its data; the number of a task is its place in the list."""

from . import doing, lists, reading
from .oracles import Chooser
from .records import Shop

MAKERS = {  # and what of the site they meet
    reading.specification: "suggestions",
    lists.cheapest_rated: "sorting filters",
    lists.color_and_price: "colour-swatches filters",
    lists.how_many: "filters sponsored",
    reading.which_of_two: "suggestions reference-table",
    doing.in_the_cart: "colour-swatches variants cart",
    reading.return_terms: "help-page",
    lists.most_rated: "sorting",
    doing.to_alaska: "help-page variants",
    doing.saved: "sorting save-button",
    lists.dearest: "sorting sponsored",
    reading.latest_review: "reviews sorting",
    doing.order: "cart validation-error irreversible",
    reading.star_share: "rating-bars",
    reading.express_day: "delivery-dates",
    lists.best_deal: "deals",
    doing.with_code: "cart deals",
    reading.variant_price: "colour-swatches variants",
    reading.missing_color: "colour-swatches variants",
    lists.newest: "sorting",
    reading.with_plan: "help-page",
    doing.two_lines: "cart colour-swatches variants",
    reading.past_the_orders: "reviews review-giving-orders",
}
LIST, PRODUCT = "/d/kitchen/kettle", "/p/fennick-morning-coffee-maker-5-cups"
FEATURES = [
    ("cart", "/cart"),
    ("colour-swatches", LIST),
    ("deals", "/deals"),
    ("delivery-dates", PRODUCT),
    ("filters", LIST),
    ("help-page", "/help"),
    ("irreversible", "/cart"),
    ("rating-bars", PRODUCT),
    ("reference-table", PRODUCT),
    ("review-giving-orders", f"{PRODUCT}/reviews"),
    ("reviews", f"{PRODUCT}/reviews"),
    ("save-button", PRODUCT),
    ("sorting", LIST),
    ("sponsored", LIST),
    ("suggestions", "/"),
    ("third-party-frame", "/deals"),
    ("validation-error", "/cart"),
    ("variants", PRODUCT),
]


def tasks(shop: Shop) -> list[dict]:
    """The tasks with their rules and oracles; every maker asserts that its question has one answer."""
    choose = Chooser(shop)
    made = [maker(shop, choose) | {"features": features.split()} for maker, features in MAKERS.items()]
    assert len({task["ques"] for task in made}) == len(made)
    return made
