"""Many episodes: several browsers side by side, each result on disk as it comes, what is done already left alone."""

import queue
import threading
import warnings
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, TypeVar

import pandas
from tqdm.auto import tqdm

from .. import agent, runs
from ..records import Task
from ..start import Kit, start
from . import checking

Tool, Item, Result = TypeVar("Tool"), TypeVar("Item"), TypeVar("Result")


def run_tasks(
    folder: str | Path,
    tasks: Sequence[Task] | None = None,
    *,
    model: str | None = None,
    seed: int = 42,
    workers: int = 2,
    **settings: Any,
) -> pandas.DataFrame:
    """Run tasks (all of the mini web's, if none are given) into a run folder, check them, and return its table.

    Tasks that have a verdict there are passed over, faults are tried again: call it again after an interruption.
    `settings` are those of `agent.steps`; two browsers keep two cores busy. What a full disk had no room for is told
    by a warning.
    """

    def run_one(kit: Kit, task: Task) -> None:
        episode = agent.run(task, kit.browser, kit.model, folder=folder, **settings)
        verdict = checking.grade(episode, kit.web.state(task.site, kit.browser.cookies))
        try:
            runs.add_verdicts(folder, verdict)
        except OSError as error:  # the other tasks may find room again
            reason = f"could not be written to {folder}: {error.strerror or error}"
            warnings.warn(f"The verdict on {task.id} {reason}. It is: {verdict.reason}", stacklevel=1)

    if tasks is None:
        with start(model, seed=seed) as kit:
            tasks = kit.web.tasks()
    done = _done(Path(folder))
    waiting = [task for task in tasks if task.id not in done]
    side_by_side(lambda: start(model, seed=seed), run_one, waiting, workers, Path(folder).name)
    return runs.table(folder)


def side_by_side(
    opened: Callable[[], AbstractContextManager[Tool]],
    work: Callable[[Tool, Item], Result],
    items: Iterable[Item],
    workers: int = 2,
    name: str = "",
) -> list[Result]:
    """What `work(tool, item)` returns for each item, in the order of completion, by several workers with a tool each.

    A tool (a browser, a kit) is `opened` once a worker and closed in the end. An error in one worker, or an
    interruption, stops the others after the item they are at, and is raised.
    """
    waiting: queue.SimpleQueue[Item] = queue.SimpleQueue()
    for item in items:
        waiting.put(item)
    results: list[Result] = []
    stopped = threading.Event()

    def work_on() -> None:
        with opened() as tool:
            while not stopped.is_set():
                try:
                    item = waiting.get_nowait()
                except queue.Empty:
                    return
                try:
                    results.append(work(tool, item))
                except BaseException:
                    stopped.set()
                    raise
                bar.update()

    workers = min(workers, waiting.qsize())
    with tqdm(total=waiting.qsize(), desc=name, disable=None) as bar, ThreadPoolExecutor(max(workers, 1)) as pool:
        try:
            for future in as_completed([pool.submit(work_on) for _ in range(workers)]):
                future.result()
        finally:
            stopped.set()
    return results


def _done(folder: Path) -> set[str]:
    """The tasks that have a result and a verdict on it, be it a success or not."""
    if not folder.is_dir():
        return set()
    judged = {(verdict.task, verdict.attempt) for verdict in runs.verdicts(folder) if verdict.judge == runs.RULES}
    found = [episode for episode in runs.load(folder) if not episode.stop.startswith("error")]
    return {episode.task.id for episode in found if (episode.task.id, episode.attempt) in judged}
