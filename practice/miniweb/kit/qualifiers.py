"""Queries with qualifiers: `http language:Rust stars:>500 pushed:>2026-01-01 -topic:async`."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from operator import ge, gt, le, lt
from typing import Any

from .text_search import fold

TERM = re.compile(r'(-?)(?:(\w+):)?("[^"]*"|\S+)')
SIGNS = {">=": ge, "<=": le, ">": gt, "<": lt}


@dataclass(frozen=True)
class Query:
    """Words, and qualifiers as (key, value, whether it is excluded)."""

    words: Sequence[str]
    terms: Sequence[tuple[str, str, bool]]

    def fits(self, fields: Mapping[str, str], record: Any, text: str) -> bool:
        """Whether a text has all words, and a record meets all qualifiers.

        `fields` says which attribute of the record each qualifier is about; others don't count.
        """
        text = fold(text)
        return all(word in text for word in self.words) and all(
            _meets(getattr(record, fields[key]), value) != excluded
            for key, value, excluded in self.terms
            if key in fields
        )


def parse_query(text: str) -> Query:
    """Read what somebody typed."""
    found = [(key, fold(value.strip('"')), bool(minus)) for minus, key, value in TERM.findall(text)]
    return Query([value for key, value, _ in found if not key], [term for term in found if term[0]])


def set_qualifier(text: str, key: str, value: str) -> str:
    """A query with a qualifier set to a value, or without it if the value is ""."""
    plain = re.sub(rf'(^|\s){key}:("[^"]*"|\S+)', "", text).strip()
    quoted = f'"{value}"' if " " in value else value
    return f"{plain} {key}:{quoted}".strip() if value else plain


def _meets(own: Any, wanted: str) -> bool:
    """Whether a field has a value: a text or one of several, or a number or day in a range."""
    if isinstance(own, int | date):
        return _compare(own if isinstance(own, int) else own.isoformat(), wanted)
    return wanted in map(fold, [own] if isinstance(own, str) else own)


def _compare(own: int | str, wanted: str) -> bool:
    """Whether a number or an ISO day fits "500", ">500", "<=2026-01-31" or "10..50"."""
    low, dots, high = wanted.partition("..")
    if dots:
        return _compare(own, f">={low}") and _compare(own, f"<={high}")
    sign = next((sign for sign in SIGNS if wanted.startswith(sign)), "")
    value: Any = wanted.removeprefix(sign)
    if isinstance(own, int):
        value = int(value) if value.isdigit() else -1
    return SIGNS[sign](own, value) if sign else own == value
