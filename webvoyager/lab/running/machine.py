"""Whether this machine has what the kit needs; what is missing is said in one sentence each, with
what to do.
"""

import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from importlib import metadata
from pathlib import Path
from urllib.parse import urlsplit

import dotenv
import pandas
from packaging.requirements import Requirement

from ...browser import programs
from ...start import HOSTED, OFFLINE

ROOT = Path(__file__).parents[3]
OLDEST = 150  # Chromium that all tests were run with
SET_UP = "Run `python tools/setup.py` in the kit's folder"
WELL = "This machine has all that the kit needs. The model will be"


@dataclass(frozen=True)
class Line:
    """One thing that was looked at: what was found, and what to do about it, "" where it is
    well.
    """

    what: str
    found: str
    to_do: str = ""


@dataclass(frozen=True)
class Report:
    """What `check` found; shows one sentence where all is well, else what there is to do. `.table`
    has all.
    """

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
        todo = [
            f"{line.what}: {line.found or 'not found'}. {line.to_do}"
            for line in self.lines
            if line.to_do
        ]
        return "\n".join(todo) if todo else f"{WELL} {self.lines[-1].found}."

    def _repr_html_(self) -> str:
        return "".join(f"<p>{escape(line)}</p>" for line in repr(self).splitlines())


def check(requirements: Path = ROOT / "requirements.txt", *, free: float = 1.0) -> Report:
    """Look at Python, the packages of `requirements`, browser and driver, loopback ports, disk and
    model.

    `free` is how many GB of disk there have to be. No browser is started, no model is asked.
    """
    packages = [
        line.partition("#")[0] for line in requirements.read_text(encoding="utf-8").splitlines()
    ]
    wanted = [Requirement(line) for line in packages if line.strip()]
    return Report((_python(), *_packages(wanted), *_browser(), _loopback(), _disk(free), _model()))


def _python() -> Line:
    fits = sys.version_info >= (3, 11)
    to_do = "" if fits else "Choose a kernel of Python 3.11 or later."
    return Line("Python", sys.version.split()[0], to_do)


def _packages(wanted: list[Requirement]) -> Iterator[Line]:
    """One line for all that are there, one for each that is not as it should be."""
    found = {each.name: _installed(each.name) for each in wanted}
    wrong = [
        each for each in wanted if not found[each.name] or found[each.name] not in each.specifier
    ]
    yield Line("packages", f"{len(wanted) - len(wrong)} of {len(wanted)}")
    for each in wrong:
        yield Line(
            each.name,
            found[each.name],
            f"It should be {each.specifier}. {SET_UP}, and start the kernel anew.",
        )


def _installed(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""


def _browser() -> Iterator[Line]:
    """The two programs that Browser starts; where none is named, Selenium looks for one, and that
    is well off Linux.
    """
    browser, driver = programs()
    of_browser, of_driver = _version(browser), _version(driver)
    yield Line("browser", of_browser, _about_browser(browser, of_browser))
    majors = [version.split(".")[0] for version in (of_browser, of_driver)]
    to_do = (
        f"It is for Chromium {majors[1]}: install both of one version, or set CHROME and"
        " CHROMEDRIVER to a pair."
    )
    if driver and not shutil.which(driver):
        yield Line("driver", "", "CHROMEDRIVER leads to no program: correct it, or take it away.")
    else:
        yield Line(
            "driver",
            of_driver or "Selenium fetches one",
            to_do if all(majors) and len(set(majors)) > 1 else "",
        )


def _about_browser(browser: str | None, version: str) -> str:
    if browser is None and sys.platform.startswith("linux"):
        return f"{SET_UP}, which installs Chromium or says how, or set CHROME to one that you have."
    if browser and not shutil.which(browser):
        return "CHROME leads to no program: correct it, or take it away."
    if version and int(version.split(".")[0]) < OLDEST:
        return f"Install a newer one: the kit is tested with Chromium {OLDEST} and later."
    return ""


def _version(program: str | None) -> str:
    """What a program says of its version; "" where it is not there, or (Chrome on Windows) would
    open a window.
    """
    if not program or not shutil.which(program) or sys.platform == "win32":
        return ""
    asked = subprocess.run(
        [program, "--version"], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=20
    )
    found = re.search(r"\d+(\.\d+){3}", asked.stdout)
    return found[0] if found else "of an unknown version"


def _loopback() -> Line:
    try:
        with socket.create_server(("127.0.0.1", 0)):
            return Line("loopback ports", "free")
    except OSError as error:
        return Line(
            "loopback ports",
            str(error),
            "Let programs listen on 127.0.0.1: the practice sites need it.",
        )


def _disk(least: float) -> Line:
    free = shutil.disk_usage(ROOT).free / 1e9
    to_do = f"Make room: runs and browsers need {least:g} GB." if free < least else ""
    return Line("free disk", f"{free:.1f} GB", to_do)


def _model() -> Line:
    """The model that start() would take, by the environment and the .env files; a key is never
    shown.
    """
    files = [dotenv.dotenv_values(folder / ".env") for folder in (ROOT, Path.cwd())]
    given = {**files[0], **files[1], **os.environ}
    name, key, address = (
        given.get(part) for part in ("WEBVOYAGER_MODEL", "OPENAI_API_KEY", "OPENAI_BASE_URL")
    )
    if name and name != OFFLINE and not (key or address):
        return Line(
            "model",
            name,
            "There is no key and no address for it: set OPENAI_API_KEY or OPENAI_BASE_URL too.",
        )
    if name == OFFLINE or not (key or address):
        return Line("model", f"{OFFLINE} (rules, not a language model)")
    host = urlsplit(address or "https://api.openai.com").hostname
    return Line(
        "model",
        f"{name or ('the one it has' if address else HOSTED)} at {host or address} (not asked yet)",
    )
