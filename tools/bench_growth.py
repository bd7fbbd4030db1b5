"""Measures many episodes: steps a second against browsers, what recording costs, the first picture.

A recorded model replies at once (`Model(replay=…)`), so what is measured is the kit and Chromium.
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median

import webvoyager as wv
from tools.bench_kernels import Usage
from webvoyager.lab.running import run_tasks
from webvoyager.start import OFFLINE, Kit

BROWSERS = (1, 2, 4)
TASKS = ("recipes", "shop", "papers", "words")  # four tasks of each of these sites
ROUNDS = 3
EPISODES = 200
ROOT = Path(__file__).resolve().parents[1]
FIRST = (
    "import webvoyager as wv\n"
    "with wv.start('offline-rules') as kit:\n"
    "    kit.env.reset(wv.tasks.load()[0])\n"
    "    print(len(kit.env.observation.marked()))"
)


def growth() -> list[dict]:
    """One row per measurement of many episodes, with a recorded model that replies at once."""
    tasks = [task for task in wv.tasks.load() if task.site in TASKS]
    chosen = [task for site in TASKS for task in tasks if task.site == site][:: len(tasks) // 16]
    with tempfile.TemporaryDirectory() as place:
        tape = Path(place) / "calls.jsonl"
        _record(chosen, tape)
        return [
            *_measure_browsers(chosen, tape, Path(place)),
            _measure_recording(chosen, tape, Path(place)),
            _measure_first_picture(),
            _measure_memory(chosen[:4], tape),
        ]


def _record(tasks: Sequence[wv.Task], tape: Path) -> None:
    with wv.start(OFFLINE) as kit:
        model = kit.model.with_recording(record=tape)
        for task in tasks:
            wv.agent.run(task, kit.env, model)


@contextmanager
def _replay(tape: Path) -> Iterator[tuple[Kit, wv.Model]]:
    with wv.start(OFFLINE) as kit:
        yield kit, kit.model.with_recording(replay=tape)


def _measure_browsers(tasks: Sequence[wv.Task], tape: Path, place: Path) -> list[dict]:
    """Steps a second in several browsers at once, and the ratio to one browser."""
    rates: dict[int, list[float]] = {count: [] for count in BROWSERS}
    for number in range(ROUNDS):
        for count in BROWSERS:
            model = wv.Model(OFFLINE, max_tokens=None, replay=tape)
            folder = place / f"{number}-{count}"
            began = time.perf_counter()
            table = run_tasks(folder, tasks, model=model, workers=count)
            if table["stop"].str.startswith("error").any():
                raise RuntimeError(f"A replayed episode failed: {list(table['stop'])}")
            rates[count].append(table["steps"].sum() / (time.perf_counter() - began))
    one = median(rates[1])
    rows = [
        {
            "what": f"steps a second, {count} browsers",
            "unit": "1/s",
            "median": median(found),
            "ratio": median(found) / one,
            "runs": found,
        }
        for count, found in rates.items()
    ]
    two = rows[BROWSERS.index(2)]
    return [
        row | ({"goal": "ratio 1.6", "met": bool(two["ratio"] >= 1.6)} if row is two else {})
        for row in rows
    ]


def _measure_recording(tasks: Sequence[wv.Task], tape: Path, place: Path) -> dict:
    """What writing an episode to disk adds to its time, as a ratio."""
    ratios = []
    with _replay(tape) as (kit, _):
        for number in range(ROUNDS):
            seconds = []
            for folder in (None, place / f"recorded-{number}"):
                model = kit.model.with_recording(replay=tape)
                began = time.perf_counter()
                for task in tasks:
                    wv.agent.run(task, kit.env, model, folder=folder)
                seconds.append(time.perf_counter() - began)
            ratios.append(seconds[1] / seconds[0])
    ratio = median(ratios)
    row = {"what": "an episode recorded, to one that isn't", "unit": "ratio", "median": ratio}
    return row | {"ratio": ratio, "runs": ratios, "goal": "ratio 1.05", "met": ratio < 1.05}


def _measure_first_picture() -> dict:
    """From a new Python to the first labelled screenshot."""
    found = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", FIRST], check=True, cwd=ROOT, capture_output=True)
        found.append(time.perf_counter() - began)
    row = {"what": "from import to the first labelled screenshot", "unit": "s"}
    return row | {"median": median(found), "runs": found, "goal": "3 s", "met": median(found) < 3}


def _measure_memory(tasks: Sequence[wv.Task], tape: Path) -> dict:
    """Memory of Python and its browser after many episodes, to that after the first tenth."""
    found = []
    with _replay(tape) as (kit, _):
        for number in range(EPISODES):
            model = kit.model.with_recording(replay=tape)
            wv.agent.run(tasks[number % len(tasks)], kit.env, model, max_steps=3)
            if (number + 1) % (EPISODES // 10) == 0:
                usage = Usage()
                usage.look()
                found.append(usage.memory / 1e6)
    growth = found[-1] / found[0]
    row = {"what": f"memory after {EPISODES} episodes in one browser", "unit": "MB"}
    row |= {"median": found[-1], "ratio": growth, "runs": found}
    return row | {"goal": "ratio 1.15", "met": growth < 1.15}
