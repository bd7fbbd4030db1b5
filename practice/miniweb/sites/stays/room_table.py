"""The table of a place's rooms for given dates, and the price of the rooms chosen."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from .records import Coast, Offer, Property, Room
from .stay_search import Party


@dataclass(frozen=True)
class Row:
    """A room with the ways to book it: (offer, total for the stay, last day to cancel).

    `left` is the number of free rooms.
    """

    room: Room
    left: int
    guests: int
    ways: tuple[tuple[Offer, int, date | None], ...]


@dataclass(frozen=True)
class Line:
    """A number of rooms, booked in one way."""

    room: Room
    offer: Offer
    quantity: int
    total: int
    until: date | None

    @property
    def terms(self) -> str:
        """The cancellation terms and breakfast, in words."""
        meals = "breakfast included" if self.offer.breakfast else "no breakfast"
        return f"{'free cancellation' if self.offer.flexible else 'non-refundable'}, {meals}"


def rows(coast: Coast, place: Property, who: Party) -> list[Row]:
    """The rooms of a place; without dates, or with too few nights, they can't be booked."""
    found = []
    for room in place.rooms:
        guests = min(room.sleeps, who.guests)
        left = coast.left(room, who.first, who.last) if who.nights >= place.house.minimum else 0
        offers = [offer for offer in room.offers if left and coast.open(offer, who.first)]
        ways = [
            (
                o,
                place.total(room, o, who.first, who.last, guests),
                _find_last_day_to_cancel(o, who.first),
            )
            for o in offers
        ]
        found.append(Row(room, left, guests, tuple(ways)))
    return found


def _find_last_day_to_cancel(offer: Offer, first: date) -> date | None:
    return first - timedelta(days=offer.until) if offer.flexible else None


def chosen(coast: Coast, place: Property, who: Party, quantities: Mapping[str, int]) -> list[Line]:
    """The lines for the quantities chosen, such as {"r1/flex": 2}."""
    lines = []
    for row in rows(coast, place, who):
        for offer, total, until in row.ways:
            quantity = min(quantities.get(f"{row.room.code}/{offer.code}", 0), row.left)
            if quantity > 0:
                lines.append(Line(row.room, offer, quantity, total * quantity, until))
    return lines


def problem(coast: Coast, place: Property, who: Party, lines: list[Line]) -> str:
    """What is wrong with a choice, in a sentence; "" if nothing is."""
    if not who.nights:
        return "Choose your dates first."
    if not lines:
        return "Choose at least one room: set its quantity in the table."
    for row in rows(coast, place, who):
        if sum(line.quantity for line in lines if line.room is row.room) > row.left:
            return f"Only {row.left} of “{row.room.name}” are left on these dates."
    sleeps = sum(line.room.sleeps * line.quantity for line in lines)
    if sleeps < who.guests:
        return (
            f"Your rooms sleep {sleeps}, but you are {who.guests} guests. Choose one more room or "
            "a larger one."
        )
    return ""
