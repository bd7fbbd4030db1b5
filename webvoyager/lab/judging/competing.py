"""What in an answer competes with the values it should say, or leaves them in doubt.

An answer is right only if nothing is left over: each word comes from a slot, the question, the
reference or PLAIN, and each value belongs to a slot, is known, or has a type that no slot has. So
no list of ways to hedge, deny or mix things up is needed: what isn't understood is left to a judge.
"""

import re
from collections.abc import Iterable, Sequence

from .answer_parts import Hit, Slot
from .answer_tokens import Reading, Token, places, read
from .answer_values import MONEY, Value, cut_ending, values

# words that don't change the meaning of an answer
PLAIN = frozenset(
    re.findall(
        r"\w+",
        """
    a an the this that these those it its he she they his her their i you your we me my
    is are was were be been being has have had having do does did done
    of in on at for from to by with and as per so into onto out within which who whom whose
    what when where how there here each all both any s m re ll ve
    answer final total altogether together sum difference value result namely exactly
    called named titled title name number amount price cost fare fee rate rating rated
    charged charges pay paid take takes taking took costs come comes came make makes
    found find finds shown shows show stated states says say listed lists list given gives give
    according page site website reads read
    found looked see seen checked search searched using based
    flown operated run runs offered sold used uses wrote author belongs
    leave leaves leaving depart departs departing departure arrive arrives arriving arrival
    begin begins began beginning start starts starting via such them themselves will would
    night nights chose chosen selected hold holds stand stands play plays
    please sure yes hello hi thanks
    now please date day time month year hour minute
    monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri
    sat sun utc
    star stars point points place places percent dollar dollars euro euros pound pounds
    person people adult adults piece pieces item items
    """,
    )
)
# words that may reverse an answer, even if the question has them
REVERSING_WORDS = frozenset(
    re.findall(
        r"\w+",
        """
    not no nor never neither none nothing cannot cant dont doesnt didnt isnt arent wasnt werent
    wont couldnt unable or either else than but except without unless if maybe perhaps
    """,
    )
)
_TERM = r"(?:sign[a-z]{3} )?\d[\d.,]*(?:\s?[^\W\d_]++){0,3}+(?:\s?\([^()]{0,40}\))?"
_SUM = re.compile(rf"{_TERM}(?:\s*[-+−–×*]\s*{_TERM}){{1,9}}\s*=")
_RANGE = re.compile(r"\s?[-–—]\s?")
_DOUBT_SIGNS = re.compile(r"[~≈<>≤≥±¬≠?✗✘❌]|\d\+")


def find_competing(
    answer: str, reading: Reading, slots: Sequence[Slot], hits: Sequence[list[Hit]], known: "Known"
) -> str:
    """What competes with the slots or leaves them in doubt, worded as a reason; "" if nothing does.

    `hits` has, for each slot, the places where the answer says it.
    """
    own = {at for found in hits for hit in found for at in range(hit.start, hit.end)}
    found = [
        value for value in values(reading, PLAIN) if not own & {*range(value.start, value.end)}
    ]
    summed = _list_summands(reading)
    given = [hit.value for of_slot in hits for hit in of_slot if hit.value]
    for value in found:
        if value.start in summed or known.has(value):
            continue
        if _competes(value, slots, given) or _ends_range(reading, value, own):
            return f'also says "{reading.cut(value.start, value.end + len(value.nouns))}"'
    taken = own | {at for value in found for at in range(value.start, value.end)}
    taken |= {value.end for value in found if value.kind and value.end not in reading.breaks}
    taken |= summed
    for at, token in enumerate(reading.tokens):
        if at not in taken and isinstance(token, str):
            around = reading.tokens[max(0, at - 2) : at + 2]
            if not known.allows(token) and not known.quotes(around):
                return f'also says "{token}"'
    signs = _DOUBT_SIGNS.search(known.leave_out(answer))
    return f'has "{signs[0]}" in it' if signs else ""


class Known:
    """The words and values that an answer may say besides its slots: the question's and others."""

    def __init__(self, question: str, reference: str, slots: Sequence[Slot]) -> None:
        asked, given = read(question), read(reference)
        named = _list_names(question) if _is_choice(slots, asked) else frozenset()
        self._words = (
            {cut_ending(word) for word in _select_words(asked.tokens)} - named - REVERSING_WORDS
        )
        self._words |= {cut_ending(word) for word in _select_words(given.tokens)}
        self._words |= {
            cut_ending(word)
            for slot in slots
            for text in (*slot.texts, slot.unit)
            for word in _select_words(read(text).tokens)
        }
        self._words |= set(map(cut_ending, PLAIN))
        self._values = [*values(asked, PLAIN), *values(given, PLAIN)]
        self._reference, self._asked = reference, asked.tokens

    def allows(self, word: str) -> bool:
        """Whether an answer may contain a word."""
        return cut_ending(word) in self._words

    def quotes(self, words: Sequence[Token]) -> bool:
        """Whether four words quote the question, such as "of 8 or more"."""
        return len(words) == 4 and bool(places(list(words), self._asked))

    def has(self, value: Value) -> bool:
        """Whether the question or the reference has the value."""
        return any(
            _is_same_day(value, other)
            or (
                (value.amount, value.date) == (other.amount, other.date)
                and (value.kind == other.kind or value.bare)
            )
            for other in self._values
        )

    def leave_out(self, answer: str) -> str:
        """The answer without the signs of doubt that the reference has too."""
        signs = set(_DOUBT_SIGNS.findall(self._reference))
        return "".join(character for character in answer if character not in signs)


def _select_words(tokens: Iterable[Token]) -> set[str]:
    return {token for token in tokens if isinstance(token, str)}


def _is_choice(slots: Sequence[Slot], asked: Reading) -> bool:
    """Whether the question names the right answer, among others to choose from."""
    words = _select_words(asked.tokens)
    return any(
        _select_words(read(text).tokens) <= words
        for slot in slots
        if slot.type == "name"
        for text in slot.texts
    )


def _list_names(question: str) -> frozenset[str]:
    """The capitalised words of a question, except its first word."""
    names = re.findall(r"(?<!^)\b[A-Z][\w'’-]*", question)
    return frozenset(
        cut_ending(word) for name in names for word in _select_words(read(name).tokens)
    )


def _competes(value: Value, slots: Sequence[Slot], given: Sequence[Value]) -> bool:
    """Whether a value in the answer could be taken for a slot's."""
    if value.kind in ("date", "time"):
        return any(slot.type == value.kind for slot in slots)
    if value.kind:
        kinds = {slot.kind for slot in slots} | {other.kind for other in given}
        return value.kind in kinds or (value.kind in MONEY and bool(kinds & MONEY))
    if value.bare:
        has_digits = any(
            any(character.isdigit() for character in text)
            for slot in slots
            if slot.type == "code"
            for text in slot.texts
        )
        return has_digits or any(not other.kind for other in given)
    nouns = {noun for slot in slots for noun in slot.nouns}
    nouns |= {noun for other in given for noun in other.counted}
    return bool(nouns & value.counted) or any(
        slot.type == "number" and not slot.unit for slot in slots
    )


def _is_same_day(value: Value, other: Value) -> bool:
    if value.kind != "date" or other.kind != "date":
        return False
    years = {each.date[2] for each in (value, other)} - {None}
    return value.date[:2] == other.date[:2] and len(years) < 2


def _ends_range(reading: Reading, value: Value, own: set[int]) -> bool:
    """Whether a value and a slot's are the ends of a range: "3-5 days" where 3 is right."""
    return any(
        at in own and _RANGE.fullmatch(reading.text[reading.spans[a][1] : reading.spans[b][0]])
        for at, a, b in (
            (value.start - 1, value.start - 1, value.start),
            (value.end, value.end - 1, value.end),
        )
    )


def _list_summands(reading: Reading) -> set[int]:
    """The tokens before the "=" of a sum: "26 + 21 = 47" claims only 47."""
    found: set[int] = set()
    for match in _SUM.finditer(reading.text):
        found |= {
            at
            for at, (start, _) in enumerate(reading.spans)
            if match.start() <= start < match.end()
        }
    return found
