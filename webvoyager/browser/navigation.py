"""Navigation: opens addresses, goes back, and follows where pages lead by themselves."""

from collections.abc import Callable, Sequence
from urllib.parse import urldefrag

from ..records import EpisodeError
from . import allowlist
from .session import Session
from .tabs import Tabs
from .waiting import CAP, Waiting
from .worlds import Worlds

_EMPTY_PAGES = ("about:blank", "data:,")  # the pages that a browser begins with
_REASONS = {
    "ERR_NAME_NOT_RESOLVED": (
        "there is no such host, or no network, or it is not on the list of allowed hosts"
    ),
    "ERR_INTERNET_DISCONNECTED": "there is no network",
    "ERR_CONNECTION_REFUSED": "nothing listens there",
    "ERR_CONNECTION_TIMED_OUT": "it did not answer",
    "ERR_TOO_MANY_REDIRECTS": "it redirects in a circle",
    "ERR_CERT": "its certificate is not trusted",
    "insecure certificate": "its certificate is not trusted",
    "invalid argument": "that is not an address; it should begin with http:// or https://",
}


class Navigation:
    """Navigates one browser.

    `note` is called with a sentence when it ends up elsewhere than asked.
    """

    def __init__(
        self,
        session: Session,
        worlds: Worlds,
        waiting: Waiting,
        tabs: Tabs,
        note: Callable[[str], None],
        allow: Sequence[str] | None,
    ) -> None:
        self._session, self._worlds, self._waiting, self._tabs = session, worlds, waiting, tabs
        self._note, self._allow = note, allow

    def open(self, url: str) -> None:
        """Open an address and wait until the page has settled.

        Raises EpisodeError if the address is not allowed, or nothing answers.
        """
        if reason := allowlist.refusal(url, self._allow):
            raise EpisodeError(
                f"{url[:200]} could not be opened: {reason} It may be named in start(allow=…)."
            )
        if self._session.lost:
            self._session.renew()
            self._tabs.forget()
        if error := self._session.get(url):
            raise EpisodeError(_explain_error(url, error))
        self.settle()
        if error := self.error():
            raise EpisodeError(error)

    def back(self, screenshot: Callable[[], bytes]) -> bool:
        """Go back to the previous page; return False if there is none.

        Leaves even pages that trap the Back button.
        """
        before, picture = self.history(), screenshot()
        if len(before) < 2:
            return False
        document = self._waiting.state().document
        self._session.back()
        self.settle()
        if self._session.allow_scripts():
            self._session.cdp("Page.reload")
            self.settle()
        now, same_document = self.history(), self._waiting.state().document == document
        same_address = (now[-1]["url"] if now else "") == before[-1]["url"]
        trapped = len(now) >= len(before) and (same_document or same_address)
        if trapped or (same_document and same_address and screenshot() == picture):
            return self._leave_trap(before)
        return True

    def settle(self, cap: float = CAP, change: bool = False) -> None:
        """Wait until the shown page is at rest, in the right tab and at an allowed address."""
        self._follow_tabs()
        self._waiting.wait_for_rest(cap, change)
        self._follow_tabs()
        self._return_to_allowed()
        self._tabs.note_changes()

    def history(self) -> list[dict]:
        """The pages up to the shown one, without the empty ones that a browser begins with."""
        entries = self._session.history
        while entries and entries[0]["url"] in _EMPTY_PAGES:
            entries.pop(0)
        return entries

    def error(self) -> str:
        """Why the browser shows an error page, as a sentence; "" if it shows another page."""
        code = self._worlds.ask_top("errorPage")
        return _explain_error(self._session.url, code) if code else ""

    def _leave_trap(self, history: list[dict]) -> bool:
        """Go back past pages that trap the Back button or lead forward again.

        Shows the page before them; returns False if there is none.
        """
        passed = {urldefrag(entry["url"]).url for entry in history[-2:]}
        earlier = [entry for entry in history if urldefrag(entry["url"]).url not in passed]
        if earlier:
            self._session.cdp("Page.navigateToHistoryEntry", entryId=earlier[-1]["id"])
            self._note(
                "The page held on to the back button; the page before it was opened all the same."
            )
            self.settle()
        return bool(earlier)

    def _follow_tabs(self) -> None:
        """Show a tab that was opened, or open its address in this one."""
        if not (address := self._tabs.follow()):
            return
        try:
            self.open(address)
        except EpisodeError as error:
            # refused, or nothing is there: the page that asked for it is still shown
            self._note(str(error))

    def _return_to_allowed(self) -> None:
        """Go back to the last allowed address if the page led to one that may not be opened.

        That is an address that is not allowed, or one for another program.

        For another program, the browser asks the user; until a page of another site is opened, the
        page has no focus and takes no clicks. Links, scripts and forms are stopped earlier
        (js/preload/permissions.js); frames and redirects are not.
        """
        reason = ""
        if self._allow is not None:
            reason = allowlist.refusal(self._session.url, self._allow)
        may_ask = self._session.loading.failed and self._session.headless
        if may_ask and not self._worlds.ask_top("focused"):
            reason = "it is for another program, so it was refused."
        if not reason:
            return
        self._note(f"The page led to an address that may not be opened: {reason}")
        history = self.history()
        allowed = [entry for entry in history if not allowlist.refusal(entry["url"], self._allow)]
        self._session.get("about:blank")
        if allowed:
            self._session.cdp("Page.navigateToHistoryEntry", entryId=allowed[-1]["id"])
        self._waiting.wait_quietly()


def _explain_error(url: str, error: str) -> str:
    reason = next((words for code, words in _REASONS.items() if code in error), error)
    return f"{url} could not be opened: {reason}."
