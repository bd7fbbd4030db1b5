"""Requests that may change something on a server are reported, however a page sends them."""

import base64
import hashlib
import socket
import threading
from collections.abc import Iterator

import pytest
from flask import Flask, Response, request

from practice.loopback import Loopback
from webvoyager import Environment, agent
from webvoyager.records import Action, Step

WAYS = {  # a click on the button sends a request to /<name>
    "fetch": "<button onclick=\"fetch('/fetch', {method: 'POST'})\">fetch</button>",
    "kept-alive": (
        "<button onclick=\"fetch('/kept-alive', {method: 'PUT', keepalive: true})\">kept-alive</button>"
    ),
    "xhr": (
        "<button onclick=\"x = new XMLHttpRequest; x.open('DELETE', '/xhr'); x.send()\">xhr</button>"
    ),
    "beacon": "<button onclick=\"navigator.sendBeacon('/beacon', 'x')\">beacon</button>",
    "form": "<form method=post action=/form><button>form</button></form>",
    "formmethod": "<form><button formmethod=post formaction=/formmethod>formmethod</button></form>",
    "new-tab": "<form method=post action=/new-tab target=_blank><button>new-tab</button></form>",
    "frame": "<form method=post action=/frame target=f><button>frame</button></form><iframe name=f></iframe>",
    "worker": "<button onclick=\"new Worker('/script/worker')\">worker</button>",
    "shared-worker": (
        "<button onclick=\"new SharedWorker('/script/shared-worker')\">shared-worker</button>"
    ),
    "service-worker": (
        "<button onclick=\"navigator.serviceWorker.register('/script/service-worker')\">service-worker</button>"
    ),
    "redirected": "<form method=post action=/again/redirected><button>redirected</button></form>",
    "socket": (
        "<script>s = new WebSocket('ws://127.0.0.1:SOCKET/socket')</script>"
        "<button onclick=\"s.send('delete')\">socket</button>"
    ),
}
READS = {
    "a link": "<a href=/read>a link</a>",
    "a search": "<form action=/read><button>a search</button></form>",
    "a look": "<button onclick=\"fetch('/read', {method: 'HEAD'})\">a look</button>",
    "a count elsewhere": (
        "<button onclick=\"navigator.sendBeacon('http://localhost:PORT/elsewhere')\">"
        "a count elsewhere</button>"
    ),
}


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    """Pages with one button each, on a server that also takes WebSockets."""
    app, listener = Flask("ways"), socket.create_server(("127.0.0.1", 0))

    @app.get("/page/<name>")
    def page(name: str) -> str:
        port = request.host.partition(":")[2]
        html = (WAYS | READS)[name].replace("PORT", port)
        return f"<title>{name}</title>" + html.replace("SOCKET", str(listener.getsockname()[1]))

    @app.get("/script/<name>")
    def script(name: str) -> Response:
        install = "self.addEventListener('install', event => event.waitUntil(SEND))"
        send = f"fetch('/{name}', {{method: 'POST'}})"
        words = install.replace("SEND", send) if name == "service-worker" else send
        headers = {"Service-Worker-Allowed": "/"}
        return Response(words, content_type="text/javascript", headers=headers)

    @app.post("/again/<name>")
    def again(name: str) -> Response:
        return Response(status=307, headers={"Location": f"/{name}"})

    @app.route("/<name>", methods=["GET", "POST", "PUT", "DELETE"])
    def taken(name: str) -> str:
        return f"<title>{name}</title>Thank you"

    threading.Thread(target=_accept_sockets, args=(listener,), daemon=True).start()
    served = Loopback(app)
    yield served.url
    served.close()
    listener.close()


def _accept_sockets(listener: socket.socket) -> None:
    """Accept every WebSocket until the listener is closed."""
    while True:
        try:
            connection, _ = listener.accept()
        except OSError:
            return
        lines = dict(
            line.split(": ", 1)
            for line in connection.recv(9999).decode().split("\r\n")
            if ": " in line
        )
        salted = lines["Sec-WebSocket-Key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        accept = base64.b64encode(hashlib.sha1(salted.encode()).digest()).decode()
        head = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        connection.sendall(f"{head}Sec-WebSocket-Accept: {accept}\r\n\r\n".encode())


def _click_only_mark(env: Environment, address: str) -> Step:
    env.browser.reset()
    seen = env.reset(address, fresh=False)
    return agent.take(Step(1, seen, action=Action("Click", 0)), env)


@pytest.mark.parametrize("way", WAYS)
def test_a_step_records_the_writes_of_its_click(env, site, way):
    step = _click_only_mark(env, f"{site}/page/{way}")
    assert not step.error
    assert f"/{way}" in " ".join(step.writes)
    assert Step.from_json(step.to_json()).writes == step.writes


@pytest.mark.parametrize("way", READS)
def test_a_request_that_only_reads_is_not_a_write(env, site, way):
    step = _click_only_mark(env, f"{site}/page/{way}")
    assert not step.error and step.writes == ()


def test_a_step_records_only_its_own_requests(env, site):
    assert _click_only_mark(env, f"{site}/page/fetch").writes == (f"POST {site}/fetch",)
    step = agent.take(Step(2, env.observation, action=Action("Scroll", "WINDOW", "down")), env)
    assert step.writes == ()
