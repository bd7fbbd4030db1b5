"""Building blocks of the tasks: trips drawn from the data, oracle steps, answer parts."""

import random
from collections.abc import Callable
from datetime import date, timedelta

from ....kit.steps import Step, choose_option, link, press, radio
from ..flight_search import Offer, Search, offers
from ..pages import day
from ..records import Airline, Data, Journey
from ..timetable import Timetable

ONE_WAY = choose_option("Trip", "One way")
LISTED = "suggestions price-calendar skeleton"  # features on the way to a list of flights
SEARCH = press("Search")
NONSTOP = [press("Stops"), radio("Nonstop only"), press("Apply")]


class Draw:
    """Draws trips from the home airport, repeating a destination only if no other fits."""

    def __init__(self, data: Data) -> None:
        self.data = data
        self.table = Timetable(data)
        self.rng = random.Random(f"flights/tasks/{data.salt}")
        self.used: set[str] = set()

    def trip(
        self, fits: Callable[[Search, list[Offer]], bool], home: str = "", far: bool | None = None
    ) -> Search:
        """A one-way search whose offers fit; raises IndexError if none does.

        `far` asks for another continent (True) or the same one (False).
        """
        start, regions = home or self.data.home, {True: False, False: True}
        found = []
        shuffled = sorted(
            self.data.airports, key=lambda code: (code in self.used, self.rng.random())
        )
        for code in shuffled:
            near = self.data.airports[code].region == "Europe"
            if code == start or (far is not None and near != regions[far]):
                continue
            for n in self.rng.sample(range(10, 44), 6):
                out = self.data.today + timedelta(n)
                search = Search(start=start, end=code, trip="one", out=out)
                if fits(search, offers(self.table, search)):
                    found.append(search)
            if found:
                break
        self.used.add(found[0].end)
        return found[0]

    def airline(self, fits: Callable[[Airline], bool]) -> Airline:
        """An airline that fits, if possible one not asked about yet."""
        lines = [line for line in self.data.airlines.values() if fits(line)]
        line = self.rng.choice([line for line in lines if line.slug not in self.used] or lines)
        self.used.add(line.slug)
        return line

    def city(self, code: str) -> str:
        """A city and its code; the airport instead of the city if the city has several."""
        airport = self.data.airports[code]
        twice = sum(other.city == airport.city for other in self.data.airports.values()) > 1
        return f"{airport.name} ({code})" if twice else f"{airport.city} ({code})"

    # --- steps ---

    def choose_destination(self, code: str) -> list[Step]:
        return [
            choose_option("Where to?", self.data.airports[code].city),
            ["Click", "option", code],
        ]

    def choose_days(self, *dates: date) -> list[Step]:
        """Open the calendar, turn to the month of the first day if needed, choose the days."""
        first, today = dates[0], self.data.today
        ahead = (first.year - today.year) * 12 + first.month - today.month
        turns = [press("Next month")] * max(0, ahead - 1)
        return [press("Departure"), *turns, *(press(day(each)) for each in dates)]

    def open_results(self, search: Search) -> list[Step]:
        """The steps from the first page to the list of flights."""
        if search.round:
            return [
                *self.choose_destination(search.end),
                *self.choose_days(search.out, search.back),
                SEARCH,
            ]
        return [
            ONE_WAY,
            *self.choose_destination(search.end),
            *self.choose_days(search.out),
            SEARCH,
        ]

    def say(self, search: Search) -> str:
        """A search in words: `from Amsterdam (AMS) to Lisbon (LIS) on Friday, 10 April 2026`."""
        return f"from {self.city(search.start)} to {self.city(search.end)} on {day(search.out)}"


def sort(by: str) -> Step:
    return choose_option("Sort by", by)


def details(journey: Journey) -> Step:
    return press(f"Details of {journey.numbers},")


def select(journey: Journey) -> Step:
    return link(f"Select {journey.numbers},")


def number_variants(journey: Journey) -> list[str]:
    """An answer part: the flight number with or without its space."""
    return [journey.numbers, journey.numbers.replace(" ", "")]


def has_one_lowest(values: list) -> bool:
    """Whether there are at least two values, and one is lower than all others."""
    ranked = sorted(values)
    return len(ranked) > 1 and ranked[0] < ranked[1]


def nonstops(found: list[Offer]) -> list[Offer]:
    """The offers without a stop."""
    return [offer for offer in found if not offer.journey.stops]
