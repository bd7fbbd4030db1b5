"""Conditions: the limits a question sets on numbers ("under 30 minutes", "at least 4.5 stars")."""

import re
from dataclasses import dataclass

from .quantities import Quantity, find_quantities
from .words import STOP, TOKEN, stem

# The kind of value that a property has.
KINDS = {
    "price": "money", "cost": "money", "fee": "money", "total": "money", "time": "minutes", "duration": "minutes", "rating": "rating",
    "score": "rating", "star": "rating", "review": "review", "weight": "grams", "date": "date", "year": "date",
    "author": "person", "writer": "person", "editor": "person", "calory": "kcal", "day": "days", "watt": "watts",
    "gram": "grams", "minute": "minutes", "hour": "minutes", "temperature": "degrees",
    "number": "number", "phone": "number", "percentage": "percent",
}  # fmt: skip
# Comparators before a number, the most usual words first, and after it.
BEFORE = {
    ">=": "at least|a minimum of|minimum of|minimum|no fewer than|no less than|not less than|between",
    ">": "more than|over|above|greater than|exceeding|exceeds|longer than|higher than|better than|after|since",
    "<=": "at most|no more than|not more than|up to|a maximum of|maximum of|maximum|within|no longer than",
    "<": "less than|under|below|fewer than|cheaper than|shorter than|lower than|lighter than|before",
    "=": "exactly",
}
AFTER = {
    ">=": r"or more|or higher|or above|or better|or greater|or longer|or newer|or later|and up|and above|at least|\+",
    "<=": "or less|or fewer|or lower|or below|or under|or cheaper|or shorter|or earlier|at most",
}
_TIMES = ("prep", "preparation", "cook", "cooking", "baking", "total", "active")


@dataclass(frozen=True)
class Condition:
    """A limit on a number: ("time", "minutes", "<", 30, "30 minutes")."""

    label: str
    kind: str
    sign: str
    limit: float
    text: str = ""

    def holds(self, value: float) -> bool:
        more, same = value > self.limit, value == self.limit
        return {">=": more or same, ">": more, "<=": not more, "<": not (more or same), "=": same}[
            self.sign
        ]

    def __str__(self) -> str:
        return f"{self.label} {BEFORE[self.sign].split('|')[0]} {self.text}".strip()


def find_conditions(plain: str) -> tuple[Condition, ...]:
    """The limits that a folded text sets; "between a and b" sets two."""
    found: list[Condition] = []
    plain = re.sub(r"([$€£]\d[\d.,]*) to (?=[$€£]\d)", r"between \1 and ", plain)
    for quantity in find_quantities(plain):
        before, after = plain[: quantity.start].rstrip(" $€£"), plain[quantity.end :]
        label, kind = _find_limited_property(plain, quantity)
        sign = _find_comparator(before, after)
        if re.search(r"\bbetween\b[^.?!]*\band$", before) and found:
            sign, label, kind = "<=", found[-1].label or label, found[-1].kind or kind
        if sign:
            found.append(Condition(label, kind, sign, quantity.value, quantity.text))
    return tuple(found)


def _find_comparator(before: str, after: str) -> str:
    """The comparator before or after a number, or ""."""
    for sign, forms in AFTER.items():
        if re.match(rf"\s*(?:[a-z-]+ ){{0,2}}?(?:{forms})(?!\w)", after):
            return sign
    for sign, forms in BEFORE.items():
        if re.search(rf"(?<!\w)(?:{forms})(?: the| a| an| of)?$", before):
            return sign
    return ""


def _find_limited_property(plain: str, quantity: Quantity) -> tuple[str, str]:
    """The property a number limits, and its kind: from its unit, else from the words around it."""
    near = [stem(word) for word in TOKEN.findall(plain[: quantity.start])[-6:]]
    near += [stem(word) for word in TOKEN.findall(plain[quantity.end :])[:2]]
    if quantity.kind == "minutes":
        return next((word for word in near if word in _TIMES), "time"), "minutes"
    if quantity.kind:
        return {"kcal": "calory", "money": "price"}.get(quantity.kind, quantity.kind), quantity.kind
    if {"rated", "rating", "score"} & set(near):
        return "rating", "rating"
    if 1800 < quantity.value < 2100 and quantity.text.isdigit():
        return "date", "date"
    word = next((word for word in reversed(near) if word not in STOP and not word.isdigit()), "")
    return word, KINDS.get(word, "")
