"""The coast's data in one world.

The catalogue is fixed; prices, free rooms, scores, places on the map and rules are drawn.
"""

import random

from ...kit.formats import slug as slug_of
from ...kit.review_wording import Wording
from ...world import World
from .records import CATEGORIES, Coast, House, Offer, Property, Room, Terms, Town
from .stay_catalogue import read
from .stay_reviews import place_facts, write

HORIZON = 330
CURVE = (0.72, 0.74, 0.84, 0.95, 1.02, 1.2, 1.42, 1.5, 1.16, 0.98, 0.8, 0.78)
STEPS = (1.0, 1.26, 1.62)
CENTRES = ((33, 34), (66, 38), (46, 66))
OFFERS = (
    ("basic", 0, False),
    ("flex", 1, False),
    ("basic-breakfast", 0, True),
    ("flex-breakfast", 1, True),
)


def make(world: World) -> Coast:
    """Make the coast's data for a world; the same world gives the same coast.

    Another seed gives other prices, nights, scores and orders.
    """
    rng = world.random("stays/coast")
    towns = [_draw_town(rng, entry) for entry in read("towns.json")]
    by_slug = {town.slug: town for town in towns}
    taken: dict[str, list] = {town.slug: [] for town in towns}
    rows = read("places.csv")
    wording = Wording(world.random("stays/review wording"))
    places = [
        _draw_property(world, row, by_slug[row["town"]], taken[row["town"]], wording)
        for row in rows
    ]
    return Coast(
        today=world.today,
        towns=tuple(towns),
        properties=tuple(places),
        rates={
            "EUR": 1.0,
            "GBP": rng.randrange(82, 90) / 100,
            "USD": rng.randrange(104, 122) / 100,
        },
        terms=Terms(
            rng.choice((6, 12, 18, 24, 36)),
            rng.choice((8, 10, 12)),
            rng.choice((3, 5, 7, 10)),
            rng.choice((4, 5, 6)),
        ),
        first_booking=rng.randrange(210_000, 890_000),
        horizon=HORIZON,
        cleaning=_draw_cleaning(world, places) if world.has("late-fees") else {},
    )


def _draw_cleaning(world: World, places: list[Property]) -> dict[str, int]:
    rng = world.random("stays/cleaning")
    return {place.slug: rng.randrange(12, 48) for place in places}


def _draw_town(rng: random.Random, entry: dict) -> Town:
    fixed = {
        key: tuple(value) if isinstance(value, list) else value for key, value in entry.items()
    }
    return Town(
        **fixed, tax=rng.choice((100, 125, 150, 175, 200, 225, 250)), bus=rng.randrange(20, 75, 5)
    )


def _draw_property(world: World, row: dict, town: Town, taken: list, wording: Wording) -> Property:
    slug = slug_of(row["name"])
    rng = world.random(f"stays/{slug}")
    district = int(row["district"])
    slot = town.slots[district]
    spot = _draw_spot(rng, CENTRES[slot], taken)
    scores = _draw_scores(rng)
    facilities = ("wifi", *row["facilities"].split("|"))
    house = _draw_house(rng, row["kind"], facilities)
    count = round(10 ** rng.uniform(1.6, 3.1))
    return Property(
        slug=slug,
        name=row["name"],
        kind=row["kind"],
        town=town,
        district=town.districts[district],
        line=row["line"],
        facilities=tuple(name for name in read("facilities.json") if name in facilities),
        spot=spot,
        distances=_draw_distances(rng, town, spot, slot, "beachfront" in facilities),
        rooms=_draw_rooms(world, row, slug, facilities),
        house=house,
        surcharge=rng.choice((10, 12, 15, 18, 20, 25)),
        flexible=rng.choice((6, 8, 10, 12)),
        seasons=tuple(round(factor * rng.uniform(0.93, 1.07), 3) for factor in CURVE),
        scores=scores,
        count=count,
        reviews=write(
            world.random(f"stays/{slug}/reviews"),
            row["kind"],
            scores,
            world.today,
            wording,
            place_facts(
                world.random(f"stays/{slug}/host"), town, town.districts[district], facilities
            ),
        ),
        pick=rng.random(),
        paint={
            name: rng.randrange(1_000)
            for name in ("wall", "door", "shutter", "sky", "shape", "room", "tree")
        },
    )


def _draw_spot(rng: random.Random, centre: tuple[int, int], taken: list) -> tuple[float, float]:
    """Draw a spot near the middle of the district, apart from others so that pins don't overlap."""
    for _ in range(400):
        spot = (
            round(centre[0] + rng.uniform(-14, 14), 1),
            round(centre[1] + rng.uniform(-8, 15), 1),
        )
        if all(abs(spot[0] - x) > 13 or abs(spot[1] - y) > 5.5 for x, y in taken):
            break
    taken.append(spot)
    return spot


def _draw_distances(
    rng: random.Random, town: Town, spot: tuple[float, float], slot: int, beachfront: bool
) -> dict[str, int]:
    """Draw the distances in metres to the centre, the beach and so on.

    The centre is the middle of the map, whose width is two kilometres.
    """
    centre = (
        round((((spot[0] - 48) * 20) ** 2 + ((spot[1] - 46) * 20) ** 2) ** 0.5 * 1.25 / 10) * 10
        + 40
    )
    inland = town.sea == "river"
    if inland:
        beach = rng.randrange(9_200, 14_000, 100)
    elif slot == 2:
        beach = rng.randrange(90, 600, 10)
    else:
        beach = rng.randrange(500, 1_900, 10)
    return {
        "Town centre": centre,
        "Beach": rng.randrange(20, 80, 10) if beachfront else beach,
        "Bus stop": rng.randrange(60, 900, 10),
        "Supermarket": rng.randrange(90, 1_200, 10),
        "Airport": town.airport * 1000 + rng.randrange(-9, 10) * 100,
    }


def _draw_rooms(
    world: World, row: dict, slug: str, facilities: tuple[str, ...]
) -> tuple[Room, ...]:
    rng = world.random(f"stays/{slug}/rooms")
    base = float(row["base"]) * rng.uniform(0.86, 1.16)
    closed = _draw_closed(rng)
    rooms = []
    for number, (name, beds, sleeps, size) in enumerate(read("kinds.json")[row["kind"]]["rooms"]):
        step = STEPS[number] if row["kind"] != "Hostel" else (0.85, 2.1, 3.3)[number]
        if name.startswith("Superior") and "sea-view" in facilities:
            name = "Sea view double room"
        if row["kind"] == "Villa" and number:
            step = 1.9
        price = round(base * step * rng.uniform(0.95, 1.05))
        total = rng.randrange(2, 6) if sleeps < 4 else rng.randrange(1, 3)
        left = _draw_left(rng, closed, total, extra=12 if sleeps == 1 else 0)
        size += rng.randrange(0, 4)
        offers = _draw_offers(rng)
        rooms.append(Room(f"r{number + 1}", name, beds, sleeps, size, price, left, offers))
    return tuple(rooms)


def _draw_closed(rng: random.Random) -> set[int]:
    """Draw the nights, counted from today, on which one event takes the whole house.

    Such an event is a wedding or a holiday.
    """
    nights, at = set(), rng.randrange(9, 40)
    while at < HORIZON:
        nights |= set(range(at, at + rng.randrange(2, 5)))
        at += rng.randrange(24, 56)
    return nights


def _draw_left(rng: random.Random, closed: set[int], total: int, extra: int) -> tuple[int, ...]:
    """Draw the number of free rooms, night by night.

    It stays the same for a few nights at a time; now and then it is 0.
    """
    left: list[int] = []
    while len(left) < HORIZON:
        run = rng.randrange(2, 6)
        free = 0 if rng.random() < 0.14 else rng.randrange(1, total + extra + 1)
        left += [free] * run
    return tuple(0 if night in closed else free for night, free in enumerate(left[:HORIZON]))


def _draw_offers(rng: random.Random) -> tuple[Offer, ...]:
    """Draw two to four of the ways to book, always including the basic one."""
    until = rng.choice((1, 2, 3, 5, 7))
    more = sorted(rng.sample(OFFERS[1:], rng.choice((1, 2, 2, 3))), key=OFFERS.index)
    return tuple(
        Offer(code, until * flexible, breakfast) for code, flexible, breakfast in (OFFERS[0], *more)
    )


def _draw_scores(rng: random.Random) -> dict[str, float]:
    level = rng.uniform(7.2, 9.4)
    return {
        name: round(min(9.9, max(6.1, level + rng.uniform(-0.8, 0.7))), 1) for name in CATEGORIES
    }


def _draw_house(rng: random.Random, kind: str, facilities: tuple[str, ...]) -> House:
    opens = rng.choice(("14:00", "14:30", "15:00", "16:00"))
    closes = rng.choice(("20:00", "21:00", "21:30", "22:00", "23:00"))
    nights = {"Villa": (2, 3, 4), "Apartment": (1, 1, 2)}.get(kind)
    return House(
        check_in=(opens, closes),
        check_out=rng.choice(("10:00", "10:30", "11:00", "11:30", "12:00")),
        quiet=rng.choice(("22:00", "22:30", "23:00", "23:30")),
        minimum=rng.choice(nights) if nights else 1,
        breakfast=rng.randrange(5, 9) if kind == "Hostel" else rng.randrange(8, 19),
        parking=0 if "parking" in facilities else rng.randrange(6, 19),
        pet=rng.choice((0, 5, 8, 10, 12)) if "pets" in facilities else 0,
        deposit=rng.choice((100, 150, 200, 250)) if kind in ("Villa", "Apartment") else 0,
    )
