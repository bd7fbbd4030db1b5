"""Building blocks of the tasks: choosing places and dates, answers, oracle steps."""

from collections.abc import Callable
from datetime import date, timedelta

from ....kit.steps import WAIT, Step, choose_option, link, press
from ..records import Coast, Property, Town
from ..stay_search import Party, Query, Stay, search

SEARCH = press("Search")
CHECK = press("Check prices")
HOME = link("Pergola")


class Chooser:
    """Hands out places and towns to ask about, so that tasks share as few as possible."""

    def __init__(self, coast: Coast) -> None:
        self.coast = coast
        self.order = sorted(coast.properties, key=lambda place: place.pick)
        self.used: set[str] = set()

    def place(self, fits: Callable[[Property], object]) -> Property:
        """The first place that fits; if possible, one not used yet."""
        found = next(
            filter(fits, sorted(self.order, key=lambda place: place.slug in self.used)), None
        )
        assert found, "no place fits the question"
        self.used.add(found.slug)
        return found

    def town(self) -> list[Town]:
        """The towns, those not asked about yet first."""
        return sorted(self.coast.towns, key=lambda town: town.slug in self.used)

    def done(self, town: Town) -> None:
        """Note that a town has been asked about."""
        self.used.add(town.slug)


def enter_destination(name: str) -> Step:
    """Choose a destination from the suggestions."""
    return choose_option("Where to", name)


def sort(words: str) -> list[Step]:
    """Sort the results, which reloads them."""
    return [choose_option("Sort by", words), WAIT]


def dates(first: date, last: date) -> list[Step]:
    """Choose the first and the last day in the calendar."""
    return [
        press("Check-in – check-out"),
        press(calendar_label(first)),
        press(calendar_label(last)),
    ]


def calendar_label(day: date) -> str:
    """A day as the calendar labels it: "Fri 20 March 2026"."""
    return f"{day:%a} {day.day} {day:%B %Y}"


def dates_in_words(first: date, last: date) -> str:
    """Dates as a person says them."""
    return f"from {first:%A} {first.day} {first:%B} to {last:%A} {last.day} {last:%B %Y}"


def next_month(coast: Coast) -> date:
    """The first day of the month after today's, the second that the calendar shows."""
    return (coast.today.replace(day=1) + timedelta(days=32)).replace(day=1)


def list_parties(coast: Coast, nights: int) -> list[Party]:
    """Two people for this number of nights, for arrivals on different days of next month."""
    days = [next_month(coast) + timedelta(days=n) for n in range(2, 23)]
    return [
        Party(day, day + timedelta(days=nights))
        for day in sorted(days, key=lambda day: (day.day * 7) % 23)
    ]


def find_free_dates(
    coast: Coast, place: Property, nights: int, most_rows: int = 99
) -> Party | None:
    """Dates on which a place's first room is free and its table isn't long; None without any."""
    for who in list_parties(coast, nights) if nights >= place.house.minimum else ():
        rooms = [room for room in place.rooms if coast.left(room, who.first, who.last)]
        if place.rooms[0] in rooms and sum(len(room.offers) for room in rooms) <= most_rows:
            return who
    return None


def find_stays(coast: Coast, town: Town, **asked: object) -> list[Stay]:
    """The stays that can be booked in a town, cheapest first."""
    return [stay for stay in search(coast, Query(q=town.name, sort="price", **asked)) if stay.room]


def euros(amount: float) -> str:
    """An amount of euros as an answer writes it."""
    return f"€{amount:,.2f}" if amount % 1 else f"€{amount:,.0f}"
