"""Jobs: one item of work each, done with a tool that stays open from one job to the next.

A job may be sent to another process. There, each thread opens a tool of its own for its first job,
and closes it once it has had nothing to do for a while, or when the process ends.
"""

import multiprocessing
import secrets
import signal
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Jobs:
    """The jobs of one batch: `work(tool, item)` with a tool that `opened` opens."""

    opened: Callable[[], AbstractContextManager]
    work: Callable[[Any, Any], Any]
    idle: float = 60.0  # seconds after which a tool without work is closed
    batch: str = field(default_factory=lambda: secrets.token_hex(8))

    def do(self, item: Any) -> Any:
        """Do the work on one item, in whatever process and thread this is called.

        After an error no further job of the batch begins in this process: CancelledError.
        """
        if self.batch in _stopped:
            raise CancelledError
        _leave_interruptions_to_parent()
        place = (self.batch, threading.get_ident())
        try:
            kept = self._take_tool(place)
            try:
                return self.work(kept.tool, item)
            finally:
                _idle[place] = kept
                kept.close_later(place, self.idle)
        except BaseException:  # an interrupt, too; it is raised again
            self.stop()
            raise

    def _take_tool(self, place: tuple[str, int]) -> "_Kept":
        """This thread's tool; it is opened for the first job."""
        kept = _idle.pop(place, None)
        if kept is None:
            return _Kept(self.opened())
        kept.timer.cancel()
        return kept

    def stop(self) -> None:
        """Begin no further job in this process."""
        _stopped.add(self.batch)

    def close(self) -> None:
        """Close the tools of this batch that are idle in this process."""
        for place in list(_idle):
            if place[0] == self.batch:
                _close(place)


class _Kept:
    """A tool that is open, and the timer that will close it."""

    def __init__(self, opened: AbstractContextManager) -> None:
        self.stack = ExitStack()
        self.tool = self.stack.enter_context(opened)
        self.timer = threading.Timer(0, print)  # replaced when the tool becomes idle

    def close_later(self, place: tuple[str, int], seconds: float) -> None:
        """Close the tool after some seconds, unless another job takes it before."""
        self.timer = threading.Timer(seconds, _close, [place])
        self.timer.daemon = True
        self.timer.start()


_stopped: set[str] = set()  # batches of which no further job begins here
_idle: dict[tuple[str, int], _Kept] = {}  # tools without work, by batch and thread


def _close(place: tuple[str, int]) -> None:
    kept = _idle.pop(place, None)
    if kept is not None:
        kept.timer.cancel()
        kept.stack.close()


def _leave_interruptions_to_parent() -> None:
    """In a worker process: ignore Ctrl-C, which a terminal sends to all processes at once."""
    in_main = threading.current_thread() is threading.main_thread()
    if in_main and multiprocessing.parent_process() is not None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
