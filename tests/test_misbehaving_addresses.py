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
    open_browser,
    opened,
    press,
    serve_site,
    told,
    words,
)

from webvoyager import Observation, views
from webvoyager.records import EpisodeError

pytestmark = WAITING
site = pytest.fixture(serve_site, scope="module")
narrowed = pytest.fixture(open_browser, scope="module")

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
def test_an_address_that_is_not_allowed_is_not_opened_and_what_is_gets_named(narrowed, address):
    start = time.monotonic()
    with pytest.raises(EpisodeError, match=f"(?i){REFUSED}") as fault:
        narrowed.open(address)
    assert "localhost" in str(fault.value).replace(address, "")
    assert time.monotonic() - start < BOUND


def _assert_held(seen: Observation, site: Site, named: str) -> None:
    """Check that a page of the site is shown and that a note names the refused address."""
    assert seen.url.startswith((site.url, site.elsewhere)), seen.url
    assert any(
        re.search(named, note) and re.search(REFUSED, note, re.IGNORECASE) for note in seen.notes
    ), seen.notes


@pytest.mark.parametrize("kind", FORBIDDEN)
def test_a_link_to_what_is_not_allowed_leads_nowhere(narrowed, site, kind):
    seen = follow(narrowed, site, FORBIDDEN[kind])
    _assert_held(seen, site, NAMED.get(kind, kind))
    assert seen.title == "Good"


def test_a_link_to_a_page_out_of_a_script_leads_nowhere(narrowed, site):
    script = (
        "<script>go.href = URL.createObjectURL(new Blob(['<title>Bad</title>'], {type:"
        " 'text/html'}))</script>"
    )
    narrowed.open(site.url + site.page("Good", f"<a id=go href='#'>Go</a>{script}"))
    seen = press(narrowed)
    _assert_held(seen, site, "blob")
    assert seen.title == "Good"


EVIL = "http://evil.example/"

LEADS = {
    "script": button(f"location.assign('{EVIL}')"),
    "script, later": button(f"setTimeout(() => location.assign('{EVIL}'), 200)"),
    "form": f"<form action={EVIL}><button>Go</button></form>",
    "form, posted": f"<form method=post action={EVIL}><button>Go</button></form>",
    "window": button(f"window.open('{EVIL}')"),
    "link to a window": f"<a href={EVIL} target=_blank>Go</a>",
    "server": f"<a href='/away?to={EVIL}'>Go</a>",
    "refresh": "<a href=REFRESH>Go</a>",
    "frame": f"<iframe srcdoc='<a href={EVIL} target=_top>Go</a>'></iframe>",
}


@pytest.mark.parametrize("way", LEADS)
def test_what_leads_to_a_host_that_is_not_allowed_ends_on_an_allowed_page(narrowed, site, way):
    refresh = site.page("Good", f"<meta http-equiv=refresh content='0; url={EVIL}'>Refreshing")
    narrowed.open(site.url + site.page("Good", LEADS[way].replace("REFRESH", refresh)))
    seen = press(narrowed)
    _assert_held(seen, site, r"evil\.example")
    assert seen.title == "Good"
    narrowed.open(f"{site.url}/second")  # the browser can be used as before
    assert see(narrowed).title == "Second"


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
def test_what_is_for_another_program_is_refused_and_the_page_can_be_used(browser, site, way):
    browser.open(site.url + site.page("Good", PROGRAM[way]))
    seen = press(browser)
    assert seen.title == "Good" and told(seen, "begins with (tel|mailto|foo):; it was refused"), (
        seen.notes
    )
    follow(browser, site, "/second")
    assert see(browser).title == "Second"


QUESTION = {  # ways that a document cannot refuse: the browser asks a person about them
    "redirect": "<a href=/away?to=tel:1>Go</a>",
    "form": "<form action=/away><input type=hidden name=to value=tel:1><button>Go</button></form>",
    "frame": button(
        "document.body.append(Object.assign(document.createElement('iframe'), {src: 'tel:1'}))"
    ),
    "redirect in a frame": (
        button("document.querySelector('iframe').src = '/away?to=foo:bar'") + "<iframe></iframe>"
    ),
}


@pytest.mark.parametrize("way", QUESTION)
def test_what_the_browser_asks_a_person_about_another_program_is_refused(browser, site, way):
    browser.open(site.url + site.page("Good", f"{QUESTION[way]} <a href=/second>On</a>"))
    seen = press(browser)
    if not told(seen, "for another program"):  # the browser asks late
        seen = act(browser, "Wait")
    assert seen.title == "Good" and told(seen, "for another program, so it was refused"), seen.notes
    assert act(browser, "Click", "On").title == "Second"


def test_a_page_whose_frame_is_for_another_program_can_be_used(browser, site):
    page = site.page("Good", "<iframe src=tel:1></iframe> <a href=/second>On</a>")
    if not told(opened(browser, site.url + page), "for another program, so it was refused"):
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
def test_a_frame_that_is_not_allowed_is_left_out_and_the_rest_is_seen(narrowed, site, named):
    narrowed.open(
        site.url + site.page("Good", f"<p>Rest of the page</p><button>Rest</button>{FRAMES[named]}")
    )
    seen = see(narrowed)
    assert names(seen) == ["Rest"] and "Rest of the page" in words(seen)
    assert (
        "Frame words" not in words(seen)
        and "Frame words" not in views.accessibility_tree(narrowed).text
    )
    _assert_held(seen, site, named.replace(".", r"\."))


def test_a_frame_of_an_allowed_host_is_seen(narrowed, site):
    inner = site.page("Inner", INNER)
    frames = f"<iframe src={inner}></iframe><iframe src={site.elsewhere}{inner}></iframe>"
    seen = opened(narrowed, site.url + site.page("Good", frames))
    assert names(seen) == ["Frame button"] * 2 and seen.notes == ()
