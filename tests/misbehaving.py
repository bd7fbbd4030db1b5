"""A server that misbehaves, and helpers for the tests of its pages.

Each page must lead to a sentence for the agent in time, not to a hang or another fault.
"""

import html
import re
import threading
import time
from collections.abc import Iterator

import pytest
from driving import do
from flask import Flask, Response, redirect, request

from practice.loopback import Loopback
from webvoyager import Browser, Environment, Observation

# seconds allowed for an action and the observation after it; the tests are about hanging, not speed
BOUND = 60.0

# notes on a page that did not come to rest in the time it is given
NOT_AT_REST = r"still loading|while waiting|goes on"

REFUSED = r"refused|not allowed|may not|not on the list"

# one worker runs the tests that wait; the others compute meanwhile
WAITING = [pytest.mark.timeout(120), pytest.mark.xdist_group("waiting")]


class Site(Loopback):
    """A server of the pages it is given and of bad answers.

    close() ends all waiting.
    """

    def __init__(self) -> None:
        self._pages: list[tuple[str, dict]] = []
        self._closing = threading.Event()
        app = Flask("misbehaving")
        app.add_url_rule("/page/<int:number>", view_func=self._page)
        app.add_url_rule("/second", view_func=self._second, methods=["GET", "POST"])
        for way in (
            self.half,
            self.loop,
            self.nothing,
            self.endless,
            self.login,
            self.late,
            self.stream,
            self.forward,
        ):
            app.add_url_rule(f"/{way.__name__}", view_func=way)
        super().__init__(app)
        self.elsewhere = self.url.replace("127.0.0.1", "localhost")

    def page(self, title: str, body: str, **headers: str) -> str:
        """Add a page with this title and body, and return its path."""
        self._pages.append(
            (f"<!doctype html><meta charset=utf-8><title>{title}</title>{body}", headers)
        )
        return f"/page/{len(self._pages) - 1}"

    def close(self) -> None:
        """End all waiting and stop serving."""
        self._closing.set()
        super().close()

    def _page(self, number: int) -> Response:
        body, headers = self._pages[number]
        return Response(body, headers={"Content-Type": "text/html", **headers})

    def _second(self) -> str:
        return (
            f"<title>Second</title><p>Second page: {request.method}"
            f" {request.values.get('word', '')}"
        )

    def half(self) -> Response:
        """Half a page, then silence."""
        return self._send_and_stall(
            b"<!doctype html><title>Half</title><p>First half<p>" + b" " * 4000, "text/html"
        )

    def loop(self) -> Response:
        """A redirect to itself."""
        return redirect("/loop")

    def nothing(self) -> Response:
        """No content: the browser stays where it is."""
        return Response(status=204)

    def endless(self) -> Response:
        """The first bytes of a file, then silence."""
        file = {
            "Content-Disposition": "attachment; filename=endless.bin",
            "Content-Length": "1000000",
        }
        return self._send_and_stall(b"x" * 4000, "application/octet-stream", **file)

    def login(self) -> Response:
        """A page behind HTTP authentication."""
        return Response(
            "<title>Closed</title>Staff only", 401, {"WWW-Authenticate": 'Basic realm="Staff"'}
        )

    def late(self) -> str:
        """Words that come after the number of seconds asked for."""
        self._closing.wait(float(request.args.get("seconds", 60)))
        return request.args.get("words", "late")

    def stream(self) -> Response:
        """An endless stream of events."""

        def events() -> Iterator[str]:
            while not self._closing.wait(0.1):
                yield "data: tick\n\n"

        return Response(events(), content_type="text/event-stream")

    def forward(self) -> Response:
        """A redirect to the address in `to`."""
        return redirect(request.args["to"])

    def _send_and_stall(self, start: bytes, kind: str, **headers: str) -> Response:
        def parts() -> Iterator[bytes]:
            yield start
            self._closing.wait(60)

        return Response(parts(), headers=headers, content_type=kind)


def serve_site() -> Iterator[Site]:
    """Serve a Site; for use in a fixture."""
    served = Site()
    yield served
    served.close()


def open_browser() -> Iterator[Browser]:
    """Open a browser that may visit only this machine; for use in a fixture."""
    with Browser(allow=("localhost", "127.0.0.1")) as browser:
        yield browser


def open_page(browser: Browser, address: str) -> Observation:
    """What the agent sees first at an address."""
    return Environment(browser).reset(address, fresh=False)


def act(
    browser: Browser, name: str, target: str = "", text: str = "", rests: bool = False
) -> Observation:
    """The observation after an action on the mark of that name.

    Fails if this takes too long or, with `rests`, if a note says that the page did not come to
    rest.
    """
    start = time.monotonic()
    try:
        seen = do(browser, name, target or None, text)
    finally:
        took = time.monotonic() - start
        assert took < BOUND, f"{name} {target} took {took:.1f} s"
    assert not (rests and has_note(seen, NOT_AT_REST)), seen.notes
    return seen


def press(browser: Browser, target: str = "Go", rests: bool = False) -> Observation:
    """The observation after a click."""
    return act(browser, "Click", target, rests=rests)


def follow(browser: Browser, site: Site, to: str) -> Observation:
    """The observation after a click on a good page's link to this address."""
    browser.open(site.url + site.page("Good", f'<h1>A good page</h1><a href="{to}">Go</a>'))
    return press(browser)


def assert_back_is_good(browser: Browser) -> None:
    """Check that GoBack leads to the good page where the click was made."""
    assert act(browser, "GoBack").title == "Good"


def words(seen: Observation) -> str:
    """The words on the screen."""
    return " ".join(seen.words)


def has_note(seen: Observation, pattern: str) -> bool:
    """Whether a note matches this pattern."""
    return any(re.search(pattern, note, re.IGNORECASE) for note in seen.notes)


def button(script: str, attributes: str = "") -> str:
    """A button whose click runs a script."""
    return f'<button {attributes} onclick="{html.escape(script)}">Go</button>'
