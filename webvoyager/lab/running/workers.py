"""Work on many items side by side: in threads here, or wherever an executor runs."""

import queue
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ThreadPoolExecutor,
)
from contextlib import AbstractContextManager, contextmanager
from typing import TypeVar

from tqdm.auto import tqdm

from .jobs import Jobs

Tool, Item, Result = TypeVar("Tool"), TypeVar("Item"), TypeVar("Result")
_INTERRUPTED = object()  # arrives among the futures
_REFRESH = 2.0  # seconds after which the progress bar shows anew what is under way
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
    executor: Executor | None = None,
    name_item: Callable[[Item], str] | None = None,
) -> list[Result]:
    """Call `work(tool, item)` for each item side by side; return the results as they come.

    By default in `workers` threads; an `executor` (of processes, of a cluster) does it elsewhere,
    as many at once as it has workers. Each worker opens a tool of its own with `opened`, keeps it
    for its next items, and closes it at the end; if no tool is needed, pass
    `contextlib.nullcontext`. The calling thread passes each result to `keep` as soon as it arrives,
    and shows a progress bar with `name`, the time left, what `progress` says about the results so
    far, and the items under way by `name_item`; without a terminal, a line every `lines_every`
    seconds. An error stops the work: the items under way are finished, the others are not begun,
    and the error is raised. So does an interruption, which raises Interrupted; a second one does
    not wait for the items under way. Raises RuntimeError when a worker process dies, and ValueError
    when an executor cannot send the work to its processes.
    """
    jobs, items = Jobs(opened, work), list(items)
    count = max(min(workers, len(items)), 1)
    pool = executor or ThreadPoolExecutor(count)
    shared = _SharedWork(pool, jobs, items, name_item or (lambda item: ""))
    results: list[Result] = []
    with (
        tqdm(total=len(items), desc=name, disable=None) as bar,
        _catch_interruptions(shared),
    ):
        report = _Report(bar, name, progress, shared.describe_under_way, lines_every)
        try:
            shared.begin()
            for result in shared.list_arrivals(report.refresh):
                results.append(result)
                keep(result)
                report.show(results)
        finally:
            shared.stop()
            if executor is None:
                pool.shutdown(wait=shared.interruptions < 2)
            jobs.close()
    if shared.interruptions:
        under_way = shared.count_under_way()
        left = f", {under_way} under way" if under_way else ""
        raise Interrupted(f"{len(results)} of {len(items)} done{left}; call again to go on.")
    if shared.error:
        raise _explain(shared.error, len(results), len(items))
    return results


def _explain(error: BaseException, done: int, total: int) -> BaseException:
    """The error, or a sentence in place of one that comes from the executor."""
    if isinstance(error, BrokenExecutor):
        return RuntimeError(
            f"A worker process died (killed, or out of memory?): {done} of {total} done; call"
            " again with a new executor to go on."
        )
    if "pickle" in str(error):
        return ValueError(
            f"The executor cannot send the work to its processes ({error}): define functions such"
            " as `play` and `view` at the top of a module, and pass nothing that is open."
        )
    return error


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
    """The items' futures, which arrive as they finish, and whether to stop."""

    def __init__(
        self, pool: Executor, jobs: Jobs, items: list[Item], name_item: Callable[[Item], str]
    ) -> None:
        self.pool, self.jobs, self.items, self.name_item = pool, jobs, items, name_item
        self.futures: dict[Future, Item] = {}
        self.arrived: queue.SimpleQueue[Future | object] = queue.SimpleQueue()
        self.interruptions = 0
        self.error: BaseException | None = None

    def begin(self) -> None:
        """Submit all items."""
        for item in self.items:
            future = self.pool.submit(self.jobs.do, item)
            self.futures[future] = item
            future.add_done_callback(self.arrived.put)

    def interrupt(self) -> None:
        """Begin no further item; the second time, don't wait for those under way."""
        self.interruptions += 1
        self.jobs.stop()
        self.arrived.put(_INTERRUPTED)

    def stop(self) -> None:
        """Cancel the items that have not begun."""
        self.jobs.stop()
        for future in self.futures:
            future.cancel()

    def list_arrivals(self, wait: Callable[[], None]) -> Iterator[Result]:
        """Yield each result when it arrives, until all items are done, cancelled or left alone.

        `wait` is called now and then while nothing arrives.
        """
        left = len(self.futures)
        while left and self.interruptions < 2:
            try:
                arrived = self.arrived.get(timeout=_REFRESH)
            except queue.Empty:
                wait()
                continue
            if arrived is _INTERRUPTED:
                self.stop()
                if self.interruptions == 1:
                    print(_WAITING, file=sys.stderr, flush=True)
                continue
            left -= 1
            if arrived.cancelled():
                continue
            error = arrived.exception()
            if isinstance(error, CancelledError):
                continue
            if error is None:
                yield arrived.result()
            else:
                self.error = self.error or error
                self.stop()

    def count_under_way(self) -> int:
        """The number of items that have begun and are not done."""
        return sum(not future.done() for future in self.futures)

    def describe_under_way(self) -> str:
        """The items that are being worked on, by their names."""
        running = (item for future, item in self.futures.items() if future.running())
        return ", ".join(filter(None, map(self.name_item, running)))


class _Report:
    """The progress: a bar, or a line now and then where there is no terminal."""

    def __init__(
        self,
        bar: tqdm,
        name: str,
        progress: Callable[[list], str],
        under_way: Callable[[], str],
        lines_every: float,
    ) -> None:
        self.bar, self.name, self.progress, self.under_way = bar, name, progress, under_way
        self.lines_every, self.begun = lines_every, time.monotonic()
        self.status = ""  # what `progress` last returned
        self.last = self.begun

    def refresh(self) -> None:
        """Show what is under way now."""
        self.bar.set_postfix_str("; ".join(filter(None, [self.status, self._describe_now()])))

    def show(self, results: list) -> None:
        """Show that one more result has arrived."""
        self.status = self.progress(results)
        self.refresh()
        self.bar.update()
        if self.bar.disable and time.monotonic() - self.last >= self.lines_every:
            self.last = time.monotonic()
            done = f"{self.name}: {len(results)} of {self.bar.total}"
            line = ", ".join(filter(None, [done, self.status, self._describe_left(len(results))]))
            print(
                "; ".join(filter(None, [line, self._describe_now()])), file=sys.stderr, flush=True
            )

    def _describe_now(self) -> str:
        under_way = self.under_way()
        return f"now {under_way}" if under_way else ""

    def _describe_left(self, done: int) -> str:
        left = (time.monotonic() - self.begun) / done * (self.bar.total - done)
        return f"about {left / 60:.0f} min left" if left >= 30 else ""
