"""The parts of a reference as typed slots, and where an answer says them.

A slot is {"type", "value"} with optional "unit", "tolerance" and "alternatives" (other right
texts). Its type is one of TYPES. People may write a part plainly instead, as a text, a number,
{"number", "tolerance"} or a list of alternatives: `to_slot` finds its type, and its unit in the
reference answer. `read_plain` finds the slots of a reference without a rule.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from .answer_tokens import Reading, Token, read, tokens
from .answer_values import Value, is_money, values
from .answer_words import FUNCTION_WORDS, REVERSING
from .comparing import compare

SLOT = {"type", "value", "unit", "tolerance", "alternatives"}
TYPES = ("number", "money", "duration", "time", "date", "name", "code", "yes-no")
MEASURED = TYPES[:5]  # types whose values are compared by amount
# a word with a digit in it, one before a number, or capitals: C2, LW 244, 2019-20, MWZHGB
_CODE = re.compile(r"(?=\S*\d)[\w:./–-]+|[A-Za-z]+ \d+|[A-Z]{4,}")
MOST_NAMED = 3  # alternatives that a description names
PAIR = re.compile(r"\d+\s?[/:–-]\s?\d+")  # 6/12, 3-1
# a name as people write it, without a sentence around it: "Dr. Erin Vale", "Shelf A1", "increase"
_NAME = re.compile(r"[^\W_][\w'’&.-]*(?: [^\W_][\w'’&.-]*){0,5}")
_PER = re.compile(r"\s?(?:/|\bper) ?[A-Za-z]+$")  # "54 tokens per second", "$9/month"
_TITLE = re.compile(r"(?:Dr|Prof|Mr|Mrs|Ms)\.? ")
_ONLY_LOWER = 2  # words; a longer text without capitals is prose


@dataclass(frozen=True)
class Slot:
    """What an answer must say in one place."""

    type: str
    value: Any
    unit: str = ""
    tolerance: float = 0
    alternatives: tuple[str, ...] = ()

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
            value = f'"{self.value}"'
        others = [f'"{other}"' for other in self.alternatives]
        if len(others) > MOST_NAMED:
            others[MOST_NAMED:] = [f"another of {len(others) + 1} wordings"]
        return " or ".join((value, *others))

    @property
    def texts(self) -> tuple[str, ...]:
        """The value and the alternatives as texts."""
        return (str(self.value), *self.alternatives)

    @property
    def wanted(self) -> Value | None:
        """The value that is asked for; None for a name, a code, yes and no."""
        return _read_value(f"{self.value} {self.unit}") if self.type in MEASURED else None

    @property
    def kind(self) -> str:
        """What values compete for it: "mass", "$", "date", …; "" for a count, else its type."""
        return self.wanted.kind if self.wanted else self.type


@dataclass(frozen=True)
class Hit:
    """Tokens that say a slot; `doubt` is why they may mean something else."""

    start: int
    end: int
    value: Value | None = None
    doubt: str = ""


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
            return _type_value(part) or _type_text(part)
        case [first, *others]:
            return _type_list(first, others, reference)
    raise ValueError(
        "A part is a text, a number, a number with a tolerance, a slot with a type"
        f" ({', '.join(TYPES)}) and a value, or a list of alternatives, not {part!r}."
    )


def read_plain(text: str) -> list[Slot]:
    """The slots of a reference without a rule: one, or several between semicolons.

    [] if a part is not typed as a whole: prose, "X or Y", a formula, "name, number".
    """
    slots = []
    for part in text.split(";"):
        part = part.strip(" \n\"'“”‘’").removesuffix(".")
        slot = _type_value(_PER.sub("", part))
        if not slot and (_CODE.fullmatch(part) or _is_name(part)):
            slot = _type_text(part)
            if _TITLE.match(part):
                slot = replace(slot, alternatives=(_TITLE.sub("", part),))
        if not slot:
            return []
        slots.append(slot)
    return slots


def _is_name(text: str) -> bool:
    """Whether a text is a name and nothing else."""
    words = [word for word in tokens(text) if isinstance(word, str)]
    if not _NAME.fullmatch(text) or {*words} & REVERSING:
        return False
    small = [word for word in text.split() if word[0].islower() and word not in FUNCTION_WORDS]
    return not small if text[0].isupper() else len(text.split()) <= _ONLY_LOWER


def _type_number(value: float, reference: str, tolerance: float = 0) -> Slot:
    """A number with the unit that it has in the reference answer."""
    reading = read(reference)
    for found in values(reading, FUNCTION_WORDS):
        number = reading.find_number(found.start)
        if number and number.value == Fraction(str(value)) and found.kind not in ("date", "time"):
            unit = _write_unit(found, reading)
            return Slot("money" if is_money(unit) else "number", value, unit, tolerance)
    return Slot("number", value, "", tolerance)


def _write_unit(value: Value, reading: Reading) -> str:
    if is_money(value.kind):
        return value.kind
    if value.kind == "percent":
        return "%"
    if value.kind:
        return reading.find_word(value.end - 1)
    return " ".join(value.nouns)


def _type_value(text: str) -> Slot | None:
    """The slot of a text that is one value and nothing else; None for other texts."""
    reading = read(text)
    found = list(values(reading, FUNCTION_WORDS))
    if len(found) != 1 or (PAIR.fullmatch(text) and found[0].kind != "time"):
        return None
    value, number = found[0], reading.find_number(0)
    if value.start or value.end + len(value.nouns) != len(reading.tokens):
        return None
    if value.kind in ("date", "time", "duration"):
        return Slot(value.kind, text)
    if number and number.value.denominator in (1, 2, 4, 5, 8, 10, 20, 100, 1000):
        exact = int(number.value) if number.value.denominator == 1 else float(number.value)
        return _type_number(exact, text)
    return None


def _type_text(text: str) -> Slot:
    """A text without a value as a slot: yes or no, a code, or a name."""
    if text.casefold() in ("yes", "no"):
        return Slot("yes-no", text.casefold())
    return Slot("code" if _CODE.fullmatch(text) or PAIR.fullmatch(text) else "name", text)


def _type_list(first: Any, others: Sequence[Any], reference: str) -> Slot:
    """The slot of the first alternative (of dates, the ISO one), with those it doesn't cover."""
    every = [first, *others]
    iso = [text for text in every if re.fullmatch(r"\d{4}-\d\d-\d\d", str(text))]
    slot = to_slot((iso or every)[0], reference)
    if slot.type == "number" and slot.kind == "duration":
        slot = Slot("duration", f"{slot.value} {slot.unit}")
    texts = dict.fromkeys(map(str, every))
    kept = tuple(text for text in texts if not find(slot, read(text)))
    return replace(slot, alternatives=kept)


# --- where a text says a slot ---


def find(slot: Slot, reading: Reading, plain: frozenset[str] = FUNCTION_WORDS) -> list[Hit]:
    """The places where a text says a slot, in order."""
    hits: list[Hit] = []
    wanted = slot.wanted
    for value in values(reading, plain):
        is_same, doubt = compare(wanted, value, slot.tolerance) if wanted else (False, "")
        hits += [Hit(value.start, value.end, value, doubt)] if is_same else []
    for name in slot.texts[1:] if wanted else slot.texts:
        hits += _find_name(name, reading)
    return sorted(hits, key=lambda hit: hit.start)


def _find_name(name: str, reading: Reading) -> Iterator[Hit]:
    """The places where a text says a name or a code; spaces and hyphens in it don't count."""
    whole = _join_name(name)
    for start in range(len(reading.tokens)):
        end, joined = start, ""
        while end < len(reading.tokens) and whole.startswith(joined) and joined != whole:
            joined, end = joined + _write(reading.tokens[end]), end + 1
        pair = PAIR.fullmatch(name)
        if joined == whole and not (pair and _squash(reading.cut(start, end)) != _squash(name)):
            yield Hit(start, end)


@lru_cache(1024)
def _join_name(name: str) -> str:
    """The words of a name without spaces, and without an article before them."""
    words = tokens(name)
    return "".join(map(_write, words[1:] if words[0] == "the" and len(words) > 1 else words))


def _write(token: Token) -> str:
    return token if isinstance(token, str) else str(token.value)


@lru_cache(1024)
def _read_value(text: str) -> Value:
    """The first value in a slot's text; raises ValueError if there is none."""
    found = next(values(read(text), FUNCTION_WORDS), None)
    if found is None:
        raise ValueError(f"A slot of this type needs a value that can be read, not {text!r}.")
    return found


def _squash(text: str) -> str:
    return re.sub(r"[\s–-]", "-", text)
