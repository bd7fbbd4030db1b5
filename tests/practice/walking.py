"""Fetch the mini web's pages over its real port, and walk every site by its links.

`python tests/practice/walking.py SEED PAGES` prints a digest of the first PAGES pages of each site; a test
runs it as a separate process.
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

VOID = frozenset({
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track",
    "wbr",
})  # fmt: skip


@dataclass
class Reply:
    status: int
    kind: str
    body: bytes
    location: str
    seconds: float


class Visitor:
    """Keeps cookies as a browser does; addresses are written as http://shop.mini/cart."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookies: dict[str, dict[str, str]] = {}

    def get(self, address: str) -> Reply:
        return self._ask("GET", address)

    def post(self, address: str, body: str) -> Reply:
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        return self._ask("POST", address, body, form)

    def _ask(
        self, method: str, address: str, body: str | None = None, headers: dict | None = None
    ) -> Reply:
        parts = urlsplit(address)
        jar = self.cookies.setdefault(parts.netloc, {})
        cookies = "; ".join(f"{name}={value}" for name, value in jar.items())
        sent = {"Host": parts.netloc, "Cookie": cookies, **(headers or {})}
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        # The timeout catches a server that hangs, not one that is slow.
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        start = time.perf_counter()
        line.request(method, path, body, sent)
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
    """A page's titles, ids and addresses, and the faults in its markup.

    Faults are tags that don't close as they opened, attributes given twice, and pictures without
    alt.
    """

    def __init__(self, html: str) -> None:
        super().__init__()
        self.lang, self.title, self.robots = "", "", ""
        self.headings = 0
        self.ids: list[str] = []
        self.links: list[str] = []  # the addresses that a click or the page may fetch
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
        if given.get("action") and given.get("method", "get").lower() == "get":
            self.links.append(given["action"])
        sources = given.get("srcset", "").split(",")
        self.links += [source.split()[0] for source in sources if source.strip()]
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
    """Pages by address, and every address that a page names, with the first page that names it."""

    pages: dict[str, Reply] = field(default_factory=dict)
    markup: dict[str, Markup] = field(default_factory=dict)
    linked_from: dict[str, str] = field(default_factory=dict)


def walk(port: int, names: list[str], limit: int = 1000) -> Walk:
    """Visit the sites' pages that plain links reach from their first pages, nearest first."""
    visitor, visited = Visitor(port), Walk()
    for name in names:
        queue, count = deque([f"http://{name}.mini/"]), 0
        while queue and count < limit:
            address = queue.popleft()
            if address in visited.pages:
                continue
            reply, count = visitor.get(address), count + 1
            visited.pages[address] = reply
            if reply.status != 200 or reply.kind != "text/html":
                continue
            page = visited.markup[address] = Markup(reply.body.decode())
            for link in page.links:
                there = urljoin(address, link).split("#")[0]
                visited.linked_from.setdefault(there, address)
                parts = urlsplit(there)
                if (
                    parts.netloc == f"{name}.mini"
                    and not parts.query
                    and there not in visited.pages
                ):
                    queue.append(there)
    return visited


def digests(visited: Walk, most: int) -> dict[str, str]:
    """A hash of the first `most` visited pages of each site."""
    pages: dict[str, list[bytes]] = {}
    for address, reply in visited.pages.items():
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
