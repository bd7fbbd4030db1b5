"""Tasks about ways and lines."""

from ....kit.tasks import SiteTask
from ..map_catalogue import read
from ..route_finder import find_routes
from .map_chooser import Chooser, write


def avoid_tolls(choose: Chooser) -> SiteTask:
    """How much longer the quickest way without tolls takes."""
    for town in [area for area in choose.areas() if area in ("Castrine", "Serravale", "Lumiera")]:
        start, place = choose.atlas.spots[town.lower()], choose.place("hotel")
        quick, free = (
            find_routes(choose.atlas, start, place.spot, "car", tolls)[:1]
            for tolls in (True, False)
        )
        if free and (extra := free[0].minutes - quick[0].minutes) > 0:
            return write("avoid_tolls", place, town=town, extra=extra)
    raise LookupError("no toll saves time")


def walk_to_nearer(choose: Chooser) -> SiteTask:
    """Which of two places is nearer on foot."""
    for station in choose.stations():
        start = choose.atlas.spots[station.lower()]
        pair = [choose.place("library", "cinema", "theatre") for _ in range(2)]
        ways = [find_routes(choose.atlas, start, place.spot, "foot")[:1] for place in pair]
        if all(ways) and abs(ways[0][0].minutes - ways[1][0].minutes) > 2:
            one, two = (place.name for place in pair)
            (minutes, nearer), (_, other) = sorted(
                (ways[n][0].minutes, (one, two)[n]) for n in (0, 1)
            )
            names = {"one": one, "two": two, "nearer": nearer, "other": other}
            return write("walk_to_nearer", station=station, minutes=minutes, **names)
    raise LookupError("no station has a nearer place")


def line_color(choose: Chooser) -> SiteTask:
    """The colour of the only line between two stations."""
    line = choose.random.choice([line for line in choose.atlas.lines if line.metro])
    first, last = (choose.atlas.stops[line.stops[n]] for n in (0, -1))
    color = next(name for name, code in read("line_colors.json").items() if code == line.color)
    return write("line_color", first=first, last=last, color=color)


def home_and_work(choose: Chooser) -> SiteTask:
    """Two labels, then the way between them."""
    home = choose.place("bakery")
    work = choose.place("coworking", fits=lambda p: p.spot.node != home.spot.node)
    minutes = find_routes(choose.atlas, home.spot, work.spot, "bicycle")[0].minutes
    return write("home_and_work", home=home.name, work=work.name, minutes=minutes)
