"""Which frames the browser is loading, of any origin and depth, as its own events tell: no page can
say otherwise.
"""

import time
from collections.abc import Mapping

EVENTS = (
    "goog:cdp.Page.frameStartedLoading",
    "goog:cdp.Page.frameStoppedLoading",
    "browsingContext.navigationStarted",
    "browsingContext.navigationFailed",
    "browsingContext.downloadWillBegin",
    "browsingContext.contextDestroyed",
)
# seconds a file gets to appear after a navigation
FILE = {
    "navigationFailed": 0.5,
    "downloadWillBegin": 3.0,
}


class Loading:
    """The frames that are loading; to be given the browser's EVENTS in the order in which they
    come.
    """

    def __init__(self) -> None:
        self._addresses: dict[str, str] = {}  # by frame: where it was led last
        self._loading: dict[str, None] = {}  # frames, in order
        # frames that are not waited for again; a tab until it is led elsewhere
        self._given_up: set[str] = set()
        self._tab = ""
        self._file_until = float("-inf")  # till when a file may appear
        self.failed = False  # whether the last navigation led to no page

    def hear(self, event: str, about: Mapping) -> None:
        """Take note of one event."""
        frame = about.get("context") or about["params"]["frameId"]
        match event.rpartition(".")[2]:
            case "navigationStarted":
                self._addresses[frame], self.failed = about["url"], False
                if frame == self._tab:
                    self._given_up.discard(frame)
            case "frameStartedLoading":
                self._loading[frame] = None
            case "frameStoppedLoading":
                self._loading.pop(frame, None)
            case "contextDestroyed":
                self._loading.pop(frame, None)
                self._addresses.pop(frame, None)
                self._given_up.discard(frame)
            case kind:
                self._file_until = max(self._file_until, time.monotonic() + FILE[kind])
                self.failed = True

    def waited_for(self) -> list[str]:
        """The frames that are loading and have not been given up."""
        return [frame for frame in tuple(self._loading) if frame not in self._given_up]

    def file_may_come(self) -> bool:
        """Whether a navigation has just led to no page, but perhaps to a file that is not there
        yet.
        """
        return time.monotonic() < self._file_until

    def file_came(self) -> None:
        """Wait for no other file than this one."""
        self._file_until = float("-inf")

    def give_up(self, tab: str) -> dict[str, str]:
        """Wait no longer for what is loading now: those frames, of which `tab` is the top, and
        where each was led.
        """
        self._tab, frames = tab, self.waited_for()
        self._given_up.update(frames)
        return {frame: self._addresses.get(frame, "") for frame in frames}
