"""Answers dialogs and logins at once, and notes them."""

import contextlib
import threading
from collections.abc import Callable, Mapping

from ..records import EpisodeError, quoted

STORM = 20  # dialogs: from this many on, the page's scripts are stopped
ANSWERABLE = 3  # dialogs: up to this many, a page still answers


class Dialogs:
    """Handles one browser's dialogs and logins.

    `note` is called with a sentence about each, `stop` when there are too many dialogs, `enter` to
    accept a prompt of a tab with a text, and `decline` to decline the login of a request.
    """

    def __init__(
        self,
        note: Callable[[str], None],
        stop: Callable[[], None],
        enter: Callable[[str, str], None],
        decline: Callable[[str], None],
    ) -> None:
        self._note, self._stop, self._enter, self._decline = note, stop, enter, decline
        self.count = 0  # since a page last answered

    def handle_dialog(self, dialog: Mapping) -> None:
        """Note a dialog, which the driver has accepted; leave a prompt the text it proposes."""
        proposed = dialog.get("defaultValue", "")
        if dialog["type"] == "prompt":
            self._enter(dialog["context"], proposed)
        self.count += 1
        if self.count == STORM:
            self._note("The page opens one dialog after the other; its scripts were stopped.")
            # in another thread than the one that reads: stopping waits for a reply
            threading.Thread(target=self._stop_scripts, daemon=True).start()
        elif self.count < STORM:
            words = quoted(" ".join(dialog["message"].split())[:300])
            sentences = {
                "beforeunload": "The page asked whether to leave it",
                "prompt": f"A dialog asked {words}",
            }
            sentence = sentences.get(dialog["type"], f"A dialog said {words}")
            proposal = f" with {quoted(proposed)}" if proposed else ""
            self._note(f"{sentence}; it was accepted{proposal}.")

    def handle_file_chooser(self, _dialog: Mapping) -> None:
        """Note that the page asks for a file; the chooser itself does not open."""
        self._note("The page asks for a file of this computer: none can be chosen here.")

    def handle_login(self, challenge: Mapping) -> None:
        """Decline a login that a server asks for (HTTP authentication), and note it."""
        request = challenge["request"]
        url = challenge.get("response", {}).get("url") or request["url"]
        self._note(f"{url[:200]} asks for a login with name and password; it was declined.")
        if challenge.get("isBlocked"):
            self._decline(request["request"])

    def _stop_scripts(self) -> None:
        # if the page goes on, the next question to it finds that it is lost
        with contextlib.suppress(EpisodeError):
            self._stop()
