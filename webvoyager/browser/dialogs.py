"""Dialogs and logins, which come by themselves: answered at once, and noted."""

import contextlib
from collections.abc import Callable
from typing import Any

from ..records import EpisodeError, quoted

STORM = 20  # so many dialogs in one go
FEW = 3  # so many do not keep a page from answering


class Dialogs:
    """Hears of the dialogs of one browser; `note` is told of each, `stop` is called in a storm of
    them.
    """

    def __init__(self, note: Callable[[str], None], stop: Callable[[], None]) -> None:
        self._note, self._stop = note, stop
        self.count = 0  # since a page last answered

    def hear(self, dialog: Any) -> None:
        """Note a dialog, which the driver has accepted."""
        self.count += 1
        if self.count == STORM:
            self._note("The page opens one dialog after the other; its scripts were stopped.")
            with contextlib.suppress(
                EpisodeError
            ):  # a page that goes on is lost, as the next question to it finds
                self._stop()
        elif self.count < STORM:
            words = quoted(" ".join((dialog.message or "").split())[:300])
            kinds = {
                "beforeunload": "The page asked whether to leave it",
                "prompt": f"A dialog asked {words}",
            }
            sentence = kinds.get(dialog.type, f"A dialog said {words}")
            self._note(f"{sentence}; it was accepted.")

    def decline(self, request: Any) -> None:
        """Decline a login that a server asks for (HTTP authentication), and note it."""
        request.cancel()
        self._note(f"{request.url[:200]} asks for a login with name and password; it was declined.")
