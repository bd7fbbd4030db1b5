"""A visitor for the tests: fetches the mini web's pages over its real port and walks every site by
its links.

`python tests/walking.py SEED PAGES` prints a digest of so many pages of each site, as a process of
its own.
"""

import hashlib
import http.client
import json
import sys
import time
from collections import deque
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

VOID = frozenset(
    [
        "area",
        "base",
        "br",
        "col",
        "embed",
        "hr",
        "img",
        "input",
        "link",
        "meta",
        "source",
        "track",
        "wbr",
    ]
)


@dataclass
class Reply:
    status: int
    kind: str
    body: bytes
    location: str
    seconds: float


class Visitor:
    """Keeps cookies like a browser; `get` and `post` take addresses such as http://shop.mini/cart."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookies: dict[str, dict[str, str]] = {}

    def get(self, address: str) -> Reply:
        return self._ask("GET", address)

    def post(self, address: str, body: str) -> Reply:
        return self._ask(
            "POST", address, body, {"Content-Type": "application/x-www-form-urlencoded"}
        )

    def _ask(
        self, method: str, address: str, body: str | None = None, headers: dict | None = None
    ) -> Reply:
        parts = urlsplit(address)
        jar = self.cookies.setdefault(parts.netloc, {})
        sent = {
            "Host": parts.netloc,
            "Cookie": "; ".join(f"{k}={v}" for k, v in jar.items()),
            **(headers or {}),
        }
        # hanging counts, not speed
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        start = time.perf_counter()
        line.request(
            method, (parts.path or "/") + (f"?{parts.query}" if parts.query else ""), body, sent
        )
        reply = line.getresponse()
        read = reply.read()
        for cookie in reply.headers.get_all("Set-Cookie") or ():
            name, _, value = cookie.split(";")[0].partition("=")
            jar[name] = value
        seconds = time.perf_counter() - start
        line.close()
        kind = reply.headers.get("Content-Type", "").split(";")[0]
        return Reply(reply.status, kind, read, reply.headers.get("Location", ""), seconds)


class Markup(HTMLParser):
    """What the tests look at in a page: its titles, ids, addresses, and tags that do not close as
    they opened.
    """

    def __init__(self, html: str) -> None:
        super().__init__()
        self.lang, self.title, self.robots = "", "", ""
        self.headings = 0
        self.ids: list[str] = []
        self.links: list[str] = []  # what a click or the page itself may fetch
        self.faults: list[str] = []
        self._open: list[str] = []
        self.feed(html)
        self.close()
        self.faults += [f"<{tag}> is never closed" for tag in self._open]

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attributes}
        self.lang = given.get("lang", self.lang) if tag == "html" else self.lang
        self.headings += tag == "h1"
        self.ids += [given["id"]] if "id" in given else []
        self.robots += given.get("content", "") if given.get("name") == "robots" else ""
        self.links += [given[name] for name in ("href", "src", "data") if given.get(name)]
        self.links += (
            [given["action"]]
            if given.get("action") and given.get("method", "get").lower() == "get"
            else []
        )
        self.links += [
            part.split()[0] for part in given.get("srcset", "").split(",") if part.strip()
        ]
        if tag == "img" and "alt" not in given:
            self.faults.append(f"<img src={given.get('src')}> has no alt")
        if len(given) < len(attributes):
            self.faults.append(f"<{tag}> has an attribute twice")
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open.pop() != tag:
            self.faults.append(f"</{tag}> at line {self.getpos()[0]} closes nothing")

    def handle_data(self, text: str) -> None:
        if self._open[-1:] == ["title"] and "svg" not in self._open:
            self.title += text


@dataclass
class Walk:
    """All that was met: HTML pages, by address, and other addresses their pages name, with a page
    that does.
    """

    pages: dict[str, Reply] = field(default_factory=dict)
    read: dict[str, Markup] = field(default_factory=dict)
    named: dict[str, str] = field(default_factory=dict)


def walk(port: int, names: list[str], limit: int = 1000) -> Walk:
    """Visit every page of the sites that plain links lead to from their first pages, nearest
    first.
    """
    visitor, met = Visitor(port), Walk()
    for name in names:
        queue, count = deque([f"http://{name}.mini/"]), 0
        while queue and count < limit:
            address = queue.popleft()
            if address in met.pages:
                continue
            reply, count = visitor.get(address), count + 1
            met.pages[address] = reply
            if reply.status != 200 or reply.kind != "text/html":
                continue
            page = met.read[address] = Markup(reply.body.decode())
            for link in page.links:
                there = urljoin(address, link).split("#")[0]
                met.named.setdefault(there, address)
                parts = urlsplit(there)
                if parts.netloc == f"{name}.mini" and not parts.query and there not in met.pages:
                    queue.append(there)
    return met


def digests(met: Walk, most: int) -> dict[str, str]:
    """A fingerprint of so many of each site's pages, those that were met first."""
    pages: dict[str, list[bytes]] = {}
    for address, reply in met.pages.items():
        pages.setdefault(urlsplit(address).netloc, []).append(address.encode() + reply.body)
    return {
        host.removesuffix(".mini"): hashlib.sha256(b"".join(own[:most])).hexdigest()
        for host, own in pages.items()
    }


if __name__ == "__main__":
    from practice.miniweb import MiniWeb, World

    with MiniWeb(World(int(sys.argv[1]))) as served:
        most = int(sys.argv[2])
        print(json.dumps(digests(walk(served.port, list(served.data), most), most)))
