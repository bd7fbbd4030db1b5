"""Limits that all callers of a model in one process share: dollars, tokens, seconds, calls."""

import threading
import time
from collections import deque
from dataclasses import dataclass
from typing import Self

from ..records import EpisodeError

MINUTE = 60.0


@dataclass(frozen=True)
class Limits:
    """What all calls together may come to; None: no limit.

    Once `cost` (US dollars), `tokens` (sent and received) or `seconds` (since the first call) is
    reached, no further call begins: EpisodeError. `requests_per_minute` and `tokens_per_minute`
    only make calls wait. They are for one Model and its copies in one process.
    """

    cost: float | None = None
    tokens: float | None = None
    seconds: float | None = None
    requests_per_minute: float | None = None
    tokens_per_minute: float | None = None


class Meter:
    """Counts a model's calls, and refuses them or makes them wait, as its limits say.

    `cost` is in US dollars; a batch begins with what its folder's episodes cost. A pickle has the
    limits alone: another process counts for itself.
    """

    def __init__(self, limits: Limits, cost: float = 0.0) -> None:
        self.limits, self.cost, self.tokens = limits, cost, 0
        self._begun: float | None = None  # when the first call began
        self._paused_until = 0.0
        self._requests: deque[float] = deque()  # when those of the last minute were sent
        self._received: deque[tuple[float, int]] = deque()  # the last minute's tokens
        self._lock = threading.Lock()

    def __reduce__(self) -> tuple[type[Self], tuple[Limits]]:
        return type(self), (self.limits,)

    def find_reached(self) -> str:
        """The limit that is reached, in words; "" if none."""
        seconds = time.monotonic() - self._begun if self._begun is not None else 0.0
        for most, spent, words in (
            (self.limits.cost, self.cost, "{:.2f} dollars"),
            (self.limits.tokens, self.tokens, "{:,.0f} tokens"),
            (self.limits.seconds, seconds, "{:,.0f} seconds"),
        ):
            if most is not None and spent >= most:
                return f"The limit of {words.format(most)} is reached"
        return ""

    def begin_call(self) -> None:
        """Admit one more call; EpisodeError if a limit is reached."""
        if reached := self.find_reached():
            raise EpisodeError(f"{reached}: no further call is made.", for_all=True)
        if self._begun is None:
            self._begun = time.monotonic()

    def end_call(self, cost: float, tokens: int) -> None:
        """Count what a call came to."""
        with self._lock:
            self.cost += cost
            self.tokens += tokens
            self._received.append((time.monotonic(), tokens))

    def pause(self, seconds: float) -> None:
        """Let no request begin for so long."""
        self._paused_until = max(self._paused_until, time.monotonic() + seconds)

    def request(self, *_: object) -> None:
        """Wait until one more request may be sent; sending one again counts, too."""
        while wait := self._admit_request(time.monotonic()):
            threading.Event().wait(min(wait, 5.0))

    def _admit_request(self, now: float) -> float:
        """Enter a request that may be sent, and return 0; else the seconds to wait."""
        most, tokens = self.limits.requests_per_minute, self.limits.tokens_per_minute
        if now < self._paused_until:
            return self._paused_until - now
        with self._lock:
            while self._requests and now - self._requests[0] >= MINUTE:
                self._requests.popleft()
            while self._received and now - self._received[0][0] >= MINUTE:
                self._received.popleft()
            if most is not None and len(self._requests) >= most:
                return self._requests[0] + MINUTE - now if self._requests else MINUTE
            if tokens is not None and sum(number for _, number in self._received) >= tokens:
                return self._received[0][0] + MINUTE - now if self._received else MINUTE
            self._requests.append(now)
        return 0.0
