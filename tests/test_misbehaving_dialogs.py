"""Pages that ask for something: dialogs, permissions, the full screen."""

import pytest
from driving import names
from misbehaving import WAITING, act, button, open_browser, press, serve_site, told

from webvoyager.records import EpisodeError

pytestmark = WAITING
site = pytest.fixture(serve_site, scope="module")
own = pytest.fixture(open_browser)  # a browser that a test may break


@pytest.mark.parametrize(
    "storm",
    [
        pytest.param("while (true) alert('More')", id="in one go", marks=pytest.mark.soak),
        pytest.param("setInterval(() => alert('More'), 10)", id="by a timer"),
    ],
)
def test_a_storm_of_dialogs_ends_in_a_sentence(own, site, storm):
    own.open(site.url + site.page("Storm", button(storm)))
    try:
        assert told(press(own), "dialog"), "no note names the dialogs"
    except EpisodeError as error:
        assert "dialog" in str(error)


def test_five_dialogs_are_all_told_and_the_page_goes_on(browser, site):
    script = "for (const n of [1, 2, 3, 4, 5]) alert(`Number ${n}`); document.title = 'Over'"
    browser.open(site.url + site.page("Five", button(script)))
    seen = press(browser)
    assert seen.title == "Over"
    for number in range(1, 6):
        assert told(seen, f"Number {number}"), seen.notes


def test_questions_are_accepted_and_told(browser, site):
    script = (
        "document.title = [confirm('Really?'), prompt('Your name?', 'Ada'), prompt('Your"
        " town?')].join()"
    )
    browser.open(site.url + site.page("Asks", button(script)))
    seen = press(browser)
    assert seen.title in ("true,Ada,", "true,,"), "the page got another answer than OK"
    assert told(seen, "Really.*accepted") and told(seen, "Your name.*accepted"), seen.notes


def test_a_page_that_asks_whether_to_leave_it_is_left_and_that_is_told(browser, site):
    hold = (
        "<input aria-label=Field><a href=/second>Go</a><script>onbeforeunload = event =>"
        " event.preventDefault()"
    )
    browser.open(site.url + site.page("Holds", hold + "</script>"))
    act(browser, "Type", "Field", "words")
    seen = press(browser)
    assert seen.title == "Second"
    assert told(seen, "leave"), seen.notes


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
def test_what_a_page_wants_of_a_person_is_denied_at_once_and_told(browser, site, call, wish):
    script = (
        "<script>const said = words => { document.title = `It said ${words}`; }; const ask ="
        f" () => {call}"
    )
    browser.open(
        site.url + site.page("Wants", f"<button onclick=ask()>Go</button>{script}</script>")
    )
    seen = press(browser, rests=True)
    assert seen.title == "It said denied"
    assert told(seen, wish), seen.notes


@pytest.mark.parametrize("name", ["requestFullscreen", "webkitRequestFullscreen"])
def test_the_rest_of_the_page_stays_reachable_when_a_part_wants_the_full_screen(
    browser, site, name
):
    part = f"<div id=area>{button(f'area.{name}()')}</div>"
    browser.open(site.url + site.page("Full", f"<a href=/second>Rest</a>{part}"))
    seen = press(browser, rests=True)
    assert names(seen) == ["Rest", "Go"]
    assert told(seen, "full ?screen|whole screen|entire screen"), seen.notes
    assert press(browser, "Rest").title == "Second"
