"""How long the mini web takes: its start, its pages, eight browsers at once, its oracles."""

import csv
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from http.client import HTTPConnection
from statistics import median

from tqdm import tqdm

from practice.miniweb import MiniWeb, World, sites, taskfile
from tools.oracles import open_browser, play_all
from webvoyager import Browser

WORLDS = (501, 502, 503)  # seeds that nothing else uses: a cached world would hide its cost
SEARCH = "/search?q=kettle"  # needs the index
START, PAGE = 1000, 15  # goals in ms, for starting and for an ordinary page
RUNS = 5  # of each page, after a warm-up
BROWSERS = 8
OPENED = ("recipes", "shop", "papers", "stays", "sports")  # each browser opens their first pages
EVERY = 8  # the sample: every eighth oracle
ORACLES, LIMIT = 160, 420  # ORACLES of them should take less than LIMIT seconds


def web() -> list[dict]:
    """One row per measure of the mini web: start, first visits, pages, many browsers, oracles."""
    rows = starting()
    with MiniWeb() as served:
        rows += pages(served)
        rows += [side_by_side(served), oracles(served)]
    return rows


def starting() -> list[dict]:
    """One row for starting, and one per site for its first page, which makes the site.

    The search engine comes last, since it reads all sites.
    """
    runs: dict[str, list[float]] = {"start of MiniWeb()": []}
    for seed in tqdm(WORLDS, unit="world", leave=False, disable=None):
        began = time.perf_counter()
        with MiniWeb(World(seed)) as served:
            runs["start of MiniWeb()"].append(1000 * (time.perf_counter() - began))
            for name in sorted(sites.names(), key=lambda name: name == "search"):
                runs.setdefault(f"first page, {name}", []).append(time_fetch(served, name, "/"))
            search = time_fetch(served, "search", SEARCH)
            runs.setdefault("first search, with the index", []).append(search)
    rows = [_make_row(what, "ms", times) for what, times in runs.items()]
    rows[0] |= {"goal": f"median < {START}", "met": rows[0]["median"] < START}
    return rows


def pages(served: MiniWeb) -> list[dict]:
    """One row per site and one for all: its first page and those of features.csv, when warm."""
    with taskfile.FEATURES.open(encoding="utf-8", newline="") as listed:
        addresses = {(row["site"], row["page"]) for row in csv.DictReader(listed)}
    addresses |= {(name, "/") for name in served.data}
    time_fetch(served, "search", SEARCH)  # else a measured page would build the index
    times: dict[tuple[str, str], float] = {}
    for name, page in tqdm(sorted(addresses), unit="page", leave=False, disable=None):
        time_fetch(served, name, page)
        times[name, page] = median(time_fetch(served, name, page) for _ in range(RUNS))
    return [
        _summarise_pages(name, {at: took for at, took in times.items() if name in ("all", at[0])})
        for name in [*served.data, "all"]
    ]


def _summarise_pages(name: str, times: dict[tuple[str, str], float]) -> dict:
    row = _make_row(f"pages, {name}", "ms", list(times.values()))
    row["note"] = "worst: {}.mini{}".format(*max(times, key=times.__getitem__))
    return row | {"goal": f"median < {PAGE}", "met": row["median"] < PAGE}


def time_fetch(served: MiniWeb, name: str, page: str) -> float:
    """Fetch a whole page; the milliseconds it took."""
    connection = HTTPConnection("127.0.0.1", served.port, timeout=60)
    began = time.perf_counter()
    connection.request("GET", page, headers={"Host": f"{name}.mini", "Cookie": "visitor=bench"})
    reply = connection.getresponse()
    reply.read()
    took = 1000 * (time.perf_counter() - began)
    connection.close()
    if reply.status >= 500:
        raise RuntimeError(
            f"http://{name}.mini{page} answers with status {reply.status}: fix the site first."
        )
    return took


def side_by_side(served: MiniWeb) -> dict:
    """Seconds per page in eight browsers at once and in one; all must show the same."""
    with ExitStack() as stack:
        browsers = [stack.enter_context(open_browser(served)) for _ in range(BROWSERS)]
        for browser in browsers:
            # a browser's first page takes longer than others
            list(time_visits(browser, OPENED[:1]))
        alone = list(time_visits(browsers[0], OPENED))
        together = threading.Barrier(BROWSERS)

        def visit(number: int) -> list[tuple[float, str, str]]:
            first = number % len(OPENED)
            together.wait()
            return list(time_visits(browsers[number], OPENED[first:] + OPENED[:first]))

        with ThreadPoolExecutor(BROWSERS) as pool:
            done = [page for pages in pool.map(visit, range(BROWSERS)) for page in pages]
    shown = {name: words for _, name, words in alone}
    right = sum(words == shown[name] for _, name, words in done)
    row = _make_row(f"pages in {BROWSERS} browsers", "s", [took for took, *_ in done])
    single = median(took for took, *_ in alone)
    row |= {
        "ratio": row["median"] / single,
        "note": f"{right} right; ratio to one browser alone, {single:.2f} s",
    }
    return row | {"goal": f"all {len(done)} right", "met": right == len(done)}


def time_visits(browser: Browser, names: Sequence[str]) -> Iterator[tuple[float, str, str]]:
    """Open the first page of each site; the seconds it took, the site, and the page's titles."""
    titles = "return document.title + ' | ' + document.querySelector('h1').innerText"
    for name in names:
        began = time.perf_counter()
        browser.open(f"http://{name}.mini/")
        took = time.perf_counter() - began
        yield took, name, browser.script(titles)


def oracles(served: MiniWeb) -> dict:
    """Every eighth oracle in two browsers, and how long 160 would take at that pace."""
    sample = served.tasks()[::EVERY]
    began = time.perf_counter()
    done = play_all(served, sample)
    long = (time.perf_counter() - began) / len(sample) * ORACLES
    row = _make_row("oracles in two browsers", "s", [played.seconds for played in done])
    solved = sum(not played.wrong for played in done)
    row["note"] = f"a sample, every {EVERY}th: {solved} solved; {ORACLES} would take {long:.0f} s"
    return row | {"goal": f"{ORACLES} < {LIMIT} s", "met": long < LIMIT and solved == len(sample)}


def _make_row(what: str, unit: str, times: list[float]) -> dict:
    return {
        "what": what,
        "unit": unit,
        "count": len(times),
        "median": median(times),
        "worst": max(times),
        "runs": times,
    }
