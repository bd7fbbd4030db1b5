"""Whether an answer says the slots of a reference: right, wrong, or for a judge to say.

A verdict needs evidence from an answer that has been read in full: each word comes from a slot, the
question, the reference or the plain words, each value belongs to a slot, is the question's, or has
a type that no slot has. So no list of ways to hedge, deny or mix things up is needed: what isn't
understood is left to a judge. That a slot was not found proves nothing.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, combinations, pairwise

from .answer_parts import Hit, Slot, find
from .answer_tokens import Number, Reading, read, tokens
from .answer_values import Value, cut_ending, is_money, values
from .answer_words import (
    APPROXIMATE,
    PLAIN,
    REFERRING,
    find_asking,
    find_quotes,
    list_known,
    list_stems,
    turns_round,
)
from .comparing import NO_YEAR, PERCENTAGE, compare

Outcome = tuple[bool | None, str]  # success, and one sentence on why
_TERM = r"(?:[a-z]{0,2}[$€£¥₹]\s?)?\d[\d.,]*(?:\s?[^\W\d_]++){0,3}+(?:\s?\([^()]{0,40}\))?"
_SUM = re.compile(rf"{_TERM}(?:\s*[-+−–×*]\s*{_TERM}){{1,9}}\s*=(?:\s*{_TERM}\s*[=≈])*")
_DOUBT_SIGNS = re.compile(r"[<>≤≥±¬≠?✗✘❌☆]|\d\+|\bat (?:least|most)\b|\bup to\b")
_NOT_FOUND = re.compile(
    r"\b(?:could not|couldnt|cannot|cant|unable to|(?:was|were) not able to|failed to)\b"
    r"|\b(?:did not|didnt|have not|havent) (?:find|found|locate|see)\b"
    r"|\b(?:does not|doesnt|do not|dont) (?:mention|say|state|list|show|give)\b"
    r"|\b(?:is|was|are|were) not (?:found|mentioned|listed|stated|given|shown)\b"
    r"|^there (?:is|are|was|were) no\b|^no \w+ (?:is|are|was|were)\b"
)
# what stands behind the first: ", ahead of the Blue Net with 33"
_RUNNER_UP = re.compile(
    r",? (?:just )?(?:\(?followed by|ahead of) [^;\n]*?(?=\. |[;\n)]|$)", re.IGNORECASE
)
_OWNER = re.compile(r"(?<![\w/])[\w.-]+/(?=\w)")
_ABOUT = 0.3  # a share by which "about 80" may be off
_DASHES = {"-", "–", "—"}
_NEGATIVE = {"no", "not", "none", "nothing", Number(Fraction(0))}


@dataclass(frozen=True)
class Claim:
    """An answer as it was read: where it says each slot and a wrong name, and what is left."""

    question: str
    reference: str
    reading: Reading
    slots: Sequence[Slot]
    hits: Sequence[list[Hit]]  # of each slot
    wrong: Sequence[Hit]  # wrong names outside the right ones
    others: Sequence[Value]  # values that belong to no slot and are not the question's
    phrases: Sequence[Sequence[str]]  # the words that belong to nothing of these

    @property
    def missing(self) -> list[Slot]:
        """The slots that were not found."""
        return [slot for slot, found in self.pair() if not found]

    def pair(self) -> Iterator[tuple[Slot, list[Hit]]]:
        """Each slot with its hits."""
        return zip(self.slots, self.hits, strict=True)

    def cut(self, part: Hit | Value) -> str:
        """What the answer says in a place."""
        return self.reading.cut(part.start, part.end + len(getattr(part, "nouns", ())))


def decide(
    answer: str,
    slots: Sequence[Slot],
    excluded: Sequence[Slot],
    question: str,
    reference: str,
    ordered: bool,
) -> Outcome:
    """Whether an answer says all slots and nothing that competes with them.

    `excluded` are wrong names, such as the other candidates of a comparison; `ordered` says whether
    names must come in the order of the slots.
    """
    claim = _read_claim(answer, slots, excluded, question, reference)
    if claim.missing and _is_not_found(claim):
        return False, "The answer says that it was not found."
    if unread := _find_unread(claim):
        return None, f"The answer {unread}."
    if claim.missing:
        return _explain_missing(claim)
    if claim.wrong:
        return (None if slots else False), f'The answer also names "{claim.cut(claim.wrong[0])}".'
    doubt = _find_doubt(claim) or _find_disorder(claim, ordered) or _find_competing(claim)
    return (None, f"The answer {doubt}.") if doubt else (True, "")


# --- reading an answer ---


def _read_claim(
    answer: str, slots: Sequence[Slot], excluded: Sequence[Slot], question: str, reference: str
) -> Claim:
    """The answer with each of its words and values attributed."""
    reading = read(_RUNNER_UP.sub(".", answer))
    hits = [find(slot, reading, PLAIN) for slot in slots]
    own = _cover(chain(*hits))
    wrong = [hit for slot in excluded for hit in find(slot, reading, PLAIN)]
    for slot, found in zip(slots, hits, strict=True):
        wrong += () if found else _find_other_codes(slot, reading)
    wrong = [hit for hit in wrong if not own & _cover([hit])]  # "Cedar Lodge" in "Cedar Lodge Spa"
    covered = own | _cover(wrong) | _cover_summands(reading) | _cover_owners(reading, own)
    left = [value for value in values(reading, PLAIN) if not covered & _cover([value])]
    covered |= _cover(left) | {value.end for value in left if value.kind}  # "CO2" after 81 kg
    covered |= find_quotes(question, reading.tokens)
    phrases: list[list[str]] = [[]]
    for at, word in enumerate(reading.tokens):
        phrases += [[]] if at in reading.breaks else []
        phrases[-1] += [] if at in covered else [str(word)]
    asked = list(values(read(find_asking(question) if all(hits) else question), PLAIN))
    others = [value for value in left if not any(_is_same(value, each) for each in asked)]
    return Claim(question, reference, reading, slots, hits, wrong, others, phrases)


def _cover(parts: Iterable[Hit | Value]) -> set[int]:
    """The indices of the tokens that these parts span."""
    return {at for part in parts for at in range(part.start, part.end)}


def _cover_owners(reading: Reading, own: set[int]) -> set[int]:
    """The tokens of "granary/" before a name that is right: granary/tallybook."""
    starts = [reading.spans[at][0] for at in own]
    owners = [match.span() for match in _OWNER.finditer(reading.text) if match.end() in starts]
    return {n for n, span in enumerate(reading.spans) if any(a <= span[0] < b for a, b in owners)}


def _cover_summands(reading: Reading) -> set[int]:
    """The tokens before the "=" of a sum: "26 + 21 = 47" claims only 47."""
    sums = [match.span() for match in _SUM.finditer(reading.text)]
    starts = enumerate(start for start, _ in reading.spans)
    return {at for at, start in starts if any(begin <= start < end for begin, end in sums)}


def _find_other_codes(slot: Slot, reading: Reading) -> Iterator[Hit]:
    """Codes with other digits than a slot's, written as it is: LW 246 for LW 244."""
    if slot.type == "code" and re.search(r"\d", slot.value):
        form = re.sub(r"\\?[-–]", "[-–]", re.escape(slot.value.casefold()))
        form = re.sub(r"\d", r"\\d", form)
        for match in re.finditer(rf"(?<![\w.-]){form}(?![\w-]|\.\w)", reading.text):
            starts = enumerate(start for start, _ in reading.spans)
            inside = [at for at, start in starts if match.start() <= start < match.end()]
            yield Hit(inside[0], inside[-1] + 1)


def _is_same(value: Value, other: Value) -> bool:
    """Whether two values are the same; a date may lack its year, a number its unit."""
    if value.kind == other.kind == "date":
        years = {value.date[2], other.date[2]} - {None}
        return value.date[:2] == other.date[:2] and len(years) < 2
    return value.amount == other.amount and (value.kind == other.kind or value.bare)


def _find_unread(claim: Claim) -> str:
    """The first word or sign that is not understood, as a reason; "" if all are."""
    names = [text for slot in claim.slots if slot.type == "name" for text in slot.texts]
    own = [text for slot in claim.slots for text in (*slot.texts, slot.unit)]
    known = list_known(claim.question, [*own, claim.reference], names, not claim.missing)
    for word in chain(*claim.phrases):
        if cut_ending(word) not in known:
            return f'also says "{word}"'
    signs = {*_DOUBT_SIGNS.findall(claim.reading.text)}
    if signs := signs - {*_DOUBT_SIGNS.findall(read(claim.reference).text)}:
        return f'has "{min(signs)}" in it'
    counted = [noun for slot in claim.slots if slot.wanted for noun in slot.wanted.counted]
    named = chain(*(hits for slot, hits in claim.pair() if slot.type == "name"))
    passive = any(claim.reading.find_word(hit.start - 1) == "by" for hit in named)
    if claim.missing or passive:
        return ""
    turned = any(turns_round(claim.question, phrase, counted) for phrase in claim.phrases)
    return "turns the words of the question round" if turned else ""


# --- evidence that an answer is wrong ---


def _is_not_found(claim: Claim) -> bool:
    """Whether an answer says plainly that nothing was found, where something can be."""
    text = claim.reading.text.strip(" .!*")
    if not _NOT_FOUND.search(text) or re.search(r"[;\n]|\.\s", text):  # it may say more
        return False
    if claim.wrong or any(claim.hits) or any(_competes(claim, each) for each in claim.others):
        return False
    return not any(_NEGATIVE & {*tokens(text)} for slot in claim.slots for text in slot.texts)


def _explain_missing(claim: Claim) -> Outcome:
    """False if the answer, read in full, says something else or leaves a slot out; else None."""
    for slot in claim.missing:
        rivals = _list_rivals(slot, claim)
        single = [each.kind for each in claim.missing].count(slot.kind) == 1
        if single and len(rivals) == 1 and rivals[0][1] is False:
            said = claim.cut(rivals[0][0])
            return False, f'The answer says "{said}" where {slot.describe()} is right.'
    missing = claim.missing[0].describe()
    if claim.wrong:
        return False, f'The answer names "{claim.cut(claim.wrong[0])}", not {missing}.'
    if (
        claim.others
        or APPROXIMATE & {*chain(*claim.phrases)}
        or any(_may_be_reworded(slot, claim) for slot in claim.missing)
    ):
        return None, f"The answer does not say {missing} in a way that the rules read."
    return False, f"The answer does not say {missing}."


def _list_rivals(slot: Slot, claim: Claim) -> list[tuple[Value, bool | None]]:
    """The values that claim a slot's place, with whether they are the slot's."""
    wanted, about = slot.wanted, bool(APPROXIMATE & {*chain(*claim.phrases)})
    compared = [
        (each, *compare(wanted, each, _ABOUT if about else 0))
        for each in claim.others
        if wanted and not each.per
    ]
    rivals = [(each, is_same) for each, is_same, doubt in compared if is_same is not None or doubt]
    return [rival for rival in rivals if rival[0].kind] or rivals


def _may_be_reworded(slot: Slot, claim: Claim) -> bool:
    """Whether an answer read in full may still mean a slot, by a part of it or by "the former"."""
    said, asked = {*list_stems(claim.reading.tokens)}, {*list_stems(tokens(claim.question))}
    texts = [{*list_stems(tokens(text))} for text in slot.texts]
    own = set().union(*texts) - asked
    named = any(text and text <= asked for text in texts)
    return slot.type == "yes-no" or named or bool(said & (own | REFERRING))


# --- doubts that a right value is claimed ---


def _find_doubt(claim: Claim) -> str:
    """Why a part that was found may mean something else; "" if nothing is in doubt."""
    said, question = claim.reading.tokens, tokens(claim.question)
    if 2 * len(said) >= len(question) and {*said} <= {*question}:
        return "only repeats the question"
    asked = [str(word) for word in [*question, *tokens(claim.reference)]]
    by = {cut_ending(b) for a, b in pairwise(asked) if a in ("per", "a", "an", "each", "every")}
    for slot, found in claim.pair():
        doubts = [hit.doubt for hit in found if not _is_settled(hit.doubt, claim)]
        if len(doubts) == len(found):
            return f"says {slot.describe()}, but {doubts[0]}"
        for value in (hit.value for hit in found if hit.value):
            if value.per and value.per not in by:
                return f"says {slot.describe()}, but per {value.per}"
    return ""


def _is_settled(doubt: str, claim: Claim) -> bool:
    """Whether the question settles a doubt: it names the year, or asks for a percentage."""
    if doubt == PERCENTAGE:
        return bool(re.search(r"%|percent|share", f"{claim.question} {claim.reference}"))
    if doubt == NO_YEAR:
        years = re.findall(r"\b(?:19|20)\d\d\b", claim.reference)
        return not years or any(year in claim.question for year in years)
    return not doubt


def _find_disorder(claim: Claim, ordered: bool) -> str:
    """A reason if two parts that only their order tells apart come in another; else ""."""
    pairs = zip(claim.slots, (found[0] for found in claim.hits), strict=True)
    for (slot, hit), (other, later) in combinations(pairs, 2):
        if hit.value and later.value:
            nouns = hit.value.nouns and later.value.nouns and slot.unit != other.unit
            alike = hit.value.kind == later.value.kind and not nouns
        else:
            alike = ordered and slot.type == other.type
        if alike and later.start < hit.start:
            return "says the parts in another order than they were asked for"
    return ""


def _find_competing(claim: Claim) -> str:
    """The first value that competes with the slots', as a reason; "" if none does."""
    for value in claim.others:
        if _competes(claim, value) or _ends_range(claim, value):
            return f'also says "{claim.cut(value)}"'
    return ""


def _ends_range(claim: Claim, value: Value) -> bool:
    """Whether a value and a slot's are the ends of a range: "3-5 days" where 3 is right."""
    ends = {hit.end for hit in chain(*claim.hits)} & {value.start}
    ends |= {hit.start for hit in chain(*claim.hits)} & {value.end}
    spans, text = claim.reading.spans, claim.reading.text
    return any(text[spans[at - 1][1] : spans[at][0]].strip() in _DASHES for at in ends)


def _competes(claim: Claim, value: Value) -> bool:
    """Whether a value in the answer could be taken for a slot's, or the reference's."""
    given = [hit.value for found in claim.hits for hit in found if hit.value]
    given += [slot.wanted for slot in claim.slots if slot.wanted]
    kinds = {each.kind for each in given}
    if value.kind:
        return value.kind in kinds or (is_money(value.kind) and any(map(is_money, kinds)))
    if value.bare:
        codes = "".join(text for slot in claim.slots if slot.type == "code" for text in slot.texts)
        return "" in kinds or bool(re.search(r"\d", codes))
    given += values(read(claim.reference), PLAIN)
    return any(value.counted & each.counted or each.bare for each in given)
