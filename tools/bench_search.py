"""How fast a tree search is: states per minute, by each way of going back."""

import time
from collections.abc import Sequence
from functools import partial
from typing import Any

import webvoyager as wv
from webvoyager.lab import running, search
from webvoyager.records import Task
from webvoyager.start import OFFLINE, Kit

WAYS: dict[str, search.Revisit] = {"replay": search.replay, "quick": search.quick}
LIMITS = search.Limits(budget=5, branching=3)
TASKS, STEPS = 6, 2  # tasks, each from another site; steps that a search commits


def searching() -> list[dict]:
    """One row per way of going back, for one and two tasks at once: states per minute, and why."""
    every = wv.tasks.load("miniweb")
    tasks = list({task.site: task for task in every if task.site != "search"}.values())[:TASKS]
    rows = []
    for way, revisit in WAYS.items():
        for count in (1, 2):
            rows.append(_measure(f"{way}, {count} side by side", tasks, count, revisit=revisit))
    slowest = rows[0]["states a minute"]
    return [row | {"ratio": row["states a minute"] / slowest} for row in rows]


def _measure(name: str, tasks: Sequence[Task], browsers: int, **how: Any) -> dict:
    """Search for all tasks, in `browsers` browsers at once; the time includes starting them."""

    def play(kit: Kit, task: Task) -> list[search.Node]:
        nodes: list[search.Node] = []
        strategy = search.Strategy(search.by_model(kit.model), LIMITS, **how)
        search.run(task, kit.env, kit.model, strategy, nodes=nodes, max_steps=STEPS)
        return nodes

    began = time.perf_counter()
    played = running.side_by_side(partial(wv.start, OFFLINE), play, tasks, browsers)
    return _row(name, [node for nodes in played for node in nodes], time.perf_counter() - began)


def _row(name: str, nodes: Sequence[search.Node], seconds: float) -> dict:
    """A row for the nodes of all tasks: how many, how long, how they were reached."""
    taken: dict[str, float] = {}
    for node in nodes:
        for part, spent in node.spent.seconds.items():
            taken[part] = taken.get(part, 0) + spent
    visits = sum(node.visit is not None for node in nodes)
    ways = [node.way for node in nodes if node.way]
    shares = {
        f"% {part}": 100 * spent / sum(taken.values()) for part, spent in sorted(taken.items())
    }
    quick = sum(way != "replay" for way in ways)
    return {"way": name, "states": visits, "went back": len(ways), "of them quickly": quick,
            "states a minute": 60 * visits / seconds, **shares, "runs": [seconds]}  # fmt: skip
