"""Picking up in a store: how far it is, and what it has of a configuration."""

from dataclasses import dataclass
from datetime import date, timedelta
from math import dist

from .records import Halden, Store

ZIP = r"[1-9]\d{4}"
FAR = 100  # miles; stores farther away are not listed
LOOKS = 3  # at this look at a list, the last pieces are gone


@dataclass(frozen=True)
class Offer:
    """What a store has: `left` pieces now, or more from `day` on; `sunday` if it opens then."""

    store: Store
    miles: float
    left: int
    day: date
    gone: bool
    sunday: bool


def place_of(zip_code: str) -> tuple[float, float]:
    """The place of a ZIP code on the map, in miles from its south-west corner."""
    return (int(zip_code[:2]) - 10) * 4.0, int(zip_code[2:]) * 0.2


def offers_near(halden: Halden, key: str, zip_code: str, looks: int) -> list[Offer]:
    """What the stores near a ZIP code have of a configuration, the nearest store first.

    At the third look the last piece of each store is gone, unless the world leaves that out.
    """
    rng, found, world = halden.world.random(f"devices/stock/{key}"), [], halden.world
    for store in halden.stores:
        left, day = rng.choice((0, 0, 0, 1, 1, 2, 3, 5)), rng.randint(2, 19)
        gone = left == 1 and looks >= LOOKS and world.has("stock-changes")
        miles = round(dist(store.place, place_of(zip_code)), 1)
        if miles <= FAR:
            back = world.today + timedelta(days=day)
            sunday = store.hours[2] != "Closed"
            found.append(Offer(store, miles, 0 if gone else left, back, gone, sunday))
    return sorted(found, key=lambda offer: (offer.miles, offer.store.slug))
