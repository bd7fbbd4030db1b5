"""Pages that never come to rest, and pages that do so after a moment."""

import time

import pytest
from driving import names
from misbehaving import BOUND, WAITING, button, has_note, press, serve_site, words

pytestmark = WAITING
site = pytest.fixture(serve_site, scope="module")

RESTLESS = {
    "animation": (
        "<style>@keyframes turn { to { rotate: 1turn } } b { animation: turn 1s infinite }</style>"
    ),
    "ticker": "<script>setInterval(() => { ticking.textContent = Date.now(); }, 50)</script>",
    "timers": (
        "<script>(function tick() { ticking.textContent = Date.now(); setTimeout(tick, 50);"
        " })()</script>"
    ),
    "polling": "<script>setInterval(() => fetch('/nothing'), 100)</script>",
    "long poll": "<script>fetch('/late')</script>",
    "events": (
        "<script>new EventSource('/stream').onmessage = event => { ticking.textContent ="
        " event.data; }</script>"
    ),
    "frames": (
        "<script>(function turn(now) { ticking.style.width = `${now % 90}px`;"
        " requestAnimationFrame(turn); })()</script>"
    ),
    "picture": "<img src=/late>",
}


@pytest.mark.parametrize("kind", RESTLESS)
def test_the_browser_waits_only_once_for_a_restless_page(browser, site, kind):
    button = (
        "<button onclick='out.textContent = `Pressed ${times += 1} times`'>Go</button><p"
        " id=out></p>"
    )
    body = f"<b id=ticking>Ticking</b>{button}<script>let times = 0;</script>{RESTLESS[kind]}"
    start = time.monotonic()
    browser.open(site.url + site.page("Restless", body))
    assert time.monotonic() - start < BOUND
    assert "Pressed 1 times" in words(press(browser))
    assert "Pressed 2 times" in words(press(browser, rests=True))
    assert "Pressed 3 times" in words(press(browser, rests=True))


LATE = "'/late?seconds=SECONDS&words=WORDS'"

SLOW = LATE.replace("SECONDS", "0.6").replace("WORDS", "Arrived")

FIRST, LAST = (
    LATE.replace("SECONDS", "0.3").replace("WORDS", word) for word in ("First", "Arrived")
)

FILLS = {
    "fetch": f"fetch({SLOW}).then(a => a.text()).then(show)",
    "chain": (
        f"fetch({FIRST}).then(a => a.text()).then(() => fetch({LAST})).then(a =>"
        " a.text()).then(show)"
    ),
    "xhr": (
        f"const x = new XMLHttpRequest(); x.open('GET', {SLOW}); x.onload = () =>"
        " show(x.responseText); x.send()"
    ),
    "awaited": f"(async () => {{ const a = await fetch({SLOW}); show(await a.text()); }})()",
    # Waiting for requests is not enough for the next ones: timers of up to half a second that the
    # click started are waited for, too.
    "timer": "setTimeout(() => show('Arrived'), 300)",
    "longer timer": "setTimeout(() => show('Arrived'), 500)",
    "timer, then request": f"setTimeout(() => fetch({LAST}).then(a => a.text()).then(show), 300)",
    "timers": "setTimeout(() => setTimeout(() => show('Arrived'), 250), 250)",
    "interval": "const i = setInterval(() => { clearInterval(i); show('Arrived') }, 400)",
    "frames": (
        "const start = performance.now(); (function frame() { if (performance.now() - start < 400)"
        " requestAnimationFrame(frame); else show('Arrived') })()"
    ),
    "timer, then frames": (
        "let n = 0; setTimeout(function frame() { if (n++ < 20) requestAnimationFrame(frame); else"
        " show('Arrived') }, 20)"
    ),
}


@pytest.mark.parametrize("kind", FILLS)
def test_content_that_a_click_loads_late_is_seen(browser, site, kind):
    show = "<script>const show = words => { list.innerHTML = `<li>${words}`; };</script>"
    page = f"{show}{button(FILLS[kind])}<ul id=list><li>Skeleton</ul>"
    browser.open(site.url + site.page("Fills", page))
    seen = press(browser, rests=True)
    assert "Arrived" in words(seen) and "Skeleton" not in words(seen)
    assert not has_note(seen, "still loading"), seen.notes


def test_a_sliding_menu_is_seen_at_rest(browser, site):
    style = (
        "<style>nav { position: fixed; top: 99px; left: -300px; transition: left .4s } .in { left:"
        " 40px }</style>"
    )
    page = (
        f"{style}<button onclick='menu.className = `in`'>Go</button><nav id=menu><a"
        " href=/second>Item</a></nav>"
    )
    browser.open(site.url + site.page("Slides", page))
    seen = press(browser, rests=True)
    assert names(seen) == ["Go", "Item"]
    assert seen.marks[1].boxes[0][0] == pytest.approx(40, abs=1)


SLOW_TRANSITION = (
    "<style>@view-transition { navigation: auto } ::view-transition-group(*),"
    "::view-transition-old(*), ::view-transition-new(*) { animation-duration: 60s }</style>"
)
TRANSITIONS = {
    "its change never ends": "document.startViewTransition(() => new Promise(() => {}))",
    "of an element": "document.body.startViewTransition?.(() => new Promise(() => {}))",
    "a minute long": "document.startViewTransition(() => { out.textContent = 'Changed'; })",
    "to the next document": "location.assign('NEXT')",
}


@pytest.mark.parametrize("kind", TRANSITIONS)
def test_a_long_view_transition_is_cut_short(browser, site, kind):
    following = "<a href=/second>Second</a><p id=out></p>"
    after = site.page("Next", SLOW_TRANSITION + following)
    start = button(TRANSITIONS[kind].replace("NEXT", after))
    browser.open(site.url + site.page("Transition", SLOW_TRANSITION + start + following))
    seen = press(browser, rests=True)
    assert names(seen)[-1] == "Second", seen.notes
    assert press(browser, "Second").title == "Second"


@pytest.mark.soak
def test_thousands_of_animations_are_listed_only_once(browser, site):
    style = (
        "<style>@keyframes pale { to { opacity: .9 } } i { animation: pale 3s infinite }</style>"
    )
    browser.open(site.url + site.page("Animated", f"{style}{button('')}{'<i>x</i>' * 4000}"))
    list_all = "const s = performance.now(); document.getAnimations(); return performance.now() - s"
    listing = browser.script(list_all) / 1000
    start = time.monotonic()
    for _ in range(3):
        browser.settle()
    assert time.monotonic() - start < 2 * listing
