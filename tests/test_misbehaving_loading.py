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
    has_note,
    open_browser,
    open_page,
    press,
    serve_site,
    words,
)

from webvoyager import Action, changes, hands
from webvoyager.records import ActionError, EpisodeError

pytestmark = WAITING
site = pytest.fixture(serve_site, scope="module")
own_browser = pytest.fixture(open_browser)  # a browser that a test may break


def test_the_loaded_part_of_a_page_that_never_finishes_is_seen(browser, site):
    seen = follow(browser, site, "/half")
    assert seen.title == "Half" and "First half" in words(seen)
    assert has_note(seen, "still loading"), seen.notes
    assert_back_is_good(browser)


def test_the_first_page_may_be_one_that_never_finishes(browser, site):
    start = time.monotonic()
    seen = open_page(browser, f"{site.url}/half")
    assert time.monotonic() - start < BOUND
    assert "First half" in words(seen) and has_note(seen, "still loading"), seen.notes


LEADING = {
    "replace": "<script>location.replace('/second')</script>",
    "href": "<script>location.href = '/second'</script>",
    "a timer": "<script>setTimeout(() => location.assign('/second'), 0)</script>",
    "a form": "<form action=/second></form><script>document.forms[0].submit()</script>",
}


@pytest.mark.parametrize("leading", LEADING.values(), ids=LEADING)
def test_an_immediate_redirect_of_the_first_page_is_followed(browser, site, leading):
    assert open_page(browser, site.url + site.page("First", leading)).title == "Second"


def test_a_note_reports_a_redirect_loop(browser, site):
    seen = follow(browser, site, "/loop")
    assert has_note(seen, "redirect|circle"), seen.notes
    assert_back_is_good(browser)


@pytest.mark.parametrize(
    "again",
    ["<body onload='location.reload()'>Words", "<meta http-equiv=refresh content=0>Words"],
    ids=["by script", "by refresh"],
)
def test_a_page_that_reloads_forever_ends_with_a_note_or_an_error(own_browser, site, again):
    try:
        seen = follow(own_browser, site, site.page("Again", again))
    except EpisodeError as error:
        assert re.search("load|read", str(error))
    else:
        assert has_note(seen, "load"), seen.notes
        assert_back_is_good(own_browser)


def test_a_note_soon_says_that_a_link_has_no_content(browser, site):
    browser.open(site.url + site.page("Good", "<a href=/nothing>Go</a>"))
    seen = press(browser, rests=True)
    assert seen.title == "Good"
    assert has_note(seen, "nothing"), seen.notes


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
def test_the_rest_of_a_page_that_removes_itself_is_seen(browser, site, gone):
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
def test_going_back_to_a_page_with_a_frame_shows_it_unchanged(browser, site, host):
    inner = site.page("Inner", "<button>Inner button</button>")
    body = f"<a href=/second>Go</a><iframe src={getattr(site, host)}{inner}></iframe>"
    browser.open(site.url + site.page("First", body))
    for _ in range(2):
        second = press(browser)
        assert second.title == "Second"
        seen = act(browser, "GoBack", rests=True)
        assert names(seen) == ["Go", "Inner button"] and seen.notes == changes.between(second, seen)


@pytest.mark.parametrize("count", [1, 5])
def test_go_back_leaves_a_page_that_traps_the_back_button(browser, site, count):
    assert (
        follow(browser, site, site.page("Trap", PUSHING.replace("COUNT", str(count)))).title
        == "Trap"
    )
    assert_back_is_good(browser)


def test_go_back_skips_a_page_that_forwards_at_once(browser, site):
    forward = (
        "Forwards<script>onpageshow = () => setTimeout(() => location.assign('/second'),"
        " 20)</script>"
    )
    assert follow(browser, site, site.page("Forwards", forward)).title == "Second"
    assert_back_is_good(browser)


def test_go_back_leaves_a_page_that_filled_the_history_or_says_why_not(browser, site):
    follow(browser, site, site.page("Trap", PUSHING.replace("COUNT", "60")))
    try:
        assert_back_is_good(browser)
    except ActionError as error:
        assert "back" in str(error)


# --- while the model thinks ---


@pytest.mark.parametrize(
    "way", ["location.assign('OTHER')", "document.body.innerHTML = '<a href=/second>Other</a>'"]
)
def test_a_mark_of_a_page_that_was_left_meanwhile_is_refused(browser, site, way):
    other = site.page("Other", "<a href=/second>Other</a>")
    browser.open(site.url + site.page("Good", "<a href=/nothing>Go</a>"))
    before = see(browser)
    browser.script(way.replace("OTHER", other))
    browser.settle()
    with pytest.raises(ActionError, match="no longer there"):
        hands.act(browser, Action("Click", 0), before)
    assert names(see(browser)) == ["Other"]
