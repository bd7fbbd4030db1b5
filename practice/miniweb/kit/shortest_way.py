"""The cheapest way through a graph, by Dijkstra's algorithm."""

import heapq
import math
from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Any

Edge = tuple[Hashable, float, Hashable, Any]  # the next node, the cost, the edge's key, its data


def find_way(
    reach: Callable[[Hashable], Iterator[Edge]],
    start: Hashable,
    end: Hashable,
    worn: Mapping[Hashable, float] | None = None,
) -> list[Edge]:
    """The edges of the cheapest way from `start` to `end`; [] if there is none.

    `reach` gives the edges that leave a node. `worn` multiplies the costs of edges by their keys:
    raise it for the edges of one way to find another.
    """
    factors = worn or {}
    costs, before, heap, turn = {start: 0.0}, {}, [(0.0, 0, start)], 0
    while heap:
        cost, _, node = heapq.heappop(heap)
        if node == end:
            break
        for edge in reach(node):
            total = cost + edge[1] * factors.get(edge[2], 1.0)
            if total < costs.get(edge[0], math.inf):
                costs[edge[0]], before[edge[0]], turn = total, (node, edge), turn + 1
                heapq.heappush(heap, (total, turn, edge[0]))
    way = []
    while end in before and end != start:
        end, edge = before[end]
        way.append(edge)
    return way[::-1]
