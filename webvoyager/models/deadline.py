"""A time limit on a whole reply, from its first byte to its last."""

import math
import time
from collections.abc import Iterator

import httpx2


class Bounded(httpx2.SyncByteStream):
    """The bytes of a reply, until its time is up.

    Otherwise a reply that arrives in small drips would never time out.
    """

    def __init__(self, stream: httpx2.SyncByteStream, end: float) -> None:
        self._stream, self._end = stream, end

    def __iter__(self) -> Iterator[bytes]:
        for part in self._stream:
            if time.monotonic() > self._end:
                raise httpx2.ReadTimeout("the reply did not end in time")
            yield part

    def close(self) -> None:
        """Close the stream."""
        self._stream.close()


def bound(response: httpx2.Response) -> None:
    """Give a reply that begins now as many seconds as its request had."""
    seconds = response.request.extensions["timeout"]["read"]
    response.stream = Bounded(response.stream, time.monotonic() + (seconds or math.inf))
