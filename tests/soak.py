"""Long tests, run only by `make soak`: many starts and ends must leave nothing on the machine.

Some of the processes are killed.
"""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from webvoyager import runs

TIMES = 20  # starts for each ending
KILLS = int(os.environ.get("KILLS", 50))  # take about ten minutes on two cores
ASK = (
    "print(len(kit.ask('Which recipes are there?', site='recipes', watch=None, max_steps=3).steps))"
)
ENDINGS = {  # a script, and what it prints: the steps of each episode
    "closed": (f"with wv.start('offline-rules') as kit: {ASK}", "1\n"),
    "forgotten": (f"kit = wv.start('offline-rules'); {ASK}", "1\n"),
    "failed": (f"kit = wv.start('offline-rules'); {ASK}; 1 / 0", "1\n"),
    "browser killed": (
        f"kit = wv.start('offline-rules'); {ASK}; kit.browser.close(); {ASK}",
        "1\n0\n",
    ),
}
FOR_EVER = """
import itertools, sys, webvoyager as wv
with wv.start('offline-rules') as kit:
    print('begun', flush=True)
    for task in itertools.cycle(kit.web.tasks('recipes')):
        wv.agent.run(task, kit.env, kit.model, folder=sys.argv[1])
"""
ADOPT = 36  # PR_SET_CHILD_SUBREAPER of <linux/prctl.h>

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="looks in /proc for what is left over"
)


@pytest.fixture(autouse=True, scope="module")
def adopt_processes() -> None:
    """Make this process the parent of all processes that its children leave behind.

    The tests can then find them. Environment variables would not identify them: Chromium writes
    the titles of most of its processes over theirs.
    """
    assert ctypes.CDLL(None).prctl(ADOPT, 1, 0, 0, 0) == 0


@pytest.fixture
def temporary_folder() -> Iterator[Path]:
    """A temporary folder with a short name, for the processes that are started.

    With a longer name, the browser would put its folder elsewhere.
    """
    with tempfile.TemporaryDirectory(prefix="soak-", dir="/tmp") as folder:
        yield Path(folder)


def make_environment(folder: Path) -> dict[str, str]:
    return os.environ | {"TMPDIR": str(folder), "OPENAI_API_KEY": "", "OPENAI_BASE_URL": ""}


def find_running() -> dict[int, str]:
    """The running descendants of this process: {process id: command name}."""
    parents: dict[int, int] = {}
    names: dict[int, str] = {}
    for process in map(int, (place.name for place in Path("/proc").glob("[0-9]*"))):
        with contextlib.suppress(OSError):  # it has ended meanwhile
            name, _, about = (
                Path(f"/proc/{process}/stat").read_text().partition("(")[2].rpartition(") ")
            )
            state, parents[process] = about[0], int(about.split()[1])
            if state != "Z":
                names[process] = name
            elif parents[process] == os.getpid():
                os.waitpid(process, os.WNOHANG)
    return {process: name for process, name in names.items() if _is_descendant(process, parents)}


def _is_descendant(process: int, parents: dict[int, int]) -> bool:
    while process := parents.get(process, 0):
        if process == os.getpid():
            return True
    return False


def list_ports() -> dict[str, int]:
    """The TCP ports of this machine that are listened on: {number of the socket: port}."""
    tables = [Path("/proc/net", name).read_text().splitlines()[1:] for name in ("tcp", "tcp6")]
    rows = [row.split() for table in tables for row in table]
    return {row[9]: int(row[1].rpartition(":")[2], 16) for row in rows if row[3] == "0A"}


def find_sockets(process: int) -> set[str]:
    """The numbers of a process's open sockets."""
    opened = set()
    with contextlib.suppress(OSError):  # it has ended meanwhile
        for file in Path(f"/proc/{process}/fd").iterdir():
            with contextlib.suppress(OSError):
                opened.add(str(file.readlink()).removeprefix("socket:[").removesuffix("]"))
    return opened


def find_leftovers(folder: Path, sockets: set[str]) -> list[str]:
    """Processes, ports on which one of these sockets listens, and temporary files."""
    processes = [f"process {process}: {name}" for process, name in find_running().items()]
    ports = [f"port {port}" for number, port in list_ports().items() if number in sockets]
    return [*processes, *ports, *map(str, folder.iterdir())]


def assert_nothing_left(folder: Path, sockets: set[str] = frozenset()) -> None:
    end = time.monotonic() + 20
    while left := find_leftovers(folder, sockets):
        assert time.monotonic() < end, f"left over: {left}"
        time.sleep(0.2)


@pytest.mark.parametrize("ending", ENDINGS)
def test_many_starts_leave_nothing_behind(ending: str, temporary_folder: Path):
    script, steps = ENDINGS[ending]
    for _ in range(TIMES):
        command = [sys.executable, "-c", f"import webvoyager as wv\n{script}"]
        done = subprocess.run(
            command,
            env=make_environment(temporary_folder),
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert done.stdout == steps, done.stderr
        assert_nothing_left(temporary_folder)


@pytest.mark.parametrize(
    "signalled", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL], ids=lambda one: one.name
)
def test_an_interrupted_episode_leaves_nothing_behind(
    signalled: signal.Signals, temporary_folder: Path
):
    for number in range(TIMES):
        command = [
            sys.executable,
            "-c",
            f"import webvoyager as wv\nkit = wv.start('offline-rules')\nwhile True: {ASK}",
        ]
        process = subprocess.Popen(
            command, env=make_environment(temporary_folder), stderr=subprocess.DEVNULL
        )
        while "chromedriver" not in find_running().values():
            time.sleep(0.1)
        time.sleep(number / 4)  # sometimes while it starts, sometimes in mid-episode
        process.send_signal(signalled)
        process.wait(timeout=60)
        assert_nothing_left(temporary_folder)


def test_repeated_kills_leave_nothing_behind(temporary_folder: Path, tmp_path: Path):
    """Each kill comes in mid-episode, a moment later than the one before.

    Whatever was recorded before a kill must be readable.
    """
    sockets: set[str] = set()
    for number in range(KILLS):
        command = [sys.executable, "-c", FOR_EVER, str(tmp_path)]
        with subprocess.Popen(
            command, env=make_environment(temporary_folder), stdout=subprocess.PIPE, text=True
        ) as process:
            try:
                assert process.stdout.readline() == "begun\n"
                time.sleep(3 * (number + 1) / KILLS)
                running = find_running()
                assert {"chromedriver", "chromium"} <= set(
                    running.values()
                ) and process.poll() is None
                opened = set().union(*map(find_sockets, running)) & list_ports().keys()
                assert opened
                sockets |= opened
            finally:
                process.kill()
    assert_nothing_left(temporary_folder, sockets)
    assert not runs.unreadable(tmp_path)
    assert any(episode.stop == runs.UNFINISHED for episode in runs.load(tmp_path))
