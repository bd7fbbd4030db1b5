"""Long tests, only by `make soak`: starting and ending many times, also rudely, must leave nothing on the machine."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

TIMES = 20
ASK = "kit.ask('Which recipes are there?', site='recipes', max_steps=3)"
ENDINGS = {
    "closed": f"with wv.start('offline-rules') as kit: {ASK}",
    "forgotten": f"kit = wv.start('offline-rules'); {ASK}",
    "failed": f"kit = wv.start('offline-rules'); {ASK}; 1 / 0",
    "browser killed": f"kit = wv.start('offline-rules'); {ASK}; kit.browser.close(); {ASK}",
}


def surroundings(folder: Path) -> dict[str, str]:
    return os.environ | {"TMPDIR": str(folder), "OPENAI_API_KEY": "", "OPENAI_BASE_URL": ""}


def left_running(folder: Path) -> list[str]:
    """Command names of processes whose temporary folder lies in this one, told by their environment (Linux)."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if f"TMPDIR={folder}".encode() in (process / "environ").read_bytes():
                found.append((process / "comm").read_text().strip())
        except OSError:  # it ended while we looked, or is not ours
            continue
    return found


def assert_nothing_left(folder: Path) -> None:
    end = time.monotonic() + 20
    while (left_running(folder) or list(folder.iterdir())) and time.monotonic() < end:
        time.sleep(0.2)
    assert (left_running(folder), list(folder.iterdir())) == ([], [])


@pytest.mark.parametrize("ending", ENDINGS)
def test_many_starts_leave_nothing(ending: str, tmp_path: Path):
    for _ in range(TIMES):
        command = [sys.executable, "-c", f"import webvoyager as wv\n{ENDINGS[ending]}"]
        subprocess.run(command, env=surroundings(tmp_path), capture_output=True, timeout=300)
        assert_nothing_left(tmp_path)


@pytest.mark.parametrize("signalled", [signal.SIGINT, signal.SIGTERM], ids=lambda one: one.name)
def test_an_interrupted_episode_leaves_nothing(signalled: signal.Signals, tmp_path: Path):
    for number in range(TIMES):
        command = [sys.executable, "-c", f"import webvoyager as wv\nkit = wv.start('offline-rules')\nwhile True: {ASK}"]
        process = subprocess.Popen(command, env=surroundings(tmp_path), stderr=subprocess.DEVNULL)
        while "chromedriver" not in left_running(tmp_path):
            time.sleep(0.1)
        time.sleep(number / 4)  # now while it starts, now in the middle of an episode
        process.send_signal(signalled)
        process.wait(timeout=60)
        assert_nothing_left(tmp_path)
