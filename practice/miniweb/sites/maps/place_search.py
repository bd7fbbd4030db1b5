"""Search for places: what the address asks for, the places that match, and their order."""

import math
import re
from dataclasses import dataclass
from functools import lru_cache

from werkzeug.datastructures import MultiDict

from ...kit.lists import choice
from ...kit.opening_hours import DAYS, closes_at
from ...kit.text_search import fold
from .map_catalogue import read
from .records import Atlas, Place, Spot

SORTS = dict(best="Best match", rating="Highest rated", near="Nearest", count="Most reviews")
RATINGS = {"": "Any rating", "3.5": "3.5 and up", "4": "4.0 and up", "4.5": "4.5 and up"}
NEAR = 1800  # metres that "near" reaches
SMALL = frozenset(["a", "an", "the", "of", "on", "at", "to", "with", "and"])


@dataclass(frozen=True)
class Query:
    """A search: its words, the spot or the area they name, the filters as the address has them."""

    q: str
    words: tuple[str, ...]
    near: Spot | None
    area: str
    box: tuple[int, ...]
    filters: dict[str, str]
    sort: str

    def pairs(self, filtered: bool = True) -> list[tuple[str, str]]:
        """The search as pairs for an address, with or without its filters."""
        kept = self.filters.items() if filtered else ()
        return [("q", self.q), *kept, ("box", ",".join(map(str, self.box))), ("sort", self.sort)]

    def here(self) -> Spot:
        """The point from which distances count: what is named, or the middle of the map."""
        x1, y1, x2, y2 = self.box or (9900, 7150, 9900, 7150)
        return self.near or Spot("", (x1 + x2) // 2, (y1 + y2) // 2, 0)


def read_query(args: MultiDict[str, str], atlas: Atlas) -> Query:
    """Read a search from an address: "cafés near Central Station", "banks in Lumiera"."""
    q = " ".join(args.get("q", "").split())[:90]
    head, near, area = fold(q), None, ""
    before, word, tail = re.fullmatch(r"(.*?)(?: (near|in) (.+))?", head).groups()
    areas = {fold(each["name"]): each["name"] for each in atlas.region["areas"]}
    if word == "near" and tail in atlas.spots:
        head, near = before, atlas.spots[tail]
    elif word == "in" and tail in areas:
        head, area = before, areas[tail]
    allowed = {"rating": RATINGS, "price": "123", "kind": read("kinds.json"), "day": DAYS}
    allowed |= {"has": read("facilities.json"), "open": ("now", "at"), "hour": map(str, range(24))}
    filters = {name: choice(args, name, [*values]) for name, values in allowed.items()}
    at = filters["open"] == "at"
    filters["day"] = (at and (filters["day"] or DAYS[atlas.weekday])) or ""
    filters["hour"] = (at and (filters["hour"] or "12")) or ""
    numbers = re.fullmatch(r"(-?\d{1,6}),(-?\d{1,6}),(-?\d{1,6}),(-?\d{1,6})", args.get("box", ""))
    box = tuple(map(int, numbers.groups())) if numbers else ()
    sort = choice(args, "sort", SORTS, "near" if near else "best")
    return Query(q, tuple(_words(head)), near, area, box, filters, sort)


def _words(text: str) -> list[str]:
    return [word for word in re.findall(r"[a-z0-9]+", text) if word not in SMALL]


@lru_cache(maxsize=8192)
def _index(place: Place) -> frozenset[str]:
    names = f"{place.name} {place.about['name']} {place.about['plural']}"
    return frozenset(_words(fold(f"{names} {place.area} {place.address}")))


def search(atlas: Atlas, query: Query) -> list[Place]:
    """The places that have every word and pass every filter, in the order asked for."""
    here = query.here()
    keys = {
        "best": lambda place: -place.rating - place.pick / 2 - min(place.count, 400) / 800,
        "rating": lambda place: (-place.rating, -place.count, place.slug),
        "near": lambda place: (distance(place, here), place.slug),
        "count": lambda place: (-place.count, place.slug),
    }
    return sorted(filter(lambda place: admits(atlas, query, place), atlas.places),
                  key=keys[query.sort])  # fmt: skip


def admits(atlas: Atlas, query: Query, place: Place) -> bool:
    """Whether a place has the words, lies where it should and passes the filters."""
    filters, (x, y) = query.filters, (place.spot.x, place.spot.y)
    x1, y1, x2, y2 = query.box or (x, y, x, y)
    near = not query.near or (distance(place, query.near) <= NEAR and place.spot != query.near)
    moment = (atlas.weekday, atlas.now) if filters["open"] == "now" else None
    if filters["open"] == "at":
        moment = DAYS.index(filters["day"]), int(filters["hour"]) * 60
    return (
        query.area in ("", place.area) and near and x1 <= x <= x2 and y1 <= y <= y2
        and place.rating >= float(filters["rating"] or 0)
        and filters["price"] in ("", str(place.price))
        and filters["kind"] in ("", place.kind)
        and filters["has"] in ("", *place.facilities)
        and (not moment or closes_at(place.hours, *moment) is not None)
        and all(any(own.startswith(word) for own in _index(place)) for word in query.words)
    )  # fmt: skip


def distance(place: Place, spot: Spot) -> int:
    """The distance as the crow flies, in metres."""
    return round(math.dist((place.spot.x, place.spot.y), (spot.x, spot.y)))
