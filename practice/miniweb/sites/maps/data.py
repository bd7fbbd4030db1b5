"""The map in one world: streets and names are fixed; places, ratings, hours, lines are drawn."""

from collections.abc import Iterator
from typing import Any

from ...world import World
from .map_catalogue import read
from .place_makers import make_places
from .records import Atlas, Line

BUS_COLOR = "#5d6b78"


def make(world: World) -> Atlas:
    """Make the map for a world; another seed gives other addresses, ratings, hours and lines."""
    region, rng = read("region.json"), world.random("maps/speeds")
    stops = {int(node): name for node, name in region["stop_names"].items()}
    stops |= {node: name for name, node in region["stations"].items()}
    street, lane = rng.uniform(22, 28), rng.uniform(13.5, 15)
    speeds = {
        "car": (rng.uniform(92, 108), rng.uniform(40, 52), street),
        "bicycle": (0.0, rng.uniform(15, 17), lane, 10.0),
        "foot": (0.0, 4.8, 4.8, 4.5),
    }
    lines = (*_draw_metro(world, region), *_draw_buses(world, region))
    places = tuple(make_places(world, region))
    return Atlas(world, region, places, lines, stops, rng.choice((640, 665, 690, 710)), speeds)


def _draw_metro(world: World, region: dict[str, Any]) -> Iterator[Line]:
    rng, colors = world.random("maps/metro"), read("line_colors.json")
    drawn = rng.sample(list(colors), len(region["metro"]))
    for (letter, names), color in zip(region["metro"].items(), drawn, strict=True):
        stops, slug = tuple(region["stations"][name] for name in names), f"metro-{letter.lower()}"
        times = rng.randrange(4, 10), rng.randrange(290, 340), rng.randrange(1370, 1470)
        yield Line(slug, f"Line {letter}", colors[color], stops, *times)


def _draw_buses(world: World, region: dict[str, Any]) -> Iterator[Line]:
    rng = world.random("maps/buses")
    numbers = sorted(rng.sample(range(11, 99), len(region["buses"])))
    for number, bus in zip(numbers, region["buses"], strict=True):
        times = rng.choice((12, 15, 20, 30)), rng.randrange(310, 380), rng.randrange(1300, 1400)
        yield Line(f"bus-{number}", f"Bus {number}", BUS_COLOR, tuple(bus["stops"]), *times)
