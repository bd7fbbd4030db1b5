"""The list of allowed hosts holds, whatever a page tries or the environment says of proxies."""

import os
import socket
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import closing

import pytest
from flask import Flask, Response

from practice.loopback import Loopback
from webvoyager import Browser, Environment, Task, agent, start
from webvoyager.records import EpisodeError

pytestmark = pytest.mark.slow  # each has a browser of its own

REACH = """
const [url, done] = arguments;
fetch(url, {mode: 'no-cors'}).then(() => done('reached'), error => done(String(error)));
"""
CALL_ALL = """
const [host, port, done] = arguments;
const servers = [{urls: `stun:${host}:${port}`}, {urls: `turn:${host}:${port}`, username: 'u', credential: 'c'}];
const peer = new RTCPeerConnection({iceServers: servers});
peer.createDataChannel('x');
peer.createOffer().then(offer => peer.setLocalDescription(offer));
peer.onicegatheringstatechange = () => peer.iceGatheringState === 'complete' && done('gathered');
setTimeout(() => done('still gathering'), 3000);
"""


TRANSPORT = """
const [url, done] = arguments;
const line = new WebTransport(url);
line.ready.then(() => done('open'), error => done(String(error)));
line.closed.catch(() => {});
setTimeout(() => done('still trying'), 2000);
"""
WAYS = """<title>Here</title>
<link rel=preconnect href=http://ADDRESS/><link rel=prefetch href=http://ADDRESS/><link rel=icon href=http://ADDRESS/>
<link rel=stylesheet href=http://ADDRESS/><script src=http://ADDRESS/ async></script><img src=http://ADDRESS/>
<iframe src=http://ADDRESS/></iframe><object data=http://ADDRESS/></object><video src=http://ADDRESS/></video>
<iframe src=https://ADDRESS/></iframe><img src=https://ADDRESS/><script>
new WebSocket('ws://ADDRESS/');
new EventSource('http://ADDRESS/');
navigator.sendBeacon('http://ADDRESS/', 'words');
const source = "fetch('http://ADDRESS/', {mode: 'no-cors'}); importScripts('http://ADDRESS/')";
new Worker(URL.createObjectURL(new Blob([source])));
</script>"""


class Site(Loopback):
    """A page on a loopback port, with a login, and the paths that were requested."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.page = "<title>Here</title>"
        app = Flask("site")
        app.get("/")(self._page)
        app.get("/login")(self._login)
        super().__init__(app)

    def _page(self) -> str:
        self.asked.append("/")
        return self.page

    def _login(self) -> Response:
        self.asked.append("/login")
        return Response("Staff only", 401, {"WWW-Authenticate": 'Basic realm="Staff"'})


@pytest.fixture
def site() -> Iterator[Site]:
    with closing(Site()) as served:
        yield served


@pytest.fixture
def other() -> Iterator[Site]:
    with closing(Site()) as served:
        yield served


@pytest.fixture
def unlisted() -> Iterator[tuple[str, list[object]]]:
    """An address that is on no list, and who connected to it; each connection is closed at once."""
    came: list[object] = []
    with socket.create_server(("127.0.0.1", 0)) as server:

        def hang_up() -> None:
            while True:
                line, who = server.accept()
                came.append(who)
                line.close()

        threading.Thread(target=hang_up, daemon=True).start()
        yield f"127.0.0.1:{server.getsockname()[1]}", came


@pytest.fixture
def proxy(monkeypatch) -> Iterator[list[bytes]]:
    """The requests to a proxy that the environment names for everything but loopback."""
    asked: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            while True:
                line, _ = server.accept()
                asked.append(line.recv(1000))
                line.close()

        threading.Thread(target=serve, daemon=True).start()
        for name in ("HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{server.getsockname()[1]}")
        monkeypatch.setenv("no_proxy", "")
        yield asked
        urllib.request.install_opener(None)  # the opener keeps the proxies that it found first


def run_in_page(browser: Browser, script: str, *arguments: object) -> str:
    return browser._session._selenium.execute_async_script(script, *arguments)


def test_a_host_mapped_to_another_address_may_be_on_the_list(site):
    with Browser(allow=["a.test"], hosts={"a.test": site.address}) as browser:
        browser.open("http://a.test/")
        assert browser.script("return document.title") == "Here"


def test_only_the_ports_that_are_named_are_reached(site, other):
    with Browser(allow=[site.address]) as browser:
        browser.open(site.url)
        driver = browser._session._selenium.service.service_url
        for address in (
            other.url,
            driver,
            driver.replace("localhost", "127.0.0.1"),
            "http://localhost:1/",
        ):
            assert "Failed to fetch" in run_in_page(browser, REACH, address)
            with pytest.raises(EpisodeError, match="not on the list of allowed hosts"):
                browser.open(address)
        assert run_in_page(browser, REACH, site.url) == "reached" and other.asked == []


def test_no_datagram_is_sent_to_a_host_that_is_not_on_the_list(site):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        # sends nothing; shows which of this machine's addresses leads out
        way.connect(("192.0.2.1", 9))
        host = way.getsockname()[0]
    with (
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as heard,
        Browser(allow=[site.address]) as browser,
    ):
        heard.bind((host, 0))
        heard.settimeout(0.2)
        browser.open(site.url)
        run_in_page(browser, CALL_ALL, host, heard.getsockname()[1])
        with pytest.raises(TimeoutError):
            heard.recv(100)


@pytest.mark.parametrize("listed", [True, False], ids=["a list", "no list"])
def test_no_web_transport_is_opened_to_an_address_that_is_not_on_the_list(site, listed):
    """Without a list one is opened, which shows that the test would notice it."""
    with (
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as heard,
        Browser(allow=[site.address] if listed else None) as browser,
    ):
        heard.bind(("127.0.0.1", 0))
        heard.settimeout(0.2)
        browser.open(site.url)
        said = run_in_page(browser, TRANSPORT, f"https://127.0.0.1:{heard.getsockname()[1]}/")
        if listed:
            assert "WebTransportError" in said
            with pytest.raises(TimeoutError):
                heard.recv(2000)
        else:
            assert heard.recv(2000)


@pytest.mark.parametrize("listed", [True, False], ids=["a list", "no list"])
def test_no_request_of_a_page_reaches_an_address_that_is_not_on_the_list(site, unlisted, listed):
    address, came = unlisted
    site.page = WAYS.replace("ADDRESS", address)
    with Browser(allow=[site.address] if listed else None) as browser:
        assert Environment(browser).reset(site.url, fresh=False).title == "Here"
    assert bool(came) != listed


def test_notes_report_logins_and_bad_certificates_and_the_episode_goes_on(
    site, other, unlisted, untrusted, model, endpoint
):
    """The login and the bad certificate are both on hosts of the list.

    The page also has parts that are behind a login, and parts on hosts that are not on the list.
    """
    address, came = unlisted
    parts = (
        f"<img src=/login><img src={other.url}/login><iframe src={other.url}/login></iframe><img"
        f" src=https://{address}/>"
    )
    site.page = (
        f"<title>Here</title><a href=/login>Login</a> <a href={untrusted}/>Certificate</a>{parts}"
    )
    actions = ["Click [0]", "GoBack", "Click [1]", "GoBack", "ANSWER; [done]"]
    endpoint.replies = [f"Thought: I go on.\nAction: {action}" for action in actions]
    task = Task(id="own--1", site="own", url=site.url, question="What is here?")
    with Browser(allow=[site.address, untrusted.removeprefix("https://")]) as browser:
        episode = agent.run(task, Environment(browser), model)
        notes = [" ".join(step.observation.notes) for step in episode.steps]
        assert episode.stop == "answer" and len(notes) == 5, episode.stop
        assert (
            f"{site.url}/login asks for a login" in notes[1]
            and "certificate is not trusted" in notes[3]
        )
        assert [episode.steps[at].observation.title for at in (0, 2, 4)] == ["Here"] * 3
        assert not came and other.asked == []
        with pytest.raises(EpisodeError, match="certificate is not trusted"):
            browser.open(untrusted)


@pytest.mark.parametrize(
    "how",
    [
        {"allow": ["*.test"], "hosts": {"a.test": "127.0.0.1:1"}},
        {"allow": [], "proxy": "http://p:1"},
    ],
)
def test_a_list_that_could_not_be_enforced_is_refused_before_anything_starts(how):
    with pytest.raises(ValueError, match="`allow`"):
        Browser(**how)


def test_no_proxy_of_the_environment_is_used(proxy, site):
    with Browser(allow=[site.address]) as browser:
        browser.open(site.url)
        assert "Failed to fetch" in run_in_page(browser, REACH, "http://example.org/")
    with Browser() as browser:
        browser.open(site.url)
    with start("offline-rules") as kit:
        episode = kit.ask("How many recipes are there?", site="recipes", max_steps=2)
        assert (
            not episode.stop.startswith("error")
            and kit.web.state("recipes", kit.browser.cookies) is not None
        )
    assert not proxy


def test_a_proxy_is_used_where_the_person_passes_one(proxy, monkeypatch):
    address = os.environ["http_proxy"]
    with Browser(proxy=address) as browser, pytest.raises(EpisodeError):
        browser.open("http://example.org/")
    assert any(b"example.org" in asked for asked in proxy)


def test_a_question_about_your_own_website_takes_one_line(site):
    with start("offline-rules", allow=[site.address]) as kit:
        assert (
            kit.ask("What is here?", site=site.url, max_steps=1).steps[0].observation.title
            == "Here"
        )


@pytest.mark.parametrize(
    ("allow", "remedy"),
    [
        ("127.0.0.1:5077", r"write allow=\['127.0.0.1:5077'\]"),
        (["http://127.0.0.1:5077/"], "write '127.0.0.1:5077' in place of 'http://127.0.0.1:5077/'"),
        (["example.org/shop"], "write 'example.org' in place of"),
    ],
)
def test_a_malformed_list_of_hosts_is_refused_with_a_correction(allow, remedy):
    with pytest.raises(ValueError, match=remedy):
        Browser(allow=allow)
