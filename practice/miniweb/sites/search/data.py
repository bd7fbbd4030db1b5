"""The search site's data: the other sites, and the index of their pages."""

import threading
from collections.abc import Iterator, Mapping
from dataclasses import astuple, dataclass, field
from functools import cached_property
from typing import Any

from ... import sites
from ...world import World
from ...world_cache import load_or_make
from .page_index import Index, Query
from .site_crawl import Page, crawl

NAME = "search"
SPONSORS = 16
MOST_PAGES = {"sports": 700, "words": 400}  # of a site that are indexed, nearest first
MOST_OTHERS = 300  # of any other site
LEAST_FIT = 0.4  # an advertisement is shown if it scores above this share of the best result


class OtherSites(Mapping):
    """The data of every other site of a world, made when it is asked for."""

    def __init__(self, world: World) -> None:
        self._world = world

    def __getitem__(self, name: str) -> Any:
        if name not in iter(self):
            raise KeyError(name)
        return sites.make_data(name, self._world)

    def __iter__(self) -> Iterator[str]:
        return (name for name in sites.names() if name != NAME)

    def __len__(self) -> int:
        return len(list(self))


@dataclass(frozen=True)
class Data:
    """The world, and the data of every other site by the site's name."""

    world: World
    sites: Mapping[str, Any]
    _building: threading.Lock = field(default_factory=threading.Lock, repr=False, compare=False)

    @property
    def index(self) -> Index:
        """The index of all pages, built once; requests that come meanwhile wait for it.

        Building takes seconds if this machine hasn't crawled this world before (world_cache.py).
        """
        with self._building:
            return self._index

    @cached_property
    def _index(self) -> Index:
        rows = load_or_make(self.world, "crawled", self._crawl_sites)
        return Index(Page(*row[:4], tuple(row[4])) for row in rows)

    def _crawl_sites(self) -> list[tuple]:
        return [
            astuple(page)
            for name, data in self.sites.items()
            for page in crawl(name, sites.module(name).app(data), MOST_PAGES.get(name, MOST_OTHERS))
        ]

    def build(self) -> None:
        """Start building the index in the background, before the visitor searches."""
        threading.Thread(target=lambda: self.index, name="search:index", daemon=True).start()

    @cached_property
    def sponsored(self) -> list[Page]:
        """The shop's pages that may appear as advertisements."""
        products = [
            page
            for page in self.index.pages
            if page.site == "shop" and page.path.startswith("/p/") and page.path.count("/") == 2
        ]
        return self.world.random("search/sponsored").sample(products, min(len(products), SPONSORS))

    @cached_property
    def paying(self) -> Any:
        """The place to stay that is advertised in a frame on other sites."""
        return self.world.random("search/frame").choice(self.sites["stays"].properties)

    def advertisement(self, asked: Query) -> Page | None:
        """The sponsored page that fits a query best, or None if none fits well."""
        scores = self.index.scores(asked)
        paid = [(scores.get(self.index.pages.index(page), 0), page) for page in self.sponsored]
        score, page = max(paid, key=lambda found: found[0], default=(0, None))
        return page if score > LEAST_FIT * max(scores.values(), default=0) else None


def make(world: World) -> Data:
    """The data of the search site in a world."""
    return Data(world, OtherSites(world))
