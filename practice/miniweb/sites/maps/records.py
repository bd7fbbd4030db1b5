"""The records of the map; coordinates and distances are in metres, times in minutes of a day."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ...kit.opening_hours import Week
from ...kit.text_search import fold
from ...world import World
from .map_catalogue import read


@dataclass(frozen=True, slots=True)
class Spot:
    """Somewhere a route can begin or end: `off` metres from the node of the street graph."""

    name: str
    x: int
    y: int
    node: int
    off: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """A place; `price` is 1 to 3, or 0 where prices say nothing; `hours` begin on Monday."""

    slug: str
    name: str
    kind: str
    spot: Spot
    street: str
    number: int
    area: str
    phone: str
    rating: float
    count: int
    price: int
    hours: Week
    facilities: tuple[str, ...]
    chain: str
    pick: float

    @property
    def address(self) -> str:
        """The street with the number: "12 Mill Street"."""
        return f"{self.number} {self.street}"

    @property
    def label(self) -> str:
        """The name and the address; no two places share it."""
        return f"{self.name}, {self.address}"

    @property
    def about(self) -> dict[str, Any]:
        """Its kind: name, plural, group and so on."""
        return read("kinds.json")[self.kind]


@dataclass(frozen=True, slots=True)
class Line:
    """A metro or bus line; a train leaves every `headway` minutes, from `first` to `last`."""

    slug: str
    name: str
    color: str
    stops: tuple[int, ...]
    headway: int
    first: int
    last: int

    @property
    def metro(self) -> bool:
        """Whether it is a metro line."""
        return self.slug.startswith("metro")


@dataclass(frozen=True)
class Atlas:
    """The site's data in one world; `now` is the minute of today at which visitors look.

    `speeds` has, for each way to travel, km/h on motorways, avenues, streets and lanes.
    """

    world: World
    region: dict[str, Any]
    places: tuple[Place, ...]
    lines: tuple[Line, ...]
    stops: dict[int, str]
    now: int
    speeds: dict[str, tuple[float, ...]]

    @property
    def weekday(self) -> int:
        """Today's day of the week; Monday is 0."""
        return self.world.today.weekday()

    @cached_property
    def by_slug(self) -> dict[str, Place]:
        """Places by the slug in their address."""
        return {place.slug: place for place in self.places}

    @cached_property
    def spots(self) -> dict[str, Spot]:
        """Everything that a route can begin at, by its name in lower case."""
        spots = {fold(place.name): place.spot for place in reversed(self.places)}
        spots |= {fold(place.label): place.spot for place in self.places}
        nodes = self.region["nodes"]
        centres = {area["node"]: area["name"] for area in self.region["areas"]}
        for node, name in [*centres.items(), *self.stops.items()]:
            spots[fold(name)] = Spot(name, *nodes[node], node)
        return spots
