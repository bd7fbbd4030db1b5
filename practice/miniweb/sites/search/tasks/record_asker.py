"""Building blocks of the tasks: records of other sites, found by title, and oracle steps."""

from collections.abc import Callable, Iterable
from typing import Any

from ....kit.steps import Step, link, press, search_for
from ..data import Data
from ..page_index import Query
from ..site_crawl import Page

NO_LETTER = press("No thanks")  # Plateful offers its newsletter on the first recipe a visitor opens
PATHS = {"recipes": "/recipe/{0.slug}", "shop": "/p/{0.slug}", "papers": "/abs/{0.id}"}
FIRST = 6  # a task asks only about results among the first six


class Asker:
    """Hands out records to ask about, each only once, in an order that depends on the world."""

    def __init__(self, data: Data) -> None:
        self.data, self.index = data, data.index
        self.random = data.world.random("search/tasks")
        self._pages = {(page.site, page.path): page for page in self.index.pages}
        self._asked: set[str] = set()

    def pick(self, site: str, fits: Callable[[Any], bool] = lambda _: True) -> Any:
        """A recipe, product or paper that fits and is among the first results for its title."""
        records = {"recipes": "recipes", "shop": "products", "papers": "papers"}[site]
        for record in self.shuffled(getattr(self.data.sites[site], records)):
            if record.title not in self._asked and fits(record) and self._is_found(site, record):
                self._asked.add(record.title)
                return record
        raise AssertionError(f"no record of {site} fits the question")

    def shuffled(self, records: Iterable[Any]) -> list[Any]:
        """The records in an order that depends on the world."""
        records = list(records)
        return self.random.sample(records, len(records))

    def hits(self, words: str) -> list[Page]:
        """The results for some words."""
        return self.index.search(Query.read(words))

    def page(self, site: str, record: Any) -> Page:
        """The page of a record."""
        return self._pages[site, PATHS[site].format(record)]

    def open(self, site: str, record: Any) -> list[Step]:
        """Search for a record by its title and open its page."""
        return [find(typed_title(record.title)), link(self.page(site, record).title)]

    def _is_found(self, site: str, record: Any) -> bool:
        return self.page(site, record) in self.hits(typed_title(record.title))[:FIRST]


def typed_title(title: str) -> str:
    """A title as a person would type it."""
    return title.replace(" & ", " ").replace('"', "")


def find(words: str) -> Step:
    """Type into the search box."""
    return search_for("Search", words)


def own_title(page: Page) -> str:
    """A page's title without the name of its site."""
    return page.title.rpartition(" | ")[0] or page.title
