"""The site's records: names are fixed, and what must not be memorised is drawn from the world."""

from dataclasses import dataclass
from datetime import date, timedelta

from ...kit.formats import slug
from ...world import World

TOWERS = (
    "Saint Bride", "Old Corn Exchange", "Lower Quay", "Miller's Gate", "Ash Hill", "Town Hall",
    "Three Wells",
)  # fmt: skip


@dataclass(frozen=True)
class Bell:
    """A bell; `slug` is for addresses, `cast` is the day it was made, `weight` is in kilograms."""

    slug: str
    tower: str
    cast: date
    weight: int


@dataclass(frozen=True)
class Data:
    """The site's data."""

    today: date
    bells: tuple[Bell, ...]


def make(world: World) -> Data:
    """Make the site's data for a world; no two bells weigh the same."""
    rng = world.random("skeleton/bells")
    weights = rng.sample(range(90, 2400), len(TOWERS))
    days = [world.today - timedelta(days=rng.randrange(40_000, 90_000)) for _ in TOWERS]
    bells = [
        Bell(slug(tower), tower, day, kilograms)
        for tower, day, kilograms in zip(TOWERS, days, weights, strict=True)
    ]
    return Data(world.today, tuple(bells))
