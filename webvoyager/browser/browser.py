"""A real Chromium with one page before it: open, screenshot, survey, point, type, settle, reset, close."""

import atexit
import base64
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Self
from urllib.parse import unquote, urldefrag, urlsplit

from ..records import EpisodeError, Outcome
from . import allowlist, documents, realms
from .realms import Realms
from .session import DocumentGone, NoAnswer, Session, key

SETTLE = 5.0  # seconds a page gets to come to rest
ZOOMS = (0.5, 0.8, 1.0, 4 / 3, 2.0)
_RESTLESS = {"rest": False, "parsed": False, "now": 0, "page": None}


class Browser:
    """A real Chromium with a viewport of exactly `viewport` CSS pixels; a context manager.

    All happens in one tab, unless `tabs` is set to True: then what opens a tab does, and the newest one is shown.
    `hosts` leads names to addresses of your own, {"*.mini": "127.0.0.1:8000"}; `allow` is the list of other
    hosts that may be reached ("example.org", "*.example.org"), None for all; what else a page asks for or leads to is
    refused. `search` is where the action Google leads. `remote` is the address of a WebDriver server (a Selenium
    Grid) to use in place of a local browser.
    """

    def __init__(
        self,
        headless: bool = True,
        viewport: tuple[int, int] = (1024, 768),
        allow: Sequence[str] | None = None,
        remote: str | None = None,
        *,
        hosts: Mapping[str, str] | None = None,
        search: str = "https://www.google.com/",
    ) -> None:
        self.viewport, self.search = viewport, search
        self.zoom = 1.0
        self._allow = None if allow is None else (*dict.fromkeys((*(hosts or {}), *allow, "127.0.0.1")),)
        self._log: list[str] = []
        self._kept: set[str] = set()  # addresses of PDFs that pages showed inside
        self._told_files: set[str] = set()  # downloads that were told, and those that go on for ever
        wanted = {"headless": headless, "viewport": viewport, "allow": allow, "hosts": hosts or {}}
        self._session = Session(self.note, remote, **wanted)
        self._realms = Realms(self._session, self.note, self._allow)
        self._tabs_kept, self._tell_tabs = False, False
        self._preload = self._session.preload(realms.preload(self._tabs_kept))
        self._known = self._session.tabs
        atexit.register(self.close)
        self._size()

    # --- where it is -----------------------------------------------------------------------------

    def open(self, url: str) -> Outcome:
        """Go to an address and wait until the page has settled; EpisodeError where it may not, or nothing answers."""
        since = len(self._log)
        if refused := allowlist.refusal(url, self._allow):
            raise EpisodeError(f"{url[:200]} could not be opened: {refused}")
        self._realms.unresponsive.clear()
        if said := self._session.get(url):
            raise EpisodeError(_no_page(url, said))
        self.settle()
        if fault := self.fault():
            raise EpisodeError(fault)
        log = self.log
        return Outcome(log[since:], logged=len(log))

    def back(self) -> bool:
        """Go to the page before; False where there is none. A page that holds on to the button is left all the same."""
        before, shown = self._history(), self.screenshot()
        if len(before) < 2:
            return False
        here, document = before[-1]["url"], self._rest()["page"]
        self._session.back()
        self.settle()
        if self._session.revive():
            self.cdp("Page.reload")
            self.settle()
        now, same = self._history(), self._rest()["page"] == document
        arrived = now[-1]["url"] if now else ""
        held = len(now) >= len(before) and (same or arrived == here)
        if held or (same and arrived == here and self.screenshot() == shown):
            return self._leave(before)
        return True

    def _leave(self, history: list[dict]) -> bool:
        """Back over pages that hold on to the button or lead forward again, to the one before them."""
        passed = {urldefrag(entry["url"]).url for entry in history[-2:]}
        earlier = [entry for entry in history if urldefrag(entry["url"]).url not in passed]
        if earlier:
            self._session.cdp("Page.navigateToHistoryEntry", entryId=earlier[-1]["id"])
            self.note("The page held on to the back button; the page before it was opened all the same.")
            self.settle()
        return bool(earlier)

    def _history(self) -> list[dict]:
        """The pages up to the one that is shown, without the empty ones that a browser begins with."""
        entries = self._session.history
        while entries and entries[0]["url"] in ("about:blank", "data:,"):
            entries.pop(0)
        return entries

    @property
    def url(self) -> str:
        """The address of the page."""
        return self._session.url

    @property
    def process(self) -> int | None:
        """The process id of the local driver, None for a remote browser."""
        return self._session.process

    @property
    def cookies(self) -> dict[str, dict[str, str]]:
        """All cookies by host: {host: {name: value}}."""
        jar: dict[str, dict[str, str]] = {}
        for host, name, value in self._session.cookies:
            jar.setdefault(host, {})[name] = value
        return jar

    def reset(self) -> None:
        """Forget tabs, cookies, storage, cache, history and files: as a browser that was just installed."""
        if self._history() or len(self._session.tabs) > 1:
            self._session.renew()
        self._known = [self._session.tab]
        for file in self._session.files.iterdir():
            file.unlink()
        self._told_files.clear()
        self._kept.clear()
        self.zoomed(1.0)

    # --- what it shows ---------------------------------------------------------------------------

    def screenshot(self) -> bytes:
        """A PNG of the viewport: of its size, however the page is zoomed."""
        return base64.b64decode(self.cdp("Page.captureScreenshot", format="png", optimizeForSpeed=True)["data"])

    def survey(self, call: str, *arguments: Any, frame: Mapping | None = None) -> Any:
        """Call one of the functions of `js/*.js` in the page, in a script realm of its own: survey("observe", {}).

        The page's scripts cannot disturb it, whatever they redefine. Frames of other origins come in a result as
        `frames`; each of them may be given as `frame` to call the function inside it: None where it does not answer.
        """
        if frame:
            return self._realms.survey_frame(call, arguments, frame)
        for _ in range(4):
            try:
                answer = self._realms.survey(call, arguments)
            except DocumentGone as error:
                left = error
            else:
                self._session.dialogs = 0  # a page that answers is in no storm of dialogs
                return answer
            self.settle(cap=1)
        raise EpisodeError(f"The page could not be read: {left}") from left

    def script(self, source: str, *arguments: Any, frame: Mapping | None = None) -> Any:
        """The JSON value that a script in the page's own world returns: script("return document.title")."""
        return self._realms.ask(realms.in_page(source), arguments, frame, world={})

    def fault(self) -> str:
        """Why the browser shows an error in place of a page, in a sentence; "" where it shows a page."""
        said = self.survey("faultPage")
        return _no_page(self.url, said) if said else ""

    def cdp(self, command: str, **parameters: Any) -> dict:
        """A command of the Chrome DevTools Protocol."""
        return self._session.cdp(command, **parameters)

    def note(self, words: str) -> None:
        """Add a sentence to the log."""
        self._log.append(words)

    @property
    def log(self) -> tuple[str, ...]:
        """All that happened so far, in sentences (dialogs, files, slow pages, ends of scrolling); it only grows."""
        if self._tell_tabs:
            self._tell_tabs = False
            self.note(self._all_tabs())
        for file in self._fresh():
            self._told_files.add(_version(file))
            self.note(documents.read(file))
        return tuple(self._log)

    def keep(self, address: str) -> None:
        """Put a PDF that is shown inside the page among the files, once; of what is no PDF nothing is kept."""
        parts = urlsplit(address)
        if address in self._kept or parts.scheme not in ("http", "https") or allowlist.refusal(address, self._allow):
            return
        self._kept.add(address)
        content = self._session.load(address)
        if b"%PDF-" in content[:1024]:
            name = unquote(parts.path).rpartition("/")[2].replace("\0", "") or "document"
            (self._session.files / name[-100:]).write_bytes(content)

    def left_out(self) -> tuple[str, ...]:
        """Why parts of the page were left out of the last look at it, in sentences."""
        return tuple(self._realms.left_out)

    def _fresh(self) -> list[Path]:
        files = sorted(self._session.files.glob("[!.]*"))
        done = [file for file in files if file.suffix not in (".crdownload", ".tmp")]
        return [file for file in done if _version(file) not in self._told_files]

    def _coming(self) -> list[Path]:
        """Files under way that are waited for."""
        return [file for file in self._session.files.glob("*.crdownload") if file.name not in self._told_files]

    def _size(self) -> None:
        width, height = (round(side / self.zoom) for side in self.viewport)
        size = {"width": width, "height": height, "deviceScaleFactor": self.zoom, "mobile": False}
        self.cdp("Emulation.setDeviceMetricsOverride", **size)

    def zoomed(self, zoom: float) -> None:
        """Show the page this much larger, one of ZOOMS."""
        self.zoom = zoom
        self._size()

    # --- the hand on the mouse and the keys ------------------------------------------------------

    def click(self, x: float, y: float) -> None:
        """Press and release the mouse at a point of the viewport, in CSS pixels."""
        self._perform("pointer", _to(x, y), _DOWN, _UP)

    def move(self, x: float, y: float) -> None:
        """Move the mouse to a point of the viewport."""
        self._perform("pointer", _to(x, y))

    def drag(self, x: float, y: float, dx: float, dy: float) -> None:
        """Press the mouse at a point, move it by (dx, dy) in small moves, and release it."""
        width, height = (side / self.zoom - 1 for side in self.viewport)
        ends = (min(max(x + dx, 0), width), min(max(y + dy, 0), height))  # the mouse stays on the page
        way = [_to(x + (ends[0] - x) * part / 10, y + (ends[1] - y) * part / 10, 16) for part in range(1, 11)]
        self._perform("pointer", _to(x, y), _DOWN, *way, _UP)

    def keys(self, text: str) -> None:
        """Type a text into whatever has the focus."""
        self._perform("key", *({"type": kind, "value": each} for each in text for kind in ("keyDown", "keyUp")))

    def press(self, *names: str) -> None:
        """Press keys together by their names: press("CONTROL", "a")."""
        held = [key(name) for name in names]
        down = [{"type": "keyDown", "value": each} for each in held]
        self._perform("key", *down, *({"type": "keyUp", "value": each} for each in reversed(held)))

    def _perform(self, device: str, *acts: dict) -> None:
        try:
            self._session.perform(device, acts)
        except NoAnswer:
            self._realms.interrupt()
        except DocumentGone:
            self.note("The page was left while it was used.")

    # --- waiting ---------------------------------------------------------------------------------

    def settle(self, cap: float = SETTLE, change: bool = False) -> None:
        """Wait until the page has come to rest, `cap` seconds at most; with `change`, until it also changed.

        It rests when no frame of it is loading, none of the pictures and fonts that would show is on its way, nothing
        that a script asked for is, and nothing has changed for a moment. What does not come to rest within that time
        (a ticker, a stream, a frame that is never answered) is not waited for again on this page.
        """
        self._sync_tabs()
        start, turns = self._rest() if change else None, ["begin"]

        def rested() -> bool:
            now = self._rest(start["now"] if start else None, turns.pop() if turns else "")
            moved_on = bool(start) and now["page"] != start["page"]
            rest = now["rest"] or (moved_on and self._rest()["rest"])
            return rest and not self._session.loading.waited_for() and not self._files_may_come()

        if not self._session.wait(cap, rested):
            self._stop_waiting(change)
        self._sync_tabs()
        self._return_to_allowed()

    def _rest(self, since: float | None = None, turn: str = "") -> dict:
        try:
            now = self._realms.rest(since, turn)
        except DocumentGone:
            return _RESTLESS
        for what in now["asked"]:
            self.note(f"The page asked for {what}; it was refused.")
        return now

    def _files_may_come(self) -> bool:
        """Whether files are under way, or may be about to begin."""
        return bool(self._coming()) or (self._session.loading.file_may_come() and not self._fresh())

    def _stop_waiting(self, change: bool) -> None:
        """Tell what did not come to rest, and wait for it no longer."""
        files, frames = self._coming(), self._session.loading.give_up(self._session.tab)
        whole = frames.pop(self._session.tab, None) is not None
        for file in files:
            size = f"{file.stat().st_size / 1024:.0f} KB" if file.exists() else "a part"
            self.note(f"The download of {file.stem} goes on; {size} came so far.")
            self._told_files.add(file.name)
        for address in frames.values():
            self.note(f"A part of the page ({address[:80]}) is still loading; it may be missing here.")
        if not files and (whole or not frames):
            self.note("Nothing changed while waiting." if change else "The page is still loading.")
        if not self._rest(turn="give up")["parsed"] and not self._session.wait(SETTLE, lambda: self._rest()["parsed"]):
            self._realms.halt()  # as a person would; until then the driver itself waits for the page
            self.note("Loading was stopped: the rest of the page did not come.")

    def _return_to_allowed(self) -> None:
        """Where a page led to an address that is not allowed, go back to the last one that is."""
        if self._allow is None:
            return
        refused = allowlist.refusal(self._session.url, self._allow)
        if not refused:
            return
        self.note(f"The page led to an address that may not be opened: {refused}")
        allowed = [entry for entry in self._history() if not allowlist.refusal(entry["url"], self._allow)]
        if allowed:
            self._session.cdp("Page.navigateToHistoryEntry", entryId=allowed[-1]["id"])
        else:
            self._session.get("about:blank")
        self._session.wait(SETTLE, lambda: self._rest()["rest"])

    # --- tabs ------------------------------------------------------------------------------------

    @property
    def tabs(self) -> bool:
        """Whether what opens a tab does; False: all leads on in one tab."""
        return self._tabs_kept

    @tabs.setter
    def tabs(self, kept: bool) -> None:
        """For the documents to come."""
        if kept != self._tabs_kept:
            self._tabs_kept, self._preload = kept, self._session.preload(realms.preload(kept), instead=self._preload)

    def show_tab(self, number: int) -> bool:
        """Show the tab of this number, counted from 0; False where there is none."""
        self._sync_tabs()
        if not 0 <= number < len(self._known):
            return False
        self._show(self._known[number])
        self._tell_tabs = True
        return True

    def _show(self, tab: str) -> None:
        self._session.show(tab)
        self.cdp("Page.bringToFront")
        self._size()

    def _sync_tabs(self) -> None:
        """Show a tab that was opened; where there is to be one tab only, its address leads on there."""
        now = self._session.tabs
        if now == self._known or not now:
            return
        left, fresh = [tab for tab in self._known if tab in now], [tab for tab in now if tab not in self._known]
        if not self._tabs_kept:
            self._open_in_first_tab(left or fresh, fresh)
            return
        self._known = [*left, *fresh]
        if fresh or self._session.tab not in now:
            self._show(self._known[-1])
        self._tell_tabs = True

    def _open_in_first_tab(self, left: list[str], fresh: list[str]) -> None:
        self._session.show(fresh[-1])
        address = self._session.url
        self._close_other_tabs(left[0])
        if address.startswith("http"):
            try:
                self.open(address)
            except EpisodeError as error:  # refused, or nothing there: the page that asked for it is still shown
                self.note(str(error))

    def _close_other_tabs(self, tab: str) -> None:
        """Close all tabs but one."""
        for extra in self._session.tabs:
            if extra != tab:
                self._session.close_tab(extra)
        if self._session.tab != tab or self._known != [tab]:
            self._known = [tab]
            self._show(tab)

    def _all_tabs(self) -> str:
        targets = self.cdp("Target.getTargets")["targetInfos"]
        names = {target["targetId"]: target["title"] or target["url"] for target in targets}
        shown = [
            f'{number} "{names.get(tab, "")[:60]}"{" (shown)" if tab == self._session.tab else ""}'
            for number, tab in enumerate(self._known)
        ]
        return f"Tabs: {', '.join(shown)}."

    # --- end -------------------------------------------------------------------------------------

    def close(self) -> None:
        """End the browser and remove its files; closing twice is fine."""
        atexit.unregister(self.close)
        self._session.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Browser({self.viewport[0]}x{self.viewport[1]})"


_DOWN, _UP = ({"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp"))


def _to(x: float, y: float, milliseconds: int = 0) -> dict:
    return {"type": "pointerMove", "x": round(x), "y": round(y), "duration": milliseconds}


def _no_page(url: str, said: str) -> str:
    reasons = {
        "ERR_NAME_NOT_RESOLVED": "there is no such host, or no network, or it is not on the list of allowed hosts",
        "ERR_INTERNET_DISCONNECTED": "there is no network",
        "ERR_CONNECTION_REFUSED": "nothing listens there",
        "ERR_CONNECTION_TIMED_OUT": "it did not answer",
        "ERR_TOO_MANY_REDIRECTS": "it redirects in a circle",
        "ERR_CERT": "its certificate is not trusted",
        "insecure certificate": "its certificate is not trusted",
        "invalid argument": "that is not an address; it should begin with http:// or https://",
    }
    reason = next((words for code, words in reasons.items() if code in said), said)
    return f"{url} could not be opened: {reason}."


def _version(file: Path) -> tuple[str, int]:
    """A later download of the same name takes the place of the earlier one."""
    return file.name, file.stat().st_mtime_ns
