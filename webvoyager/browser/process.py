"""Starts a Chromium with its driver, here or elsewhere, and makes sure that it ends with us."""

import os
import shutil
import subprocess
import sys
import tempfile
import weakref
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.chromium.remote_connection import ChromiumRemoteConnection

from .allowlist import switches

_QUIET = (
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-search-engine-choice-screen",
    "--hide-scrollbars",
    "--force-color-profile=srgb",
    "--disable-blink-features=EyeDropperAPI",  # it takes the mouse away, and waits for a person
    "--disable-features=HttpsUpgrades,Translate,OptimizationHints,MediaRouter,BackForwardCache"
    # the browser's own pop-up windows
    ",WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,OmniboxAimPopup,AimEnabled",
)
_BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_REFUSED_PERMISSIONS = (
    "geolocation",
    "notifications",
    "media_stream_mic",
    "media_stream_camera",
    "clipboard",
)
# bytes of a folder's path; Chromium adds 69 for its sockets, whose paths may have 103 on macOS and
# 107 on Linux
_LONGEST_PATH = 34
_SHARED_MEMORY = 256 * 2**20  # bytes that Chromium may need in /dev/shm


def make_home() -> Path:
    """Make a new temporary folder.

    It is in /tmp if the path of the usual place is too long for what Chromium puts there.
    """
    too_long = len(os.fsencode(tempfile.gettempdir())) > _LONGEST_PATH
    place = "/tmp" if too_long and Path("/tmp").is_dir() else None
    return Path(tempfile.mkdtemp(prefix="webvoyager-", dir=place))


def start_watchdog(home: Path) -> subprocess.Popen:
    """Start a process that ends the browser and removes `home` if ours ends without close().

    This works even if ours is killed.
    """
    command = [sys.executable, "-I", "-S", str(Path(__file__).with_name("watchdog.py")), str(home)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, text=True, **_make_group_option(0))


def call_in_forks(method: Callable[[], None]) -> None:
    """Call a method in each process that is forked off from now on, as long as its object lives."""
    if hasattr(os, "register_at_fork"):  # Windows has no forks
        weak = weakref.WeakMethod(method)
        os.register_at_fork(after_in_child=lambda: (alive := weak()) and alive())


def _make_group_option(number: int) -> dict[str, Any]:
    # Ctrl-C in a notebook does not reach other process groups
    return {} if sys.platform == "win32" else {"process_group": number}


def start_browser(
    options: Any, home: Path, group: int, remote: str | None = None
) -> webdriver.Remote:
    """Start a browser with these `options`, or use the WebDriver server at `remote`.

    A browser that is started here keeps its temporary files in `home`.
    """
    if remote:
        connection = ChromiumRemoteConnection(remote, vendor_prefix="goog", browser_name="chrome")
        return webdriver.Remote(command_executor=connection, options=options)
    _bypass_proxy_for_loopback()
    (home / "tmp").mkdir()
    browser, driver = programs()
    if browser:
        options.binary_location = browser
    environment = {**os.environ, **dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(home / "tmp"))}
    service = Service(executable_path=driver, env=environment, popen_kw=_make_group_option(group))
    return webdriver.Chrome(options=options, service=service)


def programs() -> tuple[str | None, str | None]:
    """The browser and the driver that are started here.

    None for one that Selenium Manager has to find or fetch.
    """
    browser = os.environ.get("CHROME") or next(filter(None, map(shutil.which, _BROWSERS)), None)
    # a driver beside the browser fits it, as in an unpacked archive
    beside = str(Path(browser or "").resolve().parent)
    folders = os.pathsep.join([beside, os.environ.get("PATH", "")]) if browser else None
    return browser, os.environ.get("CHROMEDRIVER") or shutil.which("chromedriver", path=folders)


def _bypass_proxy_for_loopback() -> None:
    """Let requests of this process to this machine bypass a proxy.

    Selenium offers no other way for its connection to the driver.
    """
    bypassed = os.environ.get("no_proxy", os.environ.get("NO_PROXY", "")).split(",")
    if any(name.lower().endswith("_proxy") for name in os.environ):
        hosts = dict.fromkeys((*bypassed, "localhost", "127.0.0.1"))
        os.environ["no_proxy"] = ",".join(filter(None, hosts))


def options(
    headless: bool,
    viewport: tuple[int, int],
    files: Path,
    allow: Sequence[str] | None,
    host_map: Mapping[str, str],
    proxy: str | None,
) -> Any:
    """The browser's options: quiet, one size, downloads to `files`, hosts mapped or refused."""
    chosen = webdriver.ChromeOptions()
    # Browser.settle() waits for the rest, with its own cap
    chosen.page_load_strategy = "eager"
    # at once; a note tells the model, and dialogs.py enters into a prompt the text it proposes
    dialogs = {"default": "accept", "prompt": "ignore"}
    chosen.set_capability("unhandledPromptBehavior", dialogs)
    chosen.web_socket_url = True  # WebDriver BiDi: our own script worlds in every frame
    for argument in (*_list_arguments(headless, viewport), *switches(allow, host_map, proxy)):
        chosen.add_argument(argument)
    refused = {f"profile.default_content_setting_values.{name}": 2 for name in _REFUSED_PERMISSIONS}
    preferences = {
        "plugins.always_open_pdf_externally": True,
        "download.default_directory": str(files),
        "download.prompt_for_download": False,
        "credentials_enable_service": False,
        "intl.accept_languages": "en-US,en",
        **refused,
    }
    chosen.add_experimental_option("prefs", preferences)
    chosen.add_experimental_option("excludeSwitches", ["enable-automation"])
    return chosen


def _list_arguments(headless: bool, viewport: tuple[int, int]) -> list[str]:
    arguments = [*_QUIET, f"--window-size={viewport[0]},{viewport[1] + 150}"]
    if headless:
        arguments.append("--headless=new")
    if hasattr(os, "geteuid") and os.geteuid() == 0:  # Chromium refuses its sandbox to root only
        arguments.append("--no-sandbox")
    # /dev/shm is small in containers
    if Path("/dev/shm").exists() and shutil.disk_usage("/dev/shm").free < _SHARED_MEMORY:
        arguments.append("--disable-dev-shm-usage")
    return arguments
