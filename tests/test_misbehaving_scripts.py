"""Endless scripts, floods, and pages that are too heavy for a browser."""

import re
import time

import pytest
from driving import see
from misbehaving import (
    BOUND,
    WAITING,
    Site,
    button,
    has_note,
    open_browser,
    open_page,
    press,
    serve_site,
)

from webvoyager import Browser
from webvoyager.records import EpisodeError

pytestmark = WAITING
site = pytest.fixture(serve_site, scope="module")
own_browser = pytest.fixture(open_browser)  # a browser that a test may break

ENDLESS = r"without end|endless|script|does not answer"


def _assert_reported(browser: Browser, site: Site, path: str, target: str) -> None:
    """Check that an endless script after a click is reported and that the browser works again."""
    browser.open(site.url + path)
    try:
        seen = press(browser, target)
        assert has_note(seen, ENDLESS), seen.notes
    except EpisodeError as error:
        assert re.search(ENDLESS, str(error))
    start = time.monotonic()
    browser.open(f"{site.url}/second")
    assert see(browser).title == "Second"
    assert time.monotonic() - start < BOUND


@pytest.mark.parametrize(
    "busy",
    [
        pytest.param("for (;;) {}", id="the click's", marks=pytest.mark.soak),
        pytest.param("setTimeout(() => { for (;;) {} }, 50)", id="a timer's"),
        pytest.param(
            "setInterval(() => { for (;;) {} }, 10)", id="every timer's", marks=pytest.mark.soak
        ),
    ],
)
def test_an_endless_script_after_a_click_is_reported(own_browser, site, busy):
    _assert_reported(own_browser, site, site.page("Busy", f"{button(busy)}<p>Words"), "Go")


def test_an_endless_script_in_a_loading_page_is_reported(own_browser, site):
    busy = site.page("Busy", "<p>Before</p><script>for (;;) {}</script><p>After</p>")
    _assert_reported(own_browser, site, site.page("Good", f"<a href={busy}>Go</a>"), "Go")


@pytest.mark.soak
def test_an_endless_script_in_the_first_page_is_reported(own_browser, site):
    start = time.monotonic()
    try:
        said = open_page(
            own_browser,
            site.url + site.page("Busy", "<p>Before</p><script>for (;;) {}</script><p>After</p>"),
        ).notes
    except EpisodeError as error:
        said = (str(error),)
    assert time.monotonic() - start < BOUND
    assert any(re.search(ENDLESS, sentence) for sentence in said), said
    own_browser.open(f"{site.url}/second")
    assert see(own_browser).title == "Second"


def test_a_page_that_floods_its_console_is_seen(own_browser, site):
    flood = "setInterval(() => { for (let n = 0; n < 2000; n++) console.log('x'.repeat(1000)) }, 1)"
    assert (
        open_page(
            own_browser, site.url + site.page("Flood", f"<p>Words</p><script>{flood}</script>")
        ).title
        == "Flood"
    )


def test_writing_to_the_console_does_no_harm(browser, site):
    script = (
        "for (let n = 0; n < 1500; n++) console.log(n); console.table([1]); document.title ="
        " 'Written'"
    )
    assert (
        open_page(browser, site.url + site.page("Log", f"<script>{script}</script>")).title
        == "Written"
    )


HEAVY = {
    "buttons": (
        "<style>button { position: absolute; top: 0 }</style>" + "<button>b</button>" * 100_000
    ),
    "combining marks": "<p>a" + "\u0301" * 100_000,
    "a field": "<textarea id=area></textarea><script>area.value = 'word '.repeat(1e7)</script>",
}


@pytest.mark.soak
@pytest.mark.parametrize("body", HEAVY.values(), ids=HEAVY)
def test_a_page_too_heavy_for_its_browser_raises_a_reason_and_the_next_is_seen(
    own_browser, site, body
):
    start = time.monotonic()
    try:
        open_page(own_browser, site.url + site.page("Heavy", body))
    except EpisodeError as error:
        assert "too large" in str(error) or "not answer" in str(error)
    # all replies share 20 s; the last ones still get their minimum time
    assert time.monotonic() - start < 36
    assert open_page(own_browser, f"{site.url}/second").title == "Second"
