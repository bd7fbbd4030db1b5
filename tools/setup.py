"""Makes a fresh clone ready: .venv, the packages of requirements.txt, a browser, fonts.

    python tools/setup.py     (any Python from 3.11 on; it needs only the standard library)

It is quick when everything is there. Outside this folder it changes the machine only on a
Debian-like system, as root or with password-free sudo: there it installs a missing browser, fonts,
Tesseract and Python's venv module with apt-get.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
STAMP = VENV / "ready.txt"  # the folder and the requirements of the last installation
# packages that were tried, so that those which can't be installed are tried only once
FONTS_TRIED = VENV / "fonts.txt"
TESSERACT_TRIED = VENV / "eyes.txt"

TESTED = (150, 156)  # the oldest and the newest Chromium that all tests were run with
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
BROWSER_PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "~/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "${PROGRAMFILES}/Google/Chrome/Application/chrome.exe",
    "${PROGRAMFILES(X86)}/Google/Chrome/Application/chrome.exe",
    "${LOCALAPPDATA}/Google/Chrome/Application/chrome.exe",
    "~/.cache/selenium/chrome",  # one that Selenium fetched
)
# The smallest Debian packages that will do: micro hei has Chinese, Japanese and Korean in 1.6 MB
# (Noto CJK: 57 MB); only Noto Color Emoji (10 MB) has emoji in colour, as people see them.
# Liberation is as wide as Arial, Times and Courier, for which most pages are laid out.
FONTS = {
    ":lang=en": "fonts-dejavu-core",  # with Greek, Arabic and Hebrew
    "Liberation Sans": "fonts-liberation",
    ":lang=hi": "fonts-lohit-deva",
    ":lang=zh": "fonts-wqy-microhei",
    ":lang=und-zsye": "fonts-noto-color-emoji",
}

NO_BROWSER = """No Chromium or Chrome was found, nor could one be installed.
Please install one, then repeat:
  Debian, Ubuntu   sudo apt-get install chromium chromium-driver (Ubuntu: or Chrome's own .deb file)
  macOS            brew install --cask google-chrome               (or Chrome's own installer)
  Windows          winget install Google.Chrome                    (or Chrome's own installer)"""
NO_VENV = """This Python can't make virtual environments. Please install what it lacks, then repeat:
  Debian, Ubuntu   sudo apt-get install python3.{minor}-venv   (or install uv)"""
LINKED = (
    "The folder .venv is a link to {target}, which isn't an environment of this kit; nothing there"
    " was changed. Please remove the link (not its target), then repeat."
)
NO_PYTHON = (
    "Python 3.11 or later is needed; this is {version}. Please install one, or uv, then repeat."
)


def main() -> None:
    """Install whatever is missing, in the order in which it is needed."""
    if sys.version_info < (3, 11):  # noqa: UP036 (the system's own Python may well be older)
        sys.exit(run_with_newer_python())
    first = not STAMP.exists()
    install_debian(needed_packages())
    exit_if_lacking()
    name_browser()
    make_venv()
    install_requirements()
    install_fonts()
    install_tesseract()
    if first:
        ready = "set-up: ready. `make lab` opens the notebooks, `make help` lists the rest."
        print(ready, flush=True)


def exit_if_lacking() -> None:
    """Exit with a list of what a person has to install, if there is anything."""
    needed = ((NO_VENV, can_make_venv()), (NO_BROWSER, browser()))
    lacking = [words for words, there in needed if not there]
    if lacking:
        sys.exit("\n".join(lacking).format(minor=sys.version_info[1]))


def run_with_newer_python() -> object:
    """Run this script with a newer Python; its exit status, or a sentence if there is none."""
    for name in [f"python3.{minor}" for minor in range(19, 10, -1)]:
        if is_usable_python(name):
            return subprocess.call([name, __file__])
    if shutil.which("uv"):
        return subprocess.call(["uv", "run", "--no-project", "--python", "3.11", __file__])
    return NO_PYTHON.format(version=sys.version.split()[0])


def report_progress(done: str, since: float) -> None:
    """Print one line of progress."""
    print(f"set-up: {done} ({time.monotonic() - since:.0f} s)", flush=True)


def succeeds(*command: object, quiet: bool = False) -> bool:
    """Run a command without input; return whether it succeeded.

    If it fails, the last lines of its output are shown, unless `quiet`.
    """
    arguments = [str(part) for part in command]
    try:
        result = subprocess.run(
            arguments,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
    except OSError as error:
        result = subprocess.CompletedProcess(arguments, 127, str(error))
    if result.returncode and not quiet:
        print(f"set-up: `{' '.join(arguments)}` failed:", file=sys.stderr)
        print("\n".join(result.stdout.splitlines()[-12:]), file=sys.stderr)
    return result.returncode == 0


# ---- the machine: browser, fonts, Python's venv ----


def browser() -> str:
    """The path of a Chromium or Chrome, "" if there is none; CHROME chooses one."""
    if chosen := os.environ.get("CHROME"):
        return shutil.which(chosen) or ""
    places = (Path(os.path.expandvars(place)).expanduser() for place in BROWSER_PLACES)
    found = [
        *filter(None, map(shutil.which, BROWSERS)),
        *(str(place) for place in places if place.exists()),
    ]
    return found[0] if found else ""


def driver() -> str:
    """The path of the driver, "" if Selenium has to fetch it; CHROMEDRIVER chooses one."""
    beside = Path(browser()).resolve().parent  # as in an unpacked archive
    path = os.pathsep.join([str(beside), os.environ.get("PATH", "")])
    return shutil.which(os.environ.get("CHROMEDRIVER") or "chromedriver", path=path) or ""


def version(program: str) -> str:
    """The version that a program reports, "156.0.8078.79"; "" if none, and on Windows."""
    if not program or os.name == "nt":
        return ""
    printed = subprocess.run(
        [program, "--version"], stdin=subprocess.DEVNULL, capture_output=True, text=True
    ).stdout
    found = re.search(r"\d+(\.\d+){3}", printed)
    return found[0] if found else ""


def name_browser() -> None:
    """Print which browser and driver are used, and whether they don't match or are too old."""
    of_browser, of_driver = version(browser()), version(driver())
    named = f"browser {of_browser or 'of an unknown version'} ({browser()})"
    with_driver = "a driver that Selenium fetches"
    if driver():
        with_driver = f"driver {of_driver} ({driver()})"
    print(f"set-up: {named}, {with_driver}", flush=True)
    majors = [int(found.split(".")[0]) for found in (of_browser, of_driver) if found]
    if len(set(majors)) > 1:
        print(
            f"set-up: the driver is for Chromium {majors[1]} and will not start Chromium"
            f" {majors[0]}: install both in the same version, or set CHROME and CHROMEDRIVER to a"
            " matching pair."
        )
    if majors and majors[0] < TESTED[0]:
        print(
            f"set-up: Chromium {majors[0]} is older than the oldest that the kit is tested with"
            f" ({TESTED[0]}), so some pages may be read or used wrongly: install a newer one."
        )


def can_make_venv() -> bool:
    """Whether .venv exists or can be made; Debian's Python lacks ensurepip, for example."""
    return (
        PYTHON.exists() or bool(find_spec("ensurepip")) or succeeds("uv", "--version", quiet=True)
    )


def needed_packages() -> list:
    """The missing Debian packages without which nothing works."""
    packages = []
    if not can_make_venv():
        packages.append(f"python3.{sys.version_info[1]}-venv")
    if not browser():
        # users other than root need the sandbox
        packages += ["chromium", "chromium-driver", "chromium-sandbox"]
    elif shutil.which("chromium") == "/usr/bin/chromium" and not shutil.which("chromedriver"):
        packages.append("chromium-driver")  # for Chrome, Selenium fetches it
    return packages


def install_debian(packages: list) -> bool:
    """Install Debian packages if that is possible and allowed; return whether it succeeded."""
    as_root = ["env"] if hasattr(os, "geteuid") and os.geteuid() == 0 else ["sudo", "-n", "env"]
    if not packages or not shutil.which("apt-get") or not succeeds(*as_root, "true", quiet=True):
        return False
    since = time.monotonic()
    print(f"set-up: installing {', '.join(packages)} …", flush=True)
    apt_get = [
        *as_root,
        "DEBIAN_FRONTEND=noninteractive",
        "apt-get",
        "-o",
        "DPkg::Lock::Timeout=120",
    ]
    install = [*apt_get, "install", "-y", "--no-install-recommends", *packages]
    # Package lists that are some months old name an old browser, or one that is no longer served.
    if not succeeds(*apt_get, "update", quiet=True):
        stale = "the package lists could not be refreshed, so the packages may be old."
        print(f"set-up: {stale}")
    done = succeeds(*install)
    if done:
        report_progress("installed", since)
    return done


def install_fonts() -> None:
    """Install fonts for the scripts and widths that pages use if Linux lacks them; tried once."""
    tried = recall(FONTS_TRIED).split()
    if not sys.platform.startswith("linux") or tried == [*FONTS.values()]:
        return
    missing = [package for pattern, package in FONTS.items() if not has_font(pattern)]
    if missing and not install_debian(missing):
        print(
            "set-up: some scripts will be drawn as boxes. Debian's packages with fonts for them:"
            f" {' '.join(missing)}"
        )
    FONTS_TRIED.write_text("\n".join(FONTS.values()), encoding="utf-8")


def install_tesseract() -> None:
    """Install Tesseract, with which the model offline-eyes reads; tried once."""
    if TESSERACT_TRIED.exists() or shutil.which("tesseract"):
        return
    if not install_debian(["tesseract-ocr"]):
        print(
            "set-up: Tesseract is missing; only the model offline-eyes needs it. Debian, Ubuntu:"
            " apt-get install tesseract-ocr; macOS: brew install tesseract; Windows: winget install"
            " UB-Mannheim.TesseractOCR"
        )
    TESSERACT_TRIED.write_text("tesseract-ocr", encoding="utf-8")


def has_font(pattern: str) -> bool:
    """Whether fontconfig knows such a font; without it, yes unless apt-get could install one."""
    if not shutil.which("fc-list"):
        return not shutil.which("apt-get")
    listed = subprocess.run(["fc-list", pattern, "family"], stdout=subprocess.PIPE).stdout
    return bool(listed.strip())


# ---- this folder: .venv and what is in it ----


def recall(file: Path) -> str:
    """What an earlier set-up wrote to a file; "" if there is no file."""
    return file.read_text(encoding="utf-8", errors="replace") if file.is_file() else ""


def make_venv() -> None:
    """Make .venv, again if its Python is gone or it was made in another folder."""
    moved = STAMP.exists() and recall(STAMP).splitlines()[:1] != [str(ROOT)]
    if PYTHON.exists() and not moved and (STAMP.exists() or is_usable_python(PYTHON)):
        return
    if VENV.is_symlink():  # it may point to anything
        sys.exit(LINKED.format(target=VENV.readlink()))
    since, base = time.monotonic(), getattr(sys, "_base_executable", sys.executable)
    shutil.rmtree(VENV, ignore_errors=True)
    by_uv = shutil.which("uv") and succeeds(
        "uv", "venv", "--seed", "--python", base, VENV, quiet=True
    )
    if not by_uv and not succeeds(base, "-m", "venv", "--clear", VENV):
        shutil.rmtree(VENV, ignore_errors=True)
        sys.exit("The folder .venv could not be made; the lines above say why.")
    report_progress(".venv made", since)


def is_usable_python(interpreter: object) -> bool:
    """Whether this is a Python that works and is new enough."""
    return succeeds(
        interpreter, "-c", "import sys; sys.exit(sys.version_info < (3, 11))", quiet=True
    )


def install_requirements() -> None:
    """Install requirements.txt if it has changed, and let .venv find our own package."""
    requirements = ROOT / "requirements.txt"
    wanted = f"{ROOT}\n{hashlib.sha256(requirements.read_bytes()).hexdigest()}\n"
    if recall(STAMP) == wanted:
        return
    since = time.monotonic()
    print("set-up: installing the packages of requirements.txt …", flush=True)
    uv = shutil.which("uv")
    if not uv and succeeds(PYTHON, "-m", "pip", "install", "-q", "uv", quiet=True):
        uv = shutil.which("uv", path=str(BIN))
    # pip reads settings (mirrors, proxies) that uv doesn't, so it is tried second. uv must be told
    # to compile what it installs, else the first start takes long, and so does every start of a
    # Python that writes no bytecode.
    install = [uv, "pip", "install", "-q", "--compile-bytecode", "--python", PYTHON]
    by_uv = uv and succeeds(*install, "-r", requirements, quiet=True)
    if not by_uv:
        succeeds(PYTHON, "-m", "ensurepip", quiet=True)
        if not succeeds(PYTHON, "-m", "pip", "install", "-q", "-r", requirements):
            sys.exit(
                "The packages of requirements.txt could not be installed; the lines above say why."
            )
    site_packages = next(VENV.glob("lib/python3*/site-packages"), VENV / "Lib" / "site-packages")
    (site_packages / "webvoyager.pth").write_text(f"{ROOT}\n", encoding="utf-8")
    STAMP.write_text(wanted, encoding="utf-8")
    report_progress("packages installed", since)


if __name__ == "__main__":
    main()
