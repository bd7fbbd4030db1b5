"""A real Chromium: the only room that knows Selenium. Start, open, screenshot, script, point, type, settle, close."""

import atexit
import base64
import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Self

import urllib3
from selenium import webdriver
from selenium.common import exceptions as faults
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.chromium.remote_connection import ChromiumRemoteConnection
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.expected_conditions import alert_is_present
from selenium.webdriver.support.ui import WebDriverWait
from websocket import WebSocketException

from .records import EpisodeError

SETTLE = 5.0  # seconds a page gets to come to rest
LOAD = 20.0  # seconds a navigation gets to show a document, and a page to answer a question
FRAME = 3.0  # seconds a frame of another origin gets
DIALOGS = 20  # so many in one go are a storm
_RESTLESS = {"rest": False, "leaving": False, "now": 0}
_PAGE = Path(__file__).parent / "page"
_SURVEY = ("frames.js", "names.js", "marks.js", "text.js", "tree.js", "find.js", "observe.js")
_APART = {"sandbox": "webvoyager"}  # a script world of our own: the page's scripts share the DOM with it, nothing else
_QUIET = (
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-search-engine-choice-screen",
    "--hide-scrollbars",
    "--force-color-profile=srgb",
    "--disable-features=HttpsUpgrades,Translate,OptimizationHints,MediaRouter",
)
_BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_CRASHED = (
    "tab crashed",
    "page crash",
    "disconnected",
    "not reachable",
    "browser has closed",
    "no such execution",
)
_LEAVING = ("Cannot find context", "no such frame", "navigated or closed", "context was destroyed", "Session closed")


class Browser:
    """One tab of a real Chromium with a viewport of exactly `viewport` CSS pixels; a context manager.

    `hosts` leads names to addresses of your own, {"*.mini": "127.0.0.1:8000"}; `allow` is the list of other
    hosts that may be reached, None for all. `search` is where the action Google leads. `remote` is the
    address of a WebDriver server (a Selenium Grid) to use in place of a local browser.
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
        self._notes: list[str] = []
        self._dialogs = 0  # since the last observation
        self._mute: set[str] = set()  # frames that did not answer
        self._home = Path(tempfile.mkdtemp(prefix="webvoyager-"))
        self._files = self._home / "files"
        self._files.mkdir()
        self._seen_files: set[str] = set()
        options = _options(headless, viewport, self._files, allow, hosts or {})
        try:
            self._driver = _remote(remote, options) if remote else _local(options, self._home)
        except (faults.WebDriverException, OSError, urllib3.exceptions.HTTPError) as error:
            shutil.rmtree(self._home, ignore_errors=True)
            raise EpisodeError(_no_browser(remote, error)) from error
        self._leash = _leash(self.process, self._home) if self.process else None
        atexit.register(self.close)
        self._prepare()

    def _prepare(self) -> None:
        driver, (width, height) = self._driver, self.viewport
        driver.set_page_load_timeout(LOAD)
        driver.set_script_timeout(LOAD)
        driver.command_executor.client_config.websocket_interval = 0.002
        driver.command_executor.client_config.websocket_timeout = LOAD
        self._tab = driver.current_window_handle
        driver.script.add_preload_script(f"() => {{ {(_PAGE / 'early.js').read_text('utf-8')} }}")
        driver.browsing_context.add_event_handler("user_prompt_opened", self._hear_dialog)
        self.cdp("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.cdp("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(self._files))

    # --- where it is -----------------------------------------------------------------------------

    def open(self, url: str) -> None:
        """Go to an address and wait until the page has settled; EpisodeError where nothing answers there."""
        self._mute.clear()
        try:
            self._do(lambda driver: driver.get(url))
        except faults.WebDriverException as error:
            raise EpisodeError(_no_page(url, _first_line(error))) from error
        self.settle()
        if fault := self.survey("faultPage"):
            raise EpisodeError(_no_page(url, fault))

    def back(self) -> bool:
        """Go to the page before; False where there is none."""
        history = self.cdp("Page.getNavigationHistory")
        at = history["currentIndex"]
        if at == 0 or history["entries"][at - 1]["url"] in ("about:blank", "data:,"):
            return False
        self._do(lambda driver: driver.back())
        self.settle()
        return True

    @property
    def url(self) -> str:
        """The address of the page."""
        return self._do(lambda driver: driver.current_url)

    @property
    def process(self) -> int | None:
        """The process id of the local driver, None for a remote browser."""
        return self._driver.service.process.pid if hasattr(self._driver, "service") else None

    @property
    def cookies(self) -> dict[str, dict[str, str]]:
        """All cookies by host: {host: {name: value}}."""
        jar: dict[str, dict[str, str]] = {}
        for cookie in self.cdp("Storage.getCookies")["cookies"]:
            jar.setdefault(cookie["domain"].lstrip("."), {})[cookie["name"]] = cookie["value"]
        return jar

    def reset(self) -> None:
        """Forget cookies, storage, cache, history, files and notes: as a browser that was just installed."""
        origins = {entry["url"] for entry in self.cdp("Page.getNavigationHistory")["entries"]}
        self._do(lambda driver: driver.get("about:blank"))
        for origin in {"/".join(url.split("/")[:3]) for url in origins if url.startswith("http")}:
            self.cdp("Storage.clearDataForOrigin", origin=origin, storageTypes="all")
        self.cdp("Storage.clearCookies")
        self.cdp("Network.clearBrowserCache")
        self.cdp("Page.resetNavigationHistory")
        for file in self._files.iterdir():
            file.unlink()
        self._seen_files.clear()
        self._notes.clear()

    # --- what it shows ---------------------------------------------------------------------------

    def screenshot(self) -> bytes:
        """A PNG of the viewport, one pixel a CSS pixel."""
        return base64.b64decode(self.cdp("Page.captureScreenshot", format="png", optimizeForSpeed=True)["data"])

    def survey(self, call: str, *arguments: Any, frame: Mapping | None = None) -> Any:
        """Call one of the functions of `page/*.js` in the page, in a script world of its own: survey("observe", {}).

        The page's scripts cannot disturb it, whatever they redefine. Frames of other origins come in a result as
        `frames`; each of them may be given as `frame` to call the function inside it: None where it does not answer.
        """
        if frame:
            return self._read_frame(_script(call), arguments, frame)
        for _ in range(3):
            try:
                return self._read_top(call, arguments)
            except _Left as error:
                left = error
            self.settle()
        raise EpisodeError(f"The page could not be read: {left}") from left

    def _read_top(self, call: str, arguments: Sequence) -> Any:
        """By the DevTools protocol: it carries long texts far quicker than BiDi, but into no frame of another site."""
        words = json.dumps(json.dumps({"place": None, "arguments": arguments}))
        asked = f"webvoyager({json.dumps(call)}, {words})[0]"
        try:
            world = self.cdp("Page.createIsolatedWorld", frameId=self._tab, worldName="webvoyager")
            said = self._evaluate(world, f"typeof webvoyager === 'undefined' ? null : {asked}")
            if said is None:  # a new document
                said = self._evaluate(world, f"{_library()} {asked}")
        except faults.WebDriverException as error:
            raise _Left(_first_line(error)) from error
        result = json.loads(said)
        if isinstance(result, dict) and result.get("frames"):
            paths = [frame["place"]["frames"][-1] for frame in result["frames"]]
            doors = self._read(_script("windows"), (paths,))["frames"]
            result["frames"] = [{**frame, **door} for frame, door in zip(result["frames"], doors, strict=True)]
        return result

    def _evaluate(self, world: Mapping, expression: str) -> str | None:
        call = {"contextId": world["executionContextId"], "expression": expression}
        said = self.cdp("Runtime.evaluate", returnByValue=True, **call)
        if "exceptionDetails" in said:
            raise _Left(said["exceptionDetails"].get("exception", {}).get("description", "the page was leaving"))
        return said["result"]["value"]

    def _read_frame(self, script: str, arguments: Sequence, frame: Mapping) -> Any:
        if frame["context"] in self._mute:
            return None
        line = self._driver._websocket_connection
        line.response_wait_timeout = FRAME
        try:
            return self._read(script, arguments, frame)
        except _Left:
            self._mute.add(frame["context"])
            self.note(f"A part of the page ({frame['place']['frame'][:80]}) does not answer; it is left out.")
            return None
        finally:
            line.response_wait_timeout = LOAD

    def script(self, source: str, *arguments: Any, frame: Mapping | None = None) -> Any:
        """The JSON value that a script in the page's own world returns: script("return document.title")."""
        return self._read(_function(f"function run() {{ {source} }}", "run"), arguments, frame, world={})

    def _read(
        self, script: str, arguments: Sequence = (), frame: Mapping | None = None, world: Mapping = _APART
    ) -> Any:
        words = json.dumps({"place": frame and frame["place"], "arguments": arguments})
        target = {"context": frame["context"] if frame else self._tab, **world}
        given = [{"type": "string", "value": words}]
        try:
            said = self._do(lambda driver: driver.script.call_function(script, False, target, given))
        except faults.WebDriverException as error:
            if any(word in str(error.msg) for word in _LEAVING):
                raise _Left(_first_line(error)) from error
            if "Timed out" in str(error.msg) and frame:
                raise _Left("does not answer") from error
            if "Timed out" in str(error.msg) and self._dialogs > DIALOGS:
                raise EpisodeError("The page opens one dialog after the other.") from error
            if "Timed out" in str(error.msg) and self.url:  # the browser itself does answer
                raise EpisodeError("The page does not answer: a script of it runs without end.") from error
            raise
        if said["type"] == "exception":
            raise _Left(said["exceptionDetails"]["text"])
        text, *windows = said["result"]["value"]
        result = json.loads(text["value"])
        for at, window in enumerate(windows):
            result["frames"][at]["context"] = window["value"]["context"]
        return result

    def cdp(self, command: str, **parameters: Any) -> dict:
        """A command of the Chrome DevTools Protocol."""
        wanted = {"cmd": command, "params": parameters}
        return self._do(lambda driver: driver.execute("executeCdpCommand", wanted)["value"])

    def note(self, words: str) -> None:
        """Keep a sentence for the next observation."""
        self._notes.append(words)

    def notes(self) -> tuple[str, ...]:
        """The sentences kept since the last call (dialogs, files, ends of scrolling), handed out once."""
        kept, self._notes, self._dialogs = tuple(dict.fromkeys(self._notes)), [], 0
        return kept

    def new_files(self) -> list[Path]:
        """The files that were downloaded since the last call; those still under way come later."""
        fresh = self._fresh()
        self._seen_files.update(file.name for file in fresh)
        return fresh

    def _fresh(self) -> list[Path]:
        done = [file for file in sorted(self._files.iterdir()) if file.suffix not in (".crdownload", ".tmp")]
        return [file for file in done if file.name not in self._seen_files and not file.name.startswith(".")]

    # --- the hand on the mouse and the keys ------------------------------------------------------

    def click(self, x: float, y: float) -> None:
        """Press and release the mouse at a point of the viewport."""
        there = {"type": "pointerMove", "x": round(x), "y": round(y)}
        self._perform("pointer", there, *({"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp")))

    def keys(self, text: str) -> None:
        """Type a text into whatever has the focus."""
        self._perform("key", *({"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")))

    def press(self, *names: str) -> None:
        """Press keys together by their names: press("CONTROL", "a")."""
        held = [getattr(Keys, name, name) for name in names]
        down = [{"type": "keyDown", "value": key} for key in held]
        self._perform("key", *down, *({"type": "keyUp", "value": key} for key in reversed(held)))

    def _perform(self, device: str, *acts: dict) -> None:
        hand = {"type": device, "id": device, "actions": list(acts)}
        self._do(lambda driver: driver.input.perform_actions(context=self._tab, actions=[hand]))

    # --- waiting ---------------------------------------------------------------------------------

    def settle(self, cap: float = SETTLE, change: bool = False) -> None:
        """Wait until the page has come to rest, `cap` seconds at most; with `change`, until it also changed."""
        start = self._rest(None) if change else None

        def rested(_: Any) -> bool:
            now = self._rest(start["now"] if start else None)
            moved_on = bool(start) and now.get("page") != start.get("page")
            rest = now["rest"] or (moved_on and self._rest(None)["rest"])
            return rest and (not now["leaving"] or bool(self._fresh())) and not any(self._files.glob("*.crdownload"))

        try:
            WebDriverWait(self._driver, cap, poll_frequency=0.03).until(rested)
        except faults.TimeoutException:
            self.note("Nothing changed while waiting." if change else "The page is still loading.")
        self._one_tab()

    def _rest(self, since: float | None) -> dict:
        try:
            return self._read(_settled(), (since,))
        except _Left:
            return _RESTLESS

    def _one_tab(self) -> None:
        """Should a window have opened all the same, its address leads on in this tab."""
        handles = self._do(lambda driver: driver.window_handles)
        if len(handles) < 2:
            return
        first, last = handles[0], handles[-1]
        self._do(lambda driver: driver.switch_to.window(last))
        address = self.url
        for extra in handles[1:]:
            self._do(lambda driver, extra=extra: driver.switch_to.window(extra))
            self._do(lambda driver: driver.close())
        self._do(lambda driver: driver.switch_to.window(first))
        if address.startswith("http"):
            self.open(address)

    # --- beginning and end -----------------------------------------------------------------------

    def close(self) -> None:
        """End the browser and remove its files; closing twice is fine."""
        atexit.unregister(self.close)
        if not self._home.exists():
            return
        with contextlib.suppress(faults.WebDriverException, urllib3.exceptions.HTTPError, OSError):
            self._driver.quit()
        if self._leash:
            self._leash.communicate()  # its input ends: it removes what is left
        shutil.rmtree(self._home, ignore_errors=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Browser({self.viewport[0]}x{self.viewport[1]})"

    def _do(self, command: Callable[[webdriver.Remote], Any]) -> Any:
        """Give the driver a command; dialogs in its way are answered, a browser that is gone ends the episode."""
        for _ in range(DIALOGS):
            if self.process and self._driver.service.process.poll() is not None:
                raise EpisodeError("The browser is gone: start a new one.")
            try:
                return command(self._driver)
            except faults.UnexpectedAlertPresentException:  # it is being answered, see _hear_dialog
                with contextlib.suppress(faults.TimeoutException):
                    WebDriverWait(self._driver, 1, 0.02).until_not(alert_is_present())
            except faults.TimeoutException:
                self.note("The page is still loading.")
                return None
            except (faults.InvalidSessionIdException, faults.NoSuchWindowException) as error:
                raise EpisodeError("The browser is gone: start a new one.") from error
            except (urllib3.exceptions.HTTPError, WebSocketException, ConnectionError) as error:
                raise EpisodeError("The browser does not answer any more: start a new one.") from error
            except faults.WebDriverException as error:
                if any(word in str(error.msg).lower() for word in _CRASHED):
                    raise EpisodeError(f"The browser's page crashed: {_first_line(error)}") from error
                raise
        raise EpisodeError("The page opens one dialog after the other.")

    def _hear_dialog(self, dialog: Any) -> None:
        """Every dialog is accepted at once by the driver; what it said is told."""
        self._dialogs += 1
        if self._dialogs > DIALOGS:
            return
        words = " ".join((dialog.message or "").split())[:300]
        asked = {"beforeunload": "The page asked whether to leave it", "prompt": f'A dialog asked "{words}"'}
        self.note(f"{asked.get(dialog.type, f'A dialog said {chr(34)}{words}{chr(34)}')}; it was accepted.")


class _Left(Exception):
    """The document went away while it was read."""


def _source(*files: str) -> str:
    return "\n".join((_PAGE / name).read_text("utf-8") for name in files)


@cache
def _library() -> str:
    """What gives a script world the functions of `page/*.js`; kept there, they get quicker with use."""
    return f"globalThis.webvoyager = (call, words) => ({_function(_source(*_SURVEY), 'CALLS[call]')})(words);"


@cache
def _script(call: str) -> str:
    """What calls one of the functions of `page/*.js` where no library is kept."""
    return _function(_source(*_SURVEY), f"CALLS.{call}")


@cache
def _settled() -> str:
    return _function(_source("settled.js"), "settled")


def _function(sources: str, name: str) -> str:
    """What a page is asked to do: JSON in and out, and the windows of frames of other origins with it."""
    return f"""(words) => {{
const given = JSON.parse(words);
{sources}
const said = {name}(...given.arguments), frames = typeof foreign === 'undefined' ? [] : foreign;
return [JSON.stringify(said === undefined ? null : said), ...frames.map(frame => frame.contentWindow)];
}}"""


def _options(headless: bool, viewport: tuple, files: Path, allow: Sequence[str] | None, hosts: Mapping) -> Any:
    options = webdriver.ChromeOptions()
    options.page_load_strategy = "eager"  # what follows is waited for in settle(), with a cap of its own
    options.unhandled_prompt_behavior = "accept"  # at once, and told to the model
    options.web_socket_url = True  # WebDriver BiDi: script worlds of our own, in every frame
    arguments = [*_QUIET, f"--window-size={viewport[0]},{viewport[1] + 150}"]
    arguments += ["--headless=new"] if headless else []
    if hasattr(os, "geteuid") and os.geteuid() == 0:  # Chromium refuses its sandbox to root only
        arguments.append("--no-sandbox")
    if Path("/dev/shm").exists() and shutil.disk_usage("/dev/shm").free < 256 * 2**20:  # small in containers
        arguments.append("--disable-dev-shm-usage")
    rules = [f"MAP {name} {address}" for name, address in hosts.items()]
    if allow is not None:
        rules += ["MAP * ~NOTFOUND", "EXCLUDE 127.0.0.1", *(f"EXCLUDE {host}" for host in allow)]
    if rules:
        arguments.append(f"--host-resolver-rules={', '.join(rules)}")
    for argument in arguments:
        options.add_argument(argument)
    preferences = {
        "plugins.always_open_pdf_externally": True,
        "download.default_directory": str(files),
        "download.prompt_for_download": False,
        "credentials_enable_service": False,
        "intl.accept_languages": "en-US,en",
    }
    options.add_experimental_option("prefs", preferences)
    options.add_experimental_option("excludeSwitches", ["enable-automation"])
    return options


def _local(options: Any, home: Path) -> webdriver.Remote:
    """Start a local browser: one on the PATH, else the one that Selenium Manager finds."""
    (home / "tmp").mkdir()
    driver = os.environ.get("CHROMEDRIVER") or shutil.which("chromedriver")
    browser = os.environ.get("CHROME") or next(filter(None, map(shutil.which, _BROWSERS)), None)
    if browser:
        options.binary_location = browser
    apart = {"start_new_session": True} if sys.platform != "win32" else {}  # Ctrl-C in a notebook is not for it
    place = {**os.environ, **dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(home / "tmp"))}
    service = Service(executable_path=driver, env=place, popen_kw=apart)
    return webdriver.Chrome(options=options, service=service)


def _leash(process: int, home: Path) -> subprocess.Popen:
    """What ends the browser should this process end without close(), even by a kill."""
    command = [sys.executable, "-I", "-S", str(Path(__file__).with_name("leash.py")), str(process), str(home)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True)


def _remote(address: str, options: Any) -> webdriver.Remote:
    connection = ChromiumRemoteConnection(address, vendor_prefix="goog", browser_name="chrome")
    return webdriver.Remote(command_executor=connection, options=options)


def _no_browser(remote: str | None, error: Exception) -> str:
    if remote:
        return f"No browser could be had from {remote}: {_first_line(error)}"
    return (
        "No Chromium or Chrome could be started: install one with its driver (Debian: apt-get install "
        f"chromium chromium-driver; macOS and Windows: Google Chrome). What it said: {_first_line(error)}"
    )


def _no_page(url: str, said: str) -> str:
    reasons = {
        "ERR_NAME_NOT_RESOLVED": "there is no such host, or no network, or it is not on the list of allowed hosts",
        "ERR_INTERNET_DISCONNECTED": "there is no network",
        "ERR_CONNECTION_REFUSED": "nothing listens there",
        "ERR_CONNECTION_TIMED_OUT": "it did not answer",
        "ERR_TOO_MANY_REDIRECTS": "it redirects in a circle",
        "invalid argument": "that is not an address; it should begin with http:// or https://",
    }
    reason = next((words for code, words in reasons.items() if code in said), said)
    return f"{url} could not be opened: {reason}."


def _first_line(error: Exception) -> str:
    said = getattr(error, "msg", None) or str(error)
    return next(iter(json.dumps(said)[1:-1].replace("\\n", "\n").splitlines()), type(error).__name__)[:300]
