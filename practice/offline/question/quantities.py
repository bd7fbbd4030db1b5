"""Quantities: numbers with what they count or measure ("1 h 20 min", "$12.50", "1,204 reviews")."""

import re
from collections.abc import Collection
from dataclasses import dataclass

from .words import STOP, fold, stem

NUMBER = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_IN_WORDS = "one two three four five six seven eight nine ten eleven twelve"
NUMBER_WORDS = {word: number for number, word in enumerate(_IN_WORDS.split(), 1)}
# For each kind, the names of its units on pages and in questions, and their sizes in the base unit.
UNITS = {
    "minutes": [(r"minutes?|mins?|m", 1), (r"hours?|hrs?|hr|h", 60)],
    "days": [(r"days?", 1), (r"weeks?", 7), (r"months?", 30), (r"years?|yrs?", 365)],
    "grams": [(r"grams?|g", 1), (r"kilograms?|kilos?|kg", 1000), (r"milligrams?|mg", 0.001), (r"ounces?|oz", 28.35),
              (r"pounds?|lbs?", 453.6)],
    "metres": [(r"metres?|meters?|m", 1), (r"centimetres?|centimeters?|cm", 0.01), (r"millimetres?|millimeters?|mm",
               0.001), (r"kilometres?|kilometers?|km", 1000), (r"inches|inch|in|\"", 0.0254), (r"miles?|mi", 1609)],
    "litres": [(r"litres?|liters?|l", 1), (r"millilitres?|milliliters?|ml", 0.001)],
    "bytes": [(r"gigabytes?|gb", 1), (r"terabytes?|tb", 1000), (r"megabytes?|mb", 0.001), (r"kilobytes?|kb", 0.000001)],
    "kcal": [(r"kilocalories|kcal|calories|cal", 1)],
    "watts": [(r"watts?|w", 1), (r"kilowatts?|kw", 1000)],
    "rating": [(r"stars?|(?:out of|/) ?5(?:\.0)?(?: stars?)?", 1)],
    "degrees": [(r"°\s?[cf]?|degrees(?: celsius| fahrenheit)?", 1)],
    "percent": [(r"%|percent|per cent", 1)],
    "money": [(r"dollars?|usd|euros?|eur|[€£$](?!\s?\d)", 1)],
    "review": [(r"ratings?|votes?", 1)],  # "329 ratings" says how many people rated
}  # fmt: skip
# The kinds of quantity that answer a question: "how long" asks for a time or for a length.
KINDS_OF = {"minutes": ("minutes", "days"), "extent": ("metres", "minutes", "days")}
_UNITS = [
    (re.compile(rf"(?:{pattern})(?![^\W\d_])"), kind, size)
    for kind, units in UNITS.items()
    for pattern, size in units
]
_NUMBER = re.compile(rf"(us\$|[$€£★])?\s?(?<![\w.,])({NUMBER})(?!\d)")


@dataclass(frozen=True)
class Quantity:
    """A number as written: its value in the base unit, its kind and its words.

    The kind is that of its unit ("minutes", "money"), else the noun after it ("page"), or "".
    """

    value: float
    kind: str
    text: str
    start: int = 0
    end: int = 0

    def fits(self, kinds: Collection[str]) -> bool:
        """Whether it is of one of these kinds; the "m" of "43 m" may mean minutes or metres."""
        metres = "metres" in kinds and re.search(r"\d ?m$", self.text)
        return self.kind in kinds or (self.kind == "minutes" and bool(metres))


def find_quantities(text: str) -> list[Quantity]:
    """All quantities in a text, in order; "1 h 20 min" is 80 minutes, "four-star" is 4 stars."""
    plain = with_digits(text)
    found: list[Quantity] = []
    for match in _NUMBER.finditer(plain):
        last = found[-1] if found else None
        if last and match.start(2) < last.end:
            continue  # the 5 of "4.6 out of 5"
        quantity = _read_quantity(plain, match)
        between = plain[last.end : quantity.start].strip(" ,") if last else ""
        if last and last.kind == quantity.kind == "minutes" and between in ("", "and"):
            words = plain[last.start : quantity.end].strip()
            found[-1] = Quantity(
                last.value + quantity.value, "minutes", words, last.start, quantity.end
            )
        else:
            found.append(quantity)
    return found


def _read_quantity(plain: str, match: re.Match) -> Quantity:
    """A number with the currency before it, else with the unit or the noun after it."""
    value, kind, end = float(match[2].replace(",", "")), "", match.end()
    rest = plain[end:].lstrip(" -")
    start = len(plain) - len(rest)
    units = ((kind, size, unit) for pattern, kind, size in _UNITS if (unit := pattern.match(rest)))
    noun = re.match(r"[^\W\d_]+", rest)
    if match[1]:
        kind = "rating" if match[1] == "★" else "money"
    elif found := next(units, None):
        kind, size, unit = found
        value, end = value * size, start + unit.end()
    elif noun and start > end and noun[0] not in STOP:
        kind, end = stem(noun[0]), start + noun.end()
    return Quantity(value, kind, plain[match.start() : end].strip(), match.start(), end)


def with_digits(text: str) -> str:
    """The text folded, with number words before a noun as digits: "four-star" becomes "4-star"."""
    plain = fold(text)
    words = "|".join(NUMBER_WORDS)
    plain = re.sub(r"\ban hour\b", "1 hour", plain.replace("half an hour", "30 minutes"))
    return re.sub(
        rf"\b({words})(?=[ -][a-z]{{3,}})", lambda found: str(NUMBER_WORDS[found[1]]), plain
    )
