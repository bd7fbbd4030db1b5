"""Chooses what tasks ask about, and words them; the words are in tasks.json."""

from collections import Counter
from collections.abc import Callable

from werkzeug.datastructures import MultiDict

from ....kit.tasks import SiteTask
from ....kit.worded_tasks import write_task
from ..map_catalogue import read
from ..place_search import read_query, search
from ..records import Atlas, Place


class Chooser:
    """Hands out places whose names are unique, each of them once."""

    def __init__(self, atlas: Atlas) -> None:
        self.atlas, self.random = atlas, atlas.world.random("maps/tasks")
        names = Counter(place.name for place in atlas.places)
        places = [place for place in atlas.places if names[place.name] == 1]
        self.order = self.random.sample(places, len(places))

    def areas(self) -> list[str]:
        """The districts and towns, in another order each time."""
        return self.random.sample([area["name"] for area in self.atlas.region["areas"]], 20)

    def stations(self) -> list[str]:
        """Twenty metro stations, others each time."""
        return self.random.sample(list(self.atlas.region["stations"]), 20)

    def place(self, *kinds: str, fits: Callable[[Place], object] = bool) -> Place:
        """A place of one of these kinds that fits."""
        found = next(place for place in self.order if place.kind in kinds and fits(place))
        self.order.remove(found)
        return found

    def search(self, q: str, **filters: str) -> list[Place]:
        """What a search with these filters finds, the highest rated first."""
        given = MultiDict({"sort": "rating", "q": q} | filters)
        return search(self.atlas, read_query(given, self.atlas))


def write(name: str, place: Place | None = None, **values: object) -> SiteTask:
    """The task of this name in tasks.json; a place fills several of its slots."""
    if place:
        named = {"chain": place.chain, "street": place.street, "area": place.area}
        values = named | {"place": place.name, "slug": place.slug} | values
    return write_task(read("tasks.json"), name, **values)
