"""The timetable: the journeys of a day and their prices, computed on request."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from itertools import pairwise
from zlib import crc32

from .data import distance
from .local_time import offset
from .records import DAYS, LONG, Data, Journey, Leg, Service

# The most minutes between two flights, by the haul of the longer one.
LONGEST_WAIT = {"short": 6 * 60, "long": 13 * 60}
CO2_PER_SEAT_KM = {  # kilograms of CO2 per seat and kilometre
    "Airbus A220-300": 0.066,
    "Airbus A320neo": 0.070,
    "Airbus A321neo": 0.068,
    "Embraer 195-E2": 0.076,
    "Airbus A330-900": 0.072,
    "Airbus A350-900": 0.069,
    "Boeing 787-9": 0.071,
    "Boeing 777-300ER": 0.089,
}
WEEKDAY_PRICES = (0.96, 0.90, 0.91, 1.0, 1.16, 1.04, 1.13)
CABIN_PRICES = {"economy": 1.0, "premium": 1.68, "business": 3.35}
CABIN_CO2 = {"economy": 1.0, "premium": 1.5, "business": 2.6}


class Timetable:
    """Journeys, fares and past fares in one world."""

    def __init__(self, data: Data) -> None:
        self.data = data
        self.last = data.today + timedelta(DAYS - 1)
        self._between: dict[tuple[str, str], list[Service]] = defaultdict(list)
        for service in data.services:
            self._between[service.start, service.end].append(service)
        self.journeys = lru_cache(8192)(self._find_journeys)
        self.cheapest = lru_cache(65536)(self._find_cheapest)

    def sold(self, day: date) -> bool:
        """Whether flights of a day are on sale."""
        return self.data.today <= day <= self.last

    def days(self) -> list[date]:
        """The days on sale."""
        return [self.data.today + timedelta(n) for n in range(DAYS)]

    def price(self, journey: Journey, cabin: str = "economy") -> int | None:
        """The Basic fare per traveller in dollars; None if the airline lacks the cabin."""
        if cabin not in self.data.airlines[journey.airline].cabins:
            return None
        return round(journey.fare * CABIN_PRICES[cabin])

    def co2(self, journey: Journey, cabin: str = "economy") -> int:
        """Kilograms of CO2 per traveller."""
        return round(journey.co2 * CABIN_CO2[cabin])

    def typical_co2(self, start: str, end: str, cabin: str = "economy") -> int:
        """Kilograms of CO2 per traveller on a direct flight in a typical aircraft."""
        km = distance(self.data.airports[start], self.data.airports[end])
        return round((km * 0.078 + 14) * CABIN_CO2[cabin])

    def week_low(self, start: str, end: str, monday: date) -> tuple[int, date] | None:
        """The lowest fare of seven days and the first day that has it; None without any fare."""
        days = [monday + timedelta(n) for n in range(7)]
        found = [
            (price, day)
            for day in days
            if self.sold(day) and (price := self.cheapest(start, end, day))
        ]
        return min(found, default=None)

    def history(self, start: str, end: str) -> list[tuple[date, int]]:
        """The route's lowest fare in each of the last 10 weeks: (Monday, dollars), no two alike."""
        monday = self.data.today - timedelta(self.data.today.weekday() + 70)
        usual = 45 + 0.055 * distance(self.data.airports[start], self.data.airports[end])
        seen: list[tuple[date, int]] = []
        for n in range(10):
            price = round(usual * (0.7 + 0.75 * self._draw_number(f"history/{start}{end}/{n}")))
            while any(abs(price - other) < 4 for _, other in seen):
                price += 4
            seen.append((monday + timedelta(7 * n), price))
        return seen

    def _find_cheapest(self, start: str, end: str, day: date, cabin: str = "economy") -> int | None:
        prices = [self.price(journey, cabin) for journey in self.journeys(start, end, day)]
        return min((price for price in prices if price), default=None)

    def _find_journeys(self, start: str, end: str, day: date) -> tuple[Journey, ...]:
        """All journeys that leave on a day: nonstop, or through one or two hubs of an airline."""
        if start == end or not self.sold(day):
            return ()
        found = [self._build_journey((leg,)) for leg in self._list_legs(start, end, day)]
        for airline in self.data.airlines.values():
            hubs = [hub for hub in airline.hubs if hub not in (start, end)]
            ways = [(hub,) for hub in hubs] + [
                tuple(w) for w in (hubs, hubs[::-1]) if len(hubs) == 2
            ]
            for way in ways:
                if self._is_reasonable(start, way, end):
                    found += self._find_connections(airline.code, start, way, end, day)
        return tuple(
            sorted(
                _drop_beaten(found), key=lambda journey: (journey.departs, journey.fare, journey.id)
            )
        )

    def _is_reasonable(self, start: str, way: tuple[str, ...], end: str) -> bool:
        """Whether a route is short enough, and has two stops only over 5,000 km."""
        places = [self.data.airports[code] for code in (start, *way, end)]
        direct = distance(places[0], places[-1])
        flown = sum(distance(a, b) for a, b in pairwise(places))
        return flown <= (1.35 if direct > 5000 else 1.7) * direct + 900 and (
            len(way) < 2 or direct > 5000
        )

    def _find_connections(
        self, airline: str, start: str, way: tuple[str, ...], end: str, day: date
    ) -> Iterator[Journey]:
        """For each first flight of the airline, the journey with the next possible connections."""
        for first in self._list_legs(start, way[0], day, airline):
            chains = [(first,)]
            for a, b in zip(way, (*way[1:], end), strict=True):
                chains = [
                    (*chain, leg)
                    for chain in chains
                    for leg in self._find_next_leg(chain[-1], a, b)
                ]
            yield from map(self._build_journey, chains)

    def _find_next_leg(self, leg: Leg, start: str, end: str) -> list[Leg]:
        """The airline's first connecting flight, in a list; an empty list without one."""
        ready = leg.arrives + timedelta(minutes=self.data.airports[start].connection)
        onward = distance(self.data.airports[start], self.data.airports[end])
        haul = "long" if max(onward, leg.service.km) > LONG else "short"
        limit = leg.arrives + timedelta(minutes=LONGEST_WAIT[haul])
        days = {ready.date(), limit.date()}
        legs = [
            following
            for day in sorted(days)
            for following in self._list_legs(start, end, day, leg.service.airline)
        ]
        return [following for following in legs if ready <= following.departs <= limit][:1]

    def _list_legs(self, start: str, end: str, day: date, airline: str = "") -> Iterator[Leg]:
        for service in self._between.get((start, end), ()):
            if day.weekday() in service.weekdays and airline in ("", service.airline):
                departs = datetime.combine(day, time()) + timedelta(minutes=service.leaves)
                yield Leg(service, departs, self._find_arrival(service, departs))

    def _find_arrival(self, service: Service, departs: datetime) -> datetime:
        """The local arrival time; the destination's clocks may change during the flight."""
        start, end = self.data.airports[service.start], self.data.airports[service.end]
        landed = departs + timedelta(minutes=service.minutes - offset(start, departs.date()))
        return landed + timedelta(minutes=offset(end, landed.date()))

    def _build_journey(self, legs: tuple[Leg, ...]) -> Journey:
        waits = tuple(
            round((after.departs - before.arrives).total_seconds() / 60)
            for before, after in pairwise(legs)
        )
        services = [leg.service for leg in legs]
        minutes = sum(service.minutes for service in services) + sum(waits)
        co2 = round(
            sum(service.km * CO2_PER_SEAT_KM[service.aircraft] + 14 for service in services)
        )
        return Journey(
            legs, minutes, waits, self._compute_fare(services, legs[0].departs.date()), co2
        )

    def _compute_fare(self, services: list[Service], day: date) -> int:
        """The fare in dollars, from distance, airline, weekday, days ahead, hour and chance."""
        first, last = self.data.airports[services[0].start], self.data.airports[services[-1].end]
        km = distance(first, last)
        base = 38 + 0.055 * km if km < LONG else 96 + 0.041 * km
        soon = 1.0 + 0.5 * max(0, 12 - (day - self.data.today).days) / 12
        if services[0].leaves < 7 * 60:
            early = 0.88
        elif services[0].leaves > 20 * 60:
            early = 0.93
        else:
            early = 1.0
        stops = (1.0, 0.84, 0.78)[len(services) - 1]
        name = "".join(service.name for service in services)
        chance = (
            0.78
            + 0.42 * self._draw_number(f"fare/{name}/{day}")
            + 0.25 * self._draw_number(f"fare/{km}/{day}")
        )
        cost = self.data.airlines[services[0].airline].cost
        return round(base * cost * WEEKDAY_PRICES[day.weekday()] * soon * early * stops * chance)

    def _draw_number(self, what: str) -> float:
        """This world's fixed random number (0 to 1) for `what`; far cheaper than a generator."""
        return crc32(f"{self.data.salt}/{what}/{self.data.salt}".encode()) / 2**32


def _drop_beaten(found: list[Journey]) -> list[Journey]:
    """Drop the journeys that another with the same first flight equals or beats.

    The other is no slower, no dearer and has no more stops.
    """
    kept: list[Journey] = []
    for journey in sorted(found, key=lambda rival: (rival.minutes, rival.fare)):
        alike = [rival for rival in kept if rival.legs[0].service == journey.legs[0].service]
        if not any(rival.fare <= journey.fare and rival.stops <= journey.stops for rival in alike):
            kept.append(journey)
    return kept


def quartile(values: list[int], value: int) -> str:
    """Whether a value is "low", "typical" or "high" among others."""
    place = bisect_left(sorted(values), value) / len(values)
    return "low" if place < 0.25 else "typical" if place < 0.7 else "high"
