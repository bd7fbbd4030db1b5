"""Checks the arguments of a browser before anything is started."""

import re
from collections.abc import Iterable, Mapping, Sequence
from numbers import Integral
from typing import Any

LARGEST = 10_000  # CSS pixels per side: a screenshot of 10,000 x 10,000 already takes seconds


def require_viewport(viewport: Any) -> tuple[int, int]:
    """The viewport's width and height; raises ValueError if they aren't numbers of pixels."""
    sides = tuple(viewport) if isinstance(viewport, Sequence) else ()
    if len(sides) != 2 or not all(map(_is_side, sides)):
        raise ValueError(
            f"`viewport` must be a width and a height in whole pixels, from 1 to {LARGEST:,} each,"
            f" such as (1024, 768), not {viewport!r}."
        )
    return int(sides[0]), int(sides[1])


def _is_side(side: Any) -> bool:
    return isinstance(side, Integral) and not isinstance(side, bool) and 1 <= side <= LARGEST


def require_hosts(hosts: Any, allow: Any) -> None:
    """Raise ValueError if one of the hosts, or of their addresses, isn't a single word."""
    if not isinstance(hosts, Mapping):
        raise ValueError(f"`hosts` must map names to addresses, as a dict does, not {hosts!r}.")
    if isinstance(allow, Mapping) or not isinstance(allow, Iterable):
        raise ValueError(f"`allow` must be a list of hosts, not {allow!r}.")
    listed = () if isinstance(allow, str) else allow  # for a text, allowlist.py says what to write
    for word in (*hosts, *hosts.values(), *listed):
        if not isinstance(word, str) or not re.fullmatch(r"[^\s,]+", word):
            raise ValueError(f"A host must be one word without commas, not {word!r}.")


def require_address(name: str, address: Any) -> None:
    """Raise ValueError if an address does not begin with http:// or https://, or has blanks."""
    if not isinstance(address, str) or not re.fullmatch(r"https?://[^\s/]\S*", address):
        raise ValueError(
            f"`{name}` must be an address that begins with http:// or https://, not {address!r}."
        )


def require_proxy(proxy: Any) -> None:
    """Raise ValueError if a proxy isn't a single word."""
    if not isinstance(proxy, str) or not re.fullmatch(r"[^\s,;=]+", proxy):
        raise ValueError(
            '`proxy` must be an address such as "http://127.0.0.1:3128", without blanks.'
        )
