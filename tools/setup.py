"""Makes a fresh clone ready: .venv, the packages of requirements.txt, a browser, fonts.

    python tools/setup.py     (any Python from 3.11 on; it needs only the standard library)

It is quick when everything is there. It changes the machine outside this folder only where a
browser, fonts, Tesseract or Python's venv module are missing on a Debian-like system and it is root
or has sudo without a password: then by apt-get.
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
STAMP = VENV / "ready.txt"  # for which requirements, in which folder, the packages were installed
# which ones, so that those which cannot be had are asked for only once
FONTS_TRIED = VENV / "fonts.txt"
EYES_TRIED = VENV / "eyes.txt"

TESTED = (150, 156)  # the oldest and the newest Chromium that all tests were run with
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
BROWSER_PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "~/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "${PROGRAMFILES}/Google/Chrome/Application/chrome.exe",
    "${PROGRAMFILES(X86)}/Google/Chrome/Application/chrome.exe",
    "${LOCALAPPDATA}/Google/Chrome/Application/chrome.exe",
    "~/.cache/selenium/chrome",  # one that Selenium fetched by itself
)
# The smallest of Debian's packages that do: micro hei has Chinese, Japanese and Korean in 1.6 MB
# (Noto CJK: 57 MB); Noto Color Emoji (10 MB, beside a browser of 80 MB) alone has emoji in colour,
# as people see them. Liberation is as wide as Arial, Times and Courier, which most pages are laid
# out for.
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
    "The folder .venv is a link to {target}, where no environment of this kit is; nothing there was"
    " changed. Please remove the link (not what it leads to), then repeat."
)
NO_PYTHON = (
    "Python 3.11 or later is needed; this is {version}. Please install one, or uv, then repeat."
)


def main() -> None:
    """Whatever is missing, in the order in which it is needed."""
    if sys.version_info < (3, 11):  # noqa: UP036 (the system's own Python may well be older)
        sys.exit(run_with_newer_python())
    first = not STAMP.exists()
    install_debian(needed_packages())
    complain()
    name_browser()
    make_venv()
    install_requirements()
    install_fonts()
    install_eyes()
    if first:
        ready = "set-up: ready. `make lab` opens the notebooks, `make help` lists the rest."
        print(ready, flush=True)


def complain() -> None:
    """End with what a person has to install, if there is anything."""
    needed = ((NO_VENV, can_make_venv()), (NO_BROWSER, browser()))
    lacking = [words for words, there in needed if not there]
    if lacking:
        sys.exit("\n".join(lacking).format(minor=sys.version_info[1]))


def run_with_newer_python() -> object:
    """Run this script by a Python that is new enough: its exit status, or why there is none."""
    for name in [f"python3.{minor}" for minor in range(19, 10, -1)]:
        if will_do(name):
            return subprocess.call([name, __file__])
    if shutil.which("uv"):
        return subprocess.call(["uv", "run", "--no-project", "--python", "3.11", __file__])
    return NO_PYTHON.format(version=sys.version.split()[0])


def say(done: str, since: float) -> None:
    """One line of progress."""
    print(f"set-up: {done} ({time.monotonic() - since:.0f} s)", flush=True)


def succeeds(*command: object, quiet: bool = False) -> bool:
    """Run a command without input; what it printed is shown only if it failed, unless `quiet`."""
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
    """Where a Chromium or Chrome is, "" if nowhere; CHROME says which to take."""
    if chosen := os.environ.get("CHROME"):
        return shutil.which(chosen) or ""
    places = (Path(os.path.expandvars(place)).expanduser() for place in BROWSER_PLACES)
    found = [
        *filter(None, map(shutil.which, BROWSERS)),
        *(str(place) for place in places if place.exists()),
    ]
    return found[0] if found else ""


def driver() -> str:
    """Where the browser's driver is, "" if Selenium has to fetch it; CHROMEDRIVER chooses one."""
    beside = Path(browser()).resolve().parent  # as in an unpacked archive
    path = os.pathsep.join([str(beside), os.environ.get("PATH", "")])
    return shutil.which(os.environ.get("CHROMEDRIVER") or "chromedriver", path=path) or ""


def version(program: str) -> str:
    """What a program says its version is, "156.0.8078.79"; "" where it says none (on Windows)."""
    if not program or os.name == "nt":
        return ""
    printed = subprocess.run(
        [program, "--version"], stdin=subprocess.DEVNULL, capture_output=True, text=True
    ).stdout
    found = re.search(r"\d+(\.\d+){3}", printed)
    return found[0] if found else ""


def name_browser() -> None:
    """Say which browser and driver are used, and where they may not do."""
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
            f" {majors[0]}: install both of one version, or set CHROME and CHROMEDRIVER to a pair"
            " that fits."
        )
    if majors and majors[0] < TESTED[0]:
        print(
            f"set-up: Chromium {majors[0]} is older than the oldest that the tests know"
            f" ({TESTED[0]}): some pages may be seen or used wrongly; a newer one is better."
        )


def can_make_venv() -> bool:
    """Whether .venv is there or can be made: Debian's Python comes without ensurepip."""
    return (
        PYTHON.exists() or bool(find_spec("ensurepip")) or succeeds("uv", "--version", quiet=True)
    )


def needed_packages() -> list:
    """The Debian packages without which nothing would work here."""
    packages = []
    if not can_make_venv():
        packages.append(f"python3.{sys.version_info[1]}-venv")
    if not browser():
        # the sandbox for those who are not root
        packages += ["chromium", "chromium-driver", "chromium-sandbox"]
    elif shutil.which("chromium") == "/usr/bin/chromium" and not shutil.which("chromedriver"):
        packages.append("chromium-driver")  # that of Chrome is fetched by Selenium
    return packages


def install_debian(packages: list) -> bool:
    """Install Debian packages, where that is possible and allowed."""
    as_root = ["env"] if hasattr(os, "geteuid") and os.geteuid() == 0 else ["sudo", "-n", "env"]
    if not packages or not shutil.which("apt-get") or not succeeds(*as_root, "true", quiet=True):
        return False
    since = time.monotonic()
    print(f"set-up: installing {', '.join(packages)} …", flush=True)
    apt = [*as_root, "DEBIAN_FRONTEND=noninteractive", "apt-get", "-o", "DPkg::Lock::Timeout=120"]
    install = [*apt, "install", "-y", "--no-install-recommends", *packages]
    # Lists of some months ago lead to a browser of some months ago, or to one that is no longer
    # served.
    if not succeeds(*apt, "update", quiet=True):
        stale = "the package lists could not be refreshed; what they name is installed, new or old."
        print(f"set-up: {stale}")
    done = succeeds(*install)
    if done:
        say("installed", since)
    return done


def install_fonts() -> None:
    """Install fonts for the scripts and the widths that pages use, where Linux lacks them; once."""
    tried = recall(FONTS_TRIED).split()
    if not sys.platform.startswith("linux") or tried == [*FONTS.values()]:
        return
    missing = [package for pattern, package in FONTS.items() if not has_font(pattern)]
    if missing and not install_debian(missing):
        print(
            "set-up: some scripts will be drawn as boxes; Debian's fonts for them:"
            f" {' '.join(missing)}"
        )
    FONTS_TRIED.write_text("\n".join(FONTS.values()), encoding="utf-8")


def install_eyes() -> None:
    """Install Tesseract, by which the model offline-eyes reads; tried once."""
    if EYES_TRIED.exists() or shutil.which("tesseract"):
        return
    if not install_debian(["tesseract-ocr"]):
        print(
            "set-up: there is no Tesseract, so that the model offline-eyes is off. Debian, Ubuntu:"
            " apt-get install tesseract-ocr; macOS: brew install tesseract; Windows: winget install"
            " UB-Mannheim.TesseractOCR"
        )
    EYES_TRIED.write_text("tesseract-ocr", encoding="utf-8")


def has_font(pattern: str) -> bool:
    """Whether fontconfig knows such a font; yes where there is no telling."""
    if not shutil.which("fc-list"):
        return not shutil.which("apt-get")
    listed = subprocess.run(["fc-list", pattern, "family"], stdout=subprocess.PIPE).stdout
    return bool(listed.strip())


# ---- this folder: .venv and what is in it ----


def recall(file: Path) -> str:
    """What an earlier set-up noted in a file, "" if it did not."""
    return file.read_text(encoding="utf-8", errors="replace") if file.is_file() else ""


def make_venv() -> None:
    """Make .venv, again if its Python is gone or it was made in another folder."""
    moved = STAMP.exists() and recall(STAMP).splitlines()[:1] != [str(ROOT)]
    if PYTHON.exists() and not moved and (STAMP.exists() or will_do(PYTHON)):
        return
    if VENV.is_symlink():  # what is behind it may be anything
        sys.exit(LINKED.format(target=VENV.readlink()))
    since, base = time.monotonic(), getattr(sys, "_base_executable", sys.executable)
    shutil.rmtree(VENV, ignore_errors=True)
    by_uv = shutil.which("uv") and succeeds(
        "uv", "venv", "--seed", "--python", base, VENV, quiet=True
    )
    if not by_uv and not succeeds(base, "-m", "venv", "--clear", VENV):
        shutil.rmtree(VENV, ignore_errors=True)
        sys.exit("The folder .venv could not be made; the lines above say why.")
    say(".venv made", since)


def will_do(interpreter: object) -> bool:
    """Whether this is a Python that works and is new enough."""
    return succeeds(
        interpreter, "-c", "import sys; sys.exit(sys.version_info < (3, 11))", quiet=True
    )


def install_requirements() -> None:
    """Install requirements.txt, only when it changed, and let .venv find our own package."""
    requirements = ROOT / "requirements.txt"
    wanted = f"{ROOT}\n{hashlib.sha256(requirements.read_bytes()).hexdigest()}\n"
    if recall(STAMP) == wanted:
        return
    since = time.monotonic()
    print("set-up: installing the packages of requirements.txt …", flush=True)
    uv = shutil.which("uv")
    if not uv and succeeds(PYTHON, "-m", "pip", "install", "-q", "uv", quiet=True):
        uv = shutil.which("uv", path=str(BIN))
    # pip reads settings of its own (mirrors, proxies) that uv doesn't, so it has the second try
    # where Python is told to write no bytecode, it would compile all packages again at every start
    compiled = ["--compile-bytecode"] if sys.dont_write_bytecode else []
    by_uv = uv and succeeds(
        uv, "pip", "install", "-q", *compiled, "--python", PYTHON, "-r", requirements, quiet=True
    )
    if not by_uv:
        succeeds(PYTHON, "-m", "ensurepip", quiet=True)
        if not succeeds(PYTHON, "-m", "pip", "install", "-q", "-r", requirements):
            sys.exit(
                "The packages of requirements.txt could not be installed; the lines above say why."
            )
    site_packages = next(VENV.glob("lib/python3*/site-packages"), VENV / "Lib" / "site-packages")
    (site_packages / "webvoyager.pth").write_text(f"{ROOT}\n", encoding="utf-8")
    STAMP.write_text(wanted, encoding="utf-8")
    say("packages installed", since)


if __name__ == "__main__":
    main()
