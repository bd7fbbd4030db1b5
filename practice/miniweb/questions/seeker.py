"""Chooses what to ask about, and finds its page through the search engine, as people do."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from ..kit.steps import Step, link
from ..sites.courses.records import Course, Instructor
from ..sites.devices.records import Model as Device
from ..sites.flights.records import Airline, Airport
from ..sites.papers.records import Paper
from ..sites.recipes.data import Recipe
from ..sites.search.data import Data
from ..sites.search.page_index import Query
from ..sites.search.site_crawl import Page
from ..sites.search.tasks.record_asker import FIRST, find, typed_title
from ..sites.shop.records import Product
from ..sites.sports.records import Player, Team
from ..sites.stays.records import Property

Subject = TypeVar("Subject")
BACK_TO_SEARCH = ["Google"]  # back to the search engine
SUBJECT_PAGES = {  # for each kind of subject: its site, its path there, and the words to search for
    Airline: ("flights", "/airlines/{0.slug}", "{0.name} bag rules fees"),
    Airport: ("flights", "/airports/{0.code}", "{0.name} airport"),
    Course: ("courses", "/courses/{0.slug}", "{0.title} {0.partner.short}"),
    Device: ("devices", "/models/{0.slug}", "Halden {0.name}"),
    Instructor: ("courses", "/instructors/{0.slug}", "{0.name}"),
    Paper: ("papers", "/abs/{0.id}", "{0.title}"),
    Player: ("sports", "/player/{0.slug}", "{0.name}"),
    Product: ("shop", "/p/{0.slug}", "{0.title}"),
    Property: ("stays", "/p/{0.slug}", "{0.name} {0.town.name}"),
    Recipe: ("recipes", "/recipe/{0.slug}", "{0.title}"),
    Team: ("sports", "/team/{0.slug}", "{0.name}"),
}


class Seeker:
    """Chooses what to ask about, each subject once, in an order fixed by the world's seed."""

    def __init__(self, data: Data) -> None:
        self.sites, self.index, self.today = data.sites, data.index, data.world.today
        self.random = data.world.random("questions")
        self._pages = {(page.site, page.path): page for page in self.index.pages}
        self._used: set[int] = set()

    def shuffled(self, subjects: Iterable[Subject]) -> list[Subject]:
        """The subjects, shuffled by the world's seed."""
        subjects = list(subjects)
        return self.random.sample(subjects, len(subjects))

    def pick(
        self, subjects: Iterable[Subject], fits: Callable[[Subject], object] = lambda _: True
    ) -> Subject:
        """A subject that fits, was not asked about yet, and whose page a search finds."""
        for subject in self.shuffled(subjects):
            if id(subject) not in self._used and fits(subject) and self.is_found(subject):
                self.use(subject)
                return subject
        raise AssertionError("No subject is left that fits the question.")

    def use(self, *subjects: object) -> None:
        """Mark subjects as used."""
        self._used.update(map(id, subjects))

    def is_found(self, subject: Any) -> bool:
        """Whether a search finds the page of a subject; True for a subject without a page."""
        if type(subject) not in SUBJECT_PAGES:
            return True
        return self.finds_page(*_describe_search(subject))

    def finds_page(self, words: str, site: str, path: str) -> bool:
        """Whether a page is among the first results for some words."""
        return self._pages.get((site, path)) in self.hits(words)[:FIRST]

    def hits(self, words: str) -> list[Page]:
        """The results for some words."""
        return self.index.search(Query.read(words))

    def open(self, subject: Any) -> list[Step]:
        """Search for a subject and open its page."""
        return self.open_page(*_describe_search(subject))

    def open_page(self, words: str, site: str, path: str) -> list[Step]:
        """Search for some words and open a page that is among the first results."""
        assert self.finds_page(words, site, path), (
            f"A search for {words!r} does not lead to {path}."
        )
        return [find(words), link(self._pages[site, path].title)]


def _describe_search(subject: Any) -> tuple[str, str, str]:
    """The words to search for a subject with, its site, and its path there."""
    site, path, words = SUBJECT_PAGES[type(subject)]
    return typed_title(words.format(subject)), site, path.format(subject)
