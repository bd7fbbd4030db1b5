"""The browser itself: where it may go, what it forgets, how it waits, and that it may run
elsewhere.
"""

import base64
import io
import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator

import pytest
from PIL import Image

from webvoyager import Browser, models, views
from webvoyager.records import EpisodeError


@pytest.fixture
def grid() -> Iterator[str]:
    """A WebDriver server of its own process, as a Grid would be."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    driver = shutil.which("chromedriver")
    if not driver:
        pytest.skip("there is no chromedriver on the PATH to serve as a remote end")
    process = subprocess.Popen([driver, f"--port={port}"], stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline and socket.socket().connect_ex(("127.0.0.1", port)):
        time.sleep(0.05)
    yield f"http://127.0.0.1:{port}"
    process.terminate()
    process.wait(10)


def test_a_browser_elsewhere_sees_the_same(grid, pages):
    with Browser(remote=grid) as browser:
        browser.open(f"{pages}/second.html")
        seen = views.marked_screenshot(browser)
    assert [mark.text for mark in seen.marks] == ["Back to the start", "Ask the children"]
    assert Image.open(io.BytesIO(seen.screenshot)).size == (1024, 768)


def test_no_browser_elsewhere_is_one_clear_sentence():
    with pytest.raises(EpisodeError, match=r"No browser could be had from http://127\.0\.0\.1:9"):
        Browser(remote="http://127.0.0.1:9")


def test_another_viewport_is_exact_too(pages):
    with Browser(viewport=(640, 500)) as browser:
        browser.open(f"{pages}/marks.html")
        assert browser.script("return [innerWidth, innerHeight]") == [640, 500]
        assert Image.open(io.BytesIO(browser.screenshot())).size == (640, 500)


def test_hosts_lead_where_they_are_told_and_nowhere_else(browser, web):
    browser.open("http://recipes.mini/")
    assert browser.url == "http://recipes.mini/"
    for address in ("http://example.com/", "https://www.google.com/", "http://nothere.test/"):
        with pytest.raises(EpisodeError, match="not on the list of allowed hosts"):
            browser.open(address)


def test_what_takes_the_mouse_and_waits_for_a_person_is_not_there(browser, own_page):
    browser.open(own_page("<title>Colours</title>"))
    assert browser.script("return typeof EyeDropper") == "undefined"


def test_a_field_that_holds_two_megabytes_is_seen_and_cut(browser, own_page):
    script = "document.querySelector('textarea').value = 'x'.repeat(2e6)"
    browser.open(own_page(f"<textarea aria-label=Long></textarea><script>{script}</script>"))
    seen = views.marked_screenshot(browser)
    assert len(seen.text) < 400 and "…" in seen.marks[0].value
    sent = models.to_openai({"role": "user", "content": [models.screenshot(seen)]}, page_text=True)
    png = base64.b64decode(sent["content"][0]["image_url"]["url"].partition(",")[2])
    assert models.PAGE_TEXT in Image.open(io.BytesIO(png)).text


def test_each_document_is_asked_itself_though_another_process_numbers_its_realms_alike(pages):
    with Browser() as browser:
        for host in ("127.0.0.1", "localhost", "127.0.0.1"):
            address = pages.replace("127.0.0.1", host) + "/second.html"
            browser.open(address)
            assert browser.look().url == address
        browser.back()
        assert "localhost" in browser.look().url


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
    # of this page no history will tell
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
    browser.script(f"{KEEP} location.replace('about:blank')")  # and here of none at all
    browser.settle()
    browser.reset()
    browser.open(there)
    assert browser.script(KEPT) == ["", 0, 0, ""] and not browser.back()


def test_the_first_reset_leaves_the_same_as_all_others(pages):
    seen = []
    with Browser() as browser:
        for _ in range(2):
            browser.reset()
            browser.open(f"{pages}/start.html")
            browser.script("document.querySelector('a').click()")
            browser.settle(change=True)
            # a profile that keeps a history colours a link that was followed
            browser.open(f"{pages}/start.html")
            seen.append(browser.screenshot())
    assert seen[0] == seen[1]


def test_reset_forgets_what_frames_of_other_sites_and_other_tabs_kept(browser, pages, own_page):
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


def test_a_redirect_loop_is_told(browser, pages):
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


def test_closing_twice_is_fine_and_what_comes_after_says_so():
    browser = Browser()
    browser.close()
    browser.close()
    with pytest.raises(EpisodeError, match="start a new one"):
        browser.open("http://127.0.0.1/")


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="no process can be stopped here")
def test_a_driver_that_hangs_keeps_nobody_from_closing():
    with Browser() as own:
        home = own._session.home
        os.kill(own._session.process, signal.SIGSTOP)
    assert not home.exists()
