"""The records of the flight search."""

from dataclasses import dataclass
from datetime import date, datetime

CABINS = {"economy": "Economy", "premium": "Premium economy", "business": "Business"}
BRANDS = ("Basic", "Standard", "Flex")
DAYS = 60  # how far ahead flights are sold, counted from today
LONG = 4000  # kilometres: a flight of more than this is long haul


@dataclass(frozen=True)
class Airport:
    """An airport; `zone` is its time zone, such as "Europe/Lisbon"."""

    code: str
    city: str
    country: str
    name: str
    region: str
    lat: float
    lon: float
    zone: str
    centre_km: int
    transit: str
    transit_minutes: int
    terminals: tuple[str, ...]
    connection: int  # the fewest minutes between two flights
    fare: int  # dollars for the trip into town

    @property
    def place(self) -> str:
        """City and country, such as `Lisbon, Portugal`."""
        return self.city if self.city == self.country else f"{self.city}, {self.country}"


@dataclass(frozen=True)
class Airline:
    """An airline with its rules; fees are whole dollars by haul ("short", "long")."""

    code: str
    slug: str
    name: str
    hubs: tuple[str, ...]
    founded: int
    base: str
    colour: str
    glyph: str
    cost: float  # its fares relative to the market's
    frequency: int
    reach: int  # kilometres
    cabins: tuple[str, ...]
    alliance: str
    cabin_bag_basic: bool
    checked_basic: dict[str, int]
    serves: tuple[str, ...]
    fleet: dict[str, list[str]]
    size: str
    cabin_kg: int
    checked_kg: int
    about: str
    bag_fee: dict[str, int]
    second_bag_fee: dict[str, int]
    gate_fee: int
    change_fee: int
    pet_fee: dict[str, int]
    steps: dict[str, tuple[int, int]]  # what Standard and Flex cost beyond Basic
    punctuality: tuple[int, ...]  # percent on time, the last 8 months, oldest first

    def bags(self, brand: str, haul: str) -> int:
        """How many checked bags a fare includes."""
        basic = self.checked_basic[haul]
        return {"Basic": basic, "Standard": max(1, basic), "Flex": 2 if basic else 1}[brand]


@dataclass(frozen=True)
class Service:
    """A flight that leaves at the same local time on certain weekdays (0 is Monday)."""

    airline: str
    number: int
    start: str
    end: str
    leaves: int  # minutes after local midnight
    minutes: int
    km: int
    aircraft: str
    weekdays: frozenset[int]
    terminal: str

    @property
    def name(self) -> str:
        """The flight number, such as `LW 213`."""
        return f"{self.airline} {self.number}"


@dataclass(frozen=True)
class Leg:
    """A service on one day; times are local."""

    service: Service
    departs: datetime
    arrives: datetime


@dataclass(frozen=True)
class Journey:
    """A journey in one direction: one to three legs with one airline.

    `fare` is in dollars, for Basic in economy.
    """

    legs: tuple[Leg, ...]
    minutes: int
    waits: tuple[int, ...]
    fare: int
    co2: int  # kilograms for a traveller in economy

    @property
    def id(self) -> str:
        """`LW213` or `CW12-CW340`; unique among a day's journeys."""
        return "-".join(leg.service.name.replace(" ", "") for leg in self.legs)

    @property
    def numbers(self) -> str:
        """The flight numbers, such as `CW 12 and CW 340`."""
        return " and ".join(leg.service.name for leg in self.legs)

    @property
    def airline(self) -> str:
        return self.legs[0].service.airline

    @property
    def stops(self) -> int:
        return len(self.legs) - 1

    @property
    def departs(self) -> datetime:
        return self.legs[0].departs

    @property
    def arrives(self) -> datetime:
        return self.legs[-1].arrives

    @property
    def later(self) -> int:
        """The number of days by which the arrival date is later."""
        return (self.arrives.date() - self.departs.date()).days

    @property
    def via(self) -> tuple[str, ...]:
        """The codes of the airports on the way."""
        return tuple(leg.service.end for leg in self.legs[:-1])


@dataclass(frozen=True)
class Data:
    """Everything the site holds; `salt` varies the fares, by day and flight."""

    today: date
    salt: int
    rises: bool  # whether fares go up once chosen: the obstacle "stock-changes"
    airports: dict[str, Airport]
    airlines: dict[str, Airline]
    services: tuple[Service, ...]
    home: str  # the default departure airport
    picks: tuple[str, ...]  # the order in which destinations are shown
