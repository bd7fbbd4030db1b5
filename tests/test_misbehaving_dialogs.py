"""Pages that ask for something: dialogs, permissions, the full screen."""

import pytest
from driving import names
from misbehaving import WAITING, act, button, has_note, open_browser, press, serve_site

from webvoyager.records import EpisodeError

pytestmark = WAITING
site = pytest.fixture(serve_site, scope="module")
own_browser = pytest.fixture(open_browser)  # a browser that a test may break


@pytest.mark.parametrize(
    "storm",
    [
        pytest.param("while (true) alert('More')", id="in one go", marks=pytest.mark.soak),
        pytest.param("setInterval(() => alert('More'), 10)", id="by a timer"),
    ],
)
def test_a_storm_of_dialogs_ends_with_a_note_or_an_error(own_browser, site, storm):
    own_browser.open(site.url + site.page("Storm", button(storm)))
    try:
        assert has_note(press(own_browser), "dialog"), "no note names the dialogs"
    except EpisodeError as error:
        assert "dialog" in str(error)


def test_our_script_may_be_stopped_with_those_of_the_page(own_browser):
    with pytest.raises(EpisodeError):
        own_browser.script("while (true) alert('More')")


def test_notes_quote_five_dialogs_and_the_page_goes_on(browser, site):
    script = "for (const n of [1, 2, 3, 4, 5]) alert(`Number ${n}`); document.title = 'Over'"
    browser.open(site.url + site.page("Five", button(script)))
    seen = press(browser)
    assert seen.title == "Over"
    for number in range(1, 6):
        assert has_note(seen, f"Number {number}"), seen.notes


def test_questions_are_accepted_and_quoted_in_notes(browser, site):
    script = (
        "document.title = [confirm('Really?'), prompt('Your name?', 'Ada'), prompt('Your"
        " town?')].join()"
    )
    browser.open(site.url + site.page("Asks", button(script)))
    seen = press(browser)
    assert seen.title == "true,Ada,", "the page got another answer than what it proposed"
    assert has_note(seen, "Really.*accepted") and has_note(seen, 'name.*with "Ada"'), seen.notes


def test_a_page_that_asks_whether_to_leave_is_left_and_a_note_says_so(browser, site):
    hold = (
        "<input aria-label=Field><a href=/second>Go</a><script>onbeforeunload = event =>"
        " event.preventDefault()"
    )
    browser.open(site.url + site.page("Holds", hold + "</script>"))
    act(browser, "Type", "Field", "words")
    seen = press(browser)
    assert seen.title == "Second"
    assert has_note(seen, "leave"), seen.notes


@pytest.mark.parametrize(
    "call, wish",
    [
        (
            (
                "navigator.geolocation.getCurrentPosition(said, error => said(error.code === 1 &&"
                " 'denied'))"
            ),
            "location",
        ),
        ("Notification.requestPermission().then(said)", "notification"),
        (
            "navigator.mediaDevices.getUserMedia({video: true}).then(said, () => said('denied'))",
            "camera",
        ),
        (
            "navigator.mediaDevices.getUserMedia({audio: true}).then(said, () => said('denied'))",
            "microphone",
        ),
        ("navigator.clipboard.readText().then(said, () => said('denied'))", "clipboard"),
    ],
    ids=["location", "notifications", "camera", "microphone", "clipboard"],
)
def test_a_request_for_permission_is_denied_at_once_and_a_note_says_so(browser, site, call, wish):
    script = (
        "<script>const said = words => { document.title = `It said ${words}`; }; const ask ="
        f" () => {call}"
    )
    browser.open(
        site.url + site.page("Wants", f"<button onclick=ask()>Go</button>{script}</script>")
    )
    seen = press(browser, rests=True)
    assert seen.title == "It said denied"
    assert has_note(seen, wish), seen.notes


@pytest.mark.parametrize("name", ["requestFullscreen", "webkitRequestFullscreen"])
def test_the_page_stays_usable_when_a_part_asks_for_the_full_screen(browser, site, name):
    part = f"<div id=area>{button(f'area.{name}()')}</div>"
    browser.open(site.url + site.page("Full", f"<a href=/second>Rest</a>{part}"))
    seen = press(browser, rests=True)
    assert names(seen) == ["Rest", "Go"]
    assert has_note(seen, "full ?screen|whole screen|entire screen"), seen.notes
    assert press(browser, "Rest").title == "Second"
