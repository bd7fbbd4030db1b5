"""Misbehaving servers (certificates, logins, endless downloads), and pages that crash."""

import re
import time

import pytest
from driving import see
from misbehaving import (
    BOUND,
    WAITING,
    assert_back_is_good,
    follow,
    has_note,
    open_browser,
    open_page,
    press,
    serve_site,
    words,
)

from webvoyager import Action, Browser, hands
from webvoyager.records import EpisodeError

pytestmark = WAITING
site = pytest.fixture(serve_site, scope="module")
own_browser = pytest.fixture(open_browser)  # a browser that a test may break


def test_open_raises_an_error_for_an_untrusted_certificate(browser, untrusted):
    with pytest.raises(EpisodeError, match=r"(?i)certificate"):
        browser.open(f"{untrusted}/")


def test_a_note_reports_an_untrusted_certificate_after_a_click(browser, site, untrusted):
    seen = follow(browser, site, f"{untrusted}/")
    assert has_note(seen, "certificate"), seen.notes
    assert_back_is_good(browser)


@pytest.mark.slow
def test_a_page_that_crashes_ends_the_episode_with_a_reason(site):
    with Browser() as own:
        own.open(site.url + site.page("Good", "Words"))
        with pytest.raises(EpisodeError, match="crashed"):
            own.open("chrome://crash")
        with pytest.raises(EpisodeError, match="crashed"):
            see(own)


def test_a_page_that_is_killed_ends_the_episode_with_a_reason(own_browser, site):
    own_browser.open(site.url + site.page("Good", "<a href=/second>Go</a>"))
    seen = see(own_browser)
    with pytest.raises(EpisodeError, match="crashed"):
        own_browser.cdp("Page.crash")
    for use in (lambda: hands.act(own_browser, Action("Click", 0), seen), lambda: see(own_browser)):
        with pytest.raises(EpisodeError, match="crashed"):
            use()


def test_a_note_reports_an_endless_download_and_the_browser_waits_only_once(own_browser, site):
    changing = "<button onclick='document.title = `Changed`'>Change</button>"
    own_browser.open(site.url + site.page("Good", f"<a href=/endless>Go</a> {changing}"))
    seen = press(own_browser)
    assert has_note(
        seen, r"(download|endless\.bin).*(goes on|still|under way|not (yet )?(over|finished|ended))"
    ), seen.notes
    seen = press(own_browser, "Change", rests=True)
    assert seen.title == "Changed"
    own_browser.reset()
    assert open_page(own_browser, f"{site.url}/second").notes == (), (
        "a reset did not end the download"
    )


LOGIN = r"log ?in|password|sign in"


def test_open_reports_a_login_that_the_server_asks_for(browser, site):
    start = time.monotonic()
    try:
        said = open_page(browser, f"{site.url}/login").notes
    except EpisodeError as error:
        said = (str(error),)
    assert time.monotonic() - start < BOUND
    assert any(re.search(LOGIN, sentence, re.IGNORECASE) for sentence in said), said


def test_a_note_reports_a_login_after_every_click(browser, site):
    for _ in range(2):
        assert has_note(follow(browser, site, "/login"), LOGIN)
        assert_back_is_good(browser)


@pytest.mark.parametrize(
    "part",
    [
        "<iframe src=/login></iframe>",
        "<img src=/login>",
        (
            "<script>fetch('/login').then(answer => document.body.append(`Status"
            " ${answer.status}`))</script>"
        ),
    ],
    ids=["frame", "picture", "request"],
)
def test_a_note_reports_a_login_for_a_part_of_the_page(browser, site, part):
    body = f"<p>Rest of the page</p>{part}"
    seen = follow(browser, site, site.page("Rest", body))
    assert seen.title == "Rest" and "Rest of the page" in words(seen)
    assert has_note(seen, LOGIN), seen.notes
    assert "fetch" not in part or "Status 401" in words(seen)
    assert_back_is_good(browser)
