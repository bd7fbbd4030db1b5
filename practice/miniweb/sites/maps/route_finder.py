"""Ways through the street graph and along the lines, by Dijkstra's algorithm."""

import math
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, replace

from ...kit.once import once
from ...kit.shortest_way import Edge, find_way
from .map_catalogue import read
from .records import Atlas, Line, Spot

WALK = 80.0  # metres a minute
CHANGE = 9.0  # minutes by which one change counts as longer when fewer are wanted
RUSH = {7: 1.3, 8: 1.45, 9: 1.15, 16: 1.2, 17: 1.45, 18: 1.3}  # car traffic by hour, Monday–Friday


@dataclass(frozen=True)
class Leg:
    """A part of a way: along one street, or on one line; `nodes` are all that it passes."""

    name: str
    nodes: tuple[int, ...]
    metres: float
    minutes: float
    line: Line | None = None
    toll: bool = False


@dataclass(frozen=True)
class Route:
    """A whole way from one spot to another; `off` is how far both are from its ends."""

    legs: tuple[Leg, ...]
    off: int

    @property
    def minutes(self) -> int:
        """Its whole time, rounded."""
        return max(1, round(sum(leg.minutes for leg in self.legs) + self.off / WALK))


Reach = Callable[[Hashable], Iterator[Edge]]


def find_routes(
    atlas: Atlas, start: Spot, end: Spot, by: str, tolls: bool = True, fewer: bool = False,
    traffic: float = 1.0,
) -> list[Route]:  # fmt: skip
    """Up to three different ways by "car", "transit", "bicycle" or "foot", the quickest first.

    `traffic` is what cars' times are multiplied by; there is no way between spots at one node.
    """
    worn: dict[Hashable, float] = {}
    routes: dict[tuple, Route] = {}
    if by == "transit":
        reach = _reach_by_lines(atlas, CHANGE if fewer else 0)
    else:
        reach = _reach_by_street(atlas, by, tolls, traffic)
    for _ in range(3 if start.node != end.node else 0):
        way = find_way(reach, start.node, end.node, worn)
        legs = tuple(_join(leg for _, _, _, leg in way))
        routes.setdefault(tuple(leg.name for leg in legs), Route(legs, start.off + end.off))
        worn |= {key: worn.get(key, 1.0) * 1.35 for _, _, key, _ in way}
    return sorted(routes.values(), key=lambda route: route.minutes)


@once
def _streets() -> dict[int, list[tuple[int, list[int], bool, float]]]:
    """For each node: the next node, the edge, whether it is passed as it points, its metres."""
    region, by_node = read("region.json"), {}
    for edge in region["edges"]:
        start, end = edge[:2]
        length = math.dist(region["nodes"][start], region["nodes"][end])
        by_node.setdefault(start, []).append((end, edge, True, length))
        by_node.setdefault(end, []).append((start, edge, False, length))
    return by_node


def _reach_by_street(atlas: Atlas, by: str, tolls: bool = True, traffic: float = 1.0) -> Reach:
    """Cars keep to one-way streets and off lanes, the others keep off motorways."""
    speeds, names = atlas.speeds[by], atlas.region["streets"]

    def reach(node: int) -> Iterator[Edge]:
        for other, (_, _, street, kind, oneway), forward, length in _streets()[node]:
            barred = by == "car" and ((oneway and not forward) or (kind == 0 and not tolls))
            if kind < len(speeds) and speeds[kind] and not barred:
                minutes = length * 0.06 / speeds[kind] * (traffic if kind else 1)
                leg = Leg(names[street], (node, other), length, minutes, toll=kind == 0)
                yield other, minutes, (min(node, other), max(node, other)), leg

    return reach


def _reach_by_lines(atlas: Atlas, penalty: float) -> Reach:
    """Lines, and ways on foot between stops; a state is a node, or a node and a line's number."""
    walk, nodes = _reach_by_street(atlas, "foot"), atlas.region["nodes"]

    def reach(state: int | tuple[int, int]) -> Iterator[Edge]:
        if isinstance(state, int):
            yield from walk(state)
            for at, line in enumerate(atlas.lines):
                if state in line.stops:
                    leg = Leg("", (state,), 0, line.headway / 2)
                    yield (state, at), leg.minutes + penalty, line.slug, leg
            return
        node, line = state[0], atlas.lines[state[1]]
        yield node, 0.3, "", Leg("", (node,), 0, 0.3)
        at = line.stops.index(node)
        for other in (*line.stops[max(at - 1, 0) : at], *line.stops[at + 1 : at + 2]):
            metres = math.dist(nodes[node], nodes[other]) * 1.12
            minutes = metres / (560 if line.metro else 430) + 0.6
            yield (other, state[1]), minutes, (line.slug, at), Leg(line.name, (node, other), metres, minutes, line)  # noqa: E501  # fmt: skip

    return reach


def _join(legs: Iterator[Leg]) -> Iterator[Leg]:
    """The legs with those on one street, or on one line, put together; waits join what follows."""
    last, wait = None, 0.0
    for leg in legs:
        if not leg.name:
            wait += leg.minutes
        elif last and last.name == leg.name and not wait:
            metres, minutes = last.metres + leg.metres, last.minutes + leg.minutes
            last = replace(last, nodes=last.nodes + leg.nodes[1:], metres=metres, minutes=minutes)
        else:
            yield from [last] if last else []
            last, wait = replace(leg, minutes=leg.minutes + wait), 0.0
    yield from [last] if last else []
