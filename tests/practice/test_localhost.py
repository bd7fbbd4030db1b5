"""The practice sites in a person's browser, under *.localhost: no link leads to *.mini."""

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest
from walking import Markup, Visitor

import tools.web
from practice.miniweb import MiniWeb
from practice.miniweb.oracle import play
from webvoyager import Browser, Environment
from webvoyager.lab.judging.checking import check

ROOT = Path(__file__).parents[2]
LEADS_BACK = re.compile(rb"//[\w-]+\.mini\b")
PAGES = {
    "recipes": "/help/diets",
    "search": "/search?q=soup",
    "shop": "/deals",
    "papers": "/list/all/recent",
}

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("miniweb")]


@pytest.fixture(scope="module")
def localhost_browser() -> Iterator[Browser]:
    """A browser that resolves *.localhost, as people's browsers do, and not *.mini."""
    with Browser(allow=("*.localhost",)) as browser:
        yield browser


def test_no_link_leads_to_an_address_that_only_the_agent_reaches(web: MiniWeb) -> None:
    """Reads a page of each site, what that page fetches, and some of the pages that it links to."""
    visitor, named = Visitor(web.port), {}
    for name in web.apps:
        here = f"http://{name}.localhost:{web.port}{PAGES.get(name, '/')}"
        page = Markup(visitor.get(here).body.decode())
        named |= dict.fromkeys(
            urljoin(here, link) for link in page.links if not link.startswith(("#", "data:"))
        )
    assert {urlsplit(address).netloc for address in named} == {
        f"{name}.localhost:{web.port}" for name in web.apps
    }
    some = [*named][::5] + [address for address in named if address.endswith((".css", ".js"))]
    replies = {address: visitor.get(address) for address in some}
    assert {reply.status for reply in replies.values()} <= {200, 302, 303}
    assert not [address for address, reply in replies.items() if LEADS_BACK.search(reply.body)]


def test_the_address_to_copy_has_the_host_of_the_request(web: MiniWeb) -> None:
    """What an agent reads keeps the *.mini address."""
    paper = web.data["papers"].papers[0].id
    visitor = Visitor(web.port)
    agents = visitor.get(f"http://papers.mini/bibtex/{paper}").body
    persons = visitor.get(f"http://papers.localhost:{web.port}/bibtex/{paper}").body
    assert b"http://papers.mini/abs/" in agents
    assert persons == agents.replace(b"papers.mini", f"papers.localhost:{web.port}".encode())


def test_other_hosts_have_no_site(web: MiniWeb) -> None:
    visitor = Visitor(web.port)
    assert [
        visitor.get(f"http://{host}/").status for host in ("localhost", "nowhere.localhost", "mini")
    ] == [404] * 3


@pytest.mark.parametrize(
    "name", ["words--18", "search--20"], ids=["forms and a cookie", "three sites and a frame"]
)
def test_a_task_can_be_solved_on_localhost(
    web: MiniWeb, localhost_browser: Browser, name: str
) -> None:
    """The same steps solve it, and what was done is kept for the visitor with the cookie."""
    [task] = web.tasks(name)
    steps = web.oracles(name)[name]
    there = replace(task, url=task.url.replace(".mini/", f".localhost:{web.port}/"))
    taken = play(Environment(localhost_browser), there, steps)
    hosts = {urlsplit(step.observation.url).netloc for step in taken}
    assert all(host.endswith(f".localhost:{web.port}") for host in hosts)
    state = web.state(
        task.site, {f"{task.site}.mini": localhost_browser.cookies[f"{task.site}.localhost"]}
    )
    assert check(taken[-1].action.text, task.answer, task.question, state).success
    assert name != "search--20" or {host.split(".")[0] for host in hosts} == {
        "search",
        "shop",
        "stays",
    }


def test_the_command_prints_the_addresses_and_ends_with_ctrl_c(monkeypatch) -> None:
    command = [sys.executable, "-m", "tools.web", "--port", "0"]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as served:
        lines = [served.stdout.readline().strip() for _ in range(9)]
        port = urlsplit(lines[0]).port
        assert Visitor(port).get(lines[0]).status == 200
        monkeypatch.setattr(sys, "argv", [*command[2:-1], str(port)])
        with pytest.raises(SystemExit, match=rf"^Port {port} is in use: .* For example: "):
            tools.web.main()
        served.send_signal(signal.SIGINT)
        assert served.communicate(timeout=60)[1] == "" and served.returncode == 0
