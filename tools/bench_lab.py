"""How long the study of many episodes takes: listing, opening, verdicts, and all figures."""

import io
import json
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from PIL import Image

from webvoyager import Action, Mark, Observation, Settings, Task, runs
from webvoyager.lab import figures, viewer
from webvoyager.lab.viewer import listing
from webvoyager.records import Step, Verdict

EPISODES = 10_000
GOALS = {"list": 10_000, "open": 1_000, "verdicts": 5_000, "gallery": 60_000}  # ms
ONCE = ("list", "gallery")  # slow parts, measured only once


def lab() -> list[dict]:
    """One row per part, times in ms: listing, filtering, opening, verdicts, all figures."""
    with tempfile.TemporaryDirectory() as folder:
        run = Path(folder, "run")
        _make_run(run, EPISODES)
        parts = {
            "list": lambda: viewer.browse(run),
            "filter": lambda: listing.filter_rows(listed, text="task 77"),
            "open": lambda: viewer.show(runs.load(run / "task_5000")[0]),
            "verdicts": lambda: runs.verdicts(run),
            "gallery": lambda: figures.gallery(run, into=Path(folder, "figures")),
        }
        listed = listing.list_run(run)
        return [_time_part(name, part, 1 if name in ONCE else 3) for name, part in parts.items()]


def _make_run(run: Path, count: int) -> None:
    """Make a run of `count` small episodes of three steps each."""
    buffer = io.BytesIO()
    Image.new("RGB", (1024, 768), "teal").save(buffer, "PNG")
    marks = tuple(Mark(n, "a", "link", f"Item {n}", ((10, 12 * n, 90, 10),)) for n in range(50))
    seen = Observation(
        "http://shop.mini/",
        "Shop",
        marks,
        "\n".join(m.line for m in marks),
        image=buffer.getvalue(),
    )
    steps = [Step(n, seen, "…", "I look.", Action("Click", n)) for n in (1, 2)]
    steps.append(Step(3, seen, "…", "So.", Action("ANSWER", None, "It is 7.")))
    first = runs.record(iter(steps), run, task=_make_task(0), model="m", settings=Settings()).folder
    for number in range(1, count):  # links to the first, since writing isn't measured
        place = run / runs.slug(f"task {number}") / "1"
        place.mkdir(parents=True)
        for file in first.iterdir():
            if file.name != "task.json":
                os.link(file, place / file.name)
        (place / "task.json").write_text(
            json.dumps({"task": _make_task(number).to_json()}), "utf-8"
        )
    runs.add_verdicts(
        run, *(Verdict(f"task {number}", number % 3 == 0, "…", "rules") for number in range(count))
    )


def _make_task(number: int) -> Task:
    return Task(
        id=f"task {number}",
        site="shop",
        url="http://shop.mini/",
        question=f"What is the price of item {number}?",
    )


def _time_part(name: str, part: Callable[[], object], times: int) -> dict:
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        part()
        taken.append(1000 * (time.perf_counter() - began))
    row = {
        "part": name,
        "episodes": EPISODES,
        "median": sorted(taken)[len(taken) // 2],
        "max": max(taken),
        "runs": taken,
    }
    return row | {"goal": GOALS.get(name), "met": taken[0] < GOALS[name] if name in GOALS else None}
