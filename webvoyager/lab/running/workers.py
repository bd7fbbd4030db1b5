"""Several workers side by side, each with a tool (a browser, a kit) that it keeps until the end."""

import queue
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from typing import TypeVar

from tqdm.auto import tqdm

Tool, Item, Result = TypeVar("Tool"), TypeVar("Item"), TypeVar("Result")
_INTERRUPTED = object()  # arrives among the results
_WAITING = "\nInterrupted: waiting until what is under way is done. Interrupt again to leave it."


class Interrupted(KeyboardInterrupt):
    """Somebody interrupted workers; the message says what is done and how to go on."""

    def _render_traceback_(self) -> list[str]:
        """What a notebook shows: the message alone."""
        return [f"Interrupted: {self}"]


def side_by_side(
    opened: Callable[[], AbstractContextManager[Tool]],
    work: Callable[[Tool, Item], Result],
    items: Iterable[Item],
    workers: int = 2,
    name: str = "",
    progress: Callable[[list[Result]], str] = lambda results: "",
    keep: Callable[[Result], None] = lambda result: None,
    lines_every: float = 30,
) -> list[Result]:
    """Call `work(tool, item)` for each item in several threads; return the results as they come.

    Each worker opens its own tool with `opened` and closes it at the end; if no tool is needed,
    pass `contextlib.nullcontext`. The calling thread passes each result to `keep` as soon as it
    arrives, and shows a progress bar with `name`, the time left, and what `progress` says about the
    results so far; without a terminal, a line every `lines_every` seconds. An error in one worker
    stops the others after their current item; the remaining items are not begun, and the error is
    raised. So does an interruption, which raises Interrupted; a second one does not wait for the
    current items.
    """
    shared = _SharedWork(items, workers)
    results: list[Result] = []
    with (
        tqdm(total=shared.total, desc=name, disable=None) as bar,
        _catch_interruptions(shared),
    ):
        report = _Report(bar, name, progress, lines_every)
        try:
            shared.begin(opened, work)
            for result in shared.list_arrivals():
                results.append(result)
                keep(result)
                report.show(results)
        finally:
            shared.stopped = True
            shared.pool.shutdown(wait=shared.interruptions < 2)
    if shared.interruptions:
        under_way = shared.count_begun() - len(results)
        left = f", {under_way} under way" if under_way else ""
        raise Interrupted(f"{len(results)} of {shared.total} done{left}; call again to go on.")
    for worker in shared.ended:
        worker.result()  # raises the error it ended with
    return results


@contextmanager
def _catch_interruptions(shared: "_SharedWork") -> Iterator[None]:
    """Count interruptions while the block runs, instead of raising KeyboardInterrupt in it.

    Raised at any place, it could lose a result, or be ignored in a destructor.
    """
    ordinary = signal.getsignal(signal.SIGINT)
    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or not callable(ordinary):  # nobody can interrupt, or it is ignored
        yield
        return
    signal.signal(signal.SIGINT, lambda *_: shared.interrupt())
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, ordinary)


class _SharedWork:
    """What the workers share: waiting items, finished results, and whether to stop."""

    def __init__(self, items: Iterable[Item], workers: int) -> None:
        self.waiting: queue.SimpleQueue[Item] = queue.SimpleQueue()
        for item in items:
            self.waiting.put(item)
        self.total = self.waiting.qsize()
        self.count = min(workers, self.total)
        self.pool = ThreadPoolExecutor(max(self.count, 1))
        self.finished: queue.SimpleQueue[Result | Future | object] = queue.SimpleQueue()
        self.stopped = False
        self.interruptions = 0
        self.ended: list[Future] = []

    def begin(self, opened: Callable, work: Callable) -> None:
        """Start the workers."""
        for _ in range(self.count):
            future = self.pool.submit(_run_worker, self, opened, work)
            future.add_done_callback(self.finished.put)

    def interrupt(self) -> None:
        """Stop after the current items; the second time, don't wait for them."""
        self.stopped = True
        self.interruptions += 1
        self.finished.put(_INTERRUPTED)

    def list_arrivals(self) -> Iterator[Result]:
        """Yield each result when it arrives, until all workers have ended or are left alone."""
        while len(self.ended) < self.count and self.interruptions < 2:
            arrived = self.finished.get()
            if isinstance(arrived, Future):
                self.ended.append(arrived)
            elif arrived is not _INTERRUPTED:
                yield arrived
            elif self.interruptions == 1:
                print(_WAITING, file=sys.stderr, flush=True)

    def count_begun(self) -> int:
        """The number of items that a worker has taken."""
        return self.total - self.waiting.qsize()


class _Report:
    """The progress: a bar, or a line now and then where there is no terminal."""

    def __init__(
        self, bar: tqdm, name: str, progress: Callable[[list], str], lines_every: float
    ) -> None:
        self.bar, self.name, self.progress, self.lines_every = bar, name, progress, lines_every
        self.last = time.monotonic()

    def show(self, results: list) -> None:
        """Show that one more result has arrived."""
        self.bar.set_postfix_str(self.progress(results), refresh=False)
        self.bar.update()
        if self.bar.disable and time.monotonic() - self.last >= self.lines_every:
            self.last = time.monotonic()
            done = f"{self.name}: {len(results)} of {self.bar.total}"
            print(f"{done}, {self.progress(results)}".rstrip(", "), file=sys.stderr, flush=True)


def _run_worker(
    shared: _SharedWork,
    opened: Callable[[], AbstractContextManager[Tool]],
    work: Callable[[Tool, Item], Result],
) -> None:
    """Work with one tool until no item is left; an error stops the other workers too."""
    try:
        with opened() as tool:
            while not shared.stopped:
                try:
                    item = shared.waiting.get_nowait()
                except queue.Empty:
                    return
                shared.finished.put(work(tool, item))
    except BaseException:
        shared.stopped = True
        raise
