"""Search for places: the query, the places that match it, and their order."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from urllib.parse import urlencode

from werkzeug.datastructures import MultiDict

from ...kit.lists import choice, page_number
from .records import Coast, Offer, Property, Room, Town

PER_PAGE = 10
PRICES = (60, 90, 120, 160)
SCORES = (9, 8.5, 8, 7)
LONGEST = 28  # nights
SORTS = {
    "picks": "Our picks",
    "price": "Lowest price first",
    "score": "Guest score",
    "beach": "Distance to the beach",
    "centre": "Distance to the centre",
}


@dataclass(frozen=True)
class Party:
    """Who travels and when; the dates are None until chosen."""

    first: date | None = None
    last: date | None = None
    adults: int = 2
    children: int = 0
    rooms: int = 1

    @property
    def guests(self) -> int:
        """Adults and children."""
        return self.adults + self.children

    @property
    def nights(self) -> int:
        """The number of nights, 0 until the dates are chosen."""
        return (self.last - self.first).days if self.first and self.last else 0

    def pairs(self) -> dict[str, str | int]:
        """The party as pairs for an address."""
        dates = {"from": self.first.isoformat(), "to": self.last.isoformat()} if self.nights else {}
        return {**dates, "adults": self.adults, "kids": self.children, "rooms": self.rooms}

    def address(self, path: str) -> str:
        """A path with the party, unless it is the usual two people in one room without dates."""
        pairs = self.pairs()
        return f"{path}?{urlencode(pairs)}" if pairs != Party().pairs() else path


@dataclass(frozen=True)
class Query:
    """A search: the destination, the party, and the filters."""

    q: str = ""
    party: Party = Party()
    kinds: tuple[str, ...] = ()
    facilities: tuple[str, ...] = ()
    most: int = 0
    least: float = 0.0
    free: bool = False
    breakfast: bool = False
    sort: str = "picks"
    page: int = 1

    def address(self, path: str, **changes: object) -> str:
        """The address of this search with `changes`; leads to page 1 unless they set the page."""
        new = replace(self, **({"page": 1} | changes))
        pairs: list[tuple[str, object]] = [("q", new.q), *new.party.pairs().items()]
        pairs += [("kind", kind) for kind in new.kinds] + [
            ("facility", name) for name in new.facilities
        ]
        pairs += [("most", new.most or ""), ("least", f"{new.least:g}" if new.least else "")]
        pairs += [("free", "1" * new.free), ("breakfast", "1" * new.breakfast)]
        pairs += [
            ("sort", new.sort if new.sort != "picks" else ""),
            ("page", new.page if new.page > 1 else ""),
        ]
        return f"{path}?{urlencode([pair for pair in pairs if pair[1] != ''])}"


@dataclass(frozen=True)
class Stay:
    """A place as a result: the cheapest way to stay there.

    `room` is None if nothing is free on the dates.
    """

    place: Property
    room: Room | None
    offer: Offer | None
    total: int
    left: int


def party(args: Mapping[str, str], coast: Coast) -> Party:
    """Read the party from an address; invalid dates are ignored."""
    first, last = _read_day(args.get("from", "")), _read_day(args.get("to", ""))
    if not (
        first
        and last
        and coast.today <= first < last <= coast.end
        and (last - first).days <= LONGEST
    ):
        first = last = None
    return Party(
        first,
        last,
        _read_number(args, "adults", 2, 1, 12),
        _read_number(args, "kids", 0, 0, 8),
        _read_number(args, "rooms", 1, 1, 5),
    )


def read(args: MultiDict[str, str], coast: Coast) -> Query:
    """Read a search from an address."""
    return Query(
        q=" ".join(args.get("q", "").split())[:80],
        party=party(args, coast),
        kinds=tuple(dict.fromkeys(args.getlist("kind"))),
        facilities=tuple(dict.fromkeys(args.getlist("facility"))),
        most=args.get("most", 0, type=int),
        least=args.get("least", 0.0, type=float),
        free=args.get("free") == "1",
        breakfast=args.get("breakfast") == "1",
        sort=choice(args, "sort", SORTS, "picks"),
        page=page_number(args),
    )


def _read_day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _read_number(args: Mapping[str, str], name: str, usual: int, least: int, most: int) -> int:
    text = args.get(name, "")
    return min(most, max(least, int(text))) if text.isdecimal() and len(text) < 4 else usual


def find_places(coast: Coast, q: str) -> tuple[Town | None, list[Property]]:
    """The town that a text names, if any, and the matching places; all places without a text."""
    wanted = q.casefold().replace("’", "'")
    if wanted in ("", "alvera coast", "all of the coast"):
        return None, list(coast.properties)
    head, _, tail = wanted.partition(", ")
    for town in coast.towns:
        if town.name.casefold() in (wanted, tail):
            places = [place for place in coast.properties if place.town is town]
            near = [place for place in places if place.district.casefold() == head]
            return town, near or places
    named = [
        place
        for place in coast.properties
        if wanted in (place.name.casefold(), place.district.casefold())
    ]
    named = named or [
        p for p in coast.properties if wanted in f"{p.name} {p.district} {p.town.name}".casefold()
    ]
    towns = {place.town.slug for place in named}
    return (named[0].town if len(towns) == 1 else None), named


def find_stay(coast: Coast, place: Property, query: Query) -> Stay:
    """The cheapest way for the party to stay at a place, in rooms of one type."""
    who = query.party
    each = -(-who.guests // who.rooms)
    found = []
    for room in place.rooms:
        left = coast.left(room, who.first, who.last) if who.nights else min(9, max(room.left))
        if (
            room.sleeps * who.rooms < who.guests
            or left < who.rooms
            or (who.nights and who.nights < place.house.minimum)
        ):
            continue
        for offer in room.offers:
            if who.first and not coast.open(offer, who.first):
                continue
            if (offer.flexible or not query.free) and (offer.breakfast or not query.breakfast):
                if who.nights:
                    total = place.total(room, offer, who.first, who.last, each)
                else:
                    total = from_price(place, room)
                found.append((total * who.rooms, room, offer, left))
    if not found:
        return Stay(place, None, None, 0, 0)
    total, room, offer, left = min(found, key=lambda row: row[0])
    return Stay(place, room, offer, total, left)


def from_price(place: Property, room: Room) -> int:
    """The "from" price of a night without dates: a weekday in the cheapest month."""
    return round(room.price * min(place.seasons))


def search(coast: Coast, query: Query) -> list[Stay]:
    """The places that match, in order; those with nothing free on the dates come last."""
    found = [
        find_stay(coast, place, query)
        for place in find_places(coast, query.q)[1]
        if admits(query, place)
    ]
    if not query.party.nights:
        found = [lodging for lodging in found if lodging.room]
    if query.most:
        found = [
            lodging
            for lodging in found
            if lodging.room
            and lodging.total <= query.most * query.party.rooms * max(1, query.party.nights)
        ]
    keys = {
        "picks": lambda lodging: lodging.place.pick,
        "price": lambda lodging: (lodging.total, lodging.place.name),
        "score": lambda lodging: (-lodging.place.score, lodging.place.pick),
        "beach": lambda lodging: (lodging.place.distances["Beach"], lodging.place.name),
        "centre": lambda lodging: (lodging.place.distances["Town centre"], lodging.place.name),
    }
    return sorted(found, key=lambda lodging: (lodging.room is None, keys[query.sort](lodging)))


def admits(query: Query, place: Property) -> bool:
    """Whether a place passes the filters that don't depend on dates."""
    kind = not query.kinds or place.kind in query.kinds
    return kind and set(query.facilities) <= set(place.facilities) and place.score >= query.least


def lowest(coast: Coast, places: list[Property]) -> dict[str, int | None]:
    """The lowest price in any of the places for every night of the calendar; None if full."""
    found = {}
    for day in (coast.today + timedelta(days=n) for n in range(coast.horizon)):
        found[day.isoformat()] = min(
            (p for place in places if (p := coast.lowest(place, day))), default=None
        )
    return found
