"""Starts a Chromium with its driver, here or elsewhere, and sees to it that it ends with us."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
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
    # pages of its own
    ",WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,OmniboxAimPopup,AimEnabled",
)
_BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
# permissions
_REFUSED = (
    "geolocation",
    "notifications",
    "media_stream_mic",
    "media_stream_camera",
    "clipboard",
)

# bytes; Chromium adds 69 to them for its sockets, whose addresses may have 103 on macOS, 107 on
# Linux
_LONGEST = 34


def make_home() -> Path:
    """A new temporary folder; in /tmp where the name of the usual place is too long for what
    Chromium puts into it.
    """
    long = len(os.fsencode(tempfile.gettempdir())) > _LONGEST
    return Path(
        tempfile.mkdtemp(
            prefix="webvoyager-", dir="/tmp" if long and Path("/tmp").is_dir() else None
        )
    )


def start_watchdog(home: Path) -> subprocess.Popen:
    """A process that ends the browser and removes `home` should ours end without close(), even by a
    kill.
    """
    command = [sys.executable, "-I", "-S", str(Path(__file__).with_name("watchdog.py")), str(home)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, text=True, **_group(0))


def _group(number: int) -> dict[str, int]:
    # Ctrl-C in a notebook is not for it
    return {} if sys.platform == "win32" else {"process_group": number}


def start_browser(
    options: Any, home: Path, group: int, remote: str | None = None
) -> webdriver.Remote:
    """A browser of these `options` with its temporary files in `home`, or one at a WebDriver
    server's address.
    """
    if remote:
        connection = ChromiumRemoteConnection(remote, vendor_prefix="goog", browser_name="chrome")
        return webdriver.Remote(command_executor=connection, options=options)
    _spare_this_machine()
    (home / "tmp").mkdir()
    browser, driver = programs()
    if browser:
        options.binary_location = browser
    place = {**os.environ, **dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(home / "tmp"))}
    return webdriver.Chrome(
        options=options, service=Service(executable_path=driver, env=place, popen_kw=_group(group))
    )


def programs() -> tuple[str | None, str | None]:
    """Which browser and which driver are started here; None for one that Selenium Manager is to
    find or fetch.
    """
    browser = os.environ.get("CHROME") or next(filter(None, map(shutil.which, _BROWSERS)), None)
    # a driver there fits, as in an unpacked archive
    beside = str(Path(browser or "").resolve().parent)
    places = os.pathsep.join([beside, os.environ.get("PATH", "")]) if browser else None
    return browser, os.environ.get("CHROMEDRIVER") or shutil.which("chromedriver", path=places)


def _spare_this_machine() -> None:
    """Have what this process asks of this machine go past a proxy: Selenium's line to the driver
    knows no other way.
    """
    known = os.environ.get("no_proxy", os.environ.get("NO_PROXY", "")).split(",")
    if any(name.lower().endswith("_proxy") for name in os.environ):
        os.environ["no_proxy"] = ",".join(
            filter(None, dict.fromkeys((*known, "localhost", "127.0.0.1")))
        )


def options(
    headless: bool,
    viewport: tuple[int, int],
    files: Path,
    allow: Sequence[str] | None,
    hosts: Mapping[str, str],
    proxy: str | None,
) -> Any:
    """How the browser is to be: quiet, one size, downloads to `files`, hosts led to where they are
    told, or nowhere.
    """
    chosen = webdriver.ChromeOptions()
    # what follows is waited for in settle(), with a cap of its own
    chosen.page_load_strategy = "eager"
    chosen.unhandled_prompt_behavior = "accept"  # at once, and told to the model
    chosen.web_socket_url = True  # WebDriver BiDi: script realms of our own, in every frame
    for argument in (*_arguments(headless, viewport), *switches(allow, hosts, proxy)):
        chosen.add_argument(argument)
    preferences = {
        "plugins.always_open_pdf_externally": True,
        "download.default_directory": str(files),
        "download.prompt_for_download": False,
        "credentials_enable_service": False,
        "intl.accept_languages": "en-US,en",
        **{f"profile.default_content_setting_values.{name}": 2 for name in _REFUSED},
    }
    chosen.add_experimental_option("prefs", preferences)
    chosen.add_experimental_option("excludeSwitches", ["enable-automation"])
    return chosen


def _arguments(headless: bool, viewport: tuple[int, int]) -> list[str]:
    arguments = [*_QUIET, f"--window-size={viewport[0]},{viewport[1] + 150}"]
    arguments += ["--headless=new"] if headless else []
    if hasattr(os, "geteuid") and os.geteuid() == 0:  # Chromium refuses its sandbox to root only
        arguments.append("--no-sandbox")
    if (
        Path("/dev/shm").exists() and shutil.disk_usage("/dev/shm").free < 256 * 2**20
    ):  # small in containers
        arguments.append("--disable-dev-shm-usage")
    return arguments
