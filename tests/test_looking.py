"""Observing is harmless: two observations of one page are the same.

Events are reported with the action that they followed.
"""

import re
from collections.abc import Iterator

import pytest
from flask import Flask, Response

from conftest import PAGES
from practice.loopback import Loopback
from webvoyager import Action, Browser, Environment, Observation, views

STATIC_PAGES = [
    f"{path.parent.name}/{path.name}".removeprefix("pages/")
    for path in sorted(PAGES.rglob("*.html"))
]
# some of them; test_seeing observes each of its pages twice
STATIC_PAGES = [name for name in STATIC_PAGES if "inner_" not in name][::12]
BODIES = {
    "dialog": "<button onclick=\"alert('Hello')\">Go</button>",
    "download": "<a href=/file>Go</a>",
    "pdf": '<embed src="/note.pdf" type="application/pdf" width="600" height="400">',
    "dialog at once": "<script>alert('Welcome')</script>",
    "refused frame": "<iframe src=http://elsewhere.example/></iframe>",
    "busy frame": "<iframe src=LOCAL/busy></iframe>",
    "error": "<a href=http://127.0.0.1:9/>Go</a>",
}
NOTES = {  # after a click on the page's only mark, if it has one
    "dialog": 'A dialog said "Hello"',
    "download": "The file ",
    "pdf": "The melting point is 1234 kelvin",
    "dialog at once": 'A dialog said "Welcome"',
    "refused frame": "A part of the page was left out",
    "busy frame": "does not answer",
    "error": "could not be opened",
}
NOTHING = Action("ANSWER", text="x")  # leaves the page alone
STATES = ("refused frame", "busy frame", "error")  # notes on the page's state, not on an event

# for each word of tests/pages/words.html, whether a person can see it
SHOWS = dict(re.findall(r'id="(.+?)" data-shows="(yes|no)"', (PAGES / "words.html").read_text()))


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    """The address of a server with a page for each of BODIES."""
    app = Flask("looking")
    busy = "<p>Busy<script>setTimeout(() => { for (;;) {} }, 50)</script>"
    file = {"Content-Disposition": "attachment; filename=words.txt"}
    app.add_url_rule("/file", view_func=lambda: Response("words", headers=file), endpoint="file")
    app.add_url_rule("/busy", view_func=lambda: busy, endpoint="busy")
    note = (PAGES / "note.pdf").read_bytes()
    app.add_url_rule(
        "/note.pdf",
        view_func=lambda: Response(note, content_type="application/pdf"),
        endpoint="pdf",
    )

    @app.get("/page/<kind>")
    def page(kind: str) -> str:
        body = BODIES[kind].replace("LOCAL", served.url.replace("127.0.0.1", "localhost"))
        return f"<!doctype html><title>{kind}</title><p>Words of the page</p>{body}"

    served = Loopback(app)
    yield served.url
    served.close()


def are_same(first: Observation, second: Observation) -> bool:
    """Whether two observations are the same, including their pictures."""
    return first == second and first.screenshot == second.screenshot


def open_and_click(env: Environment, site: str, kind: str) -> None:
    """Open the page of this kind, and click its mark if it has one."""
    env.browser.reset()  # because files and documents are noted only once
    if env.reset(f"{site}/page/{kind}", fresh=False).marks:
        env.step(Action("Click", 0), look=False)


@pytest.mark.parametrize("name", STATIC_PAGES)
def test_observing_twice_gives_the_same(browser, pages, name):
    browser.open(f"{pages}/{name}")
    for view in (views.marked_screenshot, views.accessibility_tree):
        env = Environment(browser, view)
        first, second = env.step(), env.step()
        assert are_same(first, second), view.__name__


@pytest.mark.parametrize("kind", BODIES)
def test_observing_twice_after_an_event_gives_the_same(env, site, kind):
    open_and_click(env, site, kind)
    first, second = env.step(), env.step()
    assert are_same(first, second)
    assert any(NOTES[kind] in note for note in first.notes), first.notes
    bare = views.marked_screenshot(env.browser)
    assert are_same(bare, views.marked_screenshot(env.browser))
    assert any(NOTES[kind] in note for note in bare.notes) == (kind in STATES)


@pytest.mark.parametrize("kind", [kind for kind in BODIES if kind not in STATES])
def test_an_event_is_noted_once(env, site, kind):
    open_and_click(env, site, kind)
    assert any(NOTES[kind] in note for note in env.step().notes)
    assert env.step(NOTHING).notes == ("Nothing changed.",)


def test_an_event_while_the_model_thinks_is_noted_with_the_next_action(env, site):
    before = env.reset(f"{site}/page/refused frame", fresh=False)
    env.browser.script("setTimeout(() => alert('Time is up'), 10)")
    env.browser.settle()
    dialog = 'A dialog said "Time is up"; it was accepted.'
    assert env.step(NOTHING).notes == (dialog, *before.notes)
    assert env.step(NOTHING).notes == before.notes


def test_an_event_during_an_observation_is_noted_in_it(browser, site):
    alerts = ["Too late", "Just now"]

    def startled(browser: Browser) -> Observation:
        if alerts:
            browser.script("setTimeout(() => alert(arguments[0]), 10)", alerts.pop())
            browser.settle()
        return views.marked_screenshot(browser)

    env = Environment(browser, startled)
    opened = env.reset(f"{site}/page/error", fresh=False)
    assert opened.notes == ('A dialog said "Just now"; it was accepted.',)
    assert env.step(NOTHING).notes == ('A dialog said "Too late"; it was accepted.',)
    assert env.step(NOTHING).notes == ("Nothing changed.",)


def test_an_event_of_opening_a_page_is_noted(env, site):
    notes = env.reset(f"{site}/page/dialog at once", fresh=False).notes
    assert notes == ('A dialog said "Welcome"; it was accepted.',)


@pytest.fixture(scope="module")
def shown_words(browser: Browser, pages: str) -> tuple[str, str, str]:
    """Each text that the views make of words.html."""
    browser.open(f"{pages}/words.html")
    tree, both = views.accessibility_tree(browser), views.marked_with_text(browser)
    return "\n".join(tree.words), tree.text, both.text.split("Words on the screenshot")[1]


@pytest.mark.parametrize("way", SHOWS)
def test_views_contain_exactly_the_visible_words(shown_words, way):
    word = re.sub("[^A-Z0-9]", "", way.upper())
    for text in shown_words:
        lines = re.findall(rf"(?<![A-Z0-9]){word}(?![A-Z0-9])", re.sub(r"\[\d+\].*", "", text))
        assert bool(lines) == (SHOWS[way] == "yes"), text
