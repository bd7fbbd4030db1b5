"""Lists whose state is in the address: which filters, which order, which page."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from flask import request
from werkzeug.datastructures import MultiDict


@dataclass(frozen=True)
class Page:
    """One page of a list: `rows`, its number `at` (from 1), the `last` number and total `count`."""

    rows: Sequence[Any]
    at: int
    last: int
    count: int
    first: int  # the place of its first row in the whole list, from 1


def page_of(items: Sequence[Any], size: int, number: int | None = None) -> Page:
    """The page of a list that the address asks for, or page `number`; the nearest that exists."""
    asked = request.args.get("page", 1, type=int) if number is None else number
    last = max(1, -(-len(items) // size))
    at = min(max(1, asked), last)
    start = (at - 1) * size
    return Page(items[start : start + size], at, last, len(items), start + 1)


def address(path: str, pairs: Iterable[tuple[str, object]]) -> str:
    """A path with these pairs as its query, without values that are "", None, 0 or False."""
    query = urlencode([pair for pair in pairs if pair[1]])
    return f"{path}?{query}" if query else path


def choice(args: MultiDict[str, str], name: str, allowed: Iterable[str], default: str = "") -> str:
    """The address's value for a name if it is allowed, else the default."""
    value = args.get(name, default)
    return value if value in allowed else default


def page_number(args: MultiDict[str, str]) -> int:
    """The page that an address asks for, from 1."""
    return max(1, args.get("page", 1, type=int))
