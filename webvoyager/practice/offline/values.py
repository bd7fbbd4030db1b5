"""Values: taking what was asked for out of the words beside a label, and turning it into a number to compare."""

import re
from collections.abc import Sequence

from .quantities import Quantity, quantities
from .words import fold

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = rf"(?:{'|'.join(MONTHS)})[a-z]*\.?"
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
DATE = re.compile(
    rf"\b\d{{4}}-\d\d-\d\d\b|\b{_DAY} {_MONTH},? \d{{4}}|\b{_MONTH} {_DAY},? \d{{4}}|\b{_MONTH} \d{{4}}"
    rf"|\b(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? (?:{_MONTH} {_DAY}|{_DAY} {_MONTH})|\b(?:19|20)\d\d\b",
    re.IGNORECASE,
)
FIRST_OR_LAST = {"first": 0, "second": 1, "third": 2, "last": -1}


def of_kind(kind: str, text: str, stems: Sequence[str] = ()) -> str:
    """The part of a text that is a value of this kind, "" where there is none.

    Of a list of names, "first" or "last" among the stems takes the one.
    """
    if kind == "person":
        return _person(text, stems)
    if kind == "date":
        found = DATE.search(text)
        return found[0] if found else ""
    found = quantities(text)
    if kind in ("", "number", "review"):
        return "" if kind and not found else text.strip(" ·|,;")
    fitting = [q for q in found if q.kind == kind or (kind == "minutes" and q.kind == "days")]
    if not fitting and kind in ("rating", "kcal", "degrees", "watts", "percent", "grams") and len(text) < 30:
        fitting = [q for q in found if not q.kind]  # the unit may stand in the label
    return written(text, fitting[0]) if fitting else ""


def _person(text: str, stems: Sequence[str]) -> str:
    """The names in a text, or the one of them that is asked for; "" where it holds no names."""
    text = re.sub(r"^(?:by|authors?|from)\b:?\s*", "", text.strip(), flags=re.IGNORECASE)
    if not re.match(r"[^\W\d_]", text) or len(text) > 200 or re.search(r"\d", text):
        return ""
    people = [name for name in re.split(r"\s*[,;]\s*(?:and )?|\s+and\s+", text) if name]
    place = next((FIRST_OR_LAST[stem] for stem in stems if stem in FIRST_OR_LAST), None)
    return text if place is None or place >= len(people) else people[place]


def written(text: str, quantity: Quantity) -> str:
    """A quantity as the page writes it, "$1,299.00" and not "$1299"."""
    at = fold(text).find(quantity.text)
    return text[at : at + len(quantity.text)].strip() if at >= 0 and len(fold(text)) == len(text) else quantity.text


def amount(words: str, kind: str) -> float | None:
    """The number in a value that was read, in the base unit of its kind."""
    if kind == "date":
        return when(words)
    found = quantities(words)
    return next((q.value for q in found if q.kind == kind), found[0].value if found else None)


def when(text: str) -> float | None:
    """The first date of a text as a number that sorts: 14 March 2026 is 20260314."""
    found = DATE.search(text)
    if not found:
        return None
    words = found[0].lower()
    if plain := re.fullmatch(r"(\d{4})-(\d\d)-(\d\d)", words):
        return float("".join(plain.groups()))
    year = re.search(r"\b\d{4}\b", words)
    month = next((number for number, name in enumerate(MONTHS, 1) if re.search(rf"\b{name}", words)), 0)
    if not year:
        return None  # "Mon, Mar 16" is when a parcel comes, no date to rank by
    day = re.search(r"\b(\d{1,2})(?:st|nd|rd|th)?\b", words)
    return float(f"{year[0]}{month:02d}{int(day[1]) if day else 0:02d}")


def shown(value: float, kind: str) -> str:
    """A number of a kind, written for people."""
    if kind == "date":
        return f"{int(value) // 10000}-{int(value) // 100 % 100:02d}-{int(value) % 100:02d}"
    number = f"{value:,.2f}" if kind == "money" else f"{value:,.10g}"
    return {"money": f"${number}", "minutes": f"{number} minutes", "kcal": f"{number} kcal"}.get(kind, number)


def like(pattern: str, value: float) -> str:
    """A number written like another value: with its currency, or its unit."""
    sign = next((sign for sign in "$€£" if sign in pattern), "")
    if sign:
        return f"{sign}{value:,.2f}"
    if re.search(r"\b(?:min|minutes?|hours?|hr|h)\b", pattern):
        return f"{value:,.10g} minutes"
    unit = re.search(r"\d\s*([^\W\d_]+|%)", pattern)
    return f"{value:,.10g} {unit[1] if unit else ''}".strip()
