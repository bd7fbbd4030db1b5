"""Many episodes: several browsers side by side, each result on disk as it comes, what is done already left alone."""

import queue
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pandas
from tqdm.auto import tqdm

from .. import agent, runs
from ..records import Task
from ..start import start
from . import checking


def play(
    folder: str | Path,
    tasks: Sequence[Task] | None = None,
    *,
    model: str | None = None,
    seed: int = 42,
    workers: int = 2,
    **settings: Any,
) -> pandas.DataFrame:
    """Play tasks (all of the mini web's, if none are given) into a run folder, check them, and return its table.

    Tasks that have a result there are passed over, faults are tried again: call it again after an interruption.
    `settings` are those of `agent.steps`; two browsers keep two cores busy.
    """
    waiting: queue.SimpleQueue[Task] = queue.SimpleQueue()
    stopped = False

    def work(bar: tqdm) -> None:
        with start(model, seed=seed) as kit:
            while not stopped and not waiting.empty():
                task = waiting.get()
                episode = agent.run(task, kit.browser, kit.model, folder=folder, **settings)
                runs.judge(folder, checking.grade(episode, kit.web.state(task.site, kit.browser.cookies)))
                bar.update()

    if tasks is None:
        with start(model, seed=seed) as kit:
            tasks = kit.web.tasks()
    done = _done(Path(folder))
    for task in tasks:
        if task.id not in done:
            waiting.put(task)
    with (
        tqdm(total=waiting.qsize(), desc=Path(folder).name, unit="episode") as bar,
        ThreadPoolExecutor(workers) as pool,
    ):
        try:
            for future in [pool.submit(work, bar) for _ in range(workers)]:
                future.result()
        finally:
            stopped = True
    return runs.table(folder)


def _done(folder: Path) -> set[str]:
    """The tasks that have a result, be it a success or not."""
    if not folder.is_dir():
        return set()
    return {episode.task.id for episode in runs.load(folder) if not episode.stop.startswith("error")}
