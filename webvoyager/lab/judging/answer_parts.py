"""The parts of a rule as typed slots, and where an answer says them.

A slot is {"type", "value"} with optional "unit", "tolerance" and "alternatives" (other right
texts). Its type is one of TYPES. People may write a part plainly instead, as a text, a number,
{"number", "tolerance"} or a list of alternatives: `to_slot` finds its type, and its unit in the
reference answer.
"""

import re
from calendar import month_abbr, month_name
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from .answer_tokens import Number, Reading, Token, places, read, tokens
from .answer_values import MONEY, UNITS, Value, cut_ending, values

SLOT = {"type", "value", "unit", "tolerance", "alternatives"}
TYPES = ("number", "money", "duration", "time", "date", "name", "code", "yes-no")
# a word with a digit in it, one before a number, or capitals: C2, LW 244, 2019-20, MWZHGB
_CODE = re.compile(r"(?=\S*\d)[\w:./–-]+|[A-Za-z]+ \d+|[A-Z]{4,}")
MOST_NAMED = 3  # alternatives that a description names
PAIR = re.compile(r"\d+\s?[/:–-]\s?\d+")  # 6/12, 3-1
_FUNCTION_WORDS = frozenset(
    re.findall(
        r"\w+",
        "a an the of in on at for with and or to by is was are were per out from that which each s"
        " so than as it its has had have altogether together total all only both",
    )
)


@dataclass(frozen=True)
class Slot:
    """What an answer must say in one place."""

    type: str
    value: Any
    unit: str = ""
    tolerance: float = 0
    alternatives: tuple[str | dict, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The slot as references store it."""
        rest = {
            "unit": self.unit,
            "tolerance": self.tolerance,
            "alternatives": list(self.alternatives),
        }
        named = {"type": self.type, "value": self.value}
        return named | {key: value for key, value in rest.items() if value}

    def describe(self) -> str:
        """The slot in words: $73, "Madrid" or "MAD"."""
        if self.type == "money":
            value = f"{self.unit}{self.value:,}"
        elif self.type == "number":
            unit = self.unit if self.unit == "%" or not self.unit else f" {self.unit}"
            margin = f" (give or take {self.tolerance:.1%})" if self.tolerance else ""
            value = f"{self.value}{unit}{margin}"
        else:
            value = _quote(self.value)
        others = list(map(_quote, self.alternatives))
        if len(others) > MOST_NAMED:
            others[MOST_NAMED:] = [f"another of {len(others) + 1} wordings"]
        return " or ".join((value, *others))

    @property
    def texts(self) -> tuple[str, ...]:
        """The value and the alternatives as texts."""
        return (str(self.value), *(text for text in self.alternatives if isinstance(text, str)))

    @property
    def kind(self) -> str:
        """The kind of measure: "mass", "duration", "$", …; "" for a count."""
        if self.type == "duration":
            return "duration"
        return UNITS[self.unit][0] if self.unit in UNITS else ""

    @property
    def nouns(self) -> frozenset[str]:
        """The words for what a count counts, without endings."""
        return frozenset() if self.kind else frozenset(map(cut_ending, self.unit.split()))


@dataclass(frozen=True)
class Hit:
    """Tokens that say a slot; `doubt` is why they may mean something else."""

    start: int
    end: int
    value: Value | None = None
    doubt: str = ""


# reasons to doubt a hit, unless the question settles them
NO_YEAR = "the year is missing"
PERCENTAGE = "it is a percentage"


def _quote(alternative: str | dict) -> str:
    if isinstance(alternative, dict):
        return to_slot(alternative).describe()
    return f'"{alternative}"'


# --- parts as slots ---


def to_slot(part: Any, reference: str = "") -> Slot:
    """A part as a slot; the units of numbers come from `reference`, the reference answer.

    Raises ValueError when the part has none of the forms described above.
    """
    match part:
        case {"type": kind, "value": _} if kind in TYPES and part.keys() <= SLOT:
            return Slot(**part | {"alternatives": tuple(part.get("alternatives", ()))})
        case {"number": int() | float() as value} if part.keys() <= {"number", "tolerance"}:
            return _type_number(value, reference, part.get("tolerance", 0))
        case bool():
            pass
        case int() | float():
            return _type_number(part, reference)
        case str() if tokens(part):
            return _type_text(part)
        case [first, *others]:
            return _type_list(first, others, reference)
    raise ValueError(
        "A part is a text, a number, a number with a tolerance, a slot with a type"
        f" ({', '.join(TYPES)}) and a value, or a list of alternatives, not {part!r}."
    )


def _type_number(value: float, reference: str, tolerance: float = 0) -> Slot:
    """A number with the unit that it has in the reference answer."""
    reading = read(reference)
    for found in values(reading, _FUNCTION_WORDS):
        token = reading.tokens[found.start]
        is_number = isinstance(token, Number) and token.value == Fraction(str(value))
        if is_number and found.kind not in ("date", "time"):
            unit = _write_unit(found, reading)
            return Slot("money" if unit in MONEY else "number", value, unit, tolerance)
    return Slot("number", value, "", tolerance)


def _write_unit(value: Value, reading: Reading) -> str:
    if value.kind in MONEY:
        return value.kind
    if value.kind == "percent":
        return "%"
    if value.kind:
        return str(reading.tokens[value.end - 1])
    return " ".join(value.nouns)


def _type_text(text: str) -> Slot:
    """A text as a slot: the one value that it contains, yes or no, a code, or a name."""
    if text.casefold() in ("yes", "no"):
        return Slot("yes-no", text.casefold())
    reading = read(text)
    found = list(values(reading, _FUNCTION_WORDS))
    single = found[0] if len(found) == 1 else None
    whole = single and single.start == 0 and single.end + len(single.nouns) == len(reading.tokens)
    if single and whole and not (PAIR.fullmatch(text) and single.kind != "time"):
        if single.kind in ("date", "time", "duration"):
            return Slot(single.kind, text)
        number = reading.tokens[0]
        if isinstance(number, Number) and number.value.denominator in (1, 2, 4, 5, 10, 20, 100):
            exact = int(number.value) if number.value.denominator == 1 else float(number.value)
            return _type_number(exact, text)
    return Slot("code" if _CODE.fullmatch(text) or PAIR.fullmatch(text) else "name", text)


def _type_list(first: Any, others: Sequence[Any], reference: str) -> Slot:
    """The slot of the first alternative (of dates, the ISO one), with those it doesn't cover."""
    every = [first, *others]
    iso = [text for text in every if re.fullmatch(r"\d{4}-\d\d-\d\d", str(text))]
    slot = to_slot((iso or every)[0], reference)
    if slot.type == "number" and slot.kind == "duration":
        slot = Slot("duration", f"{slot.value} {slot.unit}")
    kept: list[str | dict] = []
    for other in every:
        own = to_slot(other)
        if isinstance(other, dict):
            kept.append(own.to_json())
        elif not find(slot, read(str(other))) and str(other) not in kept:
            kept.append(str(other))
    return Slot(slot.type, slot.value, slot.unit, slot.tolerance, tuple(kept))


# --- where a text says a slot ---


def says(words: list[Token], slot: Slot) -> bool:
    """Whether the words say a slot's value or one of its alternatives."""
    reading = Reading("", words, [(0, 0)] * len(words), frozenset())
    return any(not hit.doubt for hit in find(slot, reading))


def find(slot: Slot, reading: Reading, plain: frozenset[str] = _FUNCTION_WORDS) -> list[Hit]:
    """The places where a text says a slot, in order."""
    if slot.type in ("number", "money", "duration", "time", "date"):
        hits = [hit for value in values(reading, plain) if (hit := _compare_value(slot, value))]
        names = slot.texts[1:]
    else:
        hits, names = [], slot.texts
    for name in names:
        hits += _find_name(name, reading, slot.type == "code")
    for other in slot.alternatives:
        hits += find(to_slot(other), reading, plain) if isinstance(other, dict) else []
    return sorted(hits, key=lambda hit: hit.start)


def _find_name(name: str, reading: Reading, is_code: bool) -> Iterator[Hit]:
    """The places where a text says a name or a code; a code with or without its space."""
    written = [name]
    if is_code:
        written += [name.replace(" ", ""), re.sub(r"(?<=[A-Za-z])(?=\d)", " ", name)]
    for form in dict.fromkeys(written):
        words = _read_form(form)
        for start in places(words, reading.tokens):
            end = start + len(words)
            span = reading.cut(start, end)
            if not span or not PAIR.fullmatch(form) or _squash(span) == _squash(form):
                yield Hit(start, end)


@lru_cache(1024)
def _read_form(form: str) -> tuple[Token, ...]:
    """The words of a name, without an article before them."""
    words = tuple(tokens(form))
    return words[1:] if words[0] == "the" and len(words) > 1 else words


@lru_cache(1024)
def _read_value(text: str) -> Value | None:
    """The first value in a slot's text."""
    return next(values(read(text)), None)


def _squash(text: str) -> str:
    return re.sub(r"[\s–-]", "-", text)


def _compare_value(slot: Slot, value: Value) -> Hit | None:
    """The hit if a value is the slot's, else None."""
    hit = Hit(value.start, value.end, value)
    if slot.type == "date":
        return _compare_dates(slot, value)
    if value.kind == "date":  # the part may be the year alone
        year = slot.type == "number" and value.date[2] == slot.value
        return hit if year else None
    if slot.type == "time" or value.kind == "time":
        wanted = _read_value(str(slot.value))
        if slot.type == "time" and wanted and not value.kind:
            point = Fraction(int(wanted.amount) // 60) + wanted.amount % 60 / 100  # 15.25
            return hit if value.amount == point else None
        both = slot.type == value.kind == "time"
        return hit if both and wanted and wanted.amount == value.amount else None
    return _compare_numbers(slot, value)


def _compare_dates(slot: Slot, value: Value) -> Hit | None:
    wanted = _read_value(str(slot.value))
    if value.kind != "date" or wanted is None or wanted.date[:2] != value.date[:2]:
        return None
    year, given = wanted.date[2], value.date[2]
    if year and given and year != given:
        return None
    doubt = NO_YEAR if year and not given else ""
    return Hit(value.start, value.end, value, doubt)


def _compare_numbers(slot: Slot, value: Value) -> Hit | None:
    size = UNITS[slot.unit][1] if slot.unit in UNITS else Fraction(1)
    bare: Fraction | None = None
    if slot.type == "duration":
        wanted = next(values(read(str(slot.value))))
        number, amount = tokens(str(slot.value))[0], wanted.amount
        if wanted.end == 2 and isinstance(number, Number):
            bare = number.value
    else:
        bare = Fraction(str(slot.value))
        amount = bare * size
    own = [value.amount if value.kind == slot.kind else value.amount / value.size]
    if value.also is not None and not slot.kind == value.kind == "percent":
        own.append(value.also)  # 25% is 0.25
    right = amount if value.kind == slot.kind != "" else bare
    margin = Fraction(str(slot.tolerance)) * (abs(right) if right else 1)
    if value.kind == slot.kind == "percent":
        own = [abs(number) for number in own]  # -35% is 35% off
    if right is None or not any(abs(number - right) <= margin for number in own):
        return None
    if value.kind not in ("", slot.kind) and slot.kind:
        return None  # 55 g is not 55 kg, and $73 is not €73
    if slot.type == "number" and value.kind == slot.kind != "" and value.size != size:
        return Hit(value.start, value.end, value, "it is given in another unit")
    return Hit(value.start, value.end, value, _doubt_unit(slot, value))


def _doubt_unit(slot: Slot, value: Value) -> str:
    """Why a number of the right value may count something else; "" if it doesn't."""
    if value.kind == "percent" and not slot.kind:
        return PERCENTAGE
    if value.kind and slot.nouns:
        return f"it is given in {value.kind}"
    if value.nouns and slot.kind:
        return f"it counts {' '.join(value.nouns)}"
    if value.nouns and slot.nouns and not slot.nouns & value.counted:
        return f"it counts {' '.join(value.nouns)}"
    return ""


def list_forms(part: Any) -> Any:
    """The texts and numbers by which a page may show a part: its plain alternatives."""
    if not (isinstance(part, dict) and "type" in part):
        return part
    slot = to_slot(part)
    if slot.type in ("number", "money"):
        return {"number": slot.value, "tolerance": slot.tolerance}
    reading = read(str(slot.value))
    value = next(values(reading, _FUNCTION_WORDS), None)
    if slot.type == "date" and value and value.kind == "date":
        month, day, _ = value.date
        names = (month_name[month], month_abbr[month])
        days = [form for name in names for form in (f"{name} {day}", f"{day} {name}")]
        return [*slot.texts, *days]
    if slot.type == "duration" and value and value.kind != "date":
        hours, minutes = divmod(int(value.amount), 60)
        brief = ["{} h {} min", "{} hr {} min", "{}h {}m", "{} hours {} minutes"] if hours else []
        whole = [f"{value.amount} min", f"{value.amount} minutes"]
        return [*slot.texts, *(form.format(hours, minutes) for form in brief), *whole]
    return list(slot.texts)


def leaves(rule: Any) -> Iterator[str | int | float]:
    """All texts and numbers that a rule, or a part of one, names."""
    match rule:
        case {"type": _, "value": value}:
            yield value
            yield from rule.get("alternatives", ())
        case dict():
            for key in rule.keys() & {"parts", "any", "not", "number"}:
                yield from leaves(rule[key])
        case list():
            for item in rule:
                yield from leaves(item)
        case _:
            yield rule
