"""Is everything installed that the kit needs? If not, the report says what to do."""

import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from urllib.parse import urlsplit

import dotenv
import pandas
from markupsafe import Markup
from packaging.requirements import Requirement

from ...browser import programs
from ...models import open_dotenv
from ...start import HOSTED, OFFLINE

ROOT = Path(__file__).parents[3]
OLDEST = 150  # the oldest Chromium that the tests were run with
SET_UP = "Run `python tools/setup.py` in the kit's folder"
ALL_INSTALLED = "Everything that the kit needs is installed. The model will be"


@dataclass(frozen=True)
class Line:
    """One thing that was checked: what was found, and what to do about it, "" if nothing."""

    what: str
    found: str
    to_do: str = ""


@dataclass(frozen=True)
class Report:
    """The result of `check`: one sentence if all is well, else what to do; `.table` has details."""

    lines: tuple[Line, ...]

    @property
    def ok(self) -> bool:
        """Whether there is nothing to do."""
        return not any(line.to_do for line in self.lines)

    @property
    def table(self) -> pandas.DataFrame:
        """One row per line."""
        rows = [(line.what, line.found, line.to_do or "ok") for line in self.lines]
        return pandas.DataFrame(rows, columns=["what", "found", "to do"])

    def __repr__(self) -> str:
        if self.ok:
            return f"{ALL_INSTALLED} {self.lines[-1].found}."
        return "\n".join(
            f"{line.what}: {line.found or 'not found'}. {line.to_do}"
            for line in self.lines
            if line.to_do
        )

    def _repr_html_(self) -> str:
        return Markup("").join(map(Markup("<p>{}</p>").format, repr(self).splitlines()))


def check(requirements: Path = ROOT / "requirements.txt", *, free: float = 1.0) -> Report:
    """Check Python, the packages of `requirements`, the browser, ports, disk and model.

    Without that file, as where pip installed the package, the packages of its core are checked.
    `free` is the least disk space, in GB. No browser is started, and no model is asked.
    """
    if requirements.is_file():
        lines = [line.split("#")[0] for line in requirements.read_text("utf-8-sig").splitlines()]
        packages = [Requirement(line) for line in lines if line.strip()]
    else:
        every = map(Requirement, metadata.requires("webvoyager") or ())
        packages = [each for each in every if each.marker is None]  # the others are extras
    return Report(
        (
            _check_python(),
            *_check_packages(packages),
            *_check_browser(),
            _check_loopback(),
            _check_disk(free),
            _check_model(),
        )
    )


def _check_python() -> Line:
    fits = sys.version_info >= (3, 11)
    to_do = "" if fits else "Choose a kernel of Python 3.11 or later."
    return Line("Python", sys.version.split()[0], to_do)


def _check_packages(packages: list[Requirement]) -> Iterator[Line]:
    """One line with the number of packages that fit, and one for each that doesn't."""
    versions = {package.name: _read_version(package.name) for package in packages}
    wrong = [
        package
        for package in packages
        if not versions[package.name] or versions[package.name] not in package.specifier
    ]
    yield Line("packages", f"{len(packages) - len(wrong)} of {len(packages)}")
    for package in wrong:
        to_do = f"It should be {package.specifier}. {SET_UP}, and restart the kernel."
        yield Line(package.name, versions[package.name], to_do)


def _read_version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""


def _check_browser() -> Iterator[Line]:
    """The two programs that Browser starts; if none is named, Selenium looks for one."""
    browser, driver = programs()
    of_browser, of_driver = _ask_version(browser), _ask_version(driver)
    yield Line("browser", of_browser, _advise_on_browser(browser, of_browser))
    if driver and not shutil.which(driver):
        yield Line("driver", "", "CHROMEDRIVER doesn't point to a program: correct or unset it.")
        return
    majors = [version.split(".")[0] for version in (of_browser, of_driver)]
    to_do = ""
    if all(majors) and len(set(majors)) > 1:
        to_do = (
            f"It is for Chromium {majors[1]}: install both in the same version, or set CHROME and"
            " CHROMEDRIVER to a matching pair."
        )
    yield Line("driver", of_driver or "Selenium fetches one", to_do)


def _advise_on_browser(browser: str | None, version: str) -> str:
    if browser is None and sys.platform.startswith("linux"):
        return f"{SET_UP}, which installs Chromium or says how, or set CHROME to one that you have."
    if browser and not shutil.which(browser):
        return "CHROME doesn't point to a program: correct or unset it."
    if version and int(version.split(".")[0]) < OLDEST:
        return f"Install a newer one: the kit is tested with Chromium {OLDEST} and later."
    return ""


def _ask_version(program: str | None) -> str:
    """The version that a program reports; "" if there is no such program, and on Windows.

    On Windows, Chrome would open a window.
    """
    if not program or not shutil.which(program) or sys.platform == "win32":
        return ""
    reply = subprocess.run(
        [program, "--version"], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=20
    )
    version = re.search(r"\d+(\.\d+){3}", reply.stdout)
    return version[0] if version else "of an unknown version"


def _check_loopback() -> Line:
    try:
        with socket.create_server(("127.0.0.1", 0)):
            return Line("loopback ports", "free")
    except OSError as error:
        to_do = "Let programs listen on 127.0.0.1: the practice sites need it."
        return Line("loopback ports", str(error), to_do)


def _check_disk(least: float) -> Line:
    free = shutil.disk_usage(ROOT).free / 1e9
    to_do = f"Make room: runs and browsers need {least:g} GB." if free < least else ""
    return Line("free disk", f"{free:.1f} GB", to_do)


def _check_model() -> Line:
    try:
        return _find_model()
    except ValueError as error:  # an unreadable .env file, or an invalid address
        return Line("model", "not known", str(error))


def _find_model() -> Line:
    """The model that start() finds in the environment and the .env files; keys are never shown."""
    folders = (ROOT, Path.cwd())
    files = [dotenv.dotenv_values(stream=open_dotenv(folder)) for folder in folders]
    settings = {**files[0], **files[1], **os.environ}
    name, key, address = (
        (settings.get(part) or "").strip()
        for part in ("WEBVOYAGER_MODEL", "OPENAI_API_KEY", "OPENAI_BASE_URL")
    )
    reachable = key or address
    if name and name != OFFLINE and not reachable:
        to_do = "There is no key and no address for it: set OPENAI_API_KEY or OPENAI_BASE_URL too."
        return Line("model", name, to_do)
    if name == OFFLINE or not reachable:
        return Line("model", f"{OFFLINE} (rules, not a language model)")
    host = urlsplit(address or "https://api.openai.com").hostname
    model = name or ("the one it has" if address else HOSTED)
    return Line("model", f"{model} at {host or address} (not asked yet)")
