"""Pages that do not load properly, that trap the Back button, or that are replaced meanwhile."""

import re
import time

import pytest
from driving import names, see
from misbehaving import (
    BOUND,
    WAITING,
    act,
    assert_back_is_good,
    follow,
    open_browser,
    opened,
    press,
    serve_site,
    told,
    words,
)

from webvoyager import Action, changes, hands
from webvoyager.records import ActionError, EpisodeError

pytestmark = WAITING
site = pytest.fixture(serve_site, scope="module")
own = pytest.fixture(open_browser)  # a browser that a test may break


def test_a_page_that_never_finishes_is_seen_as_far_as_it_came(browser, site):
    seen = follow(browser, site, "/half")
    assert seen.title == "Half" and "First half" in words(seen)
    assert told(seen, "still loading"), seen.notes
    assert_back_is_good(browser)


def test_a_page_that_never_finishes_can_be_the_first(browser, site):
    start = time.monotonic()
    seen = opened(browser, f"{site.url}/half")
    assert time.monotonic() - start < BOUND
    assert "First half" in words(seen) and told(seen, "still loading"), seen.notes


LEADING = {
    "replace": "<script>location.replace('/second')</script>",
    "href": "<script>location.href = '/second'</script>",
    "a timer": "<script>setTimeout(() => location.assign('/second'), 0)</script>",
    "a form": "<form action=/second></form><script>document.forms[0].submit()</script>",
}


@pytest.mark.parametrize("leading", LEADING.values(), ids=LEADING)
def test_a_first_page_that_leads_on_at_once_is_followed(browser, site, leading):
    assert opened(browser, site.url + site.page("First", leading)).title == "Second"


def test_a_server_that_redirects_in_a_circle_is_told(browser, site):
    seen = follow(browser, site, "/loop")
    assert told(seen, "redirect|circle"), seen.notes
    assert_back_is_good(browser)


@pytest.mark.parametrize(
    "again",
    ["<body onload='location.reload()'>Words", "<meta http-equiv=refresh content=0>Words"],
    ids=["by script", "by refresh"],
)
def test_a_page_that_reloads_itself_for_ever_ends_in_a_sentence(own, site, again):
    try:
        seen = follow(own, site, site.page("Again", again))
    except EpisodeError as error:
        assert re.search("load|read", str(error))
    else:
        assert told(seen, "load"), seen.notes
        assert_back_is_good(own)


def test_a_link_that_is_answered_with_nothing_is_told_soon(browser, site):
    browser.open(site.url + site.page("Good", "<a href=/nothing>Go</a>"))
    seen = press(browser, rests=True)
    assert seen.title == "Good"
    assert told(seen, "nothing"), seen.notes


@pytest.mark.parametrize(
    "gone",
    [
        "document.documentElement.remove()",
        "document.body.remove()",
        "document.replaceChildren()",
        "document.open()",
        "document.open(); document.write('<p>Half written')",
    ],
)
def test_a_page_that_removes_itself_is_seen_as_what_is_left(browser, site, gone):
    seen = follow(browser, site, site.page("There", f'<button onclick="{gone}">Leave</button>'))
    assert names(seen) == ["Leave"]
    seen = press(browser, "Leave")
    assert seen.marks == ()
    assert ("Half written" in words(seen)) == ("Half written" in gone)
    assert_back_is_good(browser)


# --- the way back ---


PUSHING = """Trapped<script>let n = 0; const more = () => history.pushState(n, '', `#${n += 1}`);
for (let i = 0; i < COUNT; i += 1) more();
addEventListener('popstate', more);</script>"""


@pytest.mark.parametrize("host", ["url", "elsewhere"])
def test_a_page_with_a_frame_is_as_it_was_when_gone_back_to(browser, site, host):
    inner = site.page("Inner", "<button>Inner button</button>")
    body = f"<a href=/second>Go</a><iframe src={getattr(site, host)}{inner}></iframe>"
    browser.open(site.url + site.page("First", body))
    for _ in range(2):
        second = press(browser)
        assert second.title == "Second"
        seen = act(browser, "GoBack", rests=True)
        assert names(seen) == ["Go", "Inner button"] and seen.notes == changes.between(second, seen)


@pytest.mark.parametrize("count", [1, 5])
def test_a_page_that_holds_on_to_the_back_button_is_left(browser, site, count):
    assert (
        follow(browser, site, site.page("Trap", PUSHING.replace("COUNT", str(count)))).title
        == "Trap"
    )
    assert_back_is_good(browser)


def test_a_page_that_forwards_at_once_is_gone_back_over(browser, site):
    forward = (
        "Forwards<script>onpageshow = () => setTimeout(() => location.assign('/second'),"
        " 20)</script>"
    )
    assert follow(browser, site, site.page("Forwards", forward)).title == "Second"
    assert_back_is_good(browser)


def test_a_page_that_filled_the_history_is_left_or_that_is_refused_in_a_sentence(browser, site):
    follow(browser, site, site.page("Trap", PUSHING.replace("COUNT", "60")))
    try:
        assert_back_is_good(browser)
    except ActionError as error:
        assert "back" in str(error)


# --- while the model thinks ---


@pytest.mark.parametrize(
    "way", ["location.assign('OTHER')", "document.body.innerHTML = '<a href=/second>Other</a>'"]
)
def test_a_mark_of_a_page_that_went_away_meanwhile_is_refused(browser, site, way):
    other = site.page("Other", "<a href=/second>Other</a>")
    browser.open(site.url + site.page("Good", "<a href=/nothing>Go</a>"))
    before = see(browser)
    browser.script(way.replace("OTHER", other))
    browser.settle()
    with pytest.raises(ActionError, match="no longer there"):
        hands.act(browser, Action("Click", 0), before)
    assert names(see(browser)) == ["Other"]
