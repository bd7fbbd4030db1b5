"""Pages and servers that misbehave: each ends in a sentence for the agent, in time; none in a hang
or another fault.
"""

import html
import re
import threading
import time
from collections.abc import Iterator

import pytest
from conftest import Served
from flask import Flask, Response, redirect, request

from webvoyager import Action, Browser, Observation, agent, hands, outcomes, views
from webvoyager.records import ActionError, EpisodeError

# seconds that an action and the look after it may take: it is about hanging, not about speed
BOUND = 60.0
# what is told where a page did not come to rest in the time it gets
UNREST = r"still loading|while waiting|goes on"
REFUSED = r"refused|not allowed|may not|not on the list"

# one worker waits, the others compute
pytestmark = [
    pytest.mark.timeout(120),
    pytest.mark.xdist_group("waiting"),
]


class Site(Served):
    """A server with pages as they are put in, and ways to answer badly; nothing waits longer than
    until close().
    """

    def __init__(self) -> None:
        self._pages: list[tuple[str, dict]] = []
        self._over = threading.Event()
        app = Flask("misbehaving")
        app.add_url_rule("/page/<int:number>", view_func=self._page)
        app.add_url_rule("/second", view_func=self._second, methods=["GET", "POST"])
        for way in (
            self.half,
            self.loop,
            self.nothing,
            self.endless,
            self.login,
            self.late,
            self.stream,
            self.away,
        ):
            app.add_url_rule(f"/{way.__name__}", view_func=way)
        super().__init__(app)
        self.elsewhere = self.url.replace("127.0.0.1", "localhost")

    def page(self, title: str, body: str, **headers: str) -> str:
        """The path of a page of this title and body."""
        self._pages.append(
            (f"<!doctype html><meta charset=utf-8><title>{title}</title>{body}", headers)
        )
        return f"/page/{len(self._pages) - 1}"

    def close(self) -> None:
        """Let go of all that wait, and stop serving."""
        self._over.set()
        super().close()

    def _page(self, number: int) -> Response:
        body, headers = self._pages[number]
        return Response(body, headers={"Content-Type": "text/html", **headers})

    def _second(self) -> str:
        return (
            f"<title>Second</title><p>Second page: {request.method}"
            f" {request.values.get('word', '')}"
        )

    def half(self) -> Response:
        """Half a page, then silence."""
        return self._begun(
            b"<!doctype html><title>Half</title><p>First half<p>" + b" " * 4000, "text/html"
        )

    def loop(self) -> Response:
        """A redirect to itself."""
        return redirect("/loop")

    def nothing(self) -> Response:
        """No content: the browser stays where it is."""
        return Response(status=204)

    def endless(self) -> Response:
        """The first bytes of a file, then silence."""
        file = {
            "Content-Disposition": "attachment; filename=endless.bin",
            "Content-Length": "1000000",
        }
        return self._begun(b"x" * 4000, "application/octet-stream", **file)

    def login(self) -> Response:
        """A page behind HTTP authentication."""
        return Response(
            "<title>Closed</title>Staff only", 401, {"WWW-Authenticate": 'Basic realm="Staff"'}
        )

    def late(self) -> str:
        """Words that come after so many seconds."""
        self._over.wait(float(request.args.get("seconds", 60)))
        return request.args.get("words", "late")

    def stream(self) -> Response:
        """Events without end."""

        def events() -> Iterator[str]:
            while not self._over.wait(0.1):
                yield "data: tick\n\n"

        return Response(events(), content_type="text/event-stream")

    def away(self) -> Response:
        """A redirect to another place."""
        return redirect(request.args["to"])

    def _begun(self, start: bytes, kind: str, **headers: str) -> Response:
        def parts() -> Iterator[bytes]:
            yield start
            self._over.wait(60)

        return Response(parts(), headers=headers, content_type=kind)


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    """The server of the pages here."""
    served = Site()
    yield served
    served.close()


@pytest.fixture
def own() -> Iterator[Browser]:
    """A browser of the test's own, which it may ruin."""
    with Browser(allow=("localhost", "127.0.0.1")) as browser:
        yield browser


def see(browser: Browser) -> Observation:
    """What the agent sees now."""
    return views.marked_screenshot(browser)


def opened(browser: Browser, address: str) -> Observation:
    """What the agent sees first at an address."""
    return agent.observe(browser, browser.open(address))


def act(
    browser: Browser, name: str, target: str = "", text: str = "", rests: bool = False
) -> Observation:
    """What is seen after an action on the mark of that name, after which the page `rests`."""
    before = see(browser)
    marks = {mark.text: mark.label for mark in before.marks}
    assert not target or target in marks, f"no mark is called {target!r}; there are {list(marks)}"
    start = time.monotonic()
    try:
        seen = agent.observe(
            browser, hands.act(browser, Action(name, marks.get(target), text), before)
        )
    finally:
        took = time.monotonic() - start
        assert took < BOUND, f"{name} {target} took {took:.1f} s"
    assert not (rests and told(seen, UNREST)), seen.notes
    return seen


def press(browser: Browser, target: str = "Go", rests: bool = False) -> Observation:
    """What is seen after a click."""
    return act(browser, "Click", target, rests=rests)


def follow(browser: Browser, site: Site, to: str) -> Observation:
    """What is seen after a click on a link of a good page to this address."""
    browser.open(site.url + site.page("Good", f'<h1>A good page</h1><a href="{to}">Go</a>'))
    return press(browser)


def assert_back_is_good(browser: Browser) -> None:
    """GoBack leads to the good page that the click was made on."""
    assert act(browser, "GoBack").title == "Good"


def words(seen: Observation) -> str:
    """The words on the screen."""
    return " ".join(seen.words)


def told(seen: Observation, pattern: str) -> bool:
    """Whether a note says so."""
    return any(re.search(pattern, note, re.IGNORECASE) for note in seen.notes)


def names(seen: Observation) -> list[str]:
    """What the marks are called."""
    return [mark.text for mark in seen.marks]


def button(script: str, attributes: str = "") -> str:
    """A button whose click runs a script."""
    return f'<button {attributes} onclick="{html.escape(script)}">Go</button>'


# --- pages that do not load as they should
# ---------------------------------------------------------------------------


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


# --- dialogs
# ---------------------------------------------------------------------------------------------------------


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
        assert told(press(own), "dialog"), "no note tells of the dialogs"
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


# --- servers and the browser itself
# ----------------------------------------------------------------------------------


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
    assert opened(own, f"{site.url}/second").notes == (), "the download is waited for after a reset"


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


# --- the way back
# ----------------------------------------------------------------------------------------------------

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
        assert names(seen) == ["Go", "Inner button"] and seen.notes == outcomes.changes(
            second, seen
        )


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


# --- scripts without end
# ---------------------------------------------------------------------------------------------

ENDLESS = r"without end|endless|script|does not answer"


def _ends_in_a_sentence(browser: Browser, site: Site, path: str, target: str) -> None:
    """A click leads to a script without end: that is told, and the browser can be used again."""
    browser.open(site.url + path)
    try:
        seen = press(browser, target)
        assert told(seen, ENDLESS), seen.notes
    except EpisodeError as error:
        assert re.search(ENDLESS, str(error))
    start = time.monotonic()
    browser.open(f"{site.url}/second")
    assert see(browser).title == "Second"
    assert time.monotonic() - start < BOUND


@pytest.mark.parametrize(
    "busy",
    [
        pytest.param("for (;;) {}", id="the click's", marks=pytest.mark.soak),
        pytest.param("setTimeout(() => { for (;;) {} }, 50)", id="a timer's"),
        pytest.param(
            "setInterval(() => { for (;;) {} }, 10)", id="every timer's", marks=pytest.mark.soak
        ),
    ],
)
def test_a_script_without_end_after_a_click_is_told(own, site, busy):
    _ends_in_a_sentence(own, site, site.page("Busy", f"{button(busy)}<p>Words"), "Go")


def test_a_script_without_end_in_a_page_that_loads_is_told(own, site):
    busy = site.page("Busy", "<p>Before</p><script>for (;;) {}</script><p>After</p>")
    _ends_in_a_sentence(own, site, site.page("Good", f"<a href={busy}>Go</a>"), "Go")


@pytest.mark.soak
def test_a_script_without_end_in_the_first_page_is_told(own, site):
    start = time.monotonic()
    try:
        said = opened(
            own,
            site.url + site.page("Busy", "<p>Before</p><script>for (;;) {}</script><p>After</p>"),
        ).notes
    except EpisodeError as error:
        said = (str(error),)
    assert time.monotonic() - start < BOUND
    assert any(re.search(ENDLESS, sentence) for sentence in said), said
    own.open(f"{site.url}/second")
    assert see(own).title == "Second"


def test_a_page_that_floods_its_console_is_seen(own, site):
    flood = "setInterval(() => { for (let n = 0; n < 2000; n++) console.log('x'.repeat(1000)) }, 1)"
    assert (
        opened(own, site.url + site.page("Flood", f"<p>Words</p><script>{flood}</script>")).title
        == "Flood"
    )


def test_writing_to_the_console_is_no_fault_of_a_page(browser, site):
    script = (
        "for (let n = 0; n < 1500; n++) console.log(n); console.table([1]); document.title ="
        " 'Written'"
    )
    assert (
        opened(browser, site.url + site.page("Log", f"<script>{script}</script>")).title
        == "Written"
    )


HEAVY = {
    "buttons": (
        "<style>button { position: absolute; top: 0 }</style>" + "<button>b</button>" * 100_000
    ),
    "combining marks": "<p>a" + "\u0301" * 100_000,
    "a field": "<textarea id=area></textarea><script>area.value = 'word '.repeat(1e7)</script>",
}


@pytest.mark.soak
@pytest.mark.parametrize("body", HEAVY.values(), ids=HEAVY)
def test_a_page_too_heavy_for_its_browser_ends_in_a_sentence_and_the_next_is_seen(own, site, body):
    start = time.monotonic()
    try:
        opened(own, site.url + site.page("Heavy", body))
    except EpisodeError as error:
        assert "too large" in str(error) or "not answer" in str(error)
    # all answers have one bound, of 20 s and what the last ones get at least
    assert time.monotonic() - start < 36
    assert opened(own, f"{site.url}/second").title == "Second"


# --- while the model thinks
# ------------------------------------------------------------------------------------------


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


# --- one tab
# ---------------------------------------------------------------------------------------------------------


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


# each goes the way of another
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
def test_what_opens_a_window_leads_on_in_the_tab_and_back_returns(browser, site, how):
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
    """How many tabs and windows there are."""
    return sum(
        target["type"] == "page" for target in browser.cdp("Target.getTargets")["targetInfos"]
    )


# --- waiting
# ---------------------------------------------------------------------------------------------------------

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
def test_a_page_that_never_rests_is_waited_for_once(browser, site, kind):
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
    # What follows asks for more than requests: timers of up to half a second that the click started
    # are waited for.
    "timer": "setTimeout(() => show('Arrived'), 300)",
    "longer timer": "setTimeout(() => show('Arrived'), 500)",
    "timer, then request": f"setTimeout(() => fetch({LAST}).then(a => a.text()).then(show), 300)",
}


@pytest.mark.parametrize("kind", FILLS)
def test_what_a_click_fills_in_a_moment_later_is_there_when_seen(browser, site, kind):
    show = "<script>const show = words => { list.innerHTML = `<li>${words}`; };</script>"
    page = f"{show}{button(FILLS[kind])}<ul id=list><li>Skeleton</ul>"
    browser.open(site.url + site.page("Fills", page))
    seen = press(browser, rests=True)
    assert "Arrived" in words(seen) and "Skeleton" not in words(seen)
    assert not told(seen, "still loading"), seen.notes


def test_a_menu_that_slides_in_stands_still_when_seen(browser, site):
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


# --- where it may not go
# ---------------------------------------------------------------------------------------------

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


@pytest.fixture(scope="module")
def narrowed() -> Iterator[Browser]:
    """A browser that may go to this machine only."""
    with Browser(allow=("localhost", "127.0.0.1")) as browser:
        yield browser


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
    """A page of the site is seen, and that the other address was refused is told by its name."""
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
    narrowed.open(f"{site.url}/second")  # and it can be used as before
    assert see(narrowed).title == "Second"


PROGRAM = {  # ways to an address that another program is to open
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


QUESTION = {  # ways past what a document can refuse: the browser asks a person, over the page
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
    if not told(seen, "for another program"):  # the browser took its time to ask
        seen = act(browser, "Wait")
    assert seen.title == "Good" and told(seen, "for another program, so it was refused"), seen.notes
    assert act(browser, "Click", "On").title == "Second"


def test_a_page_whose_frame_is_for_another_program_can_be_used(browser, site):
    page = site.page("Good", "<iframe src=tel:1></iframe> <a href=/second>On</a>")
    if not told(opened(browser, site.url + page), "for another program, so it was refused"):
        act(browser, "Wait")  # the browser took its time to ask
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
