"""The browser: where it may go, what it forgets, how it waits, and how it runs remotely.

Its JavaScript and its connection to the driver are tested as well.
"""

import base64
import contextlib
import hashlib
import io
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from PIL import Image
from websocket import ABNF

import webvoyager.browser
from webvoyager import Browser, models, views
from webvoyager.browser.bidi import Connection
from webvoyager.browser.session import CONTEXTS
from webvoyager.records import EpisodeError

pytestmark = pytest.mark.slow

JS = Path(webvoyager.browser.__file__).parent / "js"
SCRIPTS = sorted(JS.rglob("*.js"))


@pytest.fixture
def grid() -> Iterator[str]:
    """The address of a WebDriver server in a separate process, as a Grid would be."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    driver = shutil.which("chromedriver")
    if not driver:
        pytest.skip("chromedriver, which plays the remote end, is not on the PATH")
    process = subprocess.Popen([driver, f"--port={port}"], stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline and socket.socket().connect_ex(("127.0.0.1", port)):
        time.sleep(0.05)
    yield f"http://127.0.0.1:{port}"
    process.terminate()
    process.wait(10)


def test_a_remote_browser_sees_the_same(grid, pages):
    with Browser(remote=grid) as browser:
        browser.open(f"{pages}/second.html")
        seen = views.marked_screenshot(browser)
    assert [mark.text for mark in seen.marks] == ["Back to the start", "Ask the children"]
    assert Image.open(io.BytesIO(seen.screenshot)).size == (1024, 768)


def test_an_unreachable_remote_browser_raises_one_clear_sentence():
    with pytest.raises(EpisodeError, match=r"No browser started at http://127\.0\.0\.1:9"):
        Browser(remote="http://127.0.0.1:9")


def test_another_viewport_is_exact_too(pages):
    with Browser(viewport=(640, 500)) as browser:
        browser.open(f"{pages}/marks.html")
        assert browser.script("return [innerWidth, innerHeight]") == [640, 500]
        assert Image.open(io.BytesIO(browser.screenshot())).size == (640, 500)


def test_hosts_resolve_to_the_given_addresses_and_to_no_others(browser, web):
    browser.open("http://recipes.mini/")
    assert browser.url == "http://recipes.mini/"
    for address in ("http://example.com/", "https://www.google.com/", "http://nothere.test/"):
        with pytest.raises(EpisodeError, match="not on the list of allowed hosts"):
            browser.open(address)


def test_pages_have_no_eyedropper(browser, own_page):
    browser.open(own_page("<title>Colours</title>"))
    assert browser.script("return typeof EyeDropper") == "undefined"


def test_a_field_with_two_megabytes_of_text_is_seen_and_shortened(browser, own_page):
    script = "document.querySelector('textarea').value = 'x'.repeat(2e6)"
    browser.open(own_page(f"<textarea aria-label=Long></textarea><script>{script}</script>"))
    seen = views.marked_screenshot(browser)
    assert len(seen.text) < 400 and "…" in seen.marks[0].value
    sent = models.to_openai({"role": "user", "content": [models.screenshot(seen)]}, page_text=True)
    png = base64.b64decode(sent["content"][0]["image_url"]["url"].partition(",")[2])
    assert models.PAGE_TEXT in Image.open(io.BytesIO(png)).text


def test_each_document_is_asked_itself_even_if_world_ids_of_two_processes_coincide(pages):
    with Browser() as browser:
        for host in ("127.0.0.1", "localhost", "127.0.0.1"):
            address = pages.replace("127.0.0.1", host) + "/second.html"
            browser.open(address)
            assert browser.look().seen.url == address
        browser.back()
        assert "localhost" in browser.look().seen.url


KEEP = (
    "document.cookie = 'seen=1; path=/'; localStorage.setItem('a', 'b');"
    " sessionStorage.setItem('c', 'd');"
)
KEPT = "return [document.cookie, localStorage.length, sessionStorage.length, window.name]"


def test_reset_forgets_cookies_storage_and_history(browser, pages):
    browser.reset()
    there, left = (
        f"{pages.replace('127.0.0.1', host)}/start.html" for host in ("127.0.0.1", "localhost")
    )
    browser.open(left)
    # replaced, so that the history does not hold this page
    browser.script(f"{KEEP} location.replace(arguments[0])", there)
    browser.settle()
    browser.script(f"{KEEP} window.name = 'named'")
    assert {host: jar["seen"] for host, jar in browser.cookies.items()} == {
        "127.0.0.1": "1",
        "localhost": "1",
    }
    browser.reset()
    assert browser.cookies == {}
    for address in (there, left):
        browser.open(address)
        assert browser.script(KEPT) == ["", 0, 0, ""]
    browser.script(f"{KEEP} location.replace('about:blank')")  # now the history holds no page
    browser.settle()
    browser.reset()
    browser.open(there)
    assert browser.script(KEPT) == ["", 0, 0, ""] and not browser.back()


def test_the_first_reset_leaves_the_same_state_as_later_ones(pages):
    seen = []
    with Browser() as browser:
        for _ in range(2):
            browser.reset()
            browser.open(f"{pages}/start.html")
            browser.script("document.querySelector('a').click()")
            browser.settle(change=True)
            # a profile that keeps a history colours visited links
            browser.open(f"{pages}/start.html")
            seen.append(browser.screenshot())
    assert seen[0] == seen[1]


def test_reset_forgets_the_storage_of_other_tabs_and_of_frames_of_other_sites(
    browser, pages, own_page
):
    other = f"{pages.replace('127.0.0.1', 'localhost')}/start.html"
    browser.open(own_page(f"<iframe src={other}></iframe><a target=_blank href={other}>Open</a>"))
    (frame,) = browser.look().frames
    browser.script(f"{KEEP} window.name = 'named'", frame=frame)
    browser.tabs = True
    browser.script("open(arguments[0])", other)
    browser.settle()
    browser.script(KEEP)
    browser.reset()
    browser.open(other)
    kept, second = browser.script(KEPT), browser.show_tab(1)
    browser.tabs = False
    assert kept == ["", 0, 0, ""] and not second


def _interrupt_a_reset(browser: Browser, after: float) -> None:
    """Reset the browser and interrupt it with Ctrl-C after this number of seconds."""
    main = threading.main_thread().ident
    timer = threading.Timer(after, signal.pthread_kill, (main, signal.SIGINT))
    with contextlib.suppress(KeyboardInterrupt):
        timer.start()
        browser.reset()
        threading.Event().wait(5)  # the interrupt comes here if the reset was quicker


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="no signals to threads here")
def test_a_reset_completes_an_interrupted_one(pages):
    with Browser(allow=("127.0.0.1",)) as browser:
        for after in (0.001, 0.005, 0.01, 0.02, 0.03, 0.05, 0.08):
            browser.tabs = True
            browser.open(f"{pages}/start.html")
            for _ in range(2):
                browser.script("open('/start.html')")
            browser.settle()
            _interrupt_a_reset(browser, after)
            browser.reset()
            targets = browser.cdp("Target.getTargets")["targetInfos"]
            tabs = [target for target in targets if target["type"] == "page"]
            assert [tab["url"] for tab in tabs] == ["about:blank"], f"interrupted after {after} s"
            browser.open(f"{pages}/second.html")
            assert browser.look().seen.url == f"{pages}/second.html"


def test_a_slow_page_is_waited_for_and_an_endless_one_is_not(browser, pages):
    browser.open(f"{pages}/second.html")
    browser.script("location.assign('/slow?seconds=1.2')")
    browser.settle()
    assert browser.script("return document.title") == "Slow"
    browser.script("fetch('/slow?seconds=20')")
    start = time.monotonic()
    browser.settle(cap=1)
    assert time.monotonic() - start > 0.9
    assert browser.log[-1:] == ("The page is still loading.",)


def test_opening_a_redirect_loop_raises_a_reason(browser, pages):
    with pytest.raises(EpisodeError, match="redirects in a circle"):
        browser.open(f"{pages}/loop")


def test_requests_under_way_are_waited_for(browser, pages):
    browser.open(f"{pages}/second.html")
    browser.script(
        "fetch('/slow?seconds=0.8').then(r => r.text()).then(t => {"
        " document.body.append('fetched') })"
    )
    browser.settle()
    assert browser.script("return document.body.innerText").endswith("fetched")


def test_closing_twice_is_fine_and_a_closed_browser_says_so():
    browser = Browser()
    browser.close()
    browser.close()
    with pytest.raises(EpisodeError, match="start a new one"):
        browser.open("http://127.0.0.1/")


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="no process can be stopped here")
def test_a_browser_closes_although_its_driver_hangs():
    with Browser() as own:
        home = own._session.home
        os.kill(own._session.process, signal.SIGSTOP)
    assert not home.exists()


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="no process can be stopped here")
@pytest.mark.xdist_group("waiting")
def test_an_observation_ends_with_a_reason_in_time_if_the_driver_hangs(pages):
    with Browser(allow=("127.0.0.1",)) as own:
        own.open(f"{pages}/second.html")
        os.kill(own._session.process, signal.SIGSTOP)
        start = time.monotonic()
        with pytest.raises(EpisodeError, match="does not answer"):
            own.look()
        assert time.monotonic() - start < 40


def test_a_browser_that_has_had_many_contexts_is_started_again_and_says_nothing(pages):
    with Browser(allow=("127.0.0.1",)) as own:
        own._session._contexts = CONTEXTS - 1
        drivers = []
        for _ in range(3):
            own.open(f"{pages}/second.html")
            own.reset()
            drivers.append(own._session.process)
        assert drivers[0] != drivers[1] == drivers[2]
        own.open(f"{pages}/second.html")
        assert [mark.text for mark in own.look().seen.marks][:1] == ["Back to the start"]
        assert not own.log


def _processes(browser: Browser, kind: str) -> list[int]:
    """The ids of a browser's processes that have `kind` in their command line."""
    table = subprocess.run(["ps", "-wweo", "pid=,pgid=,args="], capture_output=True, check=True)
    rows = [line.split(None, 2) for line in table.stdout.decode().splitlines()]
    group = os.getpgid(browser._session.process)
    found = [int(pid) for pid, of, words in rows if int(of) == group and kind in words]
    assert found, f"no process has {kind} in its command line"
    return found


@pytest.mark.skipif(not shutil.which("ps"), reason="ps is needed to find processes")
@pytest.mark.xdist_group("waiting")
@pytest.mark.parametrize(
    "kind",
    ["--headless", "chromedriver", "--type=gpu-process", "--type=utility", "--type=renderer"],
)
def test_whichever_process_of_a_browser_is_killed_an_error_says_so_and_the_next_page_opens(
    pages, kind
):
    with Browser(allow=("127.0.0.1",)) as own:
        for again in (lambda: own.open(f"{pages}/second.html"), own.reset):
            own.open(f"{pages}/start.html")
            for process in _processes(own, kind):
                with contextlib.suppress(ProcessLookupError):  # it has ended with another process
                    os.kill(process, signal.SIGKILL)
            with contextlib.suppress(EpisodeError):  # no other exception may come
                own.look()
            again()
            own.open(f"{pages}/second.html")
            assert next(mark.text for mark in own.look().seen.marks) == "Back to the start"


# --- JavaScript --------------------------------------------------------------------------------


def test_javascript_has_no_circular_imports():
    imported = re.compile(r"^import [^']*'([^']+)';$", re.M)
    imports = {
        path: [path.parent / name for name in imported.findall(path.read_text("utf-8"))]
        for path in SCRIPTS
    }
    assert sum(map(len, imports.values())) > len(SCRIPTS)
    order = list(TopologicalSorter(imports).static_order())  # raises CycleError
    assert set(order) == set(SCRIPTS)


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.relative_to(JS).as_posix())
def test_javascript_says_first_when_it_runs_and_fits_a_screen(path):
    lines = path.read_text("utf-8").splitlines()
    header = " ".join(line.removeprefix("// ") for line in lines[:8] if line.startswith("//"))
    assert re.search(r"\b(isolated|own|any) world\b", header)
    assert max(map(len, lines)) <= 100


@pytest.mark.parametrize("name", ["met", "marked", "answer", "range", "frames", "given", "values"])
def test_element_names_of_a_page_do_not_clash_with_our_scripts(name, browser, own_page):
    browser.open(own_page(f"<form id={name}></form><button name={name} id={name}>Go</button>"))
    assert [mark.text for mark in browser.look(tree=True).seen.marks] == ["Go"]


# --- the connection ----------------------------------------------------------------------------

Serve = Callable[[dict, Callable[[dict], None]], None]


@pytest.fixture
def driver() -> Iterator[Callable[[Serve], Connection]]:
    """A function that connects to a driver whose replies the test scripts."""
    opened = []

    def connect(serve: Serve) -> Connection:
        server = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=answer, args=(server, serve), daemon=True).start()
        opened.extend((Connection(f"ws://127.0.0.1:{server.getsockname()[1]}", 5), server))
        return opened[-2]

    yield connect
    for each in opened:
        each.close()


def answer(server: socket.socket, serve: Serve) -> None:
    line, _ = server.accept()
    request = line.recv(10_000).decode()
    key = re.search(r"Sec-WebSocket-Key: (\S+)", request)[1]
    magic = f"{key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11".encode()
    accept = base64.b64encode(hashlib.sha1(magic).digest()).decode()
    head = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade"
    line.sendall(f"{head}\r\nSec-WebSocket-Accept: {accept}\r\n\r\n".encode())

    def send(message: dict) -> None:
        frame = ABNF(1, 0, 0, 0, ABNF.OPCODE_TEXT, 0, json.dumps(message).encode())
        line.sendall(frame.format())

    while head := line.recv(2):
        length = head[1] & 127
        length = int.from_bytes(line.recv(2)) if length == 126 else length
        mask, data = line.recv(4), line.recv(length)
        try:
            serve(json.loads(ABNF.mask(mask, data)), send)
        except ConnectionAbortedError:
            line.close()
            return


def test_events_are_handled_in_their_order_and_before_any_later_reply(driver):
    def serve(command: dict, send: Callable[[dict], None]) -> None:
        for number in range(30 if command["method"] == "go" else 0):
            send({"type": "event", "method": "came", "params": {"number": number}})
        send({"type": "success", "id": command["id"], "result": {}})

    handled: list[int] = []

    def handle(parameters: dict) -> None:
        threading.Event().wait(0.002 if parameters["number"] % 2 else 0)
        handled.append(parameters["number"])

    connection = driver(serve)
    connection.subscribe({"came": handle}, 5)
    for _ in range(3):
        handled.clear()
        assert connection.send("go", {}, 5) == {}
        assert handled == list(range(30))


def test_a_reply_is_waited_for_by_the_clock_and_a_late_one_belongs_to_no_other_command(driver):
    kept: list[int] = []

    def serve(command: dict, send: Callable[[dict], None]) -> None:
        if command["method"] == "slow":
            kept.append(command["id"])
            return
        for number in (*kept, command["id"]):
            send({"type": "success", "id": number, "result": {"number": number}})

    connection = driver(serve)
    start = time.monotonic()
    with pytest.raises(TimeoutError, match="slow"):
        connection.send("slow", {}, 0.3)
    assert 0.3 <= time.monotonic() - start < 2
    assert connection.send("quick", {}, 5)["number"] != kept[0]


def test_a_cut_connection_raises_a_reason_at_once(driver):
    def serve(command: dict, send: Callable[[dict], None]) -> None:
        raise ConnectionAbortedError

    connection = driver(serve)
    start = time.monotonic()
    for _ in range(2):  # once while waiting for a reply, once at the start of a command
        with pytest.raises(ConnectionError):
            connection.send("go", {}, 20)
    assert time.monotonic() - start < 5
