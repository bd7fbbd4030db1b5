"""How fast a tree search goes: states a minute by each way of going back, in one browser and in two."""

import time
from collections.abc import Callable, Sequence
from functools import partial

import webvoyager as wv
from webvoyager.lab import batch, search, search_revisit, search_values
from webvoyager.records import Task
from webvoyager.start import OFFLINE, Kit

WAYS: dict[str, search_revisit.Revisit] = {"replay": search_revisit.replay, "quick": search_revisit.quick}
LIMITS = search.Limits(budget=5, branching=3)
TASKS, STEPS = 6, 2  # each of another site; the steps that are committed


def searching() -> list[dict]:
    """One row per way of going back: states a minute in one and two browsers, and the share of time that it takes."""
    every = wv.tasks.load("miniweb")
    tasks = list({task.site: task for task in every if task.site != "search"}.values())[:TASKS]
    rows = []
    for way, revisit in WAYS.items():
        for browsers in (1, 2):
            began = time.perf_counter()
            played = batch.side_by_side(partial(wv.start, OFFLINE), _play(revisit), tasks, browsers)
            nodes = [node for episode in played for node in episode]
            rows.append(_row(f"{way}, {browsers} browser{'s' * (browsers > 1)}", nodes, time.perf_counter() - began))
    slowest = rows[0]["states a minute"]
    return [row | {"ratio": row["states a minute"] / slowest} for row in rows]


def _play(revisit: search_revisit.Revisit) -> Callable[[Kit, Task], list[search.Node]]:
    def play(kit: Kit, task: Task) -> list[search.Node]:
        nodes: list[search.Node] = []
        value = search_values.by_model(kit.model)
        how = {"value": value, "limits": LIMITS, "revisit": revisit, "nodes": nodes, "max_steps": STEPS}
        search.run(task, kit.browser, kit.model, **how)
        return nodes

    return play


def _row(name: str, nodes: Sequence[search.Node], seconds: float) -> dict:
    """What the nodes of all tasks took; the browsers' start is in the seconds, and in no share."""
    taken: dict[str, float] = {}
    for node in nodes:
        for part, spent in node.spent.seconds.items():
            taken[part] = taken.get(part, 0) + spent
    visits = sum(node.visit is not None for node in nodes)
    ways = [node.way for node in nodes if node.way]
    shares = {f"% {part}": 100 * spent / sum(taken.values()) for part, spent in sorted(taken.items())}
    quick = sum(way != "replay" for way in ways)
    return {"way": name, "states": visits, "went back": len(ways), "of them quickly": quick,
            "states a minute": 60 * visits / seconds, **shares, "runs": [seconds]}  # fmt: skip
