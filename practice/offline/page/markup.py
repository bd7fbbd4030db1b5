"""Turns a page's HTML into the outline that a text-only agent gets, without styles or scripts.

If the page has a <main>, only its content counts, as in other plain-text readers. A paragraph,
links included, becomes one line of text; a link outside running text becomes a numbered element.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from urllib.parse import urljoin

from bs4 import BeautifulSoup, NavigableString, Tag
from bs4.element import PreformattedString

_SILENT = """
script style template noscript head svg canvas iframe object button select input textarea
"""
SILENT = frozenset(_SILENT.split())
_INLINE = """
a abbr b bdi cite code data em i kbd label mark output q s small span strong sub sup time u var
"""
INLINE = frozenset(_INLINE.split())
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
KINDS = {
    "nav": "navigation", "ul": "list", "ol": "list", "li": "listitem", "article": "article",
    "aside": "complementary", "form": "form", "table": "table", "tr": "row", "main": "main",
}  # fmt: skip
ENTRIES = ("li", "article", "tr", "section")  # elements that hold an entry of a list
WORD = re.compile(r"[^\W\d_]{2}")
TEXT_FIELDS = ("", "text", "search")


@dataclass(frozen=True)
class Link:
    """A link outside running text: its name, its address, and the texts of the entry it is in."""

    name: str
    url: str
    around: tuple[str, ...] = ()


@dataclass(frozen=True)
class Document:
    """A fetched page: its address and its HTML."""

    address: str
    html: str

    @cached_property
    def _tree(self) -> BeautifulSoup:
        return BeautifulSoup(self.html, "lxml")

    @property
    def title(self) -> str:
        """The page's title."""
        return _squeeze_spaces(self._tree.title.get_text() if self._tree.title else "")

    @property
    def outline(self) -> str:
        """The page's outline, one row per line."""
        return "\n".join(self._outlined.rows)

    @property
    def links(self) -> list[Link]:
        """The numbered links, in the order of their numbers."""
        return self._outlined.links

    @property
    def search_form(self) -> tuple[str, str] | None:
        """The address of the page's search form, and the name of its field; None without one."""
        for form in self._tree.find_all("form"):
            named = form.find_all("input", attrs={"name": True})
            boxes = [each for each in named if (each.get("type") or "") in TEXT_FIELDS]
            if form.get("method", "get").lower() == "get" and len(boxes) == 1:
                return urljoin(self.address, form.get("action") or ""), boxes[0]["name"]
        return None

    @cached_property
    def _outlined(self) -> "_Outline":
        written = _Outline(self.address)
        top = self._tree.main or self._tree.body or self._tree
        written.write("main" if self._tree.main else "document", 0)
        written.walk(top, 1)
        return written


@dataclass
class _Outline:
    """An outline being written; `_line` holds the texts and the links of the current line."""

    address: str
    rows: list[str] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    _line: list[str | Tag] = field(default_factory=list)

    def write(self, row: str, depth: int) -> None:
        self.rows.append("  " * depth + row)

    def walk(self, tag: Tag, depth: int) -> None:
        """Write the content of a tag, line by line."""
        for child in tag.children:
            if isinstance(child, NavigableString):
                self._line += [] if isinstance(child, PreformattedString) else [str(child)]
            elif isinstance(child, Tag) and not _is_hidden(child):
                self._line += _make_gap(child)
                self._write_tag(child, depth)
        if tag.name not in INLINE:
            self._flush(depth)

    def _write_tag(self, tag: Tag, depth: int) -> None:
        if tag.name in INLINE and not _has_blocks(tag) and not _describes_picture(tag):
            self._line.append(tag) if tag.name == "a" and tag.get("href") else self.walk(tag, depth)
            return
        self._flush(depth)
        if _describes_picture(tag):
            if name := _find_name(tag):
                self.write(f'image "{name}"', depth)
        elif tag.name in HEADINGS:
            self._write_heading(tag, depth)
        elif tag.name == "tr":
            self._write_row(tag, depth)
        elif tag.name == "a" and tag.get("href"):  # a whole card that is a link
            heading = tag.find(HEADINGS)
            self._write_link(tag, _read_text(heading or tag), depth)
            self.walk(tag, depth)
            self._flush(depth)
        elif tag.name in KINDS:
            self.write(KINDS[tag.name], depth)
            self.walk(tag, depth + 1)
        else:
            self.walk(tag, depth)

    def _flush(self, depth: int) -> None:
        """Write the current line: as numbered links if it has no other words, else as text."""
        line, self._line = self._line, []
        rest = "".join(part for part in line if isinstance(part, str))
        if WORD.search(rest):  # a sentence, with or without links in it
            line = ["".join(_read_text(part) if isinstance(part, Tag) else part for part in line)]
        elif not any(isinstance(part, Tag) for part in line):
            line = [rest]
        for part in line:
            if isinstance(part, Tag):
                self._write_link(part, _find_name(part), depth)
            elif re.search(r"\w", part) or (len(line) == 1 and part.strip()):
                self.write(f'text "{_squeeze_spaces(part)}"', depth)

    def _write_link(self, tag: Tag, name: str, depth: int) -> None:
        name = name.replace('"', "”")
        if not name:
            return
        entry = tag.find_parent(ENTRIES)
        around = tuple(map(_squeeze_spaces, entry.stripped_strings)) if entry else ()
        self.write(f'[{len(self.links)}] <a> "{name}";', depth)
        self.links.append(Link(name, urljoin(self.address, tag["href"]), around))

    def _write_heading(self, tag: Tag, depth: int) -> None:
        link, text = tag.find("a", href=True), _read_text(tag)
        if link and _read_text(link) == text:
            self._write_link(link, _find_name(link), depth)
        elif text:
            self.write(f'heading "{text}"', depth)

    def _write_row(self, row: Tag, depth: int) -> None:
        """Write a table row: one line per cell, empty ones too, so that the columns align."""
        self.write("row", depth)
        for cell in row.find_all(["td", "th"], recursive=False):
            text, link = _read_text(cell), cell.find("a", href=True)
            if link and text and _read_text(link) == text:
                self._write_link(link, text, depth + 1)
            else:
                self.write(f'text "{text}"', depth + 1)
            for _ in range(_count_columns(cell) - 1):
                self.write('text ""', depth + 1)


def _is_hidden(tag: Tag) -> bool:
    """Whether the HTML alone says that a tag is hidden or holds no text to read."""
    style = re.sub(r"\s", "", tag.get("style") or "")
    closed = tag.name == "dialog" and not tag.has_attr("open")
    return (
        tag.name in SILENT
        or closed
        or tag.has_attr("hidden")
        or tag.get("aria-hidden") == "true"
        or "display:none" in style
    )


def _has_blocks(tag: Tag) -> bool:
    return any(each.name not in INLINE | SILENT | {"br", "img"} for each in tag.find_all(True))


def _describes_picture(tag: Tag) -> bool:
    return tag.name == "img" or tag.get("role") == "img"


def _find_name(tag: Tag) -> str:
    """The name of a link or a picture."""
    pictures = " ".join(each.get("alt") or "" for each in tag.find_all("img"))
    found = (tag.get("aria-label"), tag.get("alt"), _read_text(tag), pictures)
    return next((name for each in found if (name := _squeeze_spaces(each or ""))), "")


def _read_text(tag: Tag) -> str:
    """The words in a tag, without hidden ones."""
    return _squeeze_spaces("".join(_list_strings(tag)))


def _list_strings(tag: Tag) -> Iterator[str]:
    for child in tag.children:
        if isinstance(child, NavigableString):
            yield "" if isinstance(child, PreformattedString) else str(child)
        elif isinstance(child, Tag) and not _is_hidden(child):
            space = [] if child.name in INLINE else [" "]
            yield from (*_make_gap(child), *space, *_list_strings(child), *space)


def _make_gap(tag: Tag) -> list[str]:
    """A blank if the tag directly follows another: on the screen, CSS keeps the two apart."""
    return [" "] if isinstance(tag.previous_sibling, Tag) else []


def _count_columns(cell: Tag) -> int:
    columns = cell.get("colspan") or "1"
    return min(int(columns), 50) if columns.isdecimal() else 1


def _squeeze_spaces(text: str) -> str:
    return " ".join(text.split())
