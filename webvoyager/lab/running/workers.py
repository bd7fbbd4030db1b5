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
    desk = _Desk(items)
    count = min(workers, desk.waiting.qsize())
    results: list[Result] = []
    ended: list[Future] = []
    with (
        tqdm(total=desk.waiting.qsize(), desc=name, disable=None) as bar,
        ThreadPoolExecutor(max(count, 1)) as pool,
    ):
        try:
            for _ in range(count):
                future = pool.submit(_work_on, desk, opened, work)
                future.add_done_callback(desk.finished.put)
            while len(ended) < count:
                news = desk.finished.get()
                if isinstance(news, Future):
                    ended.append(news)
                    continue
                results.append(news)
                keep(news)
                bar.set_postfix_str(progress(results), refresh=False)
                bar.update()
        finally:
            desk.stopped.set()
    for worker in ended:
        worker.result()  # raises the error it ended with
    return results


class _Desk:
    """What the workers share: waiting items, finished results, and whether to stop."""

    def __init__(self, items: Iterable[Item]) -> None:
        self.waiting: queue.SimpleQueue[Item] = queue.SimpleQueue()
        for item in items:
            self.waiting.put(item)
        self.finished: queue.SimpleQueue[Result | Future] = queue.SimpleQueue()
        self.stopped = threading.Event()


def _work_on(
    desk: _Desk,
    opened: Callable[[], AbstractContextManager[Tool]],
    work: Callable[[Tool, Item], Result],
) -> None:
    """Work with one tool until no item is left; an error stops the other workers too."""
    try:
        with opened() as tool:
            while not desk.stopped.is_set():
                try:
                    item = desk.waiting.get_nowait()
                except queue.Empty:
                    return
                desk.finished.put(work(tool, item))
    except BaseException:
        desk.stopped.set()
        raise
