"""A search as its address encodes it: travellers, places, days, filters and order."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from urllib.parse import urlencode

from werkzeug.datastructures import MultiDict

from .data import distance
from .records import CABINS, LONG, Data, Journey
from .timetable import Timetable

SORTS = {
    "best": "Best",
    "price": "Price",
    "duration": "Duration",
    "departure": "Departure time",
    "arrival": "Arrival time",
    "emissions": "Emissions",
}
STOPS = {"": "Any number of stops", "0": "Nonstop only", "1": "One stop or fewer"}
HOURS = {
    "": (0, 24),
    "early": (0, 6),
    "morning": (6, 12),
    "afternoon": (12, 18),
    "evening": (18, 24),
}
BAGS = {"": "Any fare", "cabin": "Cabin bag included", "checked": "Checked bag included"}
MOST = 9  # travellers


@dataclass(frozen=True)
class Search:
    """A search for flights.

    `go` is the id of the outbound journey once it is chosen, `most` the highest price.
    """

    start: str = ""
    end: str = ""
    trip: str = "round"
    out: date | None = None
    back: date | None = None
    adults: int = 1
    child: int = 0
    infants: int = 0
    laps: int = 0
    cabin: str = "economy"
    stops: str = ""
    airlines: tuple[str, ...] = ()
    leave: str = ""
    arrive: str = ""
    bag: str = ""
    most: int | None = None
    sort: str = "best"
    go: str = ""

    @property
    def seats(self) -> int:
        """The number of paying travellers: everybody but infants on a lap."""
        return self.adults + self.child + self.infants

    @property
    def people(self) -> int:
        return self.seats + self.laps

    @property
    def round(self) -> bool:
        return self.trip == "round"

    @property
    def leg(self) -> tuple[str, str, date | None]:
        """Origin, destination and day of the flights to choose next."""
        return (self.end, self.start, self.back) if self.go else (self.start, self.end, self.out)

    @property
    def tracked(self) -> dict[str, str]:
        """The fields that price tracking stores."""
        back = self.back.isoformat() if self.round and self.back else ""
        return {"from": self.start, "to": self.end, "out": str(self.out), "back": back}

    def fields(self) -> list[tuple[str, str]]:
        """The name and value pairs of its address; defaults are left out, except `trip`."""
        names = {"start": "from", "end": "to"}
        pairs: list[tuple[str, str]] = []
        for name, usual in vars(Search()).items():
            value = getattr(self, name)
            if name == "back" and not self.round:
                continue
            if isinstance(value, tuple):
                pairs += [(names.get(name, name), str(each)) for each in value]
            elif value != usual or name == "trip":
                pairs.append((names.get(name, name), str(value)))
        return pairs

    def address(self, path: str = "/flights", **changes: object) -> str:
        """The address of this search with some fields changed."""
        return f"{path}?{urlencode(replace(self, **changes).fields())}"

    def without(self, *names: str) -> "Search":
        """This search with some filters removed."""
        return replace(self, **{name: getattr(Search(), name) for name in names})

    def problem(self, table: Timetable) -> str:
        """A sentence on what is missing or impossible; "" if the search is valid."""
        codes = table.data.airports
        if self.start not in codes or self.end not in codes:
            return (
                f"Choose a {'destination' if self.start in codes else 'departure airport'} from "
                "the list."
            )
        if self.start == self.end:
            return "Choose two different airports."
        if not self.out or (self.round and not self.back):
            return f"Choose a {'return' if self.out else 'departure'} date."
        if not table.sold(self.out) or (self.round and not table.sold(self.back)):
            return f"Flights are on sale until {table.last.day} {table.last:%B %Y}."
        if self.round and self.back < self.out:
            return "The return cannot be before the departure."
        if self.laps > self.adults:
            return (
                "Each adult can hold one infant: there may be no more infants on laps than adults."
            )
        few = self.adults and self.people <= MOST
        return "" if few else f"A search is for one adult at least, {MOST} people at most."


def read(args: MultiDict) -> Search:
    """Read a search from an address; invalid values are ignored."""
    known = {"trip": ("round", "one"), "cabin": CABINS, "stops": STOPS}
    known |= {"leave": HOURS, "arrive": HOURS, "bag": BAGS, "sort": SORTS}
    words = {name: args[name] for name, values in known.items() if args.get(name) in values}
    counts = {
        name: args.get(name, type=int) for name in ("adults", "child", "infants", "laps", "most")
    }
    days = {name: args.get(name, type=date.fromisoformat) for name in ("out", "back")}
    return Search(
        start=args.get("from", ""),
        end=args.get("to", ""),
        airlines=tuple(sorted(set(args.getlist("airlines")))),
        go=args.get("go", ""),
        **words,
        **{name: value for name, value in counts.items() if value is not None and value >= 0},
        **days,
    )


@dataclass(frozen=True)
class Offer:
    """A journey in the list of results.

    `price` is in dollars for all travellers and the whole trip, `co2` in kilograms for one.
    """

    journey: Journey
    price: int
    co2: int
    against: int  # percent more (or, if negative, less) CO2 than is typical


def offers(table: Timetable, search: Search) -> list[Offer]:
    """All journeys to choose from next, unfiltered, in order of departure."""
    start, end, day = search.leg
    other = _price_other_way(table, search)
    typical = table.typical_co2(start, end, search.cabin)
    found = []
    for journey in table.journeys(start, end, day):
        fare = table.price(journey, search.cabin)
        if fare is not None and other is not None and _is_in_time(table, search, journey):
            co2 = table.co2(journey, search.cabin)
            found.append(
                Offer(journey, (fare + other) * search.seats, co2, round(100 * (co2 / typical - 1)))
            )
    return found


def chosen(table: Timetable, search: Search, id: str, back: bool = False) -> Journey | None:
    """The outbound (or return) journey of the search with this id, or None."""
    start, end, day = (
        (search.end, search.start, search.back) if back else (search.start, search.end, search.out)
    )
    return next((journey for journey in table.journeys(start, end, day) if journey.id == id), None)


def _price_other_way(table: Timetable, search: Search) -> int | None:
    """The other direction's price per traveller: the chosen way out, or the cheapest way back."""
    if search.go:
        journey = chosen(table, search, search.go)
        return table.price(journey, search.cabin) if journey else None
    if search.round:
        return table.cheapest(search.end, search.start, search.back, search.cabin)
    return 0


def _is_in_time(table: Timetable, search: Search, journey: Journey) -> bool:
    """Whether a return journey leaves after the outbound journey arrives."""
    out = chosen(table, search, search.go) if search.go else None
    return out is None or journey.departs > out.arrives


def admits(data: Data, search: Search, offer: Offer) -> bool:
    """Whether an offer passes every filter."""
    journey, airline = offer.journey, data.airlines[offer.journey.airline]
    leave, arrive = HOURS[search.leave], HOURS[search.arrive]
    bags = {
        "": True,
        "cabin": airline.cabin_bag_basic,
        "checked": airline.checked_basic[haul(data, search)] > 0,
    }
    return (
        (not search.stops or journey.stops <= int(search.stops))
        and (not search.airlines or airline.code in search.airlines)
        and leave[0] <= journey.departs.hour < leave[1]
        and arrive[0] <= journey.arrives.hour < arrive[1]
        and bags[search.bag]
        and (search.most is None or offer.price <= search.most)
    )


def ranked(found: list[Offer], sort: str) -> list[Offer]:
    """Sort the offers; ties go by price, then departure."""
    cheapest = min((offer.price for offer in found), default=1)
    quickest = min((offer.journey.minutes for offer in found), default=1)
    keys: Mapping = {
        "best": lambda o: o.price / cheapest + 1.3 * o.journey.minutes / quickest,
        "price": lambda o: o.price,
        "duration": lambda o: o.journey.minutes,
        "departure": lambda o: o.journey.departs,
        "arrival": lambda o: o.journey.arrives,
        "emissions": lambda o: o.co2,
    }
    return sorted(found, key=lambda o: (keys[sort](o), o.price, o.journey.departs, o.journey.id))


def haul(data: Data, search: Search) -> str:
    """The trip's haul, "short" or "long", on which fees depend."""
    if distance(data.airports[search.start], data.airports[search.end]) > LONG:
        return "long"
    return "short"
