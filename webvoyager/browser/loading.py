"""Which frames the browser is loading, of any origin and depth.

This comes from the browser's own events, so no page can claim otherwise.
"""

import time
from collections.abc import Callable, Mapping
from functools import partial

_EVENTS = (
    "goog:cdp.Page.frameStartedLoading",
    "goog:cdp.Page.frameStoppedLoading",
    "browsingContext.navigationStarted",
    "browsingContext.navigationFailed",
    "browsingContext.downloadWillBegin",
    "browsingContext.contextDestroyed",
)
# seconds in which a file may appear after a navigation
_FILE_APPEARS = {"navigationFailed": 0.5, "downloadWillBegin": 3.0}
_NEVER = float("-inf")


class Loading:
    """The frames that are loading."""

    def __init__(self) -> None:
        self._addresses: dict[str, str] = {}  # by frame: the address it was last navigated to
        self._loading: dict[str, None] = {}  # frames, in order
        # frames that are not waited for again; a tab until it is navigated elsewhere
        self._given_up: set[str] = set()
        self._tab = ""
        self._file_until = _NEVER  # until when a file may appear
        self._files: list[tuple[str, str]] = []  # downloads that began: their addresses and names
        self.failed = False  # whether the last navigation led to no page

    @property
    def handlers(self) -> dict[str, Callable[[Mapping], None]]:
        """The handlers of BiDi's events, by their names; events must be handled in order."""
        return {event: partial(self._handle_event, event.rpartition(".")[2]) for event in _EVENTS}

    def _handle_event(self, event: str, parameters: Mapping) -> None:
        frame = parameters.get("context") or parameters["params"]["frameId"]
        match event:
            case "navigationStarted":
                self._addresses[frame], self.failed = parameters["url"], False
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
            case "navigationFailed" | "downloadWillBegin":
                until = time.monotonic() + _FILE_APPEARS[event]
                self._file_until = max(self._file_until, until)
                if event == "downloadWillBegin":
                    self._files.append((parameters["url"], parameters["suggestedFilename"]))
                self.failed = True

    def waited_for(self) -> list[str]:
        """The frames that are loading and have not been given up."""
        return [frame for frame in tuple(self._loading) if frame not in self._given_up]

    def file_may_come(self) -> bool:
        """Whether a navigation has just led to no page, but a file may still appear."""
        return time.monotonic() < self._file_until

    def take_files(self) -> list[tuple[str, str]]:
        """The downloads that have begun since this was last asked: their addresses and names."""
        files, self._files = self._files, []
        return files

    def expect_no_file(self) -> None:
        """Stop expecting a file: it has come."""
        self._file_until = _NEVER

    def give_up(self, tab: str) -> dict[str, str]:
        """Stop waiting for the frames that are loading now; return the address of each.

        The address is the one the frame was navigated to; `tab` is the top frame.
        """
        self._tab, frames = tab, self.waited_for()
        self._given_up.update(frames)
        return {frame: self._addresses.get(frame, "") for frame in frames}
