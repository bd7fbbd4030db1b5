"""Shared fixtures: one mini web, one real browser, a page server and a scripted endpoint."""

import os
import shutil
import ssl
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import hypothesis
import matplotlib
import pytest
from doors import Shop
from flask import Flask, Response, redirect, request, send_from_directory
from scheduling import Scheduling
from serving import Endpoint

from practice.loopback import Loopback
from practice.miniweb import MiniWeb
from tools.oracles import open_browser
from webvoyager import Browser, Environment, Model, Task

PAGES = Path(__file__).parent / "tests" / "pages"
hypothesis.settings.register_profile(  # the same examples each time; a busy machine fails none
    "repeatable",
    derandomize=True,
    deadline=None,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("repeatable")
FONTS = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<dir>{fonts}</dir><cachedir>{cache}</cachedir>
<selectfont><rejectfont><glob>*/STIX*</glob><glob>*/cm*</glob><glob>*/Last*</glob></rejectfont></selectfont>
<alias><family>serif</family><prefer><family>DejaVu Serif</family></prefer></alias>
<alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
<match target="pattern"><edit name="family" mode="append_last"><string>DejaVu Sans</string></edit></match>
</fontconfig>"""


def pytest_configure(config: pytest.Config) -> None:
    """Draw all pages in the fonts that Matplotlib ships, so that they look alike everywhere.

    This works where fontconfig chooses the fonts.
    """
    made = config.cache.mkdir("fonts")
    shipped = Path(matplotlib.get_data_path(), "fonts", "ttf")
    (made / "fonts.conf").write_text(FONTS.format(fonts=shipped, cache=made), encoding="utf-8")
    os.environ["FONTCONFIG_FILE"] = str(made / "fonts.conf")


# fixtures that start a browser, the practice web or a JupyterLab
SLOW = {"web", "kit", "lab", "guarded", "own_browser", "page_browser", "restricted_browser"}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that use one of these as slow, so that `make quick` leaves them out.

    Those that share what a module's fixture made run in one worker, so that it is made once.
    """
    for item in items:
        if SLOW & set(getattr(item, "fixturenames", ())):
            item.add_marker("slow")
        fixtures = getattr(item, "_fixtureinfo", None)
        defined = fixtures.name2fixturedefs.values() if fixtures else ()
        if not item.get_closest_marker("xdist_group") and any(
            each.scope == "module" for several in defined for each in several
        ):
            item.add_marker(pytest.mark.xdist_group(item.path.stem))


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Scheduling:
    """A run goes on after a worker has died."""
    return Scheduling(config, log)


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """One worker more than there are cores, since many tests wait for pages.

    Two more would make the whole run slower. Tests without a browser do not wait.
    """
    waits = "not slow" not in config.option.markexpr
    return min((os.cpu_count() or 1) + waits, 5)


@pytest.fixture(scope="session")
def pages() -> Iterator[str]:
    """The address of the small pages in tests/pages, and of a few that need a server."""
    app = Flask("pages")

    @app.get("/<path:name>")
    def page(name: str) -> Response:
        return send_from_directory(PAGES, name)

    @app.get("/search")
    def search() -> str:
        return f"<title>Results</title><h1>Results for {request.args.get('q', '')}</h1>"

    @app.get("/slow")
    def slow() -> str:
        threading.Event().wait(float(request.args.get("seconds", 1)))
        return "<title>Slow</title><p id=late>At last"

    @app.get("/late.svg")
    def late() -> Response:
        threading.Event().wait(float(request.args["milliseconds"]) / 1000)
        drawn = "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='40'/>"
        return Response(drawn, content_type="image/svg+xml", headers={"Cache-Control": "no-store"})

    @app.get("/loop")
    def loop() -> Response:
        return redirect("/loop")

    served = Loopback(app)
    yield served.url
    served.close()


@pytest.fixture(scope="session")
def web() -> Iterator[MiniWeb]:
    """The mini web in the world that the task files are made from."""
    with MiniWeb() as made:
        yield made


@pytest.fixture(scope="session")
def browser(web: MiniWeb) -> Iterator[Browser]:
    """One browser for all tests, to show that no page harms the next.

    Each test begins where the one before it ended.
    """
    with open_browser(web) as browser:
        browser.reset()  # so that the first test begins like all others
        yield browser


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator:
    """One JupyterLab, for all tests of the group "jupyterlab"."""
    from tests.jupyterlab import JupyterLab  # few tests need it, and its imports take long

    with JupyterLab(tmp_path_factory.mktemp("notebooks")) as lab:
        yield lab


@pytest.fixture
def env(browser: Browser) -> Environment:
    """An environment in that browser."""
    return Environment(browser)


@pytest.fixture
def shop() -> Iterator[Shop]:
    """The site with three doors and a cart."""
    made = Shop()
    yield made
    made.served.close()


@pytest.fixture
def own_page() -> Iterator[Callable[[str], str]]:
    """A function that serves a page written by the test and returns its address."""
    pages: list[str] = []
    app = Flask("own page")
    app.get("/<int:number>")(lambda number: pages[number])
    served = Loopback(app)
    yield lambda page: f"{served.url}/{pages.append(page) or len(pages) - 1}"
    served.close()


@pytest.fixture(scope="session")
def untrusted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server with a self-signed certificate."""
    if not shutil.which("openssl"):
        pytest.skip("openssl is needed to make a certificate")
    key, certificate = (
        tmp_path_factory.mktemp("tls") / name for name in ("key.pem", "certificate.pem")
    )
    about = ["-subj", "/CN=localhost", "-days", "2", "-keyout", str(key), "-out", str(certificate)]
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", *about]
    subprocess.run(command, check=True, capture_output=True)
    secured = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    secured.load_cert_chain(certificate, key)
    app = Flask("untrusted")
    app.get("/")(lambda: "<title>Secret</title>")
    served = Loopback(app, tls=secured)
    yield served.url
    served.close()


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    """A scripted endpoint for one test."""
    served = Endpoint()
    yield served
    served.close()


@pytest.fixture
def model(endpoint: Endpoint) -> Model:
    """A model at the endpoint."""
    return Model("m", endpoint.base_url, "key", retries=2)


@pytest.fixture
def task(pages: str) -> Task:
    """A task on the small pages."""
    return Task(
        id="pages--0",
        site="pages",
        url=f"{pages}/start.html",
        question="What is the code word?",
        answer={"type": "golden", "ans": "x"},
    )
