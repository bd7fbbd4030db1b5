"""What the check says of a machine that has everything, and of one that lacks something."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools import setup
from webvoyager.lab.running import machine

KEYS = ("OPENAI_API_KEY", "OPENAI_BASE_URL", "WEBVOYAGER_MODEL")


@pytest.fixture(autouse=True)
def hide_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hide this machine's keys: empty variables are not read from a .env file either."""
    for name in KEYS:
        monkeypatch.setenv(name, "")


def list_problems(report: machine.Report) -> dict[str, str]:
    """What to do, by the part of the machine that isn't right."""
    return {line.what: line.to_do for line in report.lines if line.to_do}


def test_the_report_of_this_machine_is_ok():
    report = machine.check(free=0)
    assert report.ok and not list_problems(report), report
    rules = "offline-rules: offline rules, not a language model"
    assert repr(report) == f"{machine.ALL_INSTALLED} {rules}."
    assert list(report.table["to do"].unique()) == ["ok"]
    looked = ["Python", "packages", "browser", "driver", "free disk", "model"]
    assert list(report.table.what) == looked and report.table.found.all()


@pytest.mark.parametrize("name, what", [("CHROME", "browser"), ("CHROMEDRIVER", "driver")])
def test_the_report_names_a_missing_program(monkeypatch, tmp_path, name, what):
    monkeypatch.setenv(name, str(tmp_path / "nowhere"))
    report = machine.check(free=0)
    assert list_problems(report) == {
        what: f"{name} doesn't point to a program: correct or unset it."
    }
    assert repr(report).startswith(f"{what}: not found. ") and "nowhere" not in report._repr_html_()


@pytest.mark.skipif(os.name == "nt", reason="the programs here are shell scripts")
@pytest.mark.parametrize(
    "browser, driver, said",
    [
        ("120.0.1.2", "120.0.1.2", {"browser": "Install a newer one"}),
        ("156.0.1.2", "150.0.1.2", {"driver": "Chromium 150"}),
    ],
    ids=["old", "no pair"],
)
def test_the_report_names_unusable_versions(monkeypatch, tmp_path, browser, driver, said):
    for name, version in (("CHROME", browser), ("CHROMEDRIVER", driver)):
        (tmp_path / name).write_text(f"#!/bin/sh\necho 'Chromium {version}'\n")
        (tmp_path / name).chmod(0o755)
        monkeypatch.setenv(name, str(tmp_path / name))
    found = list_problems(machine.check(free=0))
    assert found.keys() == said.keys() and all(words in found[what] for what, words in said.items())


def test_the_report_names_packages_that_are_missing_or_out_of_bounds(tmp_path):
    file = tmp_path / "requirements.txt"
    file.write_text(
        "pandas>=3.0,<4  # tables\n# about the next\nno-such-package>=1,<2\npillow>=2,<3\n"
    )
    report = machine.check(file, free=0)
    assert list_problems(report).keys() == {"no-such-package", "pillow"}
    assert (
        "<2,>=1" in list_problems(report)["no-such-package"]
        and "tools/setup.py" in list_problems(report)["pillow"]
    )
    assert report.table.set_index("what").found["packages"] == "1 of 3"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_the_report_names_an_unreadable_dotenv_file(monkeypatch, tmp_path):
    (tmp_path / ".env").write_bytes("# café".encode("latin-1"))
    monkeypatch.chdir(tmp_path)
    assert list_problems(machine.check(free=0))["model"].startswith(
        f"{tmp_path / '.env'} cannot be read"
    )


def test_the_report_names_too_little_disk_space():
    assert list_problems(machine.check(free=90_000)) == {
        "free disk": "Make room: runs and browsers need 90000 GB."
    }


def test_the_report_names_the_model_and_not_its_key(monkeypatch):
    for name, value in zip(
        KEYS, ("sk-secret", "https://models.example.org/v1", "gpt-x"), strict=True
    ):
        monkeypatch.setenv(name, value)
    report = machine.check(free=0)
    assert (
        repr(report) == f"{machine.ALL_INSTALLED} gpt-x at models.example.org (not asked yet)."
        and "secret" not in str(report.table)
    )


def test_the_report_names_a_model_that_cannot_be_reached(monkeypatch):
    monkeypatch.setenv("WEBVOYAGER_MODEL", "gpt-x")
    assert list_problems(machine.check(free=0)).keys() == {"model"}


@pytest.mark.parametrize("name", ["offline-eyes", "offline-learned", "simulated-0.8"])
def test_a_model_of_the_practice_web_needs_no_key(monkeypatch, name):
    monkeypatch.setenv("WEBVOYAGER_MODEL", name)
    report = machine.check(free=0)
    assert report.ok and f" {name}: " in repr(report)


def test_the_report_is_as_strict_as_the_set_up():
    assert setup.TESTED[0] == machine.OLDEST


@pytest.mark.slow
def test_without_a_browser_linux_users_are_sent_to_the_set_up(tmp_path):
    if not sys.platform.startswith("linux"):
        pytest.skip("on other systems Selenium finds browsers elsewhere")
    script = "from webvoyager.lab.running import machine; print(machine.check(free=0))"
    bare = {
        "PATH": str(tmp_path),
        "PYTHONPATH": str(Path(setup.__file__).parents[1]),
        **dict.fromkeys(KEYS, ""),
    }
    said = subprocess.run(
        [sys.executable, "-c", script], env=bare, capture_output=True, text=True
    ).stdout
    assert said.startswith("browser: not found. Run `python tools/setup.py`")
