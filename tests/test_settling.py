"""Coming to rest: the browser waits for what is still loading, however late it comes.

It recognises what never ends.
"""

import html
import threading
from collections.abc import Iterator
from pathlib import Path

import matplotlib
import pytest
from driving import do, names, see
from flask import Flask, Response, request

from practice.loopback import Loopback
from webvoyager import Action, Environment, hands

pytestmark = pytest.mark.xdist_group("waiting")  # one worker waits for all

DELAYS = [0, 150, 700, 2500]  # milliseconds before the answer
FONT = Path(matplotlib.get_data_path()) / "fonts" / "ttf" / "DejaVuSansMono.ttf"
PICTURE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="300"><rect width="99"'
    ' height="99"/></svg>'
)
INSIDE = "<button>Inside</button>"
FRAME = '<iframe src="ORIGIN/frame?after=DELAY" width="300" height="90"></iframe>'
ADD_FRAME = (
    f"const f = document.createElement('div'); f.innerHTML = `{FRAME}`;"
    " document.body.append(f.firstChild)"
)
HOST = (
    "customElements.define('x-host', class extends HTMLElement {{ connectedCallback() {{ {} }} }})"
)

# Each of these pages shows one button in the end.
WAYS = {
    "a frame": FRAME,
    "a frame that a script adds": f"<script>{ADD_FRAME}</script>",
    "a frame that a late script adds": '<script async src="/script?after=DELAY"></script>',
    "a frame that is led elsewhere": (
        "<iframe id=f srcdoc='<p>Before'></iframe><script>onload = () => setTimeout("
        "() => { f.contentWindow.location = 'ORIGIN/frame?after=DELAY' }, 50)</script>"
    ),
    "a frame in a frame": (
        '<iframe src="ORIGIN/outer?after=DELAY" width="400" height="200"></iframe>'
    ),
    "a frame in a shadow root": (
        "<x-host></x-host><script>"
        + HOST.format(f"this.attachShadow({{mode: 'closed'}}).innerHTML = `{FRAME}`")
        + "</script>"
    ),
}
RARE = ("a frame that is led elsewhere", "a frame in a shadow root")


class Site(Loopback):
    """Pages whose parts are answered late, or only at close()."""

    def __init__(self) -> None:
        self._over = threading.Event()
        self._pages: list[str] = []
        app = Flask("late")
        app.add_url_rule(
            "/page/<int:number>", endpoint="page", view_func=lambda number: self._pages[number]
        )
        app.add_url_rule(
            "/frame", endpoint="frame", view_func=lambda: self._late(INSIDE, "text/html")
        )
        app.add_url_rule("/outer", endpoint="outer", view_func=self._outer)
        app.add_url_rule("/script", endpoint="script", view_func=self._script)
        app.add_url_rule(
            "/picture", endpoint="picture", view_func=lambda: self._late(PICTURE, "image/svg+xml")
        )
        app.add_url_rule(
            "/font", endpoint="font", view_func=lambda: self._late(FONT.read_bytes(), "font/ttf")
        )
        super().__init__(app)
        self.elsewhere = self.url.replace("127.0.0.1", "localhost")

    def page(self, body: str) -> str:
        """Add a page with this body and return its address."""
        self._pages.append(f"<!doctype html><meta charset=utf-8><title>Page</title><body>{body}")
        return f"{self.url}/page/{len(self._pages) - 1}"

    def close(self) -> None:
        """Answer all waiting requests and stop serving."""
        self._over.set()
        super().close()

    def _late(self, body: str | bytes, kind: str) -> Response:
        self._over.wait(float(request.args["after"]) / 1000)
        return Response(body, content_type=kind)

    def _outer(self) -> str:
        return (
            f"<p>Outer {FRAME.replace('ORIGIN', self.url).replace('DELAY', request.args['after'])}"
        )

    def _script(self) -> Response:
        return self._late(
            ADD_FRAME.replace("ORIGIN", self.elsewhere).replace("DELAY", "0"), "text/javascript"
        )


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    """The server of these pages."""
    served = Site()
    yield served
    served.close()


# --- what comes late ---


CASES = [(way, "url", delay) for way in WAYS for delay in DELAYS if way not in RARE or delay == 700]
CASES += [(way, "elsewhere", 700) for way in WAYS if way not in RARE]


@pytest.mark.parametrize("way, origin, delay", CASES)
def test_a_frame_that_is_loading_is_waited_for(browser, site, way, origin, delay):
    body = WAYS[way].replace("ORIGIN", getattr(site, origin)).replace("DELAY", str(delay))
    seen = Environment(browser).reset(site.page(body), fresh=False)
    assert names(seen) == ["Inside"] and seen.notes == ()


ROOTS = {
    "page": "d",
    "shadow root": "host.attachShadow({mode: 'open'})",
    "frame": "f.contentDocument.body",
}


@pytest.mark.parametrize(
    "root, delay", [*(("page", delay) for delay in DELAYS), ("shadow root", 700), ("frame", 700)]
)
def test_a_picture_that_shows_is_waited_for(browser, site, root, delay):
    fill = (
        f"{ROOTS[root]}.innerHTML = '<img src=/picture?after={delay}"
        " alt=Tower><br><button>Below</button>'"
    )
    parts = "<div id=d></div><div id=host></div><iframe id=f height=400></iframe>"
    browser.open(site.page(f'<button onclick="{html.escape(fill)}">Go</button>{parts}'))
    seen = do(browser, "Click", "Go")
    (below,) = [mark for mark in seen.marks if mark.text == "Below"]
    assert below.boxes[0][1] > 300, "the picture above has no height yet"


@pytest.mark.parametrize("delay", DELAYS)
def test_a_font_is_waited_for(browser, site, delay):
    style = (
        f"@font-face {{ font-family: Late; src: url(/font?after={delay}) }} .late {{ font: 20px"
        " Late, serif }"
    )
    button = (
        "<button onclick=\"d.innerHTML = '<a href=# class=late>iiiiiiiiii'\">Go</button><p"
        " id=d></p>"
    )
    browser.open(site.page(f"<style>{style}</style>{button}"))
    link = do(browser, "Click", "Go").marks[-1]
    assert link.boxes[0][2] == pytest.approx(120, abs=3), "ten letters are not in the late font"


def test_hidden_pictures_are_not_waited_for(browser, site):
    never = "/picture?after=60000"
    hidden = f"<img src={never} hidden><img src={never} width=1 height=1>"
    below = f"<div style='margin-top: 5000px'><img src={never} loading=lazy></div>"
    add = html.escape(f"d.innerHTML = `{hidden}{below}`")
    browser.open(site.page(f'<button onclick="{add}">Go</button><div id=d></div>'))
    assert not [note for note in do(browser, "Click", "Go").notes if "still loading" in note]


@pytest.mark.parametrize("origin", ["url", "elsewhere"], ids=["same origin", "another origin"])
def test_a_note_reports_a_frame_that_never_loads_once(browser, site, origin):
    add = ADD_FRAME.replace("ORIGIN", getattr(site, origin)).replace("DELAY", "60000")
    change = "<button onclick='this.textContent = `Changed`'>Change</button>"
    browser.open(site.page(f'<button onclick="{html.escape(add)}">Go</button>{change}'))
    (note,) = do(browser, "Click", "Go").notes
    assert note.startswith("A part of the page (http://") and "still loading" in note
    seen = do(browser, "Click", "Change")
    assert "Changed" in names(seen) and seen.notes == ('New on the page: "Changed".',)


# --- what never rests ---

CALENDAR = """<button onclick="turn(-1)">Previous</button> <b id=month>0</b><table id=days></table><script>
let month = 0;
const turn = by => { month += by; draw('waiting'); setTimeout(() => draw(`${month}`), 250); };
const draw = words => { document.getElementById('month').textContent = words; days.innerHTML = '<tr><td>' + words; };
</script>"""


def test_a_part_that_our_actions_change_repeatedly_is_still_waited_for(browser, site):
    browser.open(site.page(CALENDAR))
    for month in range(1, 9):
        before = see(browser)
        hands.act(browser, Action("Click", before.marks[0].label), before)
        assert browser.script("return days.innerText") == f"-{month}"


CHART = """<button onclick="setTimeout(() => { out.textContent = 'Done'; }, 300)">Go</button>
<p id=out></p><svg id=chart width=300 height=90></svg><script>
let x = 0;
setInterval(() => {
  const bar = document.createElementNS('http://www.w3.org/2000/svg', 'g');
  chart.append(bar);
  const box = bar.appendChild(document.createElementNS('http://www.w3.org/2000/svg', 'rect'));
  for (const [name, value] of [['x', x += 3], ['width', 2], ['height', 40]]) box.setAttribute(name, value);
}, 100);
</script>"""


def test_an_endlessly_growing_chart_is_recognised_as_restless(browser, site):
    browser.open(site.page(CHART))
    seen = do(browser, "Click", "Go")
    assert not [note for note in seen.notes if "still loading" in note]
    assert browser.script("return out.textContent") == "Done"
    assert not [note for note in do(browser, "Hover", "Go").notes if "still loading" in note]
