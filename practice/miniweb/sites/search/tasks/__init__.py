"""The tasks: they start at the search engine, and most end on another site.

The answers come from all sites' data.
"""

from ....kit.tasks import SiteTask, make_tasks
from ..data import Data
from . import cross_site_tasks, engine_tasks
from .record_asker import Asker

MAKERS = {  # each maker with the site features its task exercises
    cross_site_tasks.recipe_time: "result-list popup cross-site",
    cross_site_tasks.product_price: "result-list cross-site",
    cross_site_tasks.paper_date: "result-list cross-site",
    cross_site_tasks.author_papers: "result-list cross-site author-page",
    engine_tasks.conversion: "answer-box",
    engine_tasks.meaning: "answer-box",
    engine_tasks.spelling: "did-you-mean",
    engine_tasks.phrase_count: "search-operators",
    engine_tasks.title_count: "search-operators help-page",
    engine_tasks.richest_site: "result-counts",
    engine_tasks.third_page: "result-list pagination",
    engine_tasks.advertisement: "sponsored",
    engine_tasks.settings: "form",
    cross_site_tasks.longer_recipe: "cross-site popup",
    cross_site_tasks.two_products: "cross-site",
    cross_site_tasks.weight_in_grams: "cross-site answer-box",
    cross_site_tasks.more_ratings: "cross-site popup",
    cross_site_tasks.menu: "cross-site popup",
    cross_site_tasks.cheaper_of_two: "result-list back-button cross-site",
    engine_tasks.largest_site: "result-counts",
    cross_site_tasks.framed: "third-party-frame cross-site",
}


def tasks(data: Data) -> list[SiteTask]:
    """All tasks of the site; a task's number is its position in the list."""
    return make_tasks(MAKERS, Asker(data))
