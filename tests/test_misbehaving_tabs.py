"""Whatever would open a window opens its page in the current tab instead."""

import re

import pytest
from driving import see
from misbehaving import WAITING, button, press, serve_site, words

from webvoyager import Browser

pytestmark = WAITING
site = pytest.fixture(serve_site, scope="module")


def form(attributes: str, submit: str = "<button>Go</button>") -> str:
    """A form that leads to the second page."""
    return (
        f"<form action=/second {attributes}><input type=hidden name=word value=kept>{submit}</form>"
    )


CONTROL = (
    "a.dispatchEvent(new MouseEvent('click', {ctrlKey: true, bubbles: true, cancelable: true}))"
)

DETACHED = "Object.assign(document.createElement('a'), {href: '/second', target: '_blank'}).click()"

OPENS = {
    "link": "<a href=/second target=_blank>Go</a>",
    "link to a named window": "<a href=/second target=other>Go</a>",
    "link without an opener": "<a href=/second target=_blank rel='noopener noreferrer'>Go</a>",
    "link, by script": button(DETACHED),
    "link, with control": f"<a id=a href=/second></a>{button(CONTROL)}",
    "link that opens too": (
        "<a href=/second target=_blank onclick='window.open(`/second`); return false'>Go</a>"
    ),
    "link that opens pressed": (
        "<a href=/second onmousedown='window.open(`/second`)' onclick='return false'>Go</a>"
    ),
    "base": "<base target=_blank><a href=/second>Go</a>",
    "base and form": f"<base target=_blank>{form('')}",
    "open": button("window.open('/second')"),
    "open, noopener": button("window.open('/second', '_blank', 'noopener')"),
    "open, sized": button("window.open('/second', 'small', 'width=200,height=200')"),
    "open, later": button("setTimeout(() => window.open('/second'), 200)"),
    "open, then led": button("const w = window.open(); w.location = '/second'"),
    "open blank, then led": button(
        "const w = window.open('about:blank'); w.location.href = '/second'"
    ),
    "open, led later": button(
        "const w = window.open(''); setTimeout(() => { w.location = '/second'; }, 200)"
    ),
    "form": form("target=_blank"),
    "form, posted": form("target=_blank method=post"),
    "form of a button": form("method=post", "<button formtarget=_blank>Go</button>"),
    "form, by script": form(
        "target=_blank method=post", button("this.form.submit()", "type=button")
    ),
    "popup of a popup": "<a href=POPUP target=_blank>Go</a>",
    "frame": "<iframe src=FRAME></iframe>",
    "frame of another site": "<iframe src=ELSEWHERE></iframe>",
    "frame that opens": "<iframe src=OPENING></iframe>",
    "frame of another site that opens": "<iframe src=ELSEOPENING></iframe>",
}

# each takes the same path as another one, so only `make soak` tries it
ALIKE = (
    "link to a named window",
    "link that opens too",
    "base and form",
    "open, sized",
    "open blank, then led",
    "form of a button",
    "frame",
)


@pytest.mark.parametrize(
    "how", [pytest.param(how, marks=[pytest.mark.soak] if how in ALIKE else []) for how in OPENS]
)
def test_every_way_to_open_a_window_stays_in_the_tab_and_back_returns(browser, site, how):
    linking = site.page("Frame", f"<a href={site.url}/second target=_blank>Go</a>")
    opening = site.page("Frame", button(f"window.open('{site.url}/second')"))
    popup = site.page("Popup", "<script>window.open('/second')</script>Popup")
    places = {"ELSEWHERE": site.elsewhere + linking, "FRAME": linking, "POPUP": popup}
    places |= {"ELSEOPENING": site.elsewhere + opening, "OPENING": opening}
    body = re.sub("|".join(places), lambda found: places[found[0]], OPENS[how])
    browser.open(site.url + site.page("First", body))
    tabs = _tabs(browser)
    seen = press(browser)
    assert seen.title == "Second"
    if "form" in how:
        method = "POST" if "method=post" in body else "GET"
        assert f"{method} kept" in words(seen)
    assert _tabs(browser) == tabs
    assert browser.back()
    assert see(browser).title == "First"


def _tabs(browser: Browser) -> int:
    """The number of tabs and windows."""
    return sum(
        target["type"] == "page" for target in browser.cdp("Target.getTargets")["targetInfos"]
    )
