"""Whether an answer in which a part was not found plainly lacks it, or may say it in another way.

It plainly lacks the part unless it may say it in a way that the rules don't read: part of a name, a
number in words, another format of a date or a time.
"""

import re
from difflib import get_close_matches
from fractions import Fraction

from .answer_parts import PAIR, Slot
from .answer_tokens import Number, Reading, read, tokens
from .answer_values import values
from .competing import PLAIN

# words for numbers that are not read as numbers by themselves
_NUMBER_WORDS = frozenset(
    re.findall(
        r"\w+",
        "half quarter quarters third thirds dozen couple hundred thousand million noon midnight"
        " none nothing free twice double",
    )
)
_DAY_WORDS = frozenset(
    re.findall(
        r"\w+", "today tomorrow yesterday monday tuesday wednesday thursday friday saturday sunday"
    )
)
_REFERRING_WORDS = frozenset(re.findall(r"\w+", "former latter first second both same"))
_ORDINALS = re.findall(
    r"\w+", "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
)
_SHORT = 3  # letters; a shorter word of a name doesn't identify it


def explain_missing(
    slot: Slot, reading: Reading, question: str, wrong: str
) -> tuple[bool | None, str]:
    """False if the answer plainly lacks the slot, None if it may say it; and the reason.

    `wrong` is a wrong name that the answer says, or "".
    """
    asked = {token for token in tokens(question) if isinstance(token, str)}
    words = {token for token in reading.tokens if isinstance(token, str)}
    if slot.type in ("name", "code", "yes-no"):
        doubt = "" if wrong else _find_part_of_name(slot, reading, words, asked)
    else:
        doubt = _find_unread_value(slot, reading, words - asked) or _find_ordinal(slot, words)
    if doubt:
        return None, f"{doubt}, where {slot.describe()} is right."
    return False, f"The answer does not say {slot.describe()}."


def _find_part_of_name(slot: Slot, reading: Reading, words: set[str], asked: set[str]) -> str:
    """How an answer may mean a name without writing it in full; "" if it doesn't."""
    if slot.type == "yes-no":
        return "The answer says neither yes nor no"
    if slot.type == "code":
        numbers = re.findall(r"\d+", str(slot.value)) if PAIR.fullmatch(str(slot.value)) else []
        given = iter([str(token.value) for token in reading.tokens if isinstance(token, Number)])
        both = len(numbers) == 2 and all(number in given for number in numbers)  # in this order
        return "The answer gives the two numbers apart" if both else ""
    own = {token for text in slot.texts for token in tokens(text) if isinstance(token, str)} - PLAIN
    own = (own - asked) or own
    own = {word for word in own if len(word) >= _SHORT or not word.isascii()}
    if said_words := own & words:
        return f'The answer says only "{min(said_words)}"'
    for word in sorted(words - asked - PLAIN):
        if len(word) > _SHORT and (similar := get_close_matches(word, own, 1, 0.8)):
            return f'The answer says "{word}", not "{similar[0]}"'
    if asked >= own and words & _REFERRING_WORDS:
        return f'The answer says "{min(words & _REFERRING_WORDS)}" instead of a name'
    return ""


def _find_unread_value(slot: Slot, reading: Reading, words: set[str]) -> str:
    """How an answer may give a value in a form that is not read; "" if it doesn't."""
    if unread := words & _NUMBER_WORDS:
        return f'The answer counts with "{min(unread)}"'
    numbers = [token.value for token in reading.tokens if isinstance(token, Number)]
    if slot.type == "date":
        if words & _DAY_WORDS and not any(value.kind == "date" for value in values(reading, PLAIN)):
            return f'The answer says "{min(words & _DAY_WORDS)}"'
        date_like = [word for word in words if re.fullmatch(r"\d\d?[./-]\d\d?[./-]\d+", word)]
        return f'The answer writes a day as "{date_like[0]}"' if date_like else ""
    if slot.type == "time":
        return _find_other_half_of_day(slot, reading, numbers)
    right = Fraction(str(slot.value)) if slot.type != "duration" else None
    if right and any(number * 1000 == right for number in numbers):
        return "The answer may write thousands with a point"
    return ""


def _find_ordinal(slot: Slot, words: set[str]) -> str:
    """How an answer may mean number 1 by "in first place"; "" if it doesn't."""
    small = slot.type == "number" and not slot.kind and slot.value in range(1, len(_ORDINALS) + 1)
    if small and _ORDINALS[int(slot.value) - 1] in words:
        return f'The answer says "{_ORDINALS[int(slot.value) - 1]}"'
    return ""


def _find_other_half_of_day(slot: Slot, reading: Reading, numbers: list[Fraction]) -> str:
    """How an answer may mean 21:30 by "9:30" or "9.30 in the evening"; "" if it doesn't."""
    wanted = next(values(read(str(slot.value))))
    half_day = 12 * 60
    hours, minutes = divmod(wanted.amount, 60)
    for value in values(reading, PLAIN):
        if value.kind == "duration" and value.amount in (wanted.amount, hours + minutes / 60):
            return "The answer says how long, in other units"
        if value.kind == "time" and value.amount % half_day == wanted.amount % half_day:
            return (
                "The answer gives that time in the other half of the day, or without saying which"
            )
    for number in numbers:
        if (
            number.denominator != 1
            and (int(number) * 60 + number % 1 * 100 - wanted.amount) % half_day == 0
        ):
            return "The answer may give the time with a point"
    return ""
