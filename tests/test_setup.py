"""What set-up says about the browser and the driver that it finds."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools import setup

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the programs here are shell scripts")


def write_program(folder: Path, name: str, says: str) -> str:
    """A program that prints its version."""
    made = folder / name
    made.write_text(f"#!/bin/sh\necho '{says}'\n")
    made.chmod(0o755)
    return str(made)


def run_name_browser(browser: str, driver: str) -> list[str]:
    """What set-up prints about these two."""
    command = [sys.executable, "-c", "from tools import setup; setup.name_browser()"]
    surroundings = os.environ | {"CHROME": browser, "CHROMEDRIVER": driver}
    root = Path(setup.__file__).parents[1]
    return subprocess.run(
        command, cwd=root, env=surroundings, capture_output=True, text=True
    ).stdout.splitlines()


@pytest.mark.parametrize(
    "browser, driver, more",
    [
        ("Chromium 156.0.8078.79 built on Debian", "ChromeDriver 156.0.8078.79 (a21ce95c)", []),
        (
            "Google Chrome 156.0.1.2",
            "ChromeDriver 150.0.1.2",
            ["the driver is for Chromium 150 and will not start"],
        ),
        (
            "Chromium 120.0.1.2",
            "ChromeDriver 120.0.1.2",
            ["Chromium 120 is older than the oldest that the kit is tested with"],
        ),
    ],
    ids=["fit", "do not fit", "old"],
)
def test_the_set_up_names_browser_and_driver_and_what_does_not_match(
    tmp_path, browser, driver, more
):
    chrome, chromedriver = (
        write_program(tmp_path, "chrome", browser),
        write_program(tmp_path, "driver", driver),
    )
    first, *rest = run_name_browser(chrome, chromedriver)
    assert (
        first == f"set-up: browser {setup.version(chrome)} ({chrome}), driver"
        f" {setup.version(chromedriver)} ({chromedriver})"
    )
    assert len(rest) == len(more) and all(
        words in line for words, line in zip(more, rest, strict=True)
    )


def test_a_driver_beside_the_browser_is_preferred(tmp_path):
    chrome = write_program(tmp_path, "chrome", "Chromium 155.0.1.2")
    beside = write_program(tmp_path, "chromedriver", "ChromeDriver 155.0.1.2")
    assert run_name_browser(chrome, "")[0].endswith(f"driver 155.0.1.2 ({beside})")


@pytest.mark.parametrize("stamp", ["", "/elsewhere\nof other packages\n"], ids=["none", "moved"])
def test_the_target_of_a_linked_venv_is_not_touched(tmp_path, stamp):
    """This is tried in a copy of the kit's folder."""
    (tmp_path / "tools").mkdir()
    shutil.copy(setup.__file__, tmp_path / "tools")
    other = tmp_path / "other"
    other.mkdir()
    (other / "thesis.txt").write_text("years of work")
    (other / "ready.txt").write_text(stamp)
    (tmp_path / ".venv").symlink_to(other)
    command = [sys.executable, "-c", "import setup; setup.make_venv()"]
    done = subprocess.run(command, cwd=tmp_path / "tools", capture_output=True, text=True)
    assert done.returncode and f".venv is a link to {other}" in done.stderr
    assert "Traceback" not in done.stderr and "remove the link" in done.stderr
    assert {file.name for file in other.iterdir()} == {"thesis.txt", "ready.txt"}


@pytest.mark.skipif(not shutil.which("make"), reason="make is not installed")
def test_without_python_make_says_which_one_is_needed(tmp_path):
    root = Path(setup.__file__).parents[1]
    done = subprocess.run(
        [shutil.which("make"), "setup"],
        cwd=root,
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert done.returncode and done.stderr.startswith("Python 3.11 or newer is needed: install one")
