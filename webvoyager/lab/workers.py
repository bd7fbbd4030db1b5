"""Work on many items side by side: in threads here, or wherever an executor runs."""

import secrets
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sized
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ThreadPoolExecutor,
    as_completed,
)
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import Any, TypeVar

from tqdm.auto import tqdm

from ..display import Console

Tool = TypeVar("Tool")
Item = TypeVar("Item")
Result = TypeVar("Result")
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
    enough: Callable[[list[Result]], bool] = lambda results: False,
    lines_every: float = 30,
    executor: Executor | None = None,
) -> list[Result]:
    """Call `work(tool, item)` for each item side by side; return the results as they come.

    By default in `workers` threads; an `executor` (of processes, of a cluster) does it elsewhere,
    as many at once as it has workers. Each worker opens a tool of its own with `opened` and keeps
    it for its next items; if no tool is needed, pass `contextlib.nullcontext`. The calling thread
    passes each result to `keep` as soon as it arrives, begins no further item once `enough` says
    so, and shows a progress bar with `name` and what `progress` says about the results so far;
    without a terminal, a line every `lines_every` seconds.

    An error stops the work: the items under way are finished and kept, the others are not begun,
    and the error is raised. So does an interruption, which raises Interrupted; a second one does
    not wait for the items under way. Raises RuntimeError when a worker process dies, and ValueError
    when an executor cannot send the work to its processes.
    """
    items = list(items)
    pool = executor or ThreadPoolExecutor(max(min(workers, len(items)), 1))
    batch = secrets.token_hex(8)
    left: set[Future[Result]] = set()
    results: list[Result] = []

    def take(future: Future[Result]) -> None:
        """Keep a result that has arrived, and show the progress."""
        results.append(future.result())
        keep(results[-1])
        count(progress(results))

    try:
        with (
            _explain_errors(items, results, left),
            _show_progress(name, len(items), lines_every) as count,
        ):
            try:
                for item in items:
                    left.add(pool.submit(_work_on, batch, opened, work, item))
                for future in as_completed([*left]):
                    left.discard(future)
                    left_out = future.cancelled() or isinstance(future.exception(), CancelledError)
                    if not left_out:
                        take(future)
                    if enough(results):
                        _cancel(left)
            except BaseException as error:  # an interruption, too: what is under way is kept
                if isinstance(error, KeyboardInterrupt):
                    Console(sys.stderr).write(f"{_WAITING}\n")
                _stopped.add(batch)
                _cancel(left)
                for future in as_completed([*left]):
                    left.discard(future)
                    if future.exception() is None:
                        take(future)
                raise
    finally:
        if executor is None:
            pool.shutdown(wait=not left)
        for worker in [worker for worker, kept in _tools.items() if kept[0] == batch]:
            _close_tool(worker)
    return results


def _cancel(left: set[Future[Result]]) -> None:
    """Cancel what has not begun."""
    left.difference_update([future for future in left if future.cancel()])


@contextmanager
def _explain_errors(items: Sized, results: Sized, left: Sized) -> Iterator[None]:
    """Say in an error how much is done, and how to go on."""
    try:
        yield
    except KeyboardInterrupt:
        under_way = f", {len(left)} under way" if left else ""
        raise Interrupted(
            f"{len(results)} of {len(items)} done{under_way}; call again to go on."
        ) from None
    except BrokenExecutor as error:
        raise RuntimeError(
            f"A worker process died (killed, or out of memory?): {len(results)} of {len(items)}"
            " done; call again with a new executor to go on."
        ) from error
    except Exception as error:
        if "pickle" not in str(error):
            raise
        raise ValueError(
            f"The executor cannot send the work to its processes ({error}): define functions such"
            " as `play` and `view` at the top of a module, and pass nothing that is open."
        ) from error


@contextmanager
def _show_progress(name: str, total: int, lines_every: float) -> Iterator[Callable[[str], None]]:
    """Show a progress bar or, without a terminal, lines; yield what counts one more as done."""
    begun = printed = time.monotonic()
    done = 0

    def count(status: str) -> None:
        nonlocal done, printed
        done, now = done + 1, time.monotonic()
        bar.set_postfix_str(status)
        bar.update()
        if bar.disable and now - printed >= lines_every:
            printed, rest = now, (now - begun) / done * (total - done)
            time_left = f"about {rest / 60:.0f} min left" if rest >= 30 else ""
            line = ", ".join(filter(None, [f"{name}: {done} of {total}", status, time_left]))
            console.write(f"{line}\n")

    console = Console(sys.stderr)
    with tqdm(total=total, desc=name, disable=None, file=console) as bar:
        yield count


_stopped: set[str] = set()  # batches of which no further item begins in this process
# each worker's batch, tool and how to close it, by its thread; processes have tables of their own
_tools: dict[int, tuple[str, Any, ExitStack]] = {}


def _work_on(batch: str, opened: Callable, work: Callable, item: Any) -> Any:
    """Work on an item with this worker's tool, which stays open until the batch ends.

    In another process it stays open until the process ends or works for another batch. After an
    error no further item of the batch begins in this process: CancelledError.
    """
    if batch in _stopped:
        raise CancelledError
    worker = threading.get_ident()
    try:
        if worker in _tools and _tools[worker][0] != batch:
            _close_tool(worker)
        if worker not in _tools:
            stack = ExitStack()
            _tools[worker] = batch, stack.enter_context(opened()), stack
        return work(_tools[worker][1], item)
    except BaseException:  # an interruption, too; it is raised again
        _stopped.add(batch)
        raise


def _close_tool(worker: int) -> None:
    _tools.pop(worker)[2].close()
