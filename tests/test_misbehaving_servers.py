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
    open_browser,
    opened,
    press,
    serve_site,
    told,
    words,
)

from webvoyager import Action, Browser, hands
from webvoyager.records import EpisodeError

pytestmark = WAITING
site = pytest.fixture(serve_site, scope="module")
own = pytest.fixture(open_browser)  # a browser that a test may break


def test_a_certificate_that_is_not_trusted_is_told_by_open(browser, untrusted):
    with pytest.raises(EpisodeError, match=r"(?i)certificate"):
        browser.open(f"{untrusted}/")


def test_a_certificate_that_is_not_trusted_is_told_after_a_click(browser, site, untrusted):
    seen = follow(browser, site, f"{untrusted}/")
    assert told(seen, "certificate"), seen.notes
    assert_back_is_good(browser)


def test_a_page_that_crashes_ends_the_episode_in_a_sentence(site):
    with Browser() as own:
        own.open(site.url + site.page("Good", "Words"))
        with pytest.raises(EpisodeError, match="crashed"):
            own.open("chrome://crash")
        with pytest.raises(EpisodeError, match="crashed"):
            see(own)


def test_a_page_that_is_killed_ends_the_episode_in_a_sentence(own, site):
    own.open(site.url + site.page("Good", "<a href=/second>Go</a>"))
    seen = see(own)
    with pytest.raises(EpisodeError, match="crashed"):
        own.cdp("Page.crash")
    for use in (lambda: hands.act(own, Action("Click", 0), seen), lambda: see(own)):
        with pytest.raises(EpisodeError, match="crashed"):
            use()


def test_a_download_that_never_ends_is_told_and_waited_for_once(own, site):
    changing = "<button onclick='document.title = `Changed`'>Change</button>"
    own.open(site.url + site.page("Good", f"<a href=/endless>Go</a> {changing}"))
    seen = press(own)
    assert told(
        seen, r"(download|endless\.bin).*(goes on|still|under way|not (yet )?(over|finished|ended))"
    ), seen.notes
    seen = press(own, "Change", rests=True)
    assert seen.title == "Changed"
    own.reset()
    assert opened(own, f"{site.url}/second").notes == (), "a reset did not end the download"


LOGIN = r"log ?in|password|sign in"


def test_a_login_asked_for_by_the_server_is_told_by_open(browser, site):
    start = time.monotonic()
    try:
        said = opened(browser, f"{site.url}/login").notes
    except EpisodeError as error:
        said = (str(error),)
    assert time.monotonic() - start < BOUND
    assert any(re.search(LOGIN, sentence, re.IGNORECASE) for sentence in said), said


def test_a_login_asked_for_by_the_server_is_told_after_a_click_each_time(browser, site):
    for _ in range(2):
        assert told(follow(browser, site, "/login"), LOGIN)
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
def test_a_login_asked_for_by_a_part_of_the_page_is_told(browser, site, part):
    body = f"<p>Rest of the page</p>{part}"
    seen = follow(browser, site, site.page("Rest", body))
    assert seen.title == "Rest" and "Rest of the page" in words(seen)
    assert told(seen, LOGIN), seen.notes
    assert "fetch" not in part or "Status 401" in words(seen)
    assert_back_is_good(browser)
