"""The places of a world: where they are, how they are rated, when they are open."""

import math
from collections.abc import Iterator
from random import Random
from typing import Any

from ...kit.formats import slug as slug_of
from ...kit.opening_hours import draw_week
from ...world import World
from .map_catalogue import read
from .place_names import list_names
from .records import Place, Spot

SIDE = 16  # metres between a place and the middle of its street
Stretch = tuple[float, float, list[int]]  # metres before it on its street, its length, its edge


def make_places(world: World, region: dict[str, Any]) -> Iterator[Place]:
    """All places, the same number in every world; a branch of a chain is named after its street."""
    rng, taken, named = world.random("maps/places"), set(), list(list_names())
    stretches = list(_measure_streets(region))
    weights = [3 if edge[3] == 1 else 1.6 for _, _, edge in stretches]
    for stretch, name in zip(rng.choices(stretches, weights, k=len(named)), named, strict=True):
        yield _draw_place(rng, region, stretch, name, taken)


def _measure_streets(region: dict[str, Any]) -> Iterator[Stretch]:
    before: dict[int, float] = {}
    for edge in region["edges"]:
        start, end, street, kind, _ = edge
        length = math.dist(region["nodes"][start], region["nodes"][end])
        if kind and region["node_areas"][start] >= 0 and region["node_areas"][end] >= 0:
            yield before.get(street, 0), length, edge
        before[street] = before.get(street, 0) + length


def _draw_place(
    rng: Random, region: dict, stretch: Stretch, named: tuple[str, str, str], taken: set
) -> Place:
    (before, length, (start, end, street_at, *_)), (code, name, chain) = stretch, named
    kind, street = read("kinds.json")[code], region["streets"][street_at]
    (ax, ay), (bx, by) = region["nodes"][start], region["nodes"][end]
    along, side = rng.uniform(0.1, 0.9), rng.choice((-1, 1))
    node, off = (start, along) if along < 0.5 else (end, 1 - along)
    area = region["areas"][region["node_areas"][node]]["name"]
    number = 2 * round((before + along * length) / 18) + 1 + (side > 0)
    number = _find_free(lambda n: (street_at, number + 2 * n), taken)[1]
    name = f"{name} {street}" if chain else name
    slug = _find_free(lambda n: slug_of(f"{name} {n + 1 if n else ''}"), taken)
    x = round(ax + (bx - ax) * along - (by - ay) / length * SIDE * side)
    y = round(ay + (by - ay) * along + (bx - ax) / length * SIDE * side)
    share = rng.uniform(0.35, 0.85)
    return Place(
        slug, name, code, Spot(name, x, y, node, round(off * length)), street, number, area,
        phone=f"0{rng.randrange(31, 39)} 555 {rng.randrange(10_000):04d}",
        rating=round(min(4.9, max(2.4, rng.gauss(4.05, 0.42))), 1),
        count=round(10 ** rng.uniform(0.9, 3.2)),
        price=rng.choice((1, 1, 2, 2, 2, 3)) if kind["priced"] else 0,
        hours=draw_week(rng, read("hours.json")[kind["hours"]]),
        facilities=tuple(each for each in kind["facilities"] if rng.random() < share),
        chain=chain, pick=rng.random(),
    )  # fmt: skip


def _find_free(make: Any, taken: set) -> Any:
    """The first of make(0), make(1), … that isn't taken yet; takes it."""
    at = 0
    while make(at) in taken:
        at += 1
    taken.add(make(at))
    return make(at)
