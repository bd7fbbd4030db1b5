"""What only a picture of a place shows: how busy it is by the hour, and its price board."""

from ...kit.opening_hours import closes_at
from .map_catalogue import for_kind
from .records import Atlas, Place

HOURS = range(6, 24)


def draw_busy(atlas: Atlas, place: Place, day: int) -> dict[int, int]:
    """How busy it is in percent by hour, 0 when it is closed; one hour is the busiest."""
    rng = atlas.world.random(f"maps/times/{place.slug}/{day}")
    opened = [hour for hour in HOURS if closes_at(place.hours, day, hour * 60 + 30) is not None]
    busy = dict.fromkeys(HOURS, 0)
    if opened:
        peak, second, level = rng.choice(opened), rng.choice(opened), rng.uniform(70, 98)
        for hour in opened:
            main, side = 1 - 0.17 * abs(hour - peak) ** 0.9, 0.72 - 0.19 * abs(hour - second)
            busy[hour] = round(level * max(main, side, 0.08))
    return busy


def draw_prices(atlas: Atlas, place: Place) -> dict[str, int]:
    """The price board: cents by what they are for, no two the same."""
    rng, prices = atlas.world.random(f"maps/board/{place.slug}"), {}
    for words, least, most, step in for_kind("boards.json", place.kind)["rows"]:
        offered = [cents for cents in range(least, most, step) if cents not in prices.values()]
        prices[words] = rng.choice(offered)
    return prices
