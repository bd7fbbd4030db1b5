"""Facts on a page: the value beside the best-fitting label, and whether conditions are met."""

import re
from collections.abc import Collection, Iterator, Sequence

from ..question.conditions import Condition
from ..question.dates import find_dates, first_date
from ..question.properties import VALUE_KINDS, Property
from ..question.quantities import KINDS_OF, Quantity, find_quantities
from ..question.words import fold, has_form, is_form, match_word, tokens
from .labels import Fact, find_pairs
from .page import Line, usual_height

# Words that only qualify a property: the "average rating" may be labelled "Rating".
_VAGUE = (
    "average total overall current first last exact full number standard listed user customer "
    "written"
)
VAGUE = frozenset(_VAGUE.split())
# How well a label must fit: at first, and once the page has been read to its end.
SURE, LOOSE = 0.45, 0.25
# Properties whose value is recognised without a label.
UNLABELLED = ("price", "cost", "total", "rating", "star", "watt")

# Words of a label that name nothing: "Python 3.10 or newer".
COMPARING = ("newer", "later", "higher", "above", "more", "least", "minimum")
SHOWN_AS_WRITTEN = ("grams", "metres", "litres", "bytes", "watts", "degrees", "percent")
POSITIONS = {"first": 0, "second": 1, "third": 2, "last": -1}
_UNIT_IN_LABEL = ("rating", "kcal", "degrees", "watts", "percent", "grams")


def find_fact(
    asked: Property, lines: Sequence[Line], least: float = SURE, about: Collection[str] = ()
) -> Fact | None:
    """The value on these lines that best fits what is asked; None if nothing fits well enough.

    With `about`, only values count whose label and headings have all these stems.
    """
    lines = [line for line in lines if line.text]
    pairs = [pair for pair in find_pairs(lines) if not about or _speaks_of(pair, about)]
    facts = [fact for pair in pairs if (fact := _rate_pair(asked, pair, about))]
    if not about:
        facts += [*_find_unlabelled(asked, lines), *_find_authors(asked, lines)]
        facts += _find_leading(asked, lines)
    best = max(facts, key=lambda fact: fact.sure, default=None)
    return best if best and best.sure >= least else None


def _speaks_of(pair: Fact, about: Collection[str]) -> bool:
    """Whether the label and the headings of a pair have all these stems."""
    words = tokens(f"{pair.label} {pair.about}")
    return all(has_form(word, words) for word in about)


def _match_form(wanted: str, label: Sequence[str]) -> float:
    """How well a label has a stem, a synonym or another form of it, from 0 to 1."""
    return match_word(wanted, label) or 0.8 * any(is_form(wanted, word) for word in label)


def _rate_pair(asked: Property, pair: Fact, about: Collection[str] = ()) -> Fact | None:
    """The value of a pair, scored by how well its label fits; None if it doesn't fit.

    Words of `about` in a label, such as the name of a table's row, are no reason against it.
    """
    value, label = extract_value(asked.kind, pair.value, asked.stems), tokens(pair.label)
    matches = [_match_form(word, label) for word in asked.stems]
    by_kind = [0.7 * (VALUE_KINDS.get(word) == asked.kind != "") for word in asked.stems]
    if not value or not (any(matches) or (about and _is_of_kind(asked.kind, pair.value))):
        return None
    # The last word names the property itself.
    weights = [0.3 if word in VAGUE else 1.0 for word in asked.stems[:-1]] + [2.0]
    # Values of the right kind count as well: "37 min" is a time.
    best = map(max, matches, by_kind)
    met = sum(match * weight for match, weight in zip(best, weights, strict=True))
    covered = met / sum(weights)
    wanted = (*asked.stems, *about, *COMPARING) if about else asked.stems
    other = [word for word in label if not any(_match_form(want, [word]) for want in wanted)]
    sure = pair.sure * covered * (1 - 0.5 * len(other) / len(label))
    return Fact(pair.label if any(matches) else asked.words, value, sure)


def _is_of_kind(kind: str, text: str) -> bool:
    """Whether a text has a value that shows by its unit or its form that it is of this kind."""
    kinds = {*KINDS_OF.get(kind, (kind,))} - {"number", ""}
    return kind in ("version", "date") or any(q.fits(kinds) for q in find_quantities(text))


def _find_unlabelled(asked: Property, lines: Sequence[Line]) -> Iterator[Fact]:
    """Values that need no label: a sum of money in large letters is a price, stars are a rating."""
    alone = len(asked.stems) == 1 and asked.stems[0] in UNLABELLED
    if not alone or not lines or asked.kind not in ("money", "rating", "watts"):
        return
    usual = usual_height(lines)
    for place, line in enumerate(lines):
        for quantity in find_quantities(line.text):
            if quantity.kind == asked.kind:
                large = min(0.3, max(0.0, (line.h - usual) / 50))
                # A whole number such as "5 stars" is one reader's rating.
                whole = 0.1 * (asked.kind == "rating" and quantity.value.is_integer())
                sure = 0.5 + large - whole - 0.002 * place
                yield Fact(asked.words, as_written(line.text, quantity), sure)
        if asked.kind == "rating" and re.fullmatch(r"[0-5]\.\d", line.text):
            yield Fact(asked.words, line.text, 0.65 - 0.002 * place)


def _find_leading(asked: Property, lines: Sequence[Line]) -> Iterator[Fact]:
    """Values after a label on the same line, without a colon: "Country Portugal"."""
    for line in lines:
        words, count = line.text.split(), len(asked.stems)
        if count < len(words) < count + 6 and not line.text.endswith((".", "!", "?")):
            label, rest = " ".join(words[:count]), " ".join(words[count:])
            value = extract_value(asked.kind, rest, asked.stems)
            follows = rest[:1].isupper() or rest[:1].isdigit() or rest[:1] in "$€£"
            if value and follows and tokens(label) == list(asked.stems):
                yield Fact(label, value, 0.62)


def _find_authors(asked: Property, lines: Sequence[Line]) -> Iterator[Fact]:
    """The authors: the names right below the title."""
    if "author" in asked.stems and lines:
        top = max(lines, key=lambda line: line.h)
        bottom = max(line.bottom for line in lines if line.h > 0.9 * top.h and line.x == top.x)
        below = [line for line in lines if line.h < 0.9 * top.h and 0 <= line.y - bottom < 60]
        byline = sorted(
            (o for o in below if o.y - min(line.y for line in below) < 4), key=lambda line: line.x
        )
        text = " ".join(line.text for line in byline).replace(" ,", ",")
        if re.match(r"(?:by )?[A-Z][\w.'-]+ [A-Z]", text) and (
            value := extract_value("person", text, asked.stems)
        ):
            yield Fact(asked.words, value, 0.6)


def measure(label: str, kind: str, lines: Sequence[Line]) -> float | None:
    """The number an item has for a property, as these lines show it; None if they don't."""
    text = "\n".join(line.text for line in lines)
    if kind == "date":
        return first_date(text)
    if kind in ("money", "rating") and (fact := find_fact(Property((label,), kind, label), lines)):
        return amount(fact.value, kind)
    same = [q for q in find_quantities(text) if q.kind and q.kind in (kind, label)]
    if kind == "minutes" and len(same) > 1:  # "prep 10 min … total 45 min"
        fact = find_fact(
            Property(("total", "time") if label == "time" else (label,), "minutes", label), lines
        )
        return find_quantities(fact.value)[0].value if fact else same[-1].value
    if same:
        return same[0].value
    if kind == "rating":  # "4.6 (1,204)"
        stars = re.search(r"(?:^|\s)(10(?:\.0)?|\d\.\d)(?=\s|$|\s*\()(?! k?m\b)", text)
        return float(stars[1]) if stars else None
    fact = find_fact(Property((label,), "number", label), lines) if label else None
    return amount(fact.value, "") if fact else None


def meets(condition: Condition, lines: Sequence[Line]) -> bool | None:
    """Whether these lines show that a condition is met; None if they don't say."""
    value = measure(condition.label, condition.kind, lines)
    if value is None:
        return None
    return condition.holds(
        value // 10000 if condition.kind == "date" and condition.limit < 2100 else value
    )


def extract_value(kind: str, text: str, stems: Sequence[str] = ()) -> str:
    """The part of a text that is a value of this kind, or "".

    From a list of names, a stem such as "first" or "last" picks one.
    """
    if kind == "person":
        return _extract_people(text, stems)
    if kind == "date":
        year = re.fullmatch(r"\s*(?:c\. ?|about |around )?(\d{3,4})\s*", text)  # "1288"
        found_dates = [d.text for d in find_dates(text) if d.number or d.text[:1].isalpha()]
        return next(iter(found_dates), year[1] if year else "")
    found = find_quantities(text)
    if kind in ("", "number", "review"):
        return "" if kind and not found else text.strip(" ·|,;")
    if kind == "version":
        return next(iter(re.findall(r"\d+(?:\.\d+)+", text)), "")
    fitting = [q for q in found if q.fits(KINDS_OF.get(kind, (kind,)))]
    if not fitting and kind in _UNIT_IN_LABEL and len(text) < 30:
        fitting = [q for q in found if not q.kind]
    return as_written(text, fitting[0]) if fitting else ""


def _extract_people(text: str, stems: Sequence[str]) -> str:
    """The names in a text, or the single one asked for; "" if there are none."""
    text = re.sub(r"^(?:by|authors?|from)\b:?\s*", "", text.strip(), flags=re.IGNORECASE)
    if not re.match(r"[^\W\d_]", text) or len(text) > 200 or re.search(r"\d", text):
        return ""
    people = [name for name in re.split(r"\s*[,;]\s*(?:and )?|\s+and\s+", text) if name]
    place = next((POSITIONS[stem] for stem in stems if stem in POSITIONS), None)
    return text if place is None or place >= len(people) else people[place]


def as_written(text: str, quantity: Quantity) -> str:
    """A quantity as the page writes it: "$1,299.00" rather than "$1299"."""
    at = fold(text).find(quantity.text)
    if at >= 0 and len(fold(text)) == len(text):
        return text[at : at + len(quantity.text)].strip()
    return quantity.text


def amount(words: str, kind: str) -> float | None:
    """The number in a value, in the base unit of its kind."""
    if kind == "date":
        return first_date(words)
    found = find_quantities(words)
    return next((q.value for q in found if q.kind == kind), found[0].value if found else None)


def display(value: float, kind: str, lines: Sequence[Line] = ()) -> str:
    """A number formatted for people, by its kind; with its currency or unit on these lines."""
    if kind == "date":
        return f"{int(value) // 10000}-{int(value) // 100 % 100:02d}-{int(value) % 100:02d}"
    if kind == "money":
        signs = re.findall(r"[$€£]", " ".join(line.text for line in lines))
        return f"{signs[0] if signs else '$'}{value:,.2f}"
    written = [
        as_written(line.text, quantity)
        for line in lines
        for quantity in find_quantities(line.text)
        if quantity.kind == kind and quantity.value == value and kind in SHOWN_AS_WRITTEN
    ]
    unit = kind if kind in ("minutes", "kcal") else ""
    return written[0] if written else f"{value:,.10g} {unit}".strip()


def display_like(pattern: str, value: float) -> str:
    """A number formatted like another value: with the same currency or unit."""
    if sign := re.search(r"[$€£]", pattern):
        return f"{sign[0]}{value:,.2f}"
    unit = re.search(r"\d\s*([^\W\d_]+|%)", pattern)
    name = unit[1] if unit else ""
    if re.fullmatch(r"min|hours?|hr|h", name):
        name = "minutes"
    return f"{value:,.10g} {name}".strip()
