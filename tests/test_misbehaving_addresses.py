"""Addresses that a browser may not visit, and addresses for another program."""

import re
import time

import pytest
from driving import names, see
from misbehaving import (
    BOUND,
    REFUSED,
    WAITING,
    Site,
    act,
    button,
    follow,
    has_note,
    open_browser,
    open_page,
    press,
    serve_site,
    words,
)

from webvoyager import Observation, views
from webvoyager.records import EpisodeError

pytestmark = WAITING
site = pytest.fixture(serve_site, scope="module")
restricted_browser = pytest.fixture(open_browser, scope="module")

FORBIDDEN = {
    "host": "http://example.com/",
    "number": "http://1.2.3.4/",
    "file": "file:///etc/passwd",
    "data": "data:text/html,x",
    "ftp": "ftp://localhost/x",
    "chrome": "chrome://settings",
    "view-source": "view-source:http://localhost/",
}

NAMED = {"host": r"example\.com", "number": r"1\.2\.3\.4"}


@pytest.mark.parametrize(
    "address",
    [
        *FORBIDDEN.values(),
        "javascript:alert(1)",
        "blob:http://localhost/0",
        "https://localhost.example.com/",
        "http://localhost@example.com/",
    ],
)
def test_a_forbidden_address_is_not_opened_and_the_error_names_the_allowed_hosts(
    restricted_browser, address
):
    start = time.monotonic()
    with pytest.raises(EpisodeError, match=f"(?i){REFUSED}") as fault:
        restricted_browser.open(address)
    assert "localhost" in str(fault.value).replace(address, "")
    assert time.monotonic() - start < BOUND


def _assert_stayed(seen: Observation, site: Site, named: str) -> None:
    """Check that a page of the site is shown and that a note names the refused address."""
    assert seen.url.startswith((site.url, site.elsewhere)), seen.url
    assert any(
        re.search(named, note) and re.search(REFUSED, note, re.IGNORECASE) for note in seen.notes
    ), seen.notes


@pytest.mark.parametrize("kind", FORBIDDEN)
def test_a_link_to_a_forbidden_address_stays_on_the_page(restricted_browser, site, kind):
    seen = follow(restricted_browser, site, FORBIDDEN[kind])
    _assert_stayed(seen, site, NAMED.get(kind, kind))
    assert seen.title == "Good"


def test_a_link_to_a_page_made_by_a_script_stays_on_the_page(restricted_browser, site):
    script = (
        "<script>go.href = URL.createObjectURL(new Blob(['<title>Bad</title>'], {type:"
        " 'text/html'}))</script>"
    )
    restricted_browser.open(site.url + site.page("Good", f"<a id=go href='#'>Go</a>{script}"))
    seen = press(restricted_browser)
    _assert_stayed(seen, site, "blob")
    assert seen.title == "Good"


EVIL = "http://evil.example/"

LEADS = {
    "script": button(f"location.assign('{EVIL}')"),
    "script, later": button(f"setTimeout(() => location.assign('{EVIL}'), 200)"),
    "form": f"<form action={EVIL}><button>Go</button></form>",
    "form, posted": f"<form method=post action={EVIL}><button>Go</button></form>",
    "window": button(f"window.open('{EVIL}')"),
    "link to a window": f"<a href={EVIL} target=_blank>Go</a>",
    "server": f"<a href='/forward?to={EVIL}'>Go</a>",
    "refresh": "<a href=REFRESH>Go</a>",
    "frame": f"<iframe srcdoc='<a href={EVIL} target=_top>Go</a>'></iframe>",
}


@pytest.mark.parametrize("way", LEADS)
def test_every_way_to_a_forbidden_host_ends_on_an_allowed_page(restricted_browser, site, way):
    refresh = site.page("Good", f"<meta http-equiv=refresh content='0; url={EVIL}'>Refreshing")
    restricted_browser.open(site.url + site.page("Good", LEADS[way].replace("REFRESH", refresh)))
    seen = press(restricted_browser)
    _assert_stayed(seen, site, r"evil\.example")
    assert seen.title == "Good"
    restricted_browser.open(f"{site.url}/second")  # the browser can be used as before
    assert see(restricted_browser).title == "Second"


PROGRAM = {  # ways to an address for another program
    "link": "<a href=tel:1>Go</a>",
    "new tab": "<a href=tel:1 target=_blank>Go</a>",
    "script": button("location.assign('tel:1')"),
    "script, later": button("setTimeout(() => location.assign('tel:1'), 200)"),
    "window": button("window.open('tel:1')"),
    "form": "<form action=tel:1><button>Go</button></form>",
    "mail": "<a href=mailto:somebody@localhost>Go</a>",
    "unknown": "<a href=foo:bar>Go</a>",
    "link in a frame": "<iframe srcdoc='<a href=tel:1 target=_top>Go</a>'></iframe>",
}


@pytest.mark.parametrize("way", PROGRAM)
def test_a_link_for_another_program_is_refused_and_the_page_can_be_used(browser, site, way):
    browser.open(site.url + site.page("Good", PROGRAM[way]))
    seen = press(browser)
    assert seen.title == "Good" and has_note(
        seen, "begins with (tel|mailto|foo):; it was refused"
    ), seen.notes
    follow(browser, site, "/second")
    assert see(browser).title == "Second"


QUESTION = {  # ways that a document cannot refuse: the browser asks a person about them
    "redirect": "<a href=/forward?to=tel:1>Go</a>",
    "form": "<form action=/forward><input type=hidden name=to value=tel:1><button>Go</button></form>",
    "frame": button(
        "document.body.append(Object.assign(document.createElement('iframe'), {src: 'tel:1'}))"
    ),
    "redirect in a frame": (
        button("document.querySelector('iframe').src = '/forward?to=foo:bar'") + "<iframe></iframe>"
    ),
}


@pytest.mark.parametrize("way", QUESTION)
def test_the_browsers_question_about_another_program_is_refused(browser, site, way):
    browser.open(site.url + site.page("Good", f"{QUESTION[way]} <a href=/second>On</a>"))
    seen = press(browser)
    if not has_note(seen, "for another program"):  # the browser asks late
        seen = act(browser, "Wait")
    assert seen.title == "Good" and has_note(seen, "for another program, so it was refused"), (
        seen.notes
    )
    assert act(browser, "Click", "On").title == "Second"


def test_a_page_whose_frame_is_for_another_program_can_be_used(browser, site):
    page = site.page("Good", "<iframe src=tel:1></iframe> <a href=/second>On</a>")
    if not has_note(open_page(browser, site.url + page), "for another program, so it was refused"):
        act(browser, "Wait")  # the browser asks late
    assert act(browser, "Click", "On").title == "Second"


INNER = "<p>Frame words</p><button>Frame button</button>"

FRAMES = {
    "evil.example": f"<iframe src={EVIL}></iframe>",
    "data": f"<iframe src='data:text/html,{INNER}'></iframe>",
    "blob": (
        f"<iframe id=f></iframe><script>f.src = URL.createObjectURL(new Blob(['{INNER}'], {{type:"
        " 'text/html'}))</script>"
    ),
}


@pytest.mark.parametrize("named", FRAMES)
def test_a_forbidden_frame_is_left_out_and_the_rest_is_seen(restricted_browser, site, named):
    restricted_browser.open(
        site.url + site.page("Good", f"<p>Rest of the page</p><button>Rest</button>{FRAMES[named]}")
    )
    seen = see(restricted_browser)
    assert names(seen) == ["Rest"] and "Rest of the page" in words(seen)
    assert (
        "Frame words" not in words(seen)
        and "Frame words" not in views.accessibility_tree(restricted_browser).text
    )
    _assert_stayed(seen, site, named.replace(".", r"\."))


def test_a_frame_of_an_allowed_host_is_seen(restricted_browser, site):
    inner = site.page("Inner", INNER)
    frames = f"<iframe src={inner}></iframe><iframe src={site.elsewhere}{inner}></iframe>"
    seen = open_page(restricted_browser, site.url + site.page("Good", frames))
    assert names(seen) == ["Frame button"] * 2 and seen.notes == ()
