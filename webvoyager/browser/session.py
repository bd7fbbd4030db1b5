"""A Chromium under WebDriver: commands, scripts, mouse and keys, tabs.

It tells three kinds of errors apart: something is gone, does not answer, or ends the episode.
"""

import contextlib
import os
import subprocess
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

import urllib3
from selenium.common import exceptions as selenium_errors
from selenium.webdriver.support.expected_conditions import alert_is_present
from websocket import WebSocketException

from ..records import EpisodeError
from . import process
from .bidi import Connection
from .dialogs import ANSWERABLE, STORM, Dialogs
from .faults import DocumentGone, NoAnswer, WorldGone, first_line
from .loading import Loading
from .reports import AGAIN
from .writes import Writes

START = 60.0  # seconds for a new browser to answer; its driver waits as long for it
LOAD = 12.0  # seconds for a navigation to show a document
ANSWER = 8.0  # seconds for a page to answer a question, or to take a click
TURN = 20.0  # seconds for all answers of a turn together, up to the end of its observation
LEAST = 5.0  # seconds for each of them even after that, unless its own limit is lower
STOP = 3.0  # seconds for the browser to stop a page's scripts
REPLY = 20.0  # seconds for the driver to answer a command by HTTP, more than LOAD and ANSWER
_CRASHED = (
    "tab crashed",
    "page crash",
    "disconnected",
    "not reachable",
    "browser has closed",
    "no such execution",
)
_DOCUMENT_LEFT = (
    "Cannot find context",
    "no such frame",
    "no such user context",
    "navigated or closed",
    "context was destroyed",
    "Session closed",
    "Execution was terminated",  # our script was stopped with those of the page
)
# the errors when the driver or the browser is missing, or gone
_NO_DRIVER = (
    selenium_errors.WebDriverException,
    urllib3.exceptions.HTTPError,
    WebSocketException,
    OSError,
)
# Each context with a page leaves 1 to 2 MB in Chromium's network process, even when it is removed
# (measured in 156), so after this many a local browser is started again.
CONTEXTS = 50
_GONE = "The browser is gone: start a new one."
_OF_ANOTHER = "This browser belongs to the process that started it: start another one here."
_SILENT = "The browser does not answer: open another page, or start a new one."


class Session:
    """A browser process.

    What stops it is raised as EpisodeError; `note` is called with a sentence about each dialog,
    login and slow page.
    """

    def __init__(self, note: Callable[[str], None], remote: str | None, **options: Any) -> None:
        self._note, self._remote, self._options = note, remote, options
        self.dialogs = Dialogs(
            note,
            stop=lambda: self.interrupt(for_good=True, wait=LOAD),
            enter=self._enter_into_prompt,
            decline=self._decline_login,
        )
        self.writes = Writes()
        self._scripts_stopped = False
        self.waited = 0.0  # seconds for answers in this turn
        self.headless = options["headless"]
        # whether the page or the browser no longer answers: the next page gets a new tab or browser
        self.lost = False
        self._closed = False
        # whether a reset has anything to do: the first context colours visited links, ours do not
        self.used = True
        self._preload = ""  # the function that runs in each document
        self._process = os.getpid()
        self._start()
        process.call_in_forks(self._leave_to_parent)

    def _start(self) -> None:
        """Start a browser; an earlier one has ended already."""
        self.loading, self._preload_id = Loading(), ""
        # our own browser context (BiDi calls it a user context), once there is one
        self._context = ""
        self._contexts = 0  # how many there were
        self.home = process.make_home()
        self.files = self.home / "files"
        self.files.mkdir()
        self._watchdog = process.start_watchdog(self.home)
        try:
            # Selenium's types know neither a local driver's service nor the client's settings
            self._selenium: Any = process.start_browser(
                process.options(files=self.files, **self._options),
                self.home,
                self._watchdog.pid,
                self._remote,
            )
            self._connect()
        except BaseException as error:  # an interrupt too: stop whatever was started
            self._watchdog.communicate()
            if isinstance(error, _NO_DRIVER):
                raise EpisodeError(_explain_no_browser(self._remote, error)) from error
            raise

    def _leave_to_parent(self) -> None:
        """In a forked process: leave the browser to the process that started it."""
        assert self._watchdog.stdin  # it has a pipe
        self._watchdog.stdin.close()  # else the watchdog would wait for this process, too
        if self._driver:
            self._selenium.service.process = None  # else Selenium would end it with the service

    def _connect(self) -> None:
        if self.process:
            print(self.process, end="", file=self._watchdog.stdin, flush=True)
        self._selenium.command_executor.client_config.timeout = REPLY
        self._selenium.set_page_load_timeout(LOAD)
        self.tab = self._selenium.current_window_handle
        address = self._selenium.capabilities.get("webSocketUrl")
        if not isinstance(address, str):
            raise selenium_errors.WebDriverException("It does not speak WebDriver BiDi.")
        self._bidi = Connection(address, START)
        events = {
            "browsingContext.userPromptOpened": self.dialogs.handle_dialog,
            "network.authRequired": self.dialogs.handle_login,
            "input.fileDialogOpened": self.dialogs.handle_file_chooser,
            **self.loading.handlers,
            **self.writes.handlers,
        }
        self._bidi.subscribe(events, START)
        self.command("network.addIntercept", phases=["authRequired"])
        self._save_files()

    @property
    def keeps_files(self) -> bool:
        """Whether the browser saves downloads here; one on another machine cannot."""
        return self._remote is None

    def _save_files(self, **context: str) -> None:
        if not self.keeps_files:
            self.cdp("Browser.setDownloadBehavior", behavior="deny", **context)
            return
        path = str(self.files)
        self.cdp("Browser.setDownloadBehavior", behavior="allow", downloadPath=path, **context)

    def _enter_into_prompt(self, tab: str, text: str) -> None:
        answer = {"context": tab, "accept": True, "userText": text}
        self._bidi.post("browsingContext.handleUserPrompt", answer)

    def _decline_login(self, request: str) -> None:
        self._bidi.post("network.continueWithAuth", {"request": request, "action": "cancel"})

    @property
    def process(self) -> int | None:
        """The process id of the local driver, None for a remote browser."""
        driver = self._driver
        return driver.pid if driver else None

    @property
    def _driver(self) -> subprocess.Popen | None:
        """The process of the local driver."""
        return self._selenium.service.process if hasattr(self._selenium, "service") else None

    # --- navigation ------------------------------------------------------------------------------

    def get(self, url: str) -> str:
        """Open an address; return the browser's error, or "" if it opened."""
        self.used = True
        try:
            if self._scripts_stopped:  # the page must be gone before scripts may run again
                self._navigate("about:blank")
                self.allow_scripts()
            self._navigate(url)
        except NoAnswer:
            self._note("The page is still loading.")
        except (selenium_errors.WebDriverException, DocumentGone) as error:
            # aborted: the address was a file; concurrent: the page led elsewhere at once
            opened = ("abort", "concurrent navigation")
            return "" if any(word in str(error).lower() for word in opened) else first_line(error)
        return ""

    def _navigate(self, url: str) -> None:
        self.command(
            "browsingContext.navigate", LOAD, context=self.tab, url=url, wait="interactive"
        )

    def back(self) -> None:
        """Press the browser's back button."""
        self._run(self._selenium.back)

    @property
    def url(self) -> str:
        """The address of the page."""
        return self.history[-1]["url"]  # WebDriver would ask the page, which may lie

    @property
    def history(self) -> list[dict]:
        """The pages of this tab up to the one that is shown: {id, url, title, …}."""
        history = self.cdp("Page.getNavigationHistory")
        return history["entries"][: history["currentIndex"] + 1]

    # --- DevTools and scripts --------------------------------------------------------------------

    def cdp(self, command: str, **parameters: Any) -> dict:
        """Run a command of the Chrome DevTools Protocol and return its result.

        Raises DocumentGone if its document is gone.
        """
        wire = {"cmd": command, "params": parameters}
        try:
            answered = self._run(self._selenium.execute, "executeCdpCommand", wire)
        except selenium_errors.WebDriverException as error:
            raise DocumentGone(first_line(error)) from error
        reply = answered["value"] if answered else None  # None, too, where a dialog was in the way
        if reply is None and self.dialogs.count > ANSWERABLE:
            raise EpisodeError("The page opens one dialog after the other.")
        if reply is None:
            dialog = "it opened a dialog, or " if self.dialogs.count else ""
            raise DocumentGone(
                f"The page does not answer: {dialog}a script of it may run without end."
            )
        return reply

    def fetch(self, command: str, wait: float, **parameters: Any) -> dict:
        """Run a DevTools command that may wait for a server.

        Raises NoAnswer if it takes longer than `wait` seconds.
        """
        try:
            session = self._get_cdp_session(wait)
            sent = {"method": command, "params": parameters, "session": session}
            return self.command("goog:cdp.sendCommand", wait, **sent)["result"]
        except selenium_errors.WebDriverException as error:
            raise DocumentGone(first_line(error)) from error

    def call(
        self, function: str, argument: str, target: Mapping, wait: float
    ) -> tuple[str, list[str]]:
        """Call a JavaScript function with a text in a script world.

        Returns the text that the function returns, and the contexts of the windows it returns.

        Raises DocumentGone if the document goes away, NoAnswer if it does not answer within `wait`
        seconds.
        """
        reply = self.command(
            "script.callFunction",
            wait,
            functionDeclaration=function,
            awaitPromise=False,
            target=target,
            arguments=[{"type": "string", "value": argument}],
        )
        if reply["type"] == "exception":
            raise DocumentGone(reply["exceptionDetails"]["text"])
        text, *windows = reply["result"]["value"]
        return text["value"], [window["value"]["context"] for window in windows]

    def preload(self, function: str) -> None:
        """Run this function, and no other, in every document to come before its own scripts."""
        if self._preload_id:
            self.command("script.removePreloadScript", script=self._preload_id)
        added = self.command("script.addPreloadScript", functionDeclaration=function)
        self._preload, self._preload_id = function, added["script"]

    def interrupt(self, for_good: bool = False, wait: float = STOP) -> None:
        """Stop the script that keeps the page busy.

        With `for_good`, no script runs any more until another page is opened.

        Uses BiDi, since WebDriver's own commands wait for the page.
        """
        self._scripts_stopped = self._scripts_stopped or for_good
        if for_good:
            self._send_cdp_or_lose("Emulation.setScriptExecutionDisabled", wait, value=True)
        self._send_cdp_or_lose("Runtime.terminateExecution", wait)

    def allow_scripts(self) -> bool:
        """Let scripts run again in the documents to come; return whether they had been stopped."""
        stopped, self._scripts_stopped = self._scripts_stopped, False
        if stopped:
            self._send_cdp_or_lose("Emulation.setScriptExecutionDisabled", LOAD, value=False)
        return stopped

    def _send_cdp_or_lose(self, command: str, wait: float, **parameters: Any) -> None:
        """Run a DevTools command that does not wait for the page.

        Without a reply, the page is lost; an error in the reply does not matter.
        """
        try:
            session = self._get_cdp_session(wait)
            with contextlib.suppress(selenium_errors.WebDriverException, DocumentGone):
                sent = {"method": command, "params": parameters, "session": session}
                self.command("goog:cdp.sendCommand", wait, **sent)
        except (selenium_errors.WebDriverException, NoAnswer, DocumentGone) as error:
            self.lost = True
            raise EpisodeError(
                "The browser's page crashed, or does not answer any more."
            ) from error

    def _get_cdp_session(self, wait: float) -> str:
        return self.command("goog:cdp.getSession", wait, context=self.tab)["session"]

    # --- sending and waiting ---------------------------------------------------------------------

    def poll(self, seconds: float, longer: Callable[[], float]) -> bool:
        """Ask how much longer to wait until the answer is 0; return False if `seconds` pass first.

        The longer it takes, the less often this asks: again after a tenth of the time so far.
        """
        start, never = time.monotonic(), threading.Event()
        while (pause := longer()) and (took := time.monotonic() - start) < seconds:
            never.wait(min(max(pause, took / 10), seconds - took))
        return not pause

    def limit(self, wait: float) -> float:
        """The seconds to wait for an answer: `wait`, or less after long waits in this turn."""
        return min(wait, max(TURN - self.waited, LEAST))

    def command(self, method: str, wait: float | None = None, /, **parameters: Any) -> dict:
        """Run a BiDi command and return its result.

        Without `wait`, the command is for the browser, not for a page; if there is no reply, the
        browser is lost. Raises DocumentGone if its document is gone, NoAnswer if there is no reply
        within `wait` seconds.
        """
        seconds = LOAD if wait is None else self.limit(wait)
        try:
            return self._run(self._bidi.send, method, parameters, seconds)
        except TimeoutError as error:
            if wait is None:
                raise self._mark_lost(_SILENT) from error
            raise NoAnswer(str(error)) from error
        except selenium_errors.WebDriverException as error:
            if any(word in str(error.msg) for word in _DOCUMENT_LEFT):
                raise DocumentGone(first_line(error)) from error
            raise

    def _run(self, command: Callable[..., Any], *arguments: Any) -> Any:
        """Give the driver a command, repeat it after a dialog was in the way, and time it.

        None if the driver's own time limit for a page passed. EpisodeError if the browser is gone.
        """
        if self._process != os.getpid():
            raise EpisodeError(_OF_ANOTHER)
        start = time.monotonic()
        try:
            for _ in range(STORM):
                if self._driver and self._driver.poll() is not None:
                    raise self._mark_lost(_GONE)
                try:
                    return command(*arguments)
                except selenium_errors.UnexpectedAlertPresentException:
                    # the driver is answering it, see dialogs.py
                    self.poll(1, lambda: AGAIN if alert_is_present()(self._selenium) else 0)
            raise EpisodeError("The page opens one dialog after the other.")
        except selenium_errors.TimeoutException as error:
            if "execution context" in str(error.msg):
                raise WorldGone(first_line(error)) from error
            self._note("The page is still loading.")
            return None
        except (
            selenium_errors.InvalidSessionIdException,
            selenium_errors.NoSuchWindowException,
        ) as error:
            raise self._mark_lost(_GONE) from error
        except (urllib3.exceptions.HTTPError, ConnectionError) as error:
            raise self._mark_lost(_SILENT) from error
        except selenium_errors.WebDriverException as error:
            if any(word in str(error.msg).lower() for word in _CRASHED):
                raise self._mark_lost(f"The browser's page crashed: {first_line(error)}") from error
            raise
        finally:
            self.waited += time.monotonic() - start

    def _mark_lost(self, sentence: str) -> EpisodeError:
        self.lost = True
        return EpisodeError(sentence)

    # --- cookies and tabs ------------------------------------------------------------------------

    @property
    def cookies(self) -> list[tuple[str, str, str]]:
        """All cookies: the host, name and value of each."""
        partition = {"type": "storageKey", "userContext": self._context or "default"}
        cookies = self.command("storage.getCookies", partition=partition)["cookies"]
        return [
            (cookie["domain"].lstrip("."), cookie["name"], cookie["value"]["value"])
            for cookie in cookies
        ]

    @property
    def tabs(self) -> list[str]:
        """The tabs that are open."""
        # by BiDi, since WebDriver's own command is one that Selenium repeats if no reply comes
        contexts = self.command("browsingContext.getTree", maxDepth=0)["contexts"]
        return [context["context"] for context in contexts]

    def show(self, tab: str) -> None:
        """Make this tab the one that commands are for."""
        self._run(self._selenium.switch_to.window, tab)
        self.tab = tab

    def renew(self) -> None:
        """Show an empty tab in a new browser context and close all other tabs and contexts.

        The contexts share nothing. If the browser fails to do this, or has had CONTEXTS, a new one
        replaces it. After an interruption, this can simply be called again.
        """
        self.lost = True
        try:
            if self._contexts >= CONTEXTS and self.keeps_files:
                self._start_again()
            else:
                self._renew_context()
        except EpisodeError:
            if self._closed or self._process != os.getpid():
                raise
            self._start_again()
            self._note("The browser did not answer any more; a new one was started.")
        self._scripts_stopped, self.used, self.lost, self.dialogs.count = False, False, False, 0

    def _renew_context(self) -> None:
        context = self.command("browser.createUserContext")["userContext"]
        created = self.command("browsingContext.create", type="tab", userContext=context)
        self._context, self._contexts = context, self._contexts + 1
        self._close_all_but(context)  # first, as the driver may be waiting for an old page
        self.show(created["context"])
        self._save_files(browserContextId=context)

    def _start_again(self) -> None:
        """End the browser and start a new one."""
        self._end()
        self._start()
        self.preload(self._preload)
        self._renew_context()

    def _close_all_but(self, kept: str) -> None:
        """Close the tabs of all browser contexts but one, even tabs that are unknown here."""
        for context in self.command("browser.getUserContexts")["userContexts"]:
            if context["userContext"] not in (kept, "default"):  # the default one cannot be removed
                with contextlib.suppress(DocumentGone):  # its removal has already begun
                    self.command("browser.removeUserContext", **context)
        for tab in self.command("browsingContext.getTree", maxDepth=0)["contexts"]:
            if tab["userContext"] != kept:
                with contextlib.suppress(DocumentGone):
                    self.close_tab(tab["context"])

    def close_tab(self, tab: str) -> None:
        """Close a tab; if it was shown, another one must be shown next."""
        self.command("browsingContext.close", context=tab)

    # --- end -------------------------------------------------------------------------------------

    def close(self) -> None:
        """End the browser and remove its files; closing twice is fine.

        A forked process leaves it to its parent.
        """
        self._closed = True
        self._end()

    def _end(self) -> None:
        """End the browser and remove its files.

        A local browser is killed: nothing of it needs to be kept, and a driver that hangs would not
        end it.
        """
        if self._process != os.getpid() or not self.home.exists():
            return
        self._watchdog.communicate()  # closes its input: it ends the browser and removes the files
        self._bidi.close()
        self._selenium.command_executor.client_config.timeout = STOP
        with contextlib.suppress(*_NO_DRIVER):
            self._selenium.quit()


def _explain_no_browser(remote: str | None, error: Exception) -> str:
    if remote and "request timed out" in str(error):
        return (
            f"No browser started at {remote}: all of the Grid's browsers are in use. Use fewer"
            " workers, or add browsers to it."
        )
    if remote:
        return (
            f"No browser started at {remote}: is a WebDriver server running there? The error was:"
            f" {first_line(error)}"
        )
    return (
        "No Chromium or Chrome could be started: install one with its driver (Debian: apt-get"
        " install chromium chromium-driver; macOS and Windows: Google Chrome). The error was:"
        f" {first_line(error)}"
    )
