"""Values: taking what was asked for out of the words beside a label, and turning it into a number to compare."""

import re
from collections.abc import Sequence

from ..question.dates import find_dates, first_date
from ..question.quantities import Quantity, find_quantities
from ..question.words import fold

POSITIONS = {"first": 0, "second": 1, "third": 2, "last": -1}
_UNIT_IN_LABEL = ("rating", "kcal", "degrees", "watts", "percent", "grams")


def extract_value(kind: str, text: str, stems: Sequence[str] = ()) -> str:
    """The part of a text that is a value of this kind, "" where there is none.

    Of a list of names, "first" or "last" among the stems takes that one.
    """
    if kind == "person":
        return _extract_people(text, stems)
    if kind == "date":
        return next((found.text for found in find_dates(text) if found.number or found.text[:1].isalpha()), "")
    found = find_quantities(text)
    if kind in ("", "number", "review"):
        return "" if kind and not found else text.strip(" ·|,;")
    fitting = [q for q in found if q.kind == kind or (kind == "minutes" and q.kind == "days")]
    if not fitting and kind in _UNIT_IN_LABEL and len(text) < 30:
        fitting = [q for q in found if not q.kind]
    return as_written(text, fitting[0]) if fitting else ""


def _extract_people(text: str, stems: Sequence[str]) -> str:
    """The names in a text, or the one of them that is asked for; "" where it holds no names."""
    text = re.sub(r"^(?:by|authors?|from)\b:?\s*", "", text.strip(), flags=re.IGNORECASE)
    if not re.match(r"[^\W\d_]", text) or len(text) > 200 or re.search(r"\d", text):
        return ""
    people = [name for name in re.split(r"\s*[,;]\s*(?:and )?|\s+and\s+", text) if name]
    place = next((POSITIONS[stem] for stem in stems if stem in POSITIONS), None)
    return text if place is None or place >= len(people) else people[place]


def as_written(text: str, quantity: Quantity) -> str:
    """A quantity as the page writes it, "$1,299.00" and not "$1299"."""
    at = fold(text).find(quantity.text)
    return text[at : at + len(quantity.text)].strip() if at >= 0 and len(fold(text)) == len(text) else quantity.text


def amount(words: str, kind: str) -> float | None:
    """The number in a value that was read, in the base unit of its kind."""
    if kind == "date":
        return first_date(words)
    found = find_quantities(words)
    return next((q.value for q in found if q.kind == kind), found[0].value if found else None)


def display(value: float, kind: str) -> str:
    """A number of a kind, written for people."""
    if kind == "date":
        return f"{int(value) // 10000}-{int(value) // 100 % 100:02d}-{int(value) % 100:02d}"
    return (
        f"${value:,.2f}" if kind == "money" else f"{value:,.10g} {kind if kind in ('minutes', 'kcal') else ''}".strip()
    )


def display_like(pattern: str, value: float) -> str:
    """A number written like another value: with its currency, or its unit."""
    if sign := re.search(r"[$€£]", pattern):
        return f"{sign[0]}{value:,.2f}"
    unit = re.search(r"\d\s*([^\W\d_]+|%)", pattern)
    unit = "minutes" if unit and re.fullmatch(r"min|hours?|hr|h", unit[1]) else unit[1] if unit else ""
    return f"{value:,.10g} {unit}".strip()
