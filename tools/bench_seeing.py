"""How long seeing takes: labelling, a whole observation and the text-only view."""

import json
import random
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from itertools import chain
from pathlib import Path
from statistics import median

from tqdm import tqdm
from werkzeug import Request, Response

from practice.loopback import Loopback
from practice.miniweb import MiniWeb
from webvoyager import Browser, views
from webvoyager.browser.scripts import CHANNEL, script
from webvoyager.records import EpisodeError

SEEING = Path(__file__).parents[1] / "tests" / "pages" / "seeing"
SOURCE = Path(__file__).with_name("straightforward.js").read_text("utf-8")
LABELLERS = ("ours", "straightforward", "sketch")  # functions of SOURCE
PRACTICE = (
    "recipes.mini/",
    "recipes.mini/category/soups",
    "shop.mini/d/kitchen",
    "papers.mini/",
    "search.mini/",
)
SIZES = (1_000, 5_000, 16_000, 30_000)  # elements of the generated pages, roughly
RUNS = 25  # at most, of each call after a warm-up; the median counts
LONG = 2.0  # seconds for the runs after the first; a call that takes longer runs once
LIMIT = 15.0  # seconds after which the straightforward labeller stops
LARGE, FASTER = 5_000, 3  # from LARGE elements on, ours should be FASTER times as fast
BARE, MORE = 1.6, 60  # an observation should take at most BARE bare screenshots and MORE ms
# the text-only view of TREE_SIZE elements should take at most TREE ms
TREE_SIZE, TREE = 16_000, 500


# --- the parts -----------------------------------------------------------------------------------


def seeing() -> list[dict]:
    """One row per page, times in ms: our labelling beside two simpler ones.

    One applies the same rules to every element; the other, the sketch, has few rules. Each takes
    one round trip and gives the box and the name of each target; `found` and `sketched` are the
    numbers of targets. `growth` is how many times longer ours takes on the largest page than on the
    page of 5,000 elements, divided by how many times larger that page is.
    """
    rows = {
        page: {"page": page, **_measure_labelling(browser)}
        for page, browser in open_pages(read_dense_pages() | generate_pages(*SIZES))
    }
    for shape in SHAPES:
        small, large = rows[f"{shape}-{LARGE}"], rows[f"{shape}-{SIZES[-1]}"]
        large["growth"] = large["ours"] / small["ours"] * small["elements"] / large["elements"]
    return [row | _compare_with_goal(row) for row in rows.values()]


def _measure_labelling(browser: Browser) -> dict:
    results: dict[str, dict] = {}

    def label(name: str) -> None:
        values = {"channel": CHANNEL, "arguments": [LIMIT], "place": None, "closed": True}
        words = json.dumps(json.dumps(values))
        answer = browser.cdp(
            "Runtime.evaluate", expression=f"{name}Labeller({words})[0]", returnByValue=True
        )
        results[name] = json.loads(answer["result"]["value"])

    for name in LABELLERS:
        function = script(f"reply({name}(...ARGUMENTS))", "questions.js", SOURCE)
        browser.cdp("Runtime.evaluate", expression=f"globalThis.{name}Labeller = {function}; 0")
    runs = interleaved(**{name: partial(label, name) for name in LABELLERS})
    times = {name: median(each) for name, each in runs.items()}
    return {
        "elements": count_elements(browser),
        "found": len(results["ours"]["found"]),
        **times,
        "sketched": len(results["sketch"]["found"]),
        "ratio": times["straightforward"] / times["ours"],
        "note": _note_limits(results["straightforward"]["looked"], runs),
        "runs": runs,
    }


def _note_limits(share: float, runs: Mapping[str, list[float]]) -> str:
    if share < 1:
        return f"straightforward stopped after {LIMIT:g} s, at {share:.0%} of the page"
    once = " and ".join(name for name in runs if len(runs[name]) == 1)
    return f"{once} run once" if once else ""


def _compare_with_goal(row: dict) -> dict:
    if row["elements"] < 0.9 * LARGE:
        return {}
    goal = f"ratio ≥ {FASTER}" + (", growth ≤ 1" if "growth" in row else "")
    return {"goal": goal, "met": row["ratio"] >= FASTER and row.get("growth", 0) <= 1}


def observation() -> list[dict]:
    """One row per page and view, in ms: our marked screenshot or tree beside Chromium's own."""
    rows, large = [], generate_pages(TREE_SIZE)
    for page, browser in chain(open_practice_pages(), open_pages(read_dense_pages() | large)):
        about = {"page": page, "elements": count_elements(browser)}
        rows.append(about | _measure_marked(browser, judged=page in PRACTICE))
        if page in large:
            rows.append(about | _measure_tree(browser))
    return rows


def _measure_marked(browser: Browser, judged: bool) -> dict:
    runs = interleaved(
        ours=lambda: views.marked_screenshot(browser).marked(), other=browser.screenshot
    )
    row = {"view": "marked screenshot", "ours": median(runs["ours"]), "against": "bare screenshot"}
    row |= {"other": median(runs["other"]), "runs": runs}
    most = BARE * row["other"] + MORE
    goal = {"goal": f"≤ {BARE} × other + {MORE} = {most:.0f}", "met": row["ours"] <= most}
    return row | goal if judged else row


def _measure_tree(browser: Browser) -> dict:
    runs = interleaved(ours=lambda: views.accessibility_tree(browser))
    # measured last: it may slow down what follows
    runs |= interleaved(other=lambda: browser.cdp("Accessibility.getFullAXTree"))
    row = {"view": "accessibility tree", "ours": median(runs["ours"]), "against": "getFullAXTree"}
    row |= {"other": median(runs["other"]), "runs": runs}
    return row | {"goal": f"≤ {TREE}", "met": row["ours"] <= TREE}


# --- measuring -----------------------------------------------------------------------------------


def interleaved(**calls: Callable[[], object]) -> dict[str, list[float]]:
    """The milliseconds of each call's runs, in turns, so that other load slows all alike."""
    first = {name: _time_call(call) for name, call in calls.items()}
    times = {name: min(RUNS, int(1000 * LONG / first[name])) for name in calls}
    runs: dict[str, list[float]] = {name: [] for name in calls}
    for turn in range(max(times.values())):
        for name in calls:
            if turn < times[name]:
                runs[name].append(_time_call(calls[name]))
    return {name: runs[name] or [first[name]] for name in calls}


def _time_call(call: Callable[[], object]) -> float:
    began = time.perf_counter()
    with suppress(EpisodeError):  # the page does not answer: the time spent waiting counts
        call()
    return 1000 * (time.perf_counter() - began)


def count_elements(browser: Browser) -> int:
    """The number of elements on the page."""
    return browser.script("return document.querySelectorAll('*').length")


def open_practice_pages() -> Iterator[tuple[str, Browser]]:
    """Some ordinary pages of the mini web by address, open in one browser."""
    with MiniWeb() as web, Browser(hosts={"*.mini": f"127.0.0.1:{web.port}"}, allow=()) as browser:
        # builds the index before anything is measured
        browser.open("http://search.mini/search?q=tea")
        for page in PRACTICE:
            browser.open(f"http://{page}")
            yield page, browser


def open_pages(pages: Mapping[str, str]) -> Iterator[tuple[str, Browser]]:
    """Each page by its name, open in one browser."""
    with serve(pages) as server, Browser(allow=("127.0.0.1",)) as browser:
        for page in tqdm(pages, unit="page", leave=False, disable=None):
            browser.open(f"{server.url}/{page}")
            yield page, browser


def serve(pages: Mapping[str, str]) -> Loopback:
    """A server of the pages, each under its name."""

    @Request.application
    def app(request: Request) -> Response:
        html = pages.get(request.path[1:])
        return Response(html, 404 if html is None else 200, content_type="text/html")

    return Loopback(app)


# --- the pages -----------------------------------------------------------------------------------

WORDS = ("amber", "basil", "cedar", "delta", "ember", "fjord",
         "grove", "haven", "ivory", "jetty", "kelp", "lotus")  # fmt: skip
NESTED = """body { margin: 0 8px; font: 12px/16px sans-serif }
h2, h3, p { margin: 2px 0 } .keep { cursor: pointer }
ul { display: flex; gap: 12px; padding: 0; list-style: none }
article { border: 1px solid #ccc; padding: 4px }
.cards { display: grid; grid-template-columns: repeat(4, 1fr); gap: 8px }"""
FLAT = """body { font: 12px/19px sans-serif } button { font: inherit; padding: 0 }
.pointer { cursor: pointer }
div > * { display: inline-block; position: relative }"""
TARGETS = (
    "<a href='#{0}'>{0}</a>",
    "<button>{0}</button>",
    "<span role=button>{0}</span>",
    "<span tabindex=0>{0}</span>",
    "<span onclick='void 0'>{0}</span>",
    "<span class=pointer>{0}</span>",
)
LISTEN = """for (const keep of document.querySelectorAll('.keep'))
  keep.addEventListener('click', () => keep.remove())"""


def read_dense_pages() -> dict[str, str]:
    """The dense pages of the tests, with 180 to 250 targets each, by name."""
    return {
        page.stem.replace("_", "-"): page.read_text("utf-8")
        for page in sorted(SEEING.glob("dense_*.html"))
    }


def generate_pages(*sizes: int) -> dict[str, str]:
    """A page of each shape and each rough size, {"nested-5000": …}, mostly out of view."""
    return {
        f"{shape}-{size}": make(size, random.Random(size))
        for shape, make in SHAPES.items()
        for size in sizes
    }


def nested(size: int, chance: random.Random) -> str:
    """A shop: a header with links, then sections with a row of links and a grid of cards."""
    links = "".join(f"<li><a href='/{word}'>{word}</a></li>" for word in WORDS[:10])
    form = "<form><input name=q placeholder=Search><button>Go</button></form>"
    head = f"<header><ul>{links}</ul>{form}</header>"
    sections = _fill_up(size, lambda: _section(chance))
    return _page(NESTED, f"{head}<main>{sections}</main><script>{LISTEN}</script>")


def _section(chance: random.Random) -> str:
    words = chance.sample(WORDS, 8)
    links = "".join(f"<li><a href='/all/{word}'>All of {word}</a></li>" for word in words)
    cards = "".join(_card(chance) for _ in range(12))
    title = f"<h2>{_words(chance, 2)}</h2><p>{_words(chance, 12)}</p>"
    return f"<section>{title}<ul>{links}</ul><div class=cards>{cards}</div></section>"


def _card(chance: random.Random) -> str:
    number = chance.randrange(10_000)
    title = f"<h3><a href='/thing/{number}'>{_words(chance, 2)} {number}</a></h3>"
    words = f"<p>{_words(chance, 5)} <b>{number % 90} €</b></p>"
    buttons = "<button>Add</button> <span class=keep>Keep</span>"
    return f"<article>{title}{words}<div>{buttons}</div></article>"


def flat(size: int, chance: random.Random) -> str:
    """Tiles in a row, all in one parent; every tenth can be used, by a different rule each time.

    Each is positioned and so is a separate layer: to find what is at a point, Chromium searches all
    of them.
    """
    kinds = ["<span>{0}</span>"] * size
    kinds[::10] = [TARGETS[place % len(TARGETS)] for place in range(len(kinds[::10]))]
    tiles = " ".join(kind.format(chance.choice(WORDS)) for kind in kinds)
    return _page(FLAT, f"<div>{tiles}</div>")


def _fill_up(size: int, piece: Callable[[], str]) -> str:
    """Enough pieces for `size` elements."""
    pieces, count = [], 0
    while count < size:
        pieces.append(piece())
        count += pieces[-1].count("<") - pieces[-1].count("</")
    return "".join(pieces)


def _words(chance: random.Random, number: int) -> str:
    return " ".join(chance.choices(WORDS, k=number))


def _page(style: str, body: str) -> str:
    head = f"<meta charset=utf-8><title>Benchmark</title><style>{style}</style>"
    return f"<!doctype html><html lang=en>{head}<body>{body}"


SHAPES: dict[str, Callable[[int, random.Random], str]] = {"nested": nested, "flat": flat}
