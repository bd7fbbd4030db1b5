"""The tasks of the shop, computed from its data; the number of a task is its place in the list."""

from . import doing, lists, reading
from .oracles import Chooser
from .records import Shop

MAKERS = (
    reading.specification,
    lists.cheapest_rated,
    lists.color_and_price,
    lists.how_many,
    reading.which_of_two,
    doing.in_the_cart,
    reading.return_terms,
    lists.most_rated,
    doing.to_alaska,
    doing.saved,
    lists.dearest,
    reading.latest_review,
    doing.order,
    reading.star_share,
    reading.express_day,
    lists.best_deal,
    doing.with_code,
    reading.variant_price,
    reading.missing_color,
    lists.newest,
    reading.with_plan,
    doing.two_lines,
)


def tasks(shop: Shop) -> list[dict]:
    """The tasks with their rules and oracles; every maker asserts that its question has one answer."""
    choose = Chooser(shop)
    made = [maker(shop, choose) for maker in MAKERS]
    assert len({task["ques"] for task in made}) == len(made)
    return made
