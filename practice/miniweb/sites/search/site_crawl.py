"""Crawl a site along its links, as a search engine does, and read the text of each page."""

import re
from collections import deque
from dataclasses import dataclass
from html import unescape
from urllib.parse import urljoin, urlsplit

from flask import Flask, g

# Regular expressions are enough, since all pages come from our own templates, and they are several
# times faster than a parser.
TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)
META = re.compile(r'<meta name="(\w+)" content="([^"]*)"')
LINK = re.compile(r'<a\b[^>]*?\shref="([^"#]+)')
MAIN = re.compile(r"<main\b.*?</main>", re.DOTALL)
SILENT = re.compile(
    r"<(head|script|style|template|svg|nav|select|button)\b.*?</\1>|<!.*?>", re.DOTALL
)
HIDDEN = re.compile(
    r'<(\w+)\b[^>]*\s(?:hidden|aria-hidden="true")(?=[\s>])[^>]*>.*?</\1>', re.DOTALL
)
# A block that is only a link names another page and says nothing about this one.
ONLY_LINK = re.compile(r"(?<=>) ?<a\b[^>]*>(?:[^<]|<(?!/a>))*</a> ?(?=<)")
INLINE = re.compile(
    r"</?(?:a|abbr|b|bdi|cite|code|data|em|i|kbd|mark|q|s|small|span|strong|sub|sup|time|var)\b[^>]*>"
)
TAG = re.compile(r"<[^>]*>")
DOCUMENT = re.compile(r"[./]pdf\b")  # PDFs are not read


@dataclass(frozen=True)
class Page:
    """One indexed page; `passages` are its visible blocks (paragraphs, items, cells) in order."""

    site: str
    path: str
    title: str
    description: str
    passages: tuple[str, ...]

    @property
    def host(self) -> str:
        return f"{self.site}.mini"

    @property
    def address(self) -> str:
        return f"http://{self.host}{self.path}"


def crawl(site: str, app: Flask, limit: int) -> list[Page]:
    """Crawl a site from "/" along plain links; at most `limit` pages, nearest first.

    Addresses with a query, pages marked "noindex" and anything but HTML are left out. Every page is
    requested with an empty visitor state.
    """
    app.before_request_funcs.setdefault(None, []).insert(0, lambda: setattr(g, "state", {}))
    client = app.test_client()
    base = f"http://{site}.mini"
    queue, seen, pages = deque(["/"]), {"/"}, []
    while queue and len(pages) < limit:
        path = queue.popleft()
        reply = client.get(path, base_url=base)
        links = [reply.location] if reply.location else []
        if reply.status_code == 200 and reply.mimetype == "text/html":
            links = LINK.findall(reply.text)
            if "noindex" not in dict(META.findall(reply.text)).get("robots", ""):
                pages.append(read(site, path, reply.text))
        for there in dict.fromkeys(_find_path(base, path, link) for link in links):
            if there and there not in seen:
                seen.add(there)
                queue.append(there)
    return pages


def read(site: str, path: str, html: str) -> Page:
    """Read the title, description and text of a page.

    The text is that of <main> or, without one, of the whole page.
    """
    title = TITLE.search(html)
    about = unescape(dict(META.findall(html)).get("description", ""))
    main = MAIN.search(html)
    shown = HIDDEN.sub(" ", SILENT.sub(" ", " ".join((main[0] if main else html).split())))
    shown = ONLY_LINK.sub(" ", shown).replace("><", "> <")
    blocks = unescape(TAG.sub("\n", INLINE.sub("", shown))).split("\n")
    passages = tuple(text for text in (" ".join(block.split()) for block in blocks) if text)
    return Page(
        site, path, " ".join(unescape(title[1] if title else path).split()), about, passages
    )


def _find_path(base: str, path: str, link: str) -> str:
    """The path that a link leads to on the same site.

    It is "" for a link to another site, an address with a query, and a PDF.
    """
    there = urlsplit(link if link.startswith("/") else urljoin(base + path, link))
    ours = there.netloc in ("", base[7:]) and not there.query and not DOCUMENT.search(there.path)
    return there.path if ours else ""
