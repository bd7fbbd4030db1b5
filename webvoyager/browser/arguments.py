"""Whether the arguments of a browser make sense, before anything is started."""

import re
from collections.abc import Iterable, Mapping, Sequence
from numbers import Integral
from typing import Any

LARGEST = 10_000  # CSS pixels of a side: a screenshot of 10,000 x 10,000 takes seconds already


def require_viewport(viewport: Any) -> tuple[int, int]:
    """The viewport's width and height; ValueError where they are no numbers of pixels."""
    sides = tuple(viewport) if isinstance(viewport, Sequence) else ()
    if len(sides) != 2 or not all(map(_is_side, sides)):
        raise ValueError(
            f"`viewport` is a width and a height in whole pixels, from 1 to {LARGEST:,} each, as"
            f" (1024, 768), and not {viewport!r}."
        )
    return int(sides[0]), int(sides[1])


def _is_side(side: Any) -> bool:
    return isinstance(side, Integral) and not isinstance(side, bool) and 1 <= side <= LARGEST


def require_hosts(hosts: Any, allow: Any) -> None:
    """ValueError where one of the hosts, or of their addresses, is no single word."""
    if not isinstance(hosts, Mapping):
        raise ValueError(f"`hosts` maps names to addresses, and is not {hosts!r}.")
    if isinstance(allow, Mapping) or not isinstance(allow, Iterable):
        raise ValueError(f"`allow` is a list of hosts, and not {allow!r}.")
    listed = () if isinstance(allow, str) else allow  # of a text, allowlist.py says what to write
    for word in (*hosts, *hosts.values(), *listed):
        if not isinstance(word, str) or not re.fullmatch(r"[^\s,]+", word):
            raise ValueError(f"A host is one word without commas, and not {word!r}.")


def require_address(name: str, address: Any) -> None:
    """ValueError where an address does not begin with http:// or https://, or has blanks."""
    if not isinstance(address, str) or not re.fullmatch(r"https?://[^\s/]\S*", address):
        raise ValueError(
            f"`{name}` is an address that begins with http:// or https://, and not {address!r}."
        )


def require_proxy(proxy: Any) -> None:
    """ValueError where a proxy is no single word."""
    if not isinstance(proxy, str) or not re.fullmatch(r"[^\s,;=]+", proxy):
        raise ValueError('`proxy` is an address as "http://127.0.0.1:3128", without blanks.')
