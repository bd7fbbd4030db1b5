"""Several workers side by side, each with a tool (a browser, a kit) that it keeps until the end."""

import queue
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager
from typing import TypeVar

from tqdm.auto import tqdm

Tool, Item, Result = TypeVar("Tool"), TypeVar("Item"), TypeVar("Result")


def side_by_side(
    opened: Callable[[], AbstractContextManager[Tool]],
    work: Callable[[Tool, Item], Result],
    items: Iterable[Item],
    workers: int = 2,
    name: str = "",
    progress: Callable[[list[Result]], str] = lambda results: "",
    keep: Callable[[Result], None] = lambda result: None,
) -> list[Result]:
    """Call `work(tool, item)` for each item in several threads; return the results as they come.

    Each worker opens its own tool with `opened` and closes it at the end; if no tool is needed,
    pass `contextlib.nullcontext`. The calling thread passes each result to `keep` as soon as it
    arrives, and shows a progress bar with `name`, the time left, and what `progress` says about the
    results so far. An error in one worker, or an interruption, stops the others after their current
    item; the remaining items are not begun, and the error is raised.
    """
    shared = _SharedWork(items)
    count = min(workers, shared.waiting.qsize())
    results: list[Result] = []
    ended: list[Future] = []
    with (
        tqdm(total=shared.waiting.qsize(), desc=name, disable=None) as bar,
        ThreadPoolExecutor(max(count, 1)) as pool,
    ):
        try:
            for _ in range(count):
                future = pool.submit(_run_worker, shared, opened, work)
                future.add_done_callback(shared.finished.put)
            while len(ended) < count:
                arrived = shared.finished.get()
                if isinstance(arrived, Future):
                    ended.append(arrived)
                    continue
                results.append(arrived)
                keep(arrived)
                bar.set_postfix_str(progress(results), refresh=False)
                bar.update()
        finally:
            shared.stopped.set()
    for worker in ended:
        worker.result()  # raises the error it ended with
    return results


class _SharedWork:
    """What the workers share: waiting items, finished results, and whether to stop."""

    def __init__(self, items: Iterable[Item]) -> None:
        self.waiting: queue.SimpleQueue[Item] = queue.SimpleQueue()
        for item in items:
            self.waiting.put(item)
        self.finished: queue.SimpleQueue[Result | Future] = queue.SimpleQueue()
        self.stopped = threading.Event()


def _run_worker(
    shared: _SharedWork,
    opened: Callable[[], AbstractContextManager[Tool]],
    work: Callable[[Tool, Item], Result],
) -> None:
    """Work with one tool until no item is left; an error stops the other workers too."""
    try:
        with opened() as tool:
            while not shared.stopped.is_set():
                try:
                    item = shared.waiting.get_nowait()
                except queue.Empty:
                    return
                shared.finished.put(work(tool, item))
    except BaseException:
        shared.stopped.set()
        raise
