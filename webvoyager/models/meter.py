"""Counts a model's calls, and makes them wait or refuses them, as its Limits say."""

import contextlib
import json
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from email.utils import parsedate_to_datetime
from pathlib import Path

from filelock import FileLock

from ..records import EpisodeError
from .limits import Limits

MINUTE = 60.0
ROOM = 0.1  # seconds after which a call that waits for others asks again
LOST = 600.0  # seconds after which a call under way counts as lost with its worker
LONGEST_PAUSE = 300.0  # seconds, whatever a server asks for


@dataclass
class Count:
    """What was counted so far; times are in seconds by the clock that all callers share."""

    begun: float = 0.0  # when the first call began; 0 if there was none
    cost: float = 0.0  # US dollars
    tokens: int = 0
    largest_cost: float | None = None  # of a single call; None before the first is done
    largest_tokens: int | None = None
    under_way: dict[str, float] = field(default_factory=dict)  # calls and when they began
    requests: list[float] = field(default_factory=list)  # the times of the last minute's
    recent: list[tuple[float, int]] = field(default_factory=list)  # the last minute's tokens
    paused_until: float = 0.0


@dataclass
class Spent:
    """What a call came to: filled in by whoever makes it."""

    cost: float = 0.0
    tokens: int = 0


class Meter:
    """Counts the calls of a Model, its copies, and all that share the limits' file.

    Without limits, it only makes all of them wait when a server asks one to (Retry-After).
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._count, self._lock = Count(), threading.RLock()

    @contextlib.contextmanager
    def call(self) -> Iterator[Spent]:
        """Wait until one more call may begin, and count it at the end.

        Raises EpisodeError if a limit is reached.
        """
        spent, name = Spent(), secrets.token_hex(8)
        self._wait(lambda count, now: self._admit(count, now, name))
        try:
            yield spent
        finally:
            with self._open() as (count, now):
                count.under_way.pop(name, None)
                count.cost += spent.cost
                count.tokens += spent.tokens
                count.largest_cost = max(count.largest_cost or 0.0, spent.cost)
                count.largest_tokens = max(count.largest_tokens or 0, spent.tokens)
                count.recent.append((now, spent.tokens))

    def request(self, *_: object) -> None:
        """Wait until one more request may be sent; sending one again counts, too."""
        self._wait(self._admit_request)

    def heed(self, status: int, retry_after: str | None) -> None:
        """Let all requests wait as long as a server's refusal asks."""
        if status in (429, 503) and retry_after:
            with self._open() as (count, now):
                until = now + min(_read_seconds(retry_after), LONGEST_PAUSE)
                count.paused_until = max(count.paused_until, until)

    def begin(self, cost: float = 0.0) -> None:
        """Count from here on, beginning with the dollars that were spent before."""
        with self._open() as (count, _):
            count.__dict__.update(asdict(Count(cost=cost)))

    @property
    def count(self) -> Count:
        """What was counted so far."""
        with self._open() as (count, _):
            return count

    def find_reached(self) -> str:
        """The limit that is reached, in words; "" if none."""
        with self._open() as (count, now):
            return self._find_reached(count, now)

    def _find_reached(self, count: Count, now: float) -> str:
        seconds = now - count.begun if count.begun else 0.0
        return self.limits.find_reached(count.cost, count.tokens, seconds)

    def _wait(self, admit: Callable[[Count, float], float]) -> None:
        """Ask `admit` until it gives no more seconds to wait."""
        never = threading.Event()
        while True:
            with self._open() as (count, now):
                wait = admit(count, now)
            if wait <= 0:
                return
            never.wait(min(wait, 5.0))

    def _admit(self, count: Count, now: float, name: str) -> float:
        """Enter a call that may begin; else the seconds after which to ask again."""
        if reached := self._find_reached(count, now):
            raise EpisodeError(f"{reached}: no further call is made.", for_all=True)
        for lost in [each for each, begun in count.under_way.items() if now - begun > LOST]:
            del count.under_way[lost]
        if count.under_way and not self._has_room(count):
            return ROOM
        count.begun = count.begun or now
        count.under_way[name] = now
        return 0.0

    def _has_room(self, count: Count) -> bool:
        """Whether one more call stays within the limits, if all are as large as the largest."""
        calls = len(count.under_way) + 1
        return all(
            most is None or (largest is not None and spent + calls * largest <= most)
            for most, spent, largest in (
                (self.limits.cost, count.cost, count.largest_cost),
                (self.limits.tokens, count.tokens, count.largest_tokens),
            )
        )

    def _admit_request(self, count: Count, now: float) -> float:
        """Enter a request that may be sent; else the seconds after which to ask again."""
        if count.paused_until > now:
            return count.paused_until - now
        count.requests = [sent for sent in count.requests if now - sent < MINUTE]
        count.recent = [each for each in count.recent if now - each[0] < MINUTE]
        requests, tokens = self.limits.requests_per_minute, self.limits.tokens_per_minute
        if requests is not None and len(count.requests) >= requests:
            return MINUTE - (now - count.requests[0]) if count.requests else MINUTE
        if tokens is not None and sum(number for _, number in count.recent) >= tokens:
            return MINUTE - (now - count.recent[0][0]) if count.recent else MINUTE
        count.requests.append(now)
        return 0.0

    @contextlib.contextmanager
    def _open(self) -> Iterator[tuple[Count, float]]:
        """The count, to read and change, and the time by the clock that all callers share."""
        with self._lock:
            if self.limits.file is None:
                yield self._count, time.time()
                return
            file = Path(self.limits.file)
            with _lock(file):
                file.touch()
                now = file.stat().st_mtime  # by the disk's clock: two machines' may differ
                count = _read_count(file)
                before = asdict(count)
                yield count, now
                if asdict(count) != before:
                    part = file.with_name(f"{file.name}.part")
                    part.write_text(json.dumps(asdict(count)), "utf-8")
                    part.replace(file)

    def __getstate__(self) -> dict:
        return {"limits": self.limits}

    def __setstate__(self, state: dict) -> None:
        self.__init__(state["limits"])


def _lock(file: Path) -> FileLock:
    file.parent.mkdir(parents=True, exist_ok=True)
    return FileLock(file.with_name(f".{file.name}.lock"))


def _read_count(file: Path) -> Count:
    try:
        text = file.read_text("utf-8")
        return Count(**json.loads(text)) if text else Count()
    except (ValueError, TypeError) as error:
        raise EpisodeError(
            f"{file}, which counts what was spent, is damaged: delete it to count anew.",
            for_all=True,
        ) from error


def _read_seconds(retry_after: str) -> float:
    """The seconds that a Retry-After asks for: a number, or the time of a day; 0 if unclear."""
    try:
        return max(0.0, float(retry_after))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(retry_after).timestamp() - time.time())
    except ValueError:
        return 0.0
