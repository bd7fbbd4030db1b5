"""Pages that would hang or blind a careless view: each is observed within a step's time."""

import threading
from collections.abc import Callable, Iterator

import pytest
from driving import make_action, names
from flask import Flask, Response

from practice.loopback import Loopback
from webvoyager import Browser, Environment, Observation, views

HOSTILE = """<script>
Array.prototype.map = Array.prototype.filter = Array.prototype[Symbol.iterator] = null;
JSON.stringify = JSON.parse = () => 'mine';
for (const name of ['getClientRects', 'matches', 'getAttribute', 'closest']) Element.prototype[name] = null;
Document.prototype.querySelectorAll = Document.prototype.elementFromPoint = Node.prototype.contains = null;
window.getComputedStyle = Map.prototype.get = Set.prototype.has = Object.assign = window.Promise = null;
String.prototype.replace = String.prototype.trim = () => 'mine';
Object.prototype.toJSON = () => 'mine';
</script>"""
FORM = (
    '<label>Field <input></label> <button onclick="document.title = `pressed`">Go</button> <p>Words'
    " to read"
)


@pytest.fixture(scope="module")
def bad_pages() -> Iterator[tuple[str, dict]]:
    """A server's address, and its pages: {name: (body, headers)}.

    A request for /never gets no answer.
    """
    made: dict[str, tuple[str, dict]] = {}
    over = threading.Event()
    app = Flask("bad pages")

    @app.get("/page/<name>")
    def page(name: str) -> Response:
        body, headers = made[name]
        return Response(body, headers={"Content-Type": "text/html; charset=utf-8", **headers})

    @app.get("/never")
    def never() -> Response:
        over.wait(60)
        return Response("too late")

    served = Loopback(app)
    yield served.url, made
    over.set()
    served.close()


@pytest.fixture
def env(browser: Browser) -> Environment:
    """An environment that shows a page's text."""
    return Environment(browser, views.accessibility_tree)


@pytest.fixture
def see(env: Environment, bad_pages: tuple) -> Callable[..., Observation]:
    """A function that opens a page of this HTML and returns the observation."""
    address, made = bad_pages

    def open_and_see(source: str, **headers: str) -> Observation:
        made["bad"] = (source, headers)
        return env.reset(f"{address}/page/bad", fresh=False)

    return open_and_see


def press(env: Environment, name: str) -> Observation:
    """The observation after a click on the mark of that name."""
    return env.step(make_action(env.observation, "Click", name))


def test_a_page_that_redefines_built_ins_is_seen_and_used(see, env):
    seen = see(HOSTILE + FORM)
    assert names(seen) == ["Field", "Go"] and seen.notes == ()
    assert 'text "Words to read"' in seen.text
    assert press(env, "Go").title == "pressed"


def test_a_page_with_a_strict_content_security_policy_is_seen(see):
    policy = {"Content-Security-Policy": "default-src 'none'; sandbox"}
    assert names(see(FORM, **policy)) == ["Field", "Go"]


def test_a_page_with_elements_named_like_members_of_the_document_is_seen(see):
    named = (
        "body",
        "querySelectorAll",
        "elementFromPoint",
        "title",
        "documentElement",
        "createTreeWalker",
        "URL",
    )
    named += ("readyState", "getAnimations", "fonts")
    seen = see("".join(f"<img name={name} alt=''>" for name in named) + FORM)
    assert names(seen) == ["Field", "Go"] and seen.notes == ()


# A page is read for five seconds at most; what a slow machine cannot read in that time is left to
# `make soak`.


@pytest.mark.parametrize("count", [10_000, pytest.param(50_000, marks=pytest.mark.soak)])
def test_tens_of_thousands_of_nodes_are_seen(see, count):
    more = (
        "<script>document.body.insertAdjacentHTML('beforeend',"
        f" '<p><i>more</i>'.repeat({count}))</script>"
    )
    seen = see(FORM + more)
    assert names(seen) == ["Field", "Go"] and seen.text.count("more") > 5


def test_more_than_a_thousand_nested_nodes_are_seen(see):
    down = (
        "let at = document.body; for (let i = 0; i < 1500; i++) at ="
        " at.appendChild(document.createElement('div'))"
    )
    assert names(see(f"{FORM}<script>{down}; at.textContent = 'bottom'</script>")) == [
        "Field",
        "Go",
    ]


@pytest.mark.parametrize("count", [200_000, pytest.param(1_000_000, marks=pytest.mark.soak)])
def test_a_very_long_text_is_seen(see, count):
    long = f"<script>document.body.append('word '.repeat({count}))</script>"
    seen = see(FORM + long)
    assert names(seen) == ["Field", "Go"] and 500 < seen.text.count("word") < 50000


def test_a_list_of_twenty_thousand_options_is_shortened(see):
    seen = see(
        f"<select aria-label=Town>{''.join(f'<option>Town {n}' for n in range(20000))}</select>"
    )
    line = seen.marks[0].line
    assert "Town 0 |" in line and "19881 more" in line and "Town 19999" in line and len(line) < 3000


def test_a_note_says_that_more_targets_than_numbers_were_cut(see):
    cell = "<style>button{all:unset;float:left;width:14px;height:12px;background:#ddd;margin:1px}</style>"
    seen = see(cell + "<button>x</button>" * (views.MOST_MARKS + 100))
    assert len(seen.marks) == views.MOST_MARKS
    assert any("more elements than numbers" in note for note in seen.notes), seen.notes


def test_a_note_counts_the_frames_that_were_left_out(see):
    seen = see(FORM + '<iframe srcdoc="<button>In</button>" width=40 height=30></iframe>' * 104)
    assert names(seen)[:2] == ["Field", "Go"] and names(seen).count("In") == 100
    assert "4 more frames of the page were left out." in seen.notes


def test_the_rest_of_a_page_is_seen_if_a_frame_never_loads(see, bad_pages):
    elsewhere = bad_pages[0].replace("127.0.0.1", "localhost")
    seen = see(
        f"{FORM}<iframe src={bad_pages[0]}/never></iframe><iframe src={elsewhere}/never></iframe>"
    )
    assert names(seen) == ["Field", "Go"]


def test_a_busy_frame_of_another_site_is_left_out_and_a_note_says_so(see, bad_pages):
    bad_pages[1]["busy"] = (
        "<button>Ad</button><script>setTimeout(() => { for (;;); }, 50)</script>",
        {},
    )
    elsewhere = bad_pages[0].replace("127.0.0.1", "localhost")
    seen = see(f"{FORM}<iframe src={elsewhere}/page/busy></iframe>")
    assert names(seen)[:2] == ["Field", "Go"]
    assert any("does not answer" in note for note in seen.notes), seen.notes


def test_a_page_that_changes_all_the_time_is_seen_at_one_moment(see):
    restless = """<ul id=list></ul><script>let n = 0; setInterval(() => { n += 1;
      list.innerHTML = ('<li><button>Now ' + n + '</button>').repeat(5); }, 1)</script>"""
    seen = see(FORM + restless)
    assert (
        names(seen)[:2] == ["Field", "Go"]
        and len(set(names(seen)[2:])) == 1
        and len(seen.marks) == 7
    )


def test_a_page_that_removed_itself_is_an_empty_page(see):
    seen = see(f"{FORM}<script>document.documentElement.remove()</script>")
    assert seen.marks == () and seen.text == ""


@pytest.mark.parametrize(
    "kind", ["image/svg+xml", "application/xml", "text/plain", "application/json"]
)
def test_documents_other_than_html_are_seen(see, kind):
    link = '<a href="#x"><text y="40" font-size="30">Drawn link</text></a>'
    seen = see(f'<svg xmlns="http://www.w3.org/2000/svg">{link}</svg>', **{"Content-Type": kind})
    assert "Drawn link" in seen.text


def test_text_in_any_script_and_lone_surrogates_are_seen(see):
    words = ["قهوة", "שלום", "日本語", "Ελληνικά", "हिन्दी", "👩‍👩‍👧 🎉", "a\u0301", "﷽"]
    odd = "<button id=odd></button><script>odd.textContent = 'half \\ud83d end'</script>"
    seen = see("".join(f"<button>{word}</button>" for word in words) + odd)
    assert names(seen) == [*words, "half \ufffd end"]
    assert seen.marked()
