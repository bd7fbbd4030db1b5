"""The mini web is repeatable and closed off, and all its pages are sound."""

import csv
import http.client
import json
import operator
import os
import re
import socket
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from difflib import SequenceMatcher
from functools import cache
from itertools import combinations
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import urlsplit

import pytest
from flask import Flask, g
from walking import Markup, Visitor, Walk, digests, walk

from practice.miniweb import MiniWeb, World, sites, taskfile
from practice.miniweb.world import OBSTACLES
from webvoyager.records import Task

HERE = Path(__file__).parent
SEEDS = (42, 7)  # `make oracles` takes others
# The number of pages read per site, those nearest to its first page; the others come from the same
# templates, and `make soak` reads up to a thousand.
PAGES = int(os.environ.get("PAGES_OF_A_SITE", "60"))
LED = (200, 302, 303, 308)  # a page or a redirect to one

pytestmark = [
    pytest.mark.slow,
    pytest.mark.xdist_group("miniweb"),
]  # only one worker walks the sites


@pytest.fixture(scope="module")
def visited(web: MiniWeb) -> Walk:
    return walk(web.port, list(web.data), PAGES)


# --- the pages ---


def test_every_page_is_served(visited: Walk) -> None:
    assert len(visited.pages) > 150
    assert not {
        address: reply.status for address, reply in visited.pages.items() if reply.status not in LED
    }


def test_every_page_is_valid_html(visited: Walk) -> None:
    faults = {address: list(page.faults) for address, page in visited.markup.items()}
    for address, page in visited.markup.items():
        faults[address] += [] if page.lang else ["no lang"]
        faults[address] += [] if page.headings == 1 else [f"{page.headings} h1"]
        faults[address] += [
            f"id {name} twice" for name, times in Counter(page.ids).items() if times > 1
        ]
    assert not {address: found for address, found in faults.items() if found}


def test_every_title_is_unique(visited: Walk) -> None:
    titles = Counter(
        (urlsplit(address).netloc, page.title.strip()) for address, page in visited.markup.items()
    )
    assert not [title for title, times in titles.items() if times > 1 or not title[1]]


def test_every_link_leads_to_a_page(web: MiniWeb, visited: Walk) -> None:
    visitor = Visitor(web.port)
    wanted = [
        a
        for a in visited.linked_from
        if a.startswith("http") and a not in visited.pages and a.split("?")[0].count("/") > 2
    ]
    wanted = sorted(wanted)[:: 1 + len(wanted) // (4 * PAGES)]
    status = {address: visitor.get(address).status for address in wanted}
    assert not {
        address: (status[address], visited.linked_from[address])
        for address in wanted
        if status[address] not in (*LED, 405)
    }


def test_nothing_comes_from_the_internet(web: MiniWeb, visited: Walk) -> None:
    hosts = {f"{name}.mini" for name in web.data}
    assert not {
        a: page for a, page in visited.linked_from.items() if urlsplit(a).netloc not in hosts | {""}
    }
    assert not [
        a
        for a in visited.linked_from
        if urlsplit(a).scheme not in ("http", "data", "mailto", "javascript")
    ]
    visitor = Visitor(web.port)
    for address in [a for a in visited.linked_from if a.split("?")[0].endswith((".css", ".js"))]:
        text = visitor.get(address).body.decode().replace("http://www.w3.org/", "")
        assert not re.search(r"(?:https?:)?//(?!\S*\.mini\b)[\w-]+\.\w{2,}|@import", text), address


def test_the_mini_web_serves_eight_requests_at_once_from_the_start() -> None:
    """Eight visitors come at once; each site is built once, and no visitor sees another's state."""
    with MiniWeb(World(7)) as web:
        visitors = [Visitor(web.port) for _ in range(8)]

        def visit(number: int) -> list[int]:
            pages = [visitors[number].get(f"http://{name}.mini/").status for name in web.data]
            return [
                *pages,
                visitors[number].post("http://words.mini/lists", f"name=List+{number}").status,
            ]

        with ThreadPoolExecutor(8) as pool:
            met = list(pool.map(visit, range(8)))
        assert {status for pages in met for status in pages} == {200, 303}
        for number, visitor in enumerate(visitors):
            assert list(web.state("words", visitor.cookies)["lists"]) == [f"list-{number}"]


# --- the same seed, the same bytes ---


@pytest.mark.parametrize(
    "crawls",
    [
        pytest.param(False, id="crawled before"),
        pytest.param(True, id="crawls itself", marks=pytest.mark.soak),
    ],
)
def test_a_seed_gives_the_same_bytes_in_every_process(
    visited: Walk, tmp_path: Path, crawls: bool
) -> None:
    """The other process has another hash seed; it crawls the sites itself only in the long test.

    Crawling would double the cost of this test. What the search site crawls also shows in its
    answers, which test_the_task_files_match_the_sites reads.
    """
    settings = (
        os.environ
        | {"PYTHONPATH": str(HERE.parents[1])}
        | ({"XDG_CACHE_HOME": str(tmp_path)} if crawls else {})
    )
    most = PAGES if crawls else PAGES // 12
    command = [sys.executable, HERE / "walking.py", str(World.seed), str(most)]
    again = json.loads(
        subprocess.run(command, env=settings, stdout=subprocess.PIPE, check=True).stdout
    )
    assert again == digests(visited, most) and again.keys() == set(sites.names())


def test_another_seed_gives_different_pages(visited: Walk) -> None:
    # the search site's first page is the same in every world
    own = [name for name in sites.names() if name != "search"]
    with MiniWeb(World(7)) as other:
        found = walk(other.port, own, 5)
    changed = {
        address
        for address, reply in found.pages.items()
        if reply.body != visited.pages.get(address, reply).body
    }
    assert {urlsplit(address).netloc for address in changed} == {f"{name}.mini" for name in own}


def test_the_task_files_match_the_sites(tmp_path: Path) -> None:
    taskfile.write(World(), tmp_path)
    for name in ("miniweb.jsonl", "miniweb_answers.json"):
        assert (tmp_path / name).read_text() == (taskfile.FOLDER / name).read_text(), (
            f"regenerate {name}"
        )


@pytest.mark.parametrize("seed", SEEDS)
def test_every_world_has_its_tasks(seed: int) -> None:
    levels = {(task.site, task.extra["difficulty"]) for task in tasks_of(seed)}
    assert {level for _, level in levels} == {"easy", "medium", "hard"}
    assert levels >= {(name, level) for name in rows_of(seed) for level in ("medium", "hard")}
    for made in rows_of(seed).values():
        assert len(made) >= 16
        assert 0.15 < sum(task["type"] == "golden" for task in made) / len(made) < 0.3
        for task in made:
            assert task["oracle"][-1] == ["ANSWER", task["oracle"][-1][1]]
            assert task["rule"].keys() & {"parts", "any", "state"}


def test_without_obstacles_the_questions_are_the_same() -> None:
    plain = World(without=tuple(OBSTACLES))
    for name in sites.names():
        if name == "search":
            continue  # it would crawl all sites of another world, and has no obstacle
        tasks = sites.module(name).tasks(sites.make_data(name, plain))
        asked = [row["ques"] for row in rows_of(World.seed)[name]]
        assert [row["ques"] for row in tasks] == asked, name


def test_every_obstacle_is_met_on_several_tasks() -> None:
    met = Counter(
        name for made in rows_of(World.seed).values() for task in made for name in task["features"]
    )
    assert {name: met[name] for name in OBSTACLES if met[name] < 2} == {}


def test_an_unknown_obstacle_is_refused() -> None:
    with pytest.raises(ValueError, match="There is no obstacle 'late-fee': choose from"):
        World(without=("late-fee",))
    with pytest.raises(ValueError, match="There is no obstacle 'fees': choose from"):
        World().has("fees")


def test_late_fees_and_rising_fares_can_be_left_out() -> None:
    for without, changes in ((), True), (("late-fees", "stock-changes"), False):
        world = World(without=without)
        coast, flights = (sites.make_data(name, world) for name in ("stays", "flights"))
        assert bool(coast.fees(coast.properties[0], 100)) is changes
        assert flights.rises is changes


@cache
def rows_of(seed: int) -> dict[str, list[dict]]:
    """The task rows of a world's sites, made without serving it.

    In another world, the search site would have to crawl all sites.
    """
    names = [name for name in sites.names() if name != "search" or seed == World.seed]
    return taskfile.make_all_tasks({name: sites.make_data(name, World(seed)) for name in names})


def tasks_of(seed: int) -> list[Task]:
    return taskfile.tasks(World(seed), rows_of(seed))


def test_no_two_questions_are_nearly_the_same(web: MiniWeb) -> None:
    """Names, dates and numbers are left out; at most three of a site's questions begin alike."""
    patterns = {task.id: pattern(task.question) for task in web.tasks()}
    for (one, said), (other, again) in combinations(patterns.items(), 2):
        alike = SequenceMatcher(None, said, again, autojunk=False)
        assert alike.quick_ratio() < 0.8 or alike.ratio() < 0.8, f"{one} and {other}"
    openings = Counter((id.split("--")[0], *said[:5]) for id, said in patterns.items())
    assert max(openings.values()) <= 3, openings.most_common(3)


def pattern(question: str) -> list[str]:
    """A question's words without quotations, names and numbers, which differ between worlds."""
    plain = re.sub(r"“.*?”|\".*?\"", "…", question)
    return re.findall(r"(?<![\w-])[a-z]+(?![\w-])|…", plain[:1].lower() + plain[1:])


def test_every_feature_is_listed_and_its_page_is_served(web: MiniWeb) -> None:
    with taskfile.FEATURES.open(encoding="utf-8", newline="") as opened:
        listed = list(csv.DictReader(opened))
    assert [tuple(row.values()) for row in listed] == taskfile.features(), "regenerate features.csv"
    assert {row["feature"] for row in listed} == {
        name for task in web.tasks() for name in task.extra["features"]
    }
    visitor = Visitor(web.port)
    for row in listed:
        gone = row["feature"] in ("not-found", "outdated-link")
        assert visitor.get(f"http://{row['site']}.mini{row['page']}").status == (
            404 if gone else 200
        ), row


def test_answers_cannot_be_memorised() -> None:
    one, other = (
        [
            (task.question, json.dumps(task.answer["rule"]))
            for task in tasks_of(seed)
            if task.site != "search"
        ]
        for seed in SEEDS
    )
    assert sum(map(operator.eq, one, other)) < len(one) / 2


# --- closed off ---


def test_only_this_machine_is_served(web: MiniWeb) -> None:
    for port in (web.port, web.control):
        with pytest.raises(OSError), socket.create_connection(("127.0.0.2", port), timeout=2):
            pass


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "nowhere.mini", "mini", "search.mini.example", "a.search.mini", "search"]
)
def test_an_unknown_host_is_not_found(web: MiniWeb, host: str) -> None:
    assert Visitor(web.port).get(f"http://{host}/").status == 404


def test_the_ground_truth_asks_for_a_token(web: MiniWeb) -> None:
    for given in ({}, {"Authorization": "Bearer guess"}, {"Authorization": "Bearer \xe9"}):
        line = http.client.HTTPConnection("127.0.0.1", web.control, timeout=5)
        line.request("GET", "/search/anyone", headers=given)
        assert line.getresponse().status == 403
        line.close()


def test_visitors_have_separate_states(web: MiniWeb) -> None:
    one, other = Visitor(web.port), Visitor(web.port)
    for visitor in (one, other):
        visitor.get("http://search.mini/")
    assert one.post("http://search.mini/preferences", "per_page=20").status == 302
    assert web.state("search", one.cookies)["preferences"]["per_page"] == 20
    assert web.state("search", other.cookies) == {}
    assert web.state("recipes", one.cookies) == {}
    assert b"selected>20" in one.get("http://search.mini/preferences").body
    assert b"selected>10" in other.get("http://search.mini/preferences").body


def test_a_port_in_use_raises_an_error(web: MiniWeb) -> None:
    with pytest.raises(OSError, match="in use"):
        MiniWeb(port=web.port)


def test_a_site_of_your_own_is_served_at_once() -> None:
    def app(bells: int) -> Flask:
        made = Flask("bells")
        made.add_url_rule(
            "/", view_func=lambda: f"{bells} bells, {g.state.setdefault('rung', True)}"
        )
        return made

    task = {
        "ques": "How many?",
        "type": "golden",
        "ans": "8",
        "rule": {"parts": [8]},
        "features": [],
    }
    task["oracle"] = [["ANSWER", "8"]]
    own = SimpleNamespace(make=lambda world: world.seed + 1, app=app, tasks=lambda bells: [task])
    with MiniWeb(World(7)) as web:
        web.add("bells", own)
        visitor = Visitor(web.port)
        assert visitor.get("http://bells.mini/").body == b"8 bells, True"
        assert web.state("bells", visitor.cookies) == {"rung": True}
        assert [one.url for one in web.tasks("bells")] == ["http://bells.mini/"]
        assert web.oracles("bells--0")["bells--0"] == [["ANSWER", "8"]]
        with pytest.raises(ValueError, match="no site or task 'bells--1'"):
            web.tasks("bells", "bells--1")
        for name in ("bells", "recipes", "Bells", "a.b", ""):
            with pytest.raises(ValueError, match=r"another name|can't be a host"):
                web.add(name, own)


def test_a_copy_of_the_skeleton_is_a_working_site() -> None:
    """A copy of the skeleton shows its pages, keeps state and shows its message once."""
    with MiniWeb(World(7)) as web:
        web.add("bells", sites.module("_skeleton"))
        visitor = Visitor(web.port)
        pages = {
            page: visitor.get(f"http://bells.mini{page}") for _, page in sites.features("_skeleton")
        }
        assert {reply.status for reply in pages.values()} == {200}
        assert not [
            fault for reply in pages.values() for fault in Markup(reply.body.decode()).faults
        ]
        assert visitor.get("http://bells.mini/favicon.ico").kind == "image/svg+xml"
        assert b"No bell rings here" in visitor.get("http://bells.mini/bells/nowhere").body
        assert visitor.post("http://bells.mini/bells/ash-hill", "").status == 303
        has_message = [
            b"Ash Hill is kept." in visitor.get("http://bells.mini/bells/ash-hill").body
            for _ in range(2)
        ]
        assert has_message == [True, False] and web.state("bells", visitor.cookies) == {
            "kept": ["ash-hill"]
        }
        made = web.tasks("bells")
        met = {feature for task in made for feature in task.extra["features"]}
        assert met < {feature for feature, _ in sites.features("_skeleton")}
        assert web.oracles("bells")["bells--1"][0] == ["Click", "link", "Ash Hill"]
