"""The coast's records; money is in whole euros, distances in metres."""

from calendar import FRIDAY, SATURDAY
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property

SERVICE = 7  # percent of the price of a stay: Pergola's fee
CATEGORIES = ("Staff", "Cleanliness", "Comfort", "Location", "Value")
TRAVELLERS = ("Couples", "Families", "Solo travellers", "Groups of friends")


@dataclass(frozen=True)
class Town:
    """A town; `at` is its place on the picture of the coast, in percent.

    `tax` is in cents for an adult and a night. `slots` says in which part of its map each district
    lies: 0 north-west, 1 east, 2 south.
    """

    slug: str
    name: str
    line: str
    text: str
    sea: str
    at: tuple[int, int]
    districts: tuple[str, ...]
    landmarks: tuple[str, ...]
    slots: tuple[int, int, int]
    airport: int
    tax: int
    bus: int


@dataclass(frozen=True)
class Offer:
    """One way to book a room, with or without breakfast.

    It is refundable until `until` days before arrival (0: never).
    """

    code: str
    until: int
    breakfast: bool

    @property
    def flexible(self) -> bool:
        """Whether it can be cancelled free of charge."""
        return self.until > 0


@dataclass(frozen=True)
class Room:
    """A type of room; `price` is for a weekday night, before the season's factor.

    `left` holds the number of free rooms for each night from today on.
    """

    code: str
    name: str
    beds: str
    sleeps: int
    size: int
    price: int
    left: tuple[int, ...]
    offers: tuple[Offer, ...]


@dataclass(frozen=True)
class Review:
    """A written review of a stay."""

    score: float
    title: str
    good: str
    bad: str
    author: str
    country: str
    traveller: str
    nights: int
    day: date


@dataclass(frozen=True)
class House:
    """A property's house rules and fees."""

    check_in: tuple[str, str]
    check_out: str
    quiet: str
    minimum: int
    breakfast: int
    parking: int
    pet: int
    deposit: int


@dataclass(frozen=True)
class Property:
    """A place to stay; `spot` is its place on the town's map, in percent.

    `surcharge` is the percent added to weekend nights.
    """

    slug: str
    name: str
    kind: str
    town: Town
    district: str
    line: str
    facilities: tuple[str, ...]
    spot: tuple[float, float]
    distances: dict[str, int]
    rooms: tuple[Room, ...]
    house: House
    surcharge: int
    flexible: int
    seasons: tuple[float, ...]
    scores: dict[str, float]
    count: int
    reviews: tuple[Review, ...]
    pick: float
    paint: dict[str, int]

    @cached_property
    def score(self) -> float:
        """The mean of the scores by category, to one decimal."""
        return round(sum(self.scores.values()) / len(self.scores) + 1e-9, 1)

    @property
    def word(self) -> str:
        """The score as a word."""
        marks = ((9.3, "Superb"), (8.6, "Very good"), (7.8, "Good"), (7.0, "Pleasant"))
        return next((word for least, word in marks if self.score >= least), "Fair")

    def room(self, code: str) -> Room | None:
        """The room with this code, or None."""
        return next((room for room in self.rooms if room.code == code), None)

    def night(self, room: Room, day: date) -> int:
        """The price of the night that begins on this day, without breakfast, not refundable."""
        weekend = 1 + self.surcharge / 100 if day.weekday() in (FRIDAY, SATURDAY) else 1
        return round(room.price * self.seasons[day.month - 1] * weekend)

    def total(self, room: Room, offer: Offer, first: date, last: date, guests: int) -> int:
        """The price of a room from the first day to the last for this number of guests."""
        price = sum(self.night(room, day) for day in nights(first, last))
        if offer.flexible:
            price = round(price * (100 + self.flexible) / 100)
        return price + (offer.breakfast and self.house.breakfast * guests * (last - first).days)


@dataclass(frozen=True)
class Terms:
    """Pergola's terms: hours, percentages and days that its help pages state."""

    grace: int
    group: int
    refund: int
    points: int


@dataclass(frozen=True)
class Coast:
    """The site's data in one world."""

    today: date
    towns: tuple[Town, ...]
    properties: tuple[Property, ...]
    rates: dict[str, float]
    terms: Terms
    first_booking: int
    horizon: int
    cleaning: dict[str, int]  # euros a stay, by place; empty without the obstacle "late-fees"

    @cached_property
    def by_slug(self) -> dict[str, Property]:
        """Properties by the slug in their address."""
        return {place.slug: place for place in self.properties}

    @cached_property
    def town(self) -> dict[str, Town]:
        """Towns by the slug in their address."""
        return {town.slug: town for town in self.towns}

    @property
    def end(self) -> date:
        """The last possible day of departure."""
        return self.today + timedelta(days=self.horizon)

    def left(self, room: Room, first: date, last: date) -> int:
        """How many rooms of a type are free on every night of a stay; 0 outside the calendar."""
        start, end = (first - self.today).days, (last - self.today).days
        return min(room.left[start:end]) if 0 <= start < end <= self.horizon else 0

    def open(self, offer: Offer, first: date) -> bool:
        """Whether an offer can be booked for this arrival: its last day to cancel isn't past."""
        return first - timedelta(days=offer.until) >= self.today

    def lowest(self, place: Property, day: date) -> int | None:
        """The lowest price of a night in a place, without dormitory beds; None if full."""
        free = [
            room
            for room in place.rooms
            if room.sleeps > 1 and self.left(room, day, day + timedelta(days=1))
        ]
        return min((place.night(room, day) for room in free), default=None)

    def fees(self, place: Property, price: int) -> dict[str, int]:
        """The fees in euros, by name, that only the last page of a booking adds to its price."""
        if place.slug not in self.cleaning:
            return {}
        return {
            "Cleaning fee": self.cleaning[place.slug],
            "Pergola service fee": round(price * SERVICE / 100),
        }

    def month(self, place: Property, month: int) -> int:
        """The mean price of a weekday night in a place's smallest room in a month of the year."""
        return round(place.rooms[0].price * place.seasons[month - 1])


def nights(first: date, last: date) -> list[date]:
    """The days on which the nights of a stay begin."""
    return [first + timedelta(days=n) for n in range((last - first).days)]
