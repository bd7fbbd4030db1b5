"""Quantities: numbers with what they count or measure ("1 h 20 min", "$12.50", "1,204 reviews")."""

import re
from dataclasses import dataclass

from .words import STOP, fold, stem

NUMBER = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_WORDS = "one two three four five six seven eight nine ten eleven twelve"
NUMBER_WORDS = {word: number for number, word in enumerate(_WORDS.split(), 1)}
# What a unit is called on pages and in questions, what it measures, and how many of the base unit it is.
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
}  # fmt: skip
_UNITS = [
    (re.compile(rf"(?:{pattern})(?![^\W\d_])"), kind, size) for kind, units in UNITS.items() for pattern, size in units
]
_CURRENCIES = ("usd", "dollar", "euro", "eur")
_NUMBER = re.compile(rf"(us\$|[$€£★])?\s?(?<![\w.,])({NUMBER})(?!\d)")


@dataclass(frozen=True)
class Quantity:
    """A number as written: its value in the base unit, its kind ("minutes", "money", "review", "" …), its words."""

    value: float
    kind: str
    text: str
    start: int = 0
    end: int = 0


def find_quantities(text: str) -> list[Quantity]:
    """All quantities of a text, in order; "1 h 20 min" is one of 80 minutes, "four-star" one of 4."""
    plain = with_digits(text)
    found: list[Quantity] = []
    for match in _NUMBER.finditer(plain):
        last = found[-1] if found else None
        if last and match.start(2) < last.end:
            continue  # the 5 of "4.6 out of 5"
        quantity = _read_quantity(plain, match)
        between = plain[last.end : quantity.start].strip(" ,") if last else ""
        if last and last.kind == quantity.kind == "minutes" and between in ("", "and"):
            found[-1] = Quantity(last.value + quantity.value, "minutes", plain[last.start : quantity.end].strip(),
                                 last.start, quantity.end)  # fmt: skip
        else:
            found.append(quantity)
    return found


def _read_quantity(plain: str, match: re.Match) -> Quantity:
    """A number with its currency before it, else its unit or the noun after it."""
    sign, value = match[1], float(match[2].replace(",", ""))
    after = plain[match.end() :]
    gap = len(after) - len(after.lstrip(" -"))
    rest, end = after[gap:], match.end()
    if sign == "★":
        return Quantity(value, "rating", match[0].strip(), match.start(), end)
    if sign:
        return Quantity(value, "money", match[0].strip(), match.start(), end)
    for pattern, kind, size in _UNITS:
        if unit := pattern.match(rest):
            end += gap + unit.end()
            return Quantity(value * size, kind, plain[match.start() : end].strip(), match.start(), end)
    noun = re.match(r"[^\W\d_]+", rest)
    word = stem(noun[0]) if noun and gap and noun[0] not in STOP else ""
    word = "review" if word in ("rating", "vote") else word  # "329 ratings" is how many rated
    if word in _CURRENCIES:
        return Quantity(value, "money", plain[match.start() : end + gap + noun.end()], match.start(), end)
    end = end + gap + noun.end() if word else end
    return Quantity(value, word, plain[match.start() : end].strip(), match.start(), end)


def with_digits(text: str) -> str:
    """The text folded, with number words before a noun as digits: "four-star" is "4-star"."""
    plain = fold(text)
    words = "|".join(NUMBER_WORDS)
    plain = re.sub(r"half an hour", "30 minutes", re.sub(r"\ban hour\b", "1 hour", plain))
    return re.sub(rf"\b({words})(?=[ -][a-z]{{3,}})", lambda found: str(NUMBER_WORDS[found[1]]), plain)
