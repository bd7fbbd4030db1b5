"""Several workers side by side, each with a tool (a browser, a kit) that it keeps until the end."""

import queue
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor, as_completed
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
) -> list[Result]:
    """What `work(tool, item)` returns for each item, in the order of completion, by several workers
    with a tool each.

    Beside the bar stand `name`, the time left, and what `progress` says of the results so far. A
    tool (a browser, a kit) is `opened` once a worker and closed in the end. An error in one worker,
    or an interruption, stops the others after the item they are at, and is raised.
    """
    waiting: queue.SimpleQueue[Item] = queue.SimpleQueue()
    for item in items:
        waiting.put(item)
    results: list[Result] = []
    stopped = threading.Event()

    def _work_on() -> None:
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
                bar.set_postfix_str(progress(results), refresh=False)
                bar.update()

    workers = min(workers, waiting.qsize())
    with (
        tqdm(total=waiting.qsize(), desc=name, disable=None) as bar,
        ThreadPoolExecutor(max(workers, 1)) as pool,
    ):
        try:
            for future in as_completed([pool.submit(_work_on) for _ in range(workers)]):
                future.result()
        finally:
            stopped.set()
    return results
