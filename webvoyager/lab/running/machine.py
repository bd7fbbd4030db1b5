"""Is everything installed that the kit needs? If not, the report says what to do."""

import os
import platform
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from urllib.parse import urlsplit

import dotenv
import pandas
from markupsafe import Markup
from packaging.requirements import Requirement

from ...browser import programs
from ...display import without_math
from ...models import describe, is_stand_in, open_dotenv
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
        table = pandas.DataFrame(self.lines).rename(columns={"to_do": "to do"})
        return table.replace({"to do": {"": "ok"}})

    def __repr__(self) -> str:
        if self.ok:
            return f"{ALL_INSTALLED} {self.lines[-1].found}."
        return "\n".join(
            f"{line.what}: {line.found or 'not found'}. {line.to_do}"
            for line in self.lines
            if line.to_do
        )

    def _repr_html_(self) -> str:
        lines = map(Markup("<p>{}</p>").format, repr(self).splitlines())
        return without_math(Markup("").join(lines))


def check(requirements: Path = ROOT / "requirements.txt", *, free: float = 1.0) -> Report:
    """Check the packages of `requirements`, the browser, disk and model.

    Without that file, as where pip installed the package, the packages of its core are checked.
    `free` is the least disk space, in GB. No browser is started, and no model is asked.
    """
    room = shutil.disk_usage(ROOT).free / 1e9
    to_do = f"Make room: runs and browsers need {free:g} GB." if room < free else ""
    return Report(
        (
            Line("Python", platform.python_version()),
            *_check_packages(requirements),
            *_check_browser(),
            Line("free disk", f"{room:.1f} GB", to_do),
            _find_model(),
        )
    )


def _check_packages(requirements: Path) -> list[Line]:
    """One line with the number of packages that fit, and one for each that doesn't."""
    if requirements.is_file():
        lines = [line.split("#")[0] for line in requirements.read_text("utf-8-sig").splitlines()]
        packages = [Requirement(line) for line in lines if line.strip()]
    else:
        every = map(Requirement, metadata.requires("webvoyager") or ())
        packages = [each for each in every if each.marker is None]  # the others are extras
    wrong = []
    for package in packages:
        try:
            version = metadata.version(package.name)
        except metadata.PackageNotFoundError:
            version = ""
        if not version or version not in package.specifier:
            to_do = f"It should be {package.specifier}. {SET_UP}, and restart the kernel."
            wrong.append(Line(package.name, version, to_do))
    return [Line("packages", f"{len(packages) - len(wrong)} of {len(packages)}"), *wrong]


def _check_browser() -> list[Line]:
    """The two programs that Browser starts; if none is named, Selenium looks for one."""
    browser, driver = programs()
    of_browser, of_driver = _ask_version(browser), _ask_version(driver)
    majors = [version.split(".")[0] for version in (of_browser, of_driver)]
    for_browser = for_driver = ""
    if browser is None and sys.platform.startswith("linux"):
        for_browser = (
            f"{SET_UP}, which installs Chromium or says how, or set CHROME to one that you have."
        )
    elif browser and not shutil.which(browser):
        for_browser = "CHROME doesn't point to a program: correct or unset it."
    elif of_browser and int(majors[0]) < OLDEST:
        for_browser = f"Install a newer one: the kit is tested with Chromium {OLDEST} and later."
    if driver and not shutil.which(driver):
        for_driver = "CHROMEDRIVER doesn't point to a program: correct or unset it."
    elif all(majors) and majors[0] != majors[1]:
        for_driver = (
            f"It is for Chromium {majors[1]}: install both in the same version, or set CHROME and"
            " CHROMEDRIVER to a matching pair."
        )
    found = of_driver or ("" if for_driver else "Selenium fetches one")
    return [Line("browser", of_browser, for_browser), Line("driver", found, for_driver)]


def _ask_version(program: str | None) -> str:
    """The version that a program reports; "" if it reports none.

    On Windows it is not asked: Chrome would open a window.
    """
    if not program or not shutil.which(program) or sys.platform == "win32":
        return ""
    reply = subprocess.run(
        [program, "--version"], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=20
    )
    version = re.search(r"\d+(\.\d+){3}", reply.stdout)
    return version[0] if version else ""


def _find_model() -> Line:
    """The model that start() finds in the environment and the .env files; keys are never shown."""
    try:
        kit, here = (
            dotenv.dotenv_values(stream=open_dotenv(folder)) for folder in (ROOT, Path.cwd())
        )
        settings = {**kit, **here, **os.environ}
        name, key, address = (
            (settings.get(part) or "").strip()
            for part in ("WEBVOYAGER_MODEL", "OPENAI_API_KEY", "OPENAI_BASE_URL")
        )
        host = urlsplit(address or "https://api.openai.com").hostname
    except ValueError as error:  # an unreadable .env file, or an invalid address
        return Line("model", "not known", str(error))
    reachable = key or address
    if not (name or reachable) or is_stand_in(name):
        return Line("model", describe(name or OFFLINE))
    if not reachable:
        to_do = "There is no key and no address for it: set OPENAI_API_KEY or OPENAI_BASE_URL too."
        return Line("model", name, to_do)
    model = name or ("the one it has" if address else HOSTED)
    return Line("model", f"{model} at {host or address} (not asked yet)")
