"""Where the browser goes: addresses opened, the way back, and what pages lead to by themselves."""

from collections.abc import Callable, Sequence
from urllib.parse import urldefrag

from ..records import EpisodeError
from . import allowlist
from .realms import Realms
from .session import Session
from .settling import CAP, Settling
from .tabs import Tabs

_EMPTY_PAGES = ("about:blank", "data:,")  # that a browser begins with
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
    """Leads one browser; `note` is told where it was led elsewhere than was wanted."""

    def __init__(
        self,
        session: Session,
        realms: Realms,
        settling: Settling,
        tabs: Tabs,
        note: Callable[[str], None],
        allow: Sequence[str] | None,
    ) -> None:
        self._session, self._realms, self._settling, self._tabs = session, realms, settling, tabs
        self._note, self._allow = note, allow

    def open(self, url: str) -> None:
        """Go to an address and wait until the page has settled; EpisodeError where it may not, or
        nothing answers.
        """
        if refused := allowlist.refusal(url, self._allow):
            raise EpisodeError(
                f"{url[:200]} could not be opened: {refused} It may be named in start(allow=…)."
            )
        if fault := self._session.get(url):
            raise EpisodeError(_why_not(url, fault))
        self.settle()
        if fault := self.fault():
            raise EpisodeError(fault)

    def back(self, screenshot: Callable[[], bytes]) -> bool:
        """Go to the page before; False where there is none. A page that holds on to the button is
        left all the same.
        """
        before, picture = self.history(), screenshot()
        if len(before) < 2:
            return False
        document = self._settling.state().page
        self._session.back()
        self.settle()
        if self._session.revive():
            self._session.cdp("Page.reload")
            self.settle()
        now, same = self.history(), self._settling.state().page == document
        stayed = (now[-1]["url"] if now else "") == before[-1]["url"]
        trapped = len(now) >= len(before) and (same or stayed)
        if trapped or (same and stayed and screenshot() == picture):
            return self._leave(before)
        return True

    def settle(self, cap: float = CAP, change: bool = False) -> None:
        """Wait until the page that is shown has come to rest: in the tab, and at an address, where
        it may be.
        """
        self._follow_tabs()
        self._settling.wait(cap, change)
        self._follow_tabs()
        self._return_to_allowed()
        self._tabs.tell()

    def history(self) -> list[dict]:
        """The pages up to the one that is shown, without the empty ones that a browser begins
        with.
        """
        entries = self._session.history
        while entries and entries[0]["url"] in _EMPTY_PAGES:
            entries.pop(0)
        return entries

    def fault(self) -> str:
        """Why the browser shows an error in place of a page, in a sentence; "" where it shows a
        page.
        """
        code = self._realms.top("faultPage")
        return _why_not(self._session.url, code) if code else ""

    def _leave(self, history: list[dict]) -> bool:
        """Back over pages that hold on to the button or lead forward again, to the one before
        them.
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
        if address := self._tabs.follow():
            try:
                self.open(address)
            except (
                EpisodeError
            ) as error:  # refused, or nothing there: the page that asked for it is still shown
                self._note(str(error))

    def _return_to_allowed(self) -> None:
        """Where a page led to an address that is not allowed, or that is for another program, back
        to the last that is.

        About another program the browser asks a person, over a page that has no focus and takes no
        click then, until there is a page of another site. Links, scripts and forms do not come so
        far (js/preload/wishes.js); frames and redirects do.
        """
        refused = (
            allowlist.refusal(self._session.url, self._allow) if self._allow is not None else ""
        )
        if (
            self._session.loading.failed
            and self._session.headless
            and not self._realms.top("focused")
        ):
            refused = "it is for another program, so it was refused."
        if not refused:
            return
        self._note(f"The page led to an address that may not be opened: {refused}")
        allowed = [
            entry for entry in self.history() if not allowlist.refusal(entry["url"], self._allow)
        ]
        self._session.get("about:blank")
        if allowed:
            self._session.cdp("Page.navigateToHistoryEntry", entryId=allowed[-1]["id"])
        self._settling.wait_silently()


def _why_not(url: str, fault: str) -> str:
    reason = next((words for code, words in _REASONS.items() if code in fault), fault)
    return f"{url} could not be opened: {reason}."
