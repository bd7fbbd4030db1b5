"""A real Chromium with one page before it, put together from its parts: open, look, click, settle,
reset, close.
"""

import atexit
import base64
from collections.abc import Mapping, Sequence
from typing import Any, Self

from ..records import Mark, Outcome
from . import allowlist
from .downloads import Downloads
from .folding import folded
from .frames import Frames
from .mouse_and_keys import MouseAndKeys
from .navigation import Navigation
from .page import LINE, Page
from .realms import Realms
from .reports import AGAIN, Frame, PageReport, Point, Scrolled, Target
from .session import Session
from .settling import CAP, Settling
from .tabs import Tabs

HOVERED = 2.0  # seconds that what changes under the mouse has to be there again
ZOOMS = (0.5, 0.8, 1.0, 4 / 3, 2.0)


class Browser:
    """A real Chromium with a viewport of exactly `viewport` CSS pixels; a context manager.

    All happens in one tab, unless `tabs` is set to True: then what opens a tab does, and the newest
    one is shown. `hosts` leads names to addresses of your own, {"*.mini": "127.0.0.1:8000"};
    `allow` is the list of other hosts that may be reached ("example.org", "*.example.org",
    "127.0.0.1:5000"), None for all; what else a page asks for or leads to is refused. `search` is
    where the action Google leads. `remote` is the address of a WebDriver server (a Selenium Grid)
    to use in place of a local browser. Of proxies only `proxy` ("http://…:3128") is used, none that
    the environment names.
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
        proxy: str | None = None,
    ) -> None:
        allowlist.check(allow)
        self.viewport, self.search = viewport, search
        self.zoom = 1.0
        self._log: list[str] = []
        led = hosts or {}
        allowed = None if allow is None else (*dict.fromkeys((*led, *led.values(), *allow)),)
        wanted = {
            "headless": headless,
            "viewport": viewport,
            "allow": allow,
            "hosts": led,
            "proxy": proxy,
        }
        session = self._session = Session(self.note, remote, **wanted)
        realms = self._realms = Realms(
            session, self.note, lambda: self.settle(cap=1), closed=allow is not None
        )
        self._frames = Frames(realms, allowed)
        self._page = Page(self._frames)
        self._downloads = Downloads(session, self._log.append, allowed)
        self._tabs = Tabs(session, self.note, self._resize)
        settling = self._settling = Settling(session, realms, self._downloads, self.note)
        self._navigation = Navigation(session, realms, settling, self._tabs, self.note, allowed)
        self._input = MouseAndKeys(session, realms, self.note)
        atexit.register(self.close)
        self._resize()

    # --- where it is -----------------------------------------------------------------------------

    def open(self, url: str) -> Outcome:
        """Go to an address and wait until the page has settled; EpisodeError where it may not, or
        nothing answers.
        """
        since = len(self._log)
        self._session.waited = 0.0
        self._frames.forget()
        self._navigation.open(url)
        log = self.log
        return Outcome(log[since:], logged=len(log))

    def back(self) -> bool:
        """Go to the page before; False where there is none. A page that holds on to the button is
        left all the same.
        """
        return self._navigation.back(self.screenshot)

    def settle(self, cap: float = CAP, change: bool = False) -> None:
        """Wait until the page has come to rest, `cap` seconds at most; with `change`, until it also
        changed.

        It rests when no frame of it is loading, none of the pictures and fonts that would show is
        on its way, nothing that a script asked for is, and nothing has changed for a moment. What
        does not come to rest within that time (a ticker, a stream, a frame that is never answered)
        is not waited for again on this page.
        """
        self._navigation.settle(cap, change)

    @property
    def url(self) -> str:
        """The address of the page."""
        return self._session.url

    @property
    def cookies(self) -> dict[str, dict[str, str]]:
        """All cookies by host: {host: {name: value}}."""
        jar: dict[str, dict[str, str]] = {}
        for host, name, value in self._session.cookies:
            jar.setdefault(host, {})[name] = value
        return jar

    @property
    def tabs(self) -> bool:
        """Whether what opens a tab does; False: all leads on in one tab."""
        return self._tabs.kept

    @tabs.setter
    def tabs(self, kept: bool) -> None:
        """For the documents to come."""
        self._tabs.keep(kept)

    def show_tab(self, number: int) -> bool:
        """Show the tab of this number, counted from 0; False where there is none."""
        self._tabs.follow()
        return self._tabs.show(number)

    def reset(self) -> None:
        """Forget tabs, cookies, storage, cache, history and files: as a browser that was just
        installed.
        """
        if self._session.used:
            self._session.renew()
        self._tabs.forget()
        self._downloads.forget()
        self.zoomed(1.0)

    # --- what happened ---------------------------------------------------------------------------

    def note(self, words: str) -> None:
        """Add a sentence to the log, of whatever is in it one line."""
        self._log.append(folded(words, LINE))

    @property
    def log(self) -> tuple[str, ...]:
        """All that happened so far, in sentences (dialogs, files, slow pages, ends of scrolling);
        it only grows.
        """
        self._downloads.tell()
        return tuple(self._log)

    # --- what it shows ---------------------------------------------------------------------------

    def look(
        self, without: Sequence[str] = (), tree: bool = False, patience: float | None = None
    ) -> PageReport:
        """What is in the viewport now, and a picture of it.

        `without` leaves out rules that make an element a target, `tree` adds the accessibility
        tree, `patience` is how many milliseconds are spent on hit tests before they are spared
        where they can be.
        """
        wanted = {"without": list(without), "tree": tree} | (
            {} if patience is None else {"patience": patience}
        )
        try:
            page = self._page.look(wanted, self.zoom)
        finally:
            self._session.waited = 0.0
        fault = self._navigation.fault() if page["url"].startswith("chrome-error:") else ""
        page |= {"url": self.url} if fault else {}
        report = PageReport(**page, error=fault, picture=self.screenshot())
        for address in report.documents:
            self._downloads.fetch(address)
        return report

    def screenshot(self) -> bytes:
        """A PNG of the viewport: of its size, however the page is zoomed."""
        return base64.b64decode(
            self.cdp("Page.captureScreenshot", format="png", optimizeForSpeed=True)["data"]
        )

    def script(self, source: str, *arguments: Any, frame: Frame | None = None) -> Any:
        """The JSON value that a script in the page's own world returns: script("return
        document.title").
        """
        return self._realms.in_page(source, arguments, frame)

    def cdp(self, command: str, **parameters: Any) -> dict:
        """A command of the Chrome DevTools Protocol."""
        return self._session.cdp(command, **parameters)

    def zoomed(self, zoom: float) -> None:
        """Show the page this much larger, one of ZOOMS."""
        self.zoom = zoom
        self._resize()

    def _resize(self) -> None:
        width, height = (round(side / self.zoom) for side in self.viewport)
        size = {"width": width, "height": height, "deviceScaleFactor": self.zoom, "mobile": False}
        self.cdp("Emulation.setDeviceMetricsOverride", **size)

    # --- what a hand does ------------------------------------------------------------------------

    def aim(self, mark: Mark, at: Point | None = None) -> Target:
        """A mark's element as it is now, scrolled into view where it must be, and a point that hits
        it.

        No other mark lies at that point, where there is such a one; it is `at` where that hits.
        """
        return self._page.aim(mark, at)

    def hover(self, mark: Mark, point: Point) -> Target:
        """Move the mouse to a mark's point and let hovering take effect: the target then.

        Its point is still this one where that hits it. A picture that changes under the mouse has
        no place while the other one loads: that is waited for.
        """
        self.move(*point)
        self._settling.wait_silently(cap=1)
        found = self.aim(mark, point)
        if not found.reached:
            self._session.wait(HOVERED, lambda: 0 if self.aim(mark, point).reached else AGAIN)
            found = self.aim(mark, point)
        return found

    def click(self, x: float, y: float) -> None:
        """Press and release the mouse at a point of the viewport, in CSS pixels."""
        self._input.click(x, y)

    def move(self, x: float, y: float) -> None:
        """Move the mouse to a point of the viewport."""
        self._input.move(x, y)

    def drag(self, x: float, y: float, dx: float, dy: float) -> None:
        """Press the mouse at a point, move it by (dx, dy) as far as the viewport goes, and release
        it.
        """
        width, height = (side / self.zoom - 1 for side in self.viewport)
        self._input.drag(x, y, min(max(x + dx, 0), width), min(max(y + dy, 0), height))

    def keys(self, text: str) -> None:
        """Type a text into whatever has the focus."""
        self._input.type(text)

    def press(self, *names: str) -> None:
        """Press keys together by their names: press("CONTROL", "a")."""
        self._input.press(*names)

    def value(self, target: Target) -> str | None:
        """What a field holds."""
        return self._page.value(target)

    def choose(self, target: Target, option: str) -> list[str] | None:
        """Choose the option of that name in a native list; None, or the options that there are
        where none has it.
        """
        return self._page.choose(target, option)

    def put(self, target: Target, text: str) -> bool:
        """Put a value into a field whole (a date, a colour); False where it is not of the field's
        form.
        """
        return self._page.put(target, text)

    def scroll(self, target: Target | None, way: int, far: bool = False) -> Scrolled:
        """Scroll the page, or the area that a target stands in, by two thirds of what it shows,
        down (1) or up (-1).

        An area of less than a third of the viewport goes on by all it shows but a line; `far` goes
        to the end.
        """
        return self._page.scroll(target, way, far)

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
