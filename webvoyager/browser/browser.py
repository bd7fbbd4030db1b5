"""A real Chromium: open, look, click, settle, reset, close.

Each method delegates to one of the parts that `Browser` puts together.
"""

import atexit
import base64
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, Self

from selenium.webdriver.common.keys import Keys

from ..records import EpisodeError, Mark
from . import allowlist
from .downloads import Downloads
from .faults import DocumentGone, NoAnswer
from .frames import Frames
from .navigation import Navigation
from .page import LINE, Page
from .pixels import blank_boxes
from .reports import AGAIN, Frame, PageReport, Point, Scrolled, Target
from .sanitize import one_line
from .secrets import Secrets, cover
from .session import ANSWER, Session
from .tabs import Tabs
from .waiting import CAP, Waiting
from .worlds import Worlds

HOVERED = 2.0  # seconds to wait for a target that changes under the mouse
ZOOMS = (0.5, 0.8, 1.0, 4 / 3, 2.0)
PASTED = 500  # characters; longer texts are not typed key by key
_KEY_NAMES = "[\ue000-\uf8ff]"  # WebDriver names its keys by characters of this range
_DOWN, _UP = ({"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp"))


class Browser:
    """A real Chromium with a viewport of exactly `viewport` CSS pixels; a context manager.

    Everything happens in one tab unless `tabs` is set to True; then pages open tabs, and the newest
    is shown.

    - `hosts` maps names to addresses of your own: `{"*.mini": "127.0.0.1:8000"}`.
    - `allow` lists the other hosts that may be reached (`"example.org"`, `"*.example.org"`,
      `"127.0.0.1:5000"`); None allows all. Whatever else a page asks for or leads to is refused.
    - `search_engine` is the address that the action Google opens.
    - `remote` is the address of a WebDriver server (a Selenium Grid) to use in place of a local
      browser.
    - `proxy` ("http://…:3128") is the only proxy that is used; those in the environment are
      ignored.
    - `secrets` are typed on pages of their host in place of their names, as in {{password}}, and
      hidden in all that pages show: `{"shop.example": {"password": "…"}}`.

    Raises ValueError, before anything is started, if `allow` names something else than hosts.
    """

    def __init__(
        self,
        headless: bool = True,
        viewport: tuple[int, int] = (1024, 768),
        allow: Sequence[str] | None = None,
        remote: str | None = None,
        *,
        hosts: Mapping[str, str] | None = None,
        search_engine: str = "https://www.google.com/",
        proxy: str | None = None,
        secrets: Mapping[str, Mapping[str, str]] | None = None,
    ) -> None:
        allowlist.validate(allow)
        self.viewport = viewport
        self.search_engine = search_engine
        self.zoom = 1.0
        self._log: list[str] = []
        self._secrets = Secrets(secrets)
        host_map = hosts or {}
        allowed = None
        if allow is not None:
            allowed = tuple(dict.fromkeys((*host_map, *host_map.values(), *allow)))
        self._session = Session(
            self.note,
            remote,
            headless=headless,
            viewport=self.viewport,
            allow=allow,
            host_map=host_map,
            proxy=proxy,
        )
        self._worlds = Worlds(
            self._session, self.note, lambda: self.settle(cap=1), closed=allow is not None
        )
        self._frames = Frames(self._worlds, allowed)
        self._page = Page(self._frames, self._secrets, lambda: self._session.url)
        self._downloads = Downloads(self._session, self._log_hidden, allowed)
        self._tabs = Tabs(self._session, self.note, self._resize)
        self._waiting = Waiting(self._session, self._worlds, self._downloads, self.note)
        self._navigation = Navigation(
            self._session, self._worlds, self._waiting, self._tabs, self.note, allowed
        )
        atexit.register(self.close)
        self._resize()

    # --- where it is -----------------------------------------------------------------------------

    def open(self, url: str) -> None:
        """Open an address and wait until the page has settled.

        Raises EpisodeError if the address is not allowed, or nothing answers. The log says what
        happened meanwhile.
        """
        self._session.waited = 0.0
        self._frames.forget()
        try:
            self._navigation.open(self._secrets.restore_address(url))
        except EpisodeError as error:
            if not self._secrets:
                raise
            raise EpisodeError(self._secrets.hide(str(error)), error.for_all) from None

    def back(self) -> bool:
        """Go back to the previous page; return False if there is none.

        Leaves even pages that trap the Back button.
        """
        return self._navigation.back(self.screenshot)

    def settle(self, cap: float = CAP, change: bool = False) -> None:
        """Wait at most `cap` seconds until the page is at rest.

        With `change`, wait until it has also changed.

        It is at rest when none of its frames is loading, no picture or font that would show is on
        its way, no request of a script is unanswered, and nothing has changed for a moment. What
        does not come to rest within that time (a ticker, a stream, a frame that never answers) is
        not waited for again on this page.
        """
        self._navigation.settle(cap, change)

    @property
    def url(self) -> str:
        """The address of the page."""
        return self._secrets.hide(self._session.url)

    @property
    def cookies(self) -> dict[str, dict[str, str]]:
        """All cookies by host: {host: {name: value}}."""
        jar: dict[str, dict[str, str]] = {}
        for host, name, value in self._session.cookies:
            jar.setdefault(host, {})[name] = value
        return jar

    @property
    def tabs(self) -> bool:
        """Whether pages may open tabs; if not, everything happens in one."""
        return self._tabs.allowed

    @tabs.setter
    def tabs(self, allowed: bool) -> None:
        """Set it for the documents to come."""
        self._tabs.allow(allowed)

    def show_tab(self, number: int) -> bool:
        """Show the tab of this number, counted from 0; return False if there is none."""
        self._tabs.follow()
        return self._tabs.show_number(number)

    def reset(self) -> None:
        """Forget tabs, cookies, storage, cache, history and files.

        The browser is then as if newly installed. One that no longer answers is replaced; opening a
        page does that, too.
        """
        if self._session.used or self._session.lost:
            self._session.renew()
        self._downloads.forget()
        self.zoom = 1.0
        self._tabs.forget()

    # --- what happened ---------------------------------------------------------------------------

    def note(self, sentence: str) -> None:
        """Add a sentence to the log, on one line whatever is in it."""
        self._log_hidden(one_line(self._secrets.hide(sentence), LINE))

    def _log_hidden(self, sentence: str) -> None:
        self._log.append(self._secrets.hide(sentence))

    @property
    def log(self) -> tuple[str, ...]:
        """What has happened so far, in sentences; the list only grows.

        The sentences are about dialogs, files, slow pages and ends of scrolling.
        """
        self._downloads.note_arrived()
        return tuple(self._log)

    @property
    def writes(self) -> tuple[str, ...]:
        """The requests so far that may have changed something on a server; the list only grows.

        For example "POST http://shop.mini/orders". These are all requests but GET, HEAD, OPTIONS
        and TRACE, and messages over a WebSocket.
        """
        return tuple(map(self._secrets.hide, self._session.writes.sent))

    # --- what it shows ---------------------------------------------------------------------------

    def look(
        self,
        without: Sequence[str] = (),
        tree: bool = False,
        patience: float | None = None,
        pictures: bool = False,
        generated: bool = False,
    ) -> PageReport:
        """What is in the viewport now, and a picture of it.

        `without` leaves out rules that make an element a target, `tree` adds the accessibility
        tree, with `pictures` in rows of their own. After `patience` milliseconds of hit tests, only
        elements that may be covered get one. The tree has the words that style sheets add;
        `generated` adds them to the lines.
        """
        options = {"without": list(without), "tree": tree, "pictures": pictures}
        options["generated"] = generated
        if patience is not None:
            options["patience"] = patience
        try:
            page, picture = self._page.observe(options, self.zoom), self.screenshot()
            if blank := blank_boxes(picture, page.drawn, self.zoom):
                page = self._page.observe({**options, "blank": blank}, self.zoom)
        finally:
            self._session.waited = 0.0
        seen, error = page.seen, ""
        if seen.url.startswith("chrome-error:"):
            error = self._navigation.error()
        if error:
            seen = replace(seen, url=self.url, notes=(error, *seen.notes))
        seen = replace(seen, image=cover(picture, self._secrets.find_boxes(seen)))
        for address in page.documents:
            self._downloads.fetch(address)
        return replace(page, seen=seen)

    def screenshot(self) -> bytes:
        """A PNG of the viewport, of the same size at any zoom; secrets in it are not hidden."""
        picture = self.cdp("Page.captureScreenshot", format="png", optimizeForSpeed=True)
        return base64.b64decode(picture["data"])

    def script(self, source: str, *arguments: Any, frame: Frame | None = None) -> Any:
        """Run a script in the page's own world, and return its result, a JSON value.

        For example, script("return document.title").
        """
        return self._worlds.run_in_page(source, arguments, frame)

    def cdp(self, command: str, **parameters: Any) -> dict:
        """Run a command of the Chrome DevTools Protocol, and return its result."""
        return self._session.cdp(command, **parameters)

    def zoomed(self, zoom: float) -> None:
        """Zoom the page by this factor, one of ZOOMS."""
        self.zoom = zoom
        self._resize()

    def _resize(self) -> None:
        width, height = (round(side / self.zoom) for side in self.viewport)
        size = {"width": width, "height": height, "deviceScaleFactor": self.zoom, "mobile": False}
        self.cdp("Emulation.setDeviceMetricsOverride", **size)

    # --- what an action does ---------------------------------------------------------------------

    def aim(self, mark: Mark, at: Point | None = None) -> Target:
        """A mark's element as it is now, with a point that hits it.

        The element is scrolled into view if necessary. The point is one where no other mark lies,
        if there is one; `at` is preferred.
        """
        return self._page.aim(mark, at)

    def approach(self, mark: Mark, point: Point) -> Target:
        """Move the mouse to a mark's point, let hovering take effect, and return the target then.

        Its point stays the same if it still hits. A picture that changes under the mouse takes up
        no space while the new one loads, so this waits for it.
        """
        self.move(*point)
        self._waiting.wait_quietly(cap=1)
        target = self.aim(mark, point)
        if not target.reached:
            self._session.poll(HOVERED, lambda: 0 if self.aim(mark, point).reached else AGAIN)
            target = self.aim(mark, point)
        return target

    def click(self, x: float, y: float, button: int = 0, times: int = 1) -> None:
        """Press and release the mouse at a point of the viewport, in CSS pixels.

        `button` is 2 for the right one.
        """
        presses = [{**way, "button": button} for _ in range(times) for way in (_DOWN, _UP)]
        self._perform("pointer", _move_to(x, y), *presses)

    def move(self, x: float, y: float) -> None:
        """Move the mouse to a point of the viewport."""
        self._perform("pointer", _move_to(x, y))

    def drag(self, x: float, y: float, *ways: Point) -> None:
        """Press the mouse at a point, move it by each (dx, dy) from there, and release it.

        Each way is ten small moves. It does not leave the viewport.
        """
        width, height = (side / self.zoom - 1 for side in self.viewport)
        points = [(min(max(x + dx, 0), width), min(max(y + dy, 0), height)) for dx, dy in ways]
        moves = [
            _move_to(left + (to_left - left) * part / 10, top + (to_top - top) * part / 10, 16)
            for (left, top), (to_left, to_top) in pairwise([(x, y), *points])
            for part in range(1, 11)
        ]
        self._perform("pointer", _move_to(x, y), _DOWN, *moves, _UP)

    def keys(self, text: str, target: Target | None = None, pasted: bool = False) -> None:
        """Type a text into whatever has the focus, in the page or in the target's frame.

        A long text is inserted as if `pasted`, and so are characters that name keys to WebDriver.
        Raises ActionError if it names a secret that the page's host has not.
        """
        for part in re.split(f"({_KEY_NAMES}+)", self._fill(text, target)):
            if (pasted and part) or len(part) > PASTED or re.match(_KEY_NAMES, part):
                self.cdp("Input.insertText", text=part)
            elif part:
                strokes = [(kind, sign) for sign in part for kind in ("keyDown", "keyUp")]
                self._perform("key", *({"type": kind, "value": sign} for kind, sign in strokes))

    def press(self, *names: str) -> None:
        """Press keys together by their names: press("CONTROL", "a")."""
        keys = [getattr(Keys, name, name) for name in names]
        down = [{"type": "keyDown", "value": value} for value in keys]
        up = [{"type": "keyUp", "value": value} for value in reversed(keys)]
        self._perform("key", *down, *up)

    def _perform(self, device: str, *acts: dict) -> None:
        """Use the mouse ("pointer") or the keyboard ("key") by WebDriver's actions: real input."""
        source = {"type": device, "id": device, "actions": acts}
        try:
            self._session.command(
                "input.performActions", ANSWER, context=self._session.tab, actions=[source]
            )
        except NoAnswer:
            self._worlds.interrupt()
        except DocumentGone:
            self.note("The page was left while it was used.")

    def tooltip(self, point: Point, target: Target | None = None) -> str:
        """The words that the browser itself shows while the mouse is at a point; "" for none."""
        return self._page.tooltip(point, target)

    def value(self, target: Target) -> str | None:
        """The contents of a field."""
        return self._page.value(target)

    def focus(self, target: Target) -> bool:
        """Click a target; return whether something that can be typed into then has the focus.

        That may be another element: editors that paint their text listen to a hidden field.
        """
        self._page.drop_focus(target)
        self.click(*target.point)
        self._waiting.wait_quietly(cap=1)
        return self._page.takes_text(target)

    def choose(self, target: Target, option: str) -> list[str] | None:
        """Choose the option of that name in a native list.

        Returns None, or the list's options if none has that name.
        """
        return self._page.choose(target, self._fill(option, target))

    def put(self, target: Target, text: str) -> bool:
        """Set a whole field (a date, a colour); return False if the text isn't in its format."""
        return self._page.put(target, self._fill(text, target))

    def require_secrets(self, text: str, target: Target | None = None) -> None:
        """Raise ActionError if a text names a secret that the page's host has not."""
        self._fill(text, target)

    def _fill(self, text: str, target: Target | None) -> str:
        """The text with its secrets, for the page or the frame that it goes to."""
        if not self._secrets:
            return text
        frame = target.frame if target else None
        return self._secrets.fill(text, frame.address if frame else self._session.url)

    def scroll(self, target: Target | None, direction: str, far: bool = False) -> Scrolled:
        """Scroll the page, or the area around a target, and settle.

        It scrolls "up", "down", "left" or "right" by two thirds of its visible length. An area
        shorter than a third of the viewport scrolls by its visible length less a line or an entry,
        so that each entry is seen whole once. With `far`, it scrolls to the end.
        """
        return self._page.scroll(target, direction, far, self.settle)

    # --- a person's turn -------------------------------------------------------------------------

    def hand_over(
        self,
        message: str = "Use the browser window now, to log in for example; then press Enter here.",
        wait: Callable[[str], object] = input,
    ) -> None:
        """Leave the browser to a person until they press Enter.

        An episode with fresh=False then begins with the cookies that this has left; its run records
        that. Raises ValueError if the browser has no window.
        """
        if self._session.headless:
            raise ValueError("Nobody can use a browser without a window: start(headless=False).")
        wait(f"{message} ")
        self._tabs.follow()
        self.settle()
        self.note("A person used the browser.")

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


def _move_to(x: float, y: float, milliseconds: int = 0) -> dict:
    return {"type": "pointerMove", "x": round(x), "y": round(y), "duration": milliseconds}
