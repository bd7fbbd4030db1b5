"""A Chromium under WebDriver: commands, questions to script realms, mouse and keys, tabs; its
faults told apart.
"""

import contextlib
import json
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import urllib3
from selenium import webdriver
from selenium.common import exceptions as faults
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.expected_conditions import alert_is_present
from websocket import WebSocketException

from ..records import EpisodeError
from . import process
from .dialogs import FEW, STORM, Dialogs
from .faults import DocumentGone, NoAnswer, RealmGone, first_line
from .loading import EVENTS, Loading
from .reports import AGAIN

LOAD = 12.0  # seconds a navigation gets to show a document
ANSWER = 8.0  # seconds a page gets to answer a question, or to take a click
TURN = 20.0  # seconds in which all answers are to come that are wanted up to the end of a look
LEAST = 5.0  # seconds that each of them gets all the same, where it gets as many
STOP = 3.0  # seconds the browser gets to stop a page's scripts
_CRASHED = (
    "tab crashed",
    "page crash",
    "disconnected",
    "not reachable",
    "browser has closed",
    "no such execution",
)
_LEAVING = (
    "Cannot find context",
    "no such frame",
    "navigated or closed",
    "context was destroyed",
    "Session closed",
)


class Session:
    """A browser process. What stops it is an EpisodeError; `note` is told of dialogs, logins and
    slow pages.
    """

    def __init__(self, note: Callable[[str], None], remote: str | None, **wanted: Any) -> None:
        self._note = note
        self.dialogs = Dialogs(note, lambda: self.interrupt(for_good=True, wait=LOAD))
        self.loading = Loading()
        self._stopped = False  # the page's scripts
        self.waited = 0.0  # seconds for answers in this turn
        self.headless = wanted["headless"]
        # whether the page answers no more: the next one is shown in a tab of its own
        self.lost = False
        # whether a reset has anything to do: the first context colours visited links, ours do not
        self.used = True
        # a browser context of our own (BiDi calls it a user context), once there is one
        self._context = ""
        self.home = process.make_home()
        self.files = self.home / "files"
        self.files.mkdir()
        self._watchdog = process.start_watchdog(self.home)
        try:
            self._selenium = process.start_browser(
                process.options(files=self.files, **wanted), self.home, self._watchdog.pid, remote
            )
            self._prepare()
        except BaseException as error:  # an interrupt too: stop whatever was started
            self._watchdog.communicate()
            if isinstance(
                error, faults.WebDriverException | OSError | urllib3.exceptions.HTTPError
            ):
                raise EpisodeError(_no_browser(remote, error)) from error
            raise

    def _prepare(self) -> None:
        if self.process:
            print(self.process, end="", file=self._watchdog.stdin, flush=True)
        self._selenium.set_page_load_timeout(LOAD)
        self._selenium.command_executor.client_config.websocket_interval = 0.002
        self._selenium.command_executor.client_config.websocket_timeout = LOAD
        self.tab = self._selenium.current_window_handle
        self._selenium.browsing_context.add_event_handler("user_prompt_opened", self.dialogs.hear)
        self._selenium.network.add_authentication_handler(self.dialogs.decline)
        self._hear_in_order(EVENTS, self.loading.hear)
        self._save_files()

    def _save_files(self, **where: str) -> None:
        self.cdp(
            "Browser.setDownloadBehavior", behavior="allow", downloadPath=str(self.files), **where
        )

    def _hear_in_order(self, events: Sequence[str], hear: Callable[[str, Mapping], None]) -> None:
        """Call `hear` with each of these events before what the browser says next is read.

        Selenium's own handlers run in a thread an event, in any order. In order, an event is known
        before the answer to any question that was asked after it: no look at a page is quicker than
        the news of it. Answers are waited for by the clock; Selenium would count its naps, which
        last half as long again on a busy machine.
        """
        line, arrived = self._selenium._websocket_connection, threading.Condition()
        process = line._process_message

        def _process_in_order(message: str) -> None:
            if '"method"' in message:
                event = json.loads(message)
                if event.get("method") in events:
                    hear(event["method"], event["params"])
            process(message)
            with arrived:
                arrived.notify_all()

        def _wait_until(answered: Callable[[], bool]) -> None:
            with arrived:
                arrived.wait_for(answered, line.response_wait_timeout)

        line._process_message, line._wait_until = _process_in_order, _wait_until
        line.send_cmd("session.subscribe", {"events": list(events)})

    @property
    def process(self) -> int | None:
        """The process id of the local driver, None for a remote browser."""
        return self._selenium.service.process.pid if hasattr(self._selenium, "service") else None

    # --- commands --------------------------------------------------------------------------------

    def get(self, url: str) -> str:
        """Open an address; what the browser said against it, "" where it opened."""
        try:
            if self.lost:
                self.renew()
            self.used = True
            if self._stopped:  # its scripts must not begin again before it is gone
                self._navigate("about:blank")
                self.revive()
            self._navigate(url)
        except NoAnswer:
            self._note("The page is still loading.")
        except (faults.WebDriverException, DocumentGone) as error:
            reason = str(
                error
            ).lower()  # aborted: it was a file; concurrent: it led elsewhere at once
            return (
                "" if "abort" in reason or "concurrent navigation" in reason else first_line(error)
            )
        return ""

    def _navigate(self, url: str) -> None:
        self._within(
            LOAD, lambda driver: driver.browsing_context.navigate(self.tab, url, "interactive")
        )

    def back(self) -> None:
        """Press the browser's back button."""
        self._do(lambda driver: driver.back())

    @property
    def url(self) -> str:
        """The address of the page."""
        return self.history[-1]["url"]  # WebDriver would ask the page, which may say what it likes

    @property
    def history(self) -> list[dict]:
        """The pages of this tab up to the one that is shown: {id, url, title, …}."""
        history = self.cdp("Page.getNavigationHistory")
        return history["entries"][: history["currentIndex"] + 1]

    def cdp(self, command: str, **parameters: Any) -> dict:
        """A command of the Chrome DevTools Protocol; DocumentGone where the document it was for is
        gone.
        """
        wanted = {"cmd": command, "params": parameters}
        try:
            reply = self._do(lambda driver: driver.execute("executeCdpCommand", wanted)["value"])
        except faults.WebDriverException as error:
            raise DocumentGone(first_line(error)) from error
        if reply is None and self.dialogs.count > FEW:
            raise EpisodeError("The page opens one dialog after the other.")
        if reply is None:
            why = "it opened a dialog, or " if self.dialogs.count else ""
            raise DocumentGone(
                f"The page does not answer: {why}a script of it may run without end."
            )
        return reply

    def fetch(self, command: str, wait: float, **parameters: Any) -> dict:
        """A DevTools command that may wait for a server; NoAnswer where it takes longer than `wait`
        seconds.
        """
        reply = self._within(wait, lambda _: self._send(command, parameters))
        if "error" in reply:
            raise DocumentGone(reply.get("message", reply["error"]))
        return reply["result"]["result"]

    def ask(self, function: str, words: str, target: Mapping, wait: float) -> tuple[str, list[str]]:
        """Call a JavaScript function with `words` in a script realm: the text it returns, and the
        windows with it.

        Raises DocumentGone where the document went away, NoAnswer where it does not answer within
        `wait` seconds.
        """
        given = [{"type": "string", "value": words}]
        reply = self._within(
            wait, lambda driver: driver.script.call_function(function, False, target, given)
        )
        if reply["type"] == "exception":
            raise DocumentGone(reply["exceptionDetails"]["text"])
        text, *windows = reply["result"]["value"]
        return text["value"], [window["value"]["context"] for window in windows]

    def perform(self, device: str, acts: Sequence[dict]) -> None:
        """Move the mouse ("pointer") or press keys ("key"), as WebDriver's actions; NoAnswer where
        the page is busy.
        """
        hand = {"type": device, "id": device, "actions": list(acts)}
        self._within(
            ANSWER, lambda driver: driver.input.perform_actions(context=self.tab, actions=[hand])
        )

    def interrupt(self, for_good: bool = False, wait: float = STOP) -> None:
        """End the script that the page is busy with; with `for_good`, it runs none any more until
        another is opened.

        By BiDi, since WebDriver's own commands wait for the page.
        """
        self._stopped = self._stopped or for_good
        if for_good:
            self._command("Emulation.setScriptExecutionDisabled", wait, value=True)
        self._command("Runtime.terminateExecution", wait)

    def revive(self) -> bool:
        """Let scripts run again for the documents to come; whether they had been stopped."""
        stopped, self._stopped = self._stopped, False
        if stopped:
            self._command("Emulation.setScriptExecutionDisabled", LOAD, value=False)
        return stopped

    def _command(self, method: str, wait: float, **parameters: Any) -> None:
        """A DevTools command that does not wait for the page; its page is lost where there is no
        reply.
        """
        try:
            self._within(wait, lambda _: self._send(method, parameters))
        except (faults.WebDriverException, NoAnswer, DocumentGone) as error:
            self.lost = True
            raise EpisodeError(
                "The browser's page crashed, or does not answer any more."
            ) from error

    def _send(self, method: str, parameters: Mapping) -> dict:
        """Send a DevTools command by BiDi; the reply, which may tell of an error."""
        line = self._selenium._websocket_connection
        session = line.send_cmd("goog:cdp.getSession", {"context": self.tab})
        if "error" in session:
            raise faults.WebDriverException(f"{session['error']}: {session.get('message', '')}")
        return line.send_cmd(
            "goog:cdp.sendCommand", {"method": method, "params": parameters, **session["result"]}
        )

    def preload(self, function: str, instead: str | None = None) -> str:
        """Run a function in every document to come, before its own scripts; its id, with which to
        replace it.
        """
        if instead:
            self._do(lambda driver: driver.script.remove_preload_script(instead))
        added = self._do(lambda driver: driver.script.add_preload_script(function))
        return added if isinstance(added, str) else added["script"]

    def wait(self, seconds: float, longer: Callable[[], float]) -> bool:
        """Ask for how much longer to wait, until that is 0; False where it was not within these
        seconds.

        What takes long is asked less often: again after a tenth of what it took so far.
        """
        start, never = time.monotonic(), threading.Event()
        while (pause := longer()) and (took := time.monotonic() - start) < seconds:
            never.wait(min(max(pause, took / 10), seconds - took))
        return not pause

    def _within(self, wait: float, command: Callable[[webdriver.Remote], Any]) -> Any:
        line = self._selenium._websocket_connection
        if line is None:
            raise EpisodeError("The browser is gone: start a new one.")
        line.response_wait_timeout = self.left(wait)
        try:
            return self._do(command)
        except faults.WebDriverException as error:
            if any(word in str(error.msg) for word in _LEAVING):
                raise DocumentGone(first_line(error)) from error
            if "Timed out" in str(error.msg):
                raise NoAnswer(first_line(error)) from error
            raise
        finally:
            line.response_wait_timeout = LOAD

    def left(self, wait: float) -> float:
        """How many of so many seconds an answer gets, after all that was waited for in this
        turn.
        """
        return min(wait, max(TURN - self.waited, LEAST))

    def _do(self, command: Callable[[webdriver.Remote], Any]) -> Any:
        """Give the driver a command, and count how long that takes."""
        start = time.monotonic()
        try:
            return self._try(command)
        finally:
            self.waited += time.monotonic() - start

    def _try(self, command: Callable[[webdriver.Remote], Any]) -> Any:
        """Give the driver a command; dialogs in its way are answered, a browser that is gone ends
        the episode.
        """
        for _ in range(STORM):
            if self.process and self._selenium.service.process.poll() is not None:
                raise EpisodeError("The browser is gone: start a new one.")
            try:
                return command(self._selenium)
            except faults.UnexpectedAlertPresentException:  # it is being answered, see dialogs.py
                self.wait(1, lambda: AGAIN if alert_is_present()(self._selenium) else 0)
            except faults.TimeoutException as error:
                if "execution context" in str(error.msg):
                    raise RealmGone(first_line(error)) from error
                self._note("The page is still loading.")
                return None
            except (faults.InvalidSessionIdException, faults.NoSuchWindowException) as error:
                raise EpisodeError("The browser is gone: start a new one.") from error
            except (urllib3.exceptions.HTTPError, WebSocketException, ConnectionError) as error:
                raise EpisodeError(
                    "The browser does not answer any more: start a new one."
                ) from error
            except faults.WebDriverException as error:
                if any(word in str(error.msg).lower() for word in _CRASHED):
                    raise EpisodeError(
                        f"The browser's page crashed: {first_line(error)}"
                    ) from error
                raise
        raise EpisodeError("The page opens one dialog after the other.")

    @property
    def cookies(self) -> list[tuple[str, str, str]]:
        """All cookies: the host, name and value of each."""
        where = {"type": "storageKey", "userContext": self._context or "default"}
        found = self._do(lambda driver: driver.storage.get_cookies(partition=where)).cookies
        return [(cookie.domain.lstrip("."), cookie.name, cookie.value.value) for cookie in found]

    # --- tabs ------------------------------------------------------------------------------------

    @property
    def tabs(self) -> list[str]:
        """The tabs that are open."""
        return self._do(lambda driver: driver.window_handles)

    def show(self, tab: str) -> None:
        """Make this tab the one that commands are for."""
        self._do(lambda driver: driver.switch_to.window(tab))
        self.tab = tab

    def renew(self) -> None:
        """Show an empty tab in a new browser context, which shares nothing with what was before;
        that is closed.
        """
        old, tabs = self._context, self.tabs
        self._context = self._do(lambda driver: driver.browser.create_user_context())
        self.tab = self._do(
            lambda driver: driver.browsing_context.create(type="tab", user_context=self._context)
        )
        if old:
            self._do(lambda driver: driver.browser.remove_user_context(old))
        for tab in () if old else tabs:
            self.close_tab(tab)
        self._stopped, self.used, self.lost, self.dialogs.count = False, False, False, 0
        self.show(self.tab)
        self._save_files(browserContextId=self._context)

    def close_tab(self, tab: str) -> None:
        """Close a tab; another one must be shown then."""
        self._do(lambda driver: driver.browsing_context.close(tab))

    # --- end -------------------------------------------------------------------------------------

    def close(self) -> None:
        """End the browser and remove its files; closing twice is fine.

        A local one is killed, since nothing of it is to last, and a driver that hangs would not end
        it.
        """
        if not self.home.exists():
            return
        self._watchdog.communicate()  # its input ends: it ends the browser and removes the files
        with contextlib.suppress(faults.WebDriverException, urllib3.exceptions.HTTPError, OSError):
            # quit() waits as long for its thread
            self._selenium._websocket_connection.response_wait_timeout = 0.1
            self._selenium.quit()


def key(name: str) -> str:
    """What WebDriver calls a key: key("ENTER"); characters stand for themselves."""
    return getattr(Keys, name, name)


def _no_browser(remote: str | None, error: Exception) -> str:
    if remote:
        return f"No browser could be had from {remote}: {first_line(error)}"
    return (
        "No Chromium or Chrome could be started: install one with its driver (Debian: apt-get"
        " install chromium chromium-driver; macOS and Windows: Google Chrome). What it said:"
        f" {first_line(error)}"
    )
