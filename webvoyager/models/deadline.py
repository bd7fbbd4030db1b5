"""A bound on the whole of an answer, from its first byte to its last."""

import math
import time
from collections.abc import Iterator

import httpx2


class Bounded(httpx2.SyncByteStream):
    """The bytes of an answer, as long as they come in time.

    An answer that drips would never be too slow otherwise.
    """

    def __init__(self, stream: httpx2.SyncByteStream, end: float) -> None:
        self._stream, self._end = stream, end

    def __iter__(self) -> Iterator[bytes]:
        for part in self._stream:
            if time.monotonic() > self._end:
                raise httpx2.ReadTimeout("the answer did not come to its end in time")
            yield part

    def close(self) -> None:
        """End the stream."""
        self._stream.close()


def bound(response: httpx2.Response) -> None:
    """Give an answer that begins now as long as its request was given."""
    seconds = response.request.extensions["timeout"]["read"]
    response.stream = Bounded(response.stream, time.monotonic() + (seconds or math.inf))
