"""The flight search's data in one world.

Names come from the catalogue; times, fees and fares are drawn from the seed.
"""

import csv
import json
import math
import random
from pathlib import Path

from ...world import World
from .records import LONG, Airline, Airport, Data, Service

CATALOGUE = Path(__file__).parent / "catalogue"
EARTH = 6371  # kilometres


def make(world: World) -> Data:
    """Make the flight search's data for a world."""
    airports = _read_airports(world.random("flights/airports"))
    airlines = _read_airlines(world.random("flights/airlines"))
    services = _draw_services(world.random("flights/services"), airports, airlines)
    order = world.random("flights/order")
    picks = [code for code in airports if code != "AMS"]
    order.shuffle(picks)
    salt = world.random("flights/fares").getrandbits(40)
    rises = world.has("stock-changes")
    return Data(world.today, salt, rises, airports, airlines, tuple(services), "AMS", tuple(picks))


def distance(start: Airport, end: Airport) -> int:
    """The great-circle distance in kilometres."""
    a, b = math.radians(start.lat), math.radians(end.lat)
    across = math.radians(end.lon - start.lon)
    cosine = math.sin(a) * math.sin(b) + math.cos(a) * math.cos(b) * math.cos(across)
    return round(EARTH * math.acos(min(1.0, cosine)))


def _read_airports(rng: random.Random) -> dict[str, Airport]:
    whole = ("centre_km", "transit_minutes", "connection")
    airports = {}
    with (CATALOGUE / "airports.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            numbers = {key: float(row[key]) for key in ("lat", "lon")} | {
                key: int(row[key]) for key in whole
            }
            fare = rng.randint(2, 6) + numbers["centre_km"] // rng.choice((4, 5, 6))
            terminals = tuple(row["terminals"].split("|"))
            airports[row["code"]] = Airport(
                **(row | numbers | {"terminals": terminals, "fare": fare})
            )
    return airports


def _read_airlines(rng: random.Random) -> dict[str, Airline]:
    airlines = {}
    for row in json.loads((CATALOGUE / "airlines.json").read_text("utf-8")):
        lists = {key: tuple(row[key]) for key in ("hubs", "cabins", "serves")}
        airlines[row["code"]] = Airline(**(row | lists | _draw_fees(rng, row["cost"])))
    return airlines


def _draw_fees(rng: random.Random, cost: float) -> dict:
    """Draw an airline's fees and punctuality; a second bag and a long haul cost more."""
    first = rng.randrange(24, 46)
    long = first + rng.randrange(12, 40)
    standard = rng.randrange(26, 48)
    return {
        "bag_fee": {"short": first, "long": long},
        "second_bag_fee": {
            "short": first + rng.randrange(9, 30),
            "long": long + rng.randrange(15, 50),
        },
        "gate_fee": first + rng.randrange(20, 40),
        "change_fee": rng.randrange(45, 130),
        "pet_fee": {"short": rng.randrange(40, 75), "long": rng.randrange(80, 160)},
        "steps": {
            "short": (standard, standard + rng.randrange(38, 80)),
            "long": (standard + rng.randrange(25, 60), standard + rng.randrange(120, 260)),
        },
        "punctuality": tuple(rng.sample(range(62, 95), 8)),
    }


def _draw_services(
    rng: random.Random, airports: dict[str, Airport], airlines: dict[str, Airline]
) -> list[Service]:
    """Draw the flights in both directions on every route; an airline's numbers are unique."""
    services = []
    for airline in airlines.values():
        number = rng.randrange(101, 130)
        for start, end in _list_routes(airline, airports):
            for a, b in ((start, end), (end, start)):
                for leaves in _draw_departures(rng, airline, distance(airports[a], airports[b])):
                    services.append(
                        _draw_service(rng, airline, number, airports[a], airports[b], leaves)
                    )
                    number += rng.randrange(1, 5)
    return services


def _list_routes(airline: Airline, airports: dict[str, Airport]) -> list[tuple[str, str]]:
    """The airport pairs an airline flies: each hub with every destination within its reach.

    A pair of hubs appears once.
    """
    pairs = []
    for n, hub in enumerate(airline.hubs):
        for end in airline.serves:
            km = distance(airports[hub], airports[end])
            if 250 < km <= airline.reach and end not in airline.hubs[: n + 1]:
                pairs.append((hub, end))
    return pairs


def _draw_departures(rng: random.Random, airline: Airline, km: int) -> list[int]:
    """Draw departure times, in minutes after midnight.

    Short flights leave often, spread over the day; long ones around noon and late in the evening.
    """
    if km > LONG:
        waves = rng.sample(((11 * 60, 14 * 60), (20 * 60, 23 * 60)), min(2, airline.frequency))
        return sorted(rng.randrange(*wave) // 5 * 5 for wave in waves)
    count = max(1, airline.frequency - (km > 2600 and rng.random() < 0.5))
    slot = (22 * 60 - 6 * 60) // count
    return [(6 * 60 + n * slot + rng.randrange(5, slot - 5)) // 5 * 5 for n in range(count)]


def _draw_service(
    rng: random.Random, airline: Airline, number: int, a: Airport, b: Airport, leaves: int
) -> Service:
    km = distance(a, b)
    wind = 0.94 if 0 < (b.lon - a.lon) % 360 < 180 else 1.05
    minutes = round((32 + km / 14.3 * wind + rng.randrange(-4, 9)) / 5) * 5
    haul = "long" if km > LONG else "short"
    off = rng.sample(range(7), rng.choice((0, 0, 0, 1, 2)))
    weekdays = frozenset(range(7)) - frozenset(off)
    terminal = a.terminals[(airline.founded + len(airline.name)) % len(a.terminals)]
    aircraft = rng.choice(airline.fleet[haul])
    return Service(
        airline.code, number, a.code, b.code, leaves, minutes, km, aircraft, weekdays, terminal
    )
