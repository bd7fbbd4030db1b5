"""Secrets: words that are typed into pages of their hosts, and hidden in all that pages show.

A task, a model and a record only ever have a secret's name, as in {{password}}. The browser fills
it in when it types, and puts the name back wherever a page shows the secret.
"""

import io
import re
from collections.abc import Mapping, Sequence
from fnmatch import fnmatch
from itertools import pairwise
from typing import Any
from urllib.parse import quote, quote_plus, urlsplit

from PIL import Image, ImageDraw

from ..records import ActionError, Mark, Observation
from .reports import Box

SHORTEST = 3  # characters: a shorter secret would hide half of every page
ANYWHERE = 8  # characters: from this length on a secret is also hidden inside longer words
PIECE = 30  # characters at either end by which a long secret is known where it is cut
NAME = re.compile(r"\{\{\s*(\w+)\s*\}\}")
COVER, DOTS = (226, 226, 226), (110, 110, 110)


class Secrets:
    """Secrets by host and name: {"shop.example": {"user": "…", "password": "…"}}.

    A host may be a pattern, such as "*.example.org". Raises ValueError, without the secret, if
    one has fewer than SHORTEST characters.
    """

    def __init__(self, by_host: Mapping[str, Mapping[str, str]] | None = None) -> None:
        self._by_host = {host: dict(named) for host, named in (by_host or {}).items()}
        pairs = [pair for known in self._by_host.values() for pair in known.items()]
        for name, value in pairs:
            if len(value.strip()) < SHORTEST:
                raise ValueError(f"The secret {name!r} must have at least {SHORTEST} characters.")
        # the longest first: one secret may be a part of another
        longest = sorted(pairs, key=lambda pair: -len(pair[1]))
        self._patterns = [(_make_pattern(value), f"{{{{{name}}}}}") for name, value in longest]

    def fill(self, text: str, address: str) -> str:
        """A text to type into the page at this address, with its secrets.

        Raises ActionError if it names one that this page's host has not.
        """
        if not self._by_host:
            return text
        known = self._find(address)
        for name in NAME.findall(text):
            if name not in known:
                host = urlsplit(address).hostname or address[:40]
                has = f"its secrets are {', '.join(sorted(known))}" if known else "it has none"
                raise ActionError(f"There is no secret {{{{{name}}}}} for {host}: {has}.")
        return NAME.sub(lambda found: known[found[1]], text)

    def restore(self, data: Any, address: str) -> Any:
        """What `hide` was given, for the page itself."""
        known = self._find(address)
        return _map_texts(data, lambda text: NAME.sub(lambda m: known.get(m[1], m[0]), text))

    def restore_address(self, address: str) -> str:
        """An address that `hide` was given, to open it again."""
        known = self._find(address)
        return NAME.sub(lambda found: quote(known.get(found[1], found[0]), safe="{}"), address)

    def hide(self, data: Any) -> Any:
        """A text, or lists and dicts of texts, with the name of each secret in its place."""
        return _map_texts(data, self._hide_text) if self._patterns else data

    def hide_lines(self, lines: Sequence) -> list:
        """Lines of a page, (x, y, width, height, words); a secret may go on in the next line."""
        hidden = self.hide([list(line) for line in lines])
        for pattern, name in self._patterns:
            for line, following in pairwise(hidden):
                joined = f"{line[4]}{following[4]}"
                if pattern.search(joined) and name not in joined:
                    line[4] = following[4] = name
        return hidden

    def find_boxes(self, seen: Observation) -> list[Box]:
        """The boxes of an observation in which a password or a secret is drawn."""
        names = [name for _, name in self._patterns]
        boxes = [
            box
            for mark in seen.marks
            if mark.value and (_is_masked(mark) or any(name in mark.value for name in names))
            for box in mark.boxes
        ]
        drawn = [line[:4] for line in seen.lines if any(name in line[4] for name in names)]
        return boxes + drawn

    def _find(self, address: str) -> dict[str, str]:
        """The secrets of the host at an address."""
        host = (urlsplit(address).hostname or "").lower()
        known: dict[str, str] = {}
        for pattern, named in self._by_host.items():
            if fnmatch(host, pattern.lower()):
                known |= named
        return known

    def _hide_text(self, text: str) -> str:
        for pattern, name in self._patterns:
            text = pattern.sub(name, text)
        return text

    def __bool__(self) -> bool:
        return bool(self._by_host)

    def __repr__(self) -> str:
        named = {host: sorted(names) for host, names in self._by_host.items()}
        return f"Secrets({named})"


def cover(picture: bytes, boxes: Sequence[Box]) -> bytes:
    """The PNG with these boxes, in its pixels, painted over: grey with six dots."""
    if not boxes:
        return picture
    shown, file = Image.open(io.BytesIO(picture)).convert("RGB"), io.BytesIO()
    draw = ImageDraw.Draw(shown)
    for x, y, width, height in boxes:
        draw.rectangle((x, y, x + width, y + height), fill=COVER)
        size = min(height / 5, 5)
        for place in range(6):
            left, top = x + 6 + 2.5 * size * place, y + (height - size) / 2
            if left + size < x + width:
                draw.ellipse((left, top, left + size, top + size), fill=DOTS)
    shown.save(file, "PNG", compress_level=1)
    return file.getvalue()


def _is_masked(mark: Mark) -> bool:
    """Whether the page shows dots in place of the field's text."""
    return mark.type == "password" or set(mark.value or "") == {"•"}


def _make_pattern(value: str) -> re.Pattern:
    """Finds a secret in any case, also as a part of an address, and a long one by its ends."""
    forms = {value, quote(value, safe=""), quote_plus(value)}
    if len(value) > 2 * PIECE:
        forms |= {value[:PIECE], value[-PIECE:]}
    within = len(value) >= ANYWHERE
    written = [
        re.escape(form) if within else rf"(?<!\w){re.escape(form)}(?!\w)"
        for form in sorted(forms, key=len, reverse=True)
    ]
    return re.compile("|".join(written), re.IGNORECASE)


def _map_texts(data: Any, change: Any) -> Any:
    if isinstance(data, str):
        return change(data)
    if isinstance(data, Mapping):
        return {key: _map_texts(value, change) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return type(data)(_map_texts(value, change) for value in data)
    return data
