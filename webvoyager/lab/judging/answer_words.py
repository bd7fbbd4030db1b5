"""The words that an answer may use without changing its claim, from answers.toml.

A question's words are evidence of the topic, not of the claim: some reverse it, some belong to the
other side of a pair such as opens and closes, and taken from two places they may swap the roles.
"""

import re
from collections.abc import Iterable, Sequence

from .answer_tokens import LANGUAGE, Token, places, tokens
from .answer_values import cut_ending


def _list_words(*names: str) -> frozenset[str]:
    """The words of these lists without their endings."""
    return frozenset(cut_ending(word) for name in names for word in LANGUAGE[name].split())


FUNCTION_WORDS = frozenset(LANGUAGE["function"].split())
PLAIN = frozenset(f"{LANGUAGE['plain']} {LANGUAGE['approximate']}".split())
APPROXIMATE = frozenset(LANGUAGE["approximate"].split())
REFERRING, REVERSING = _list_words("referring"), _list_words("reversing")
_STEMS, _KINDS = _list_words("plain", "approximate"), _list_words("kinds")
_COMPARING = _list_words("comparing")
_TURNING = [[{*map(cut_ending, side.split())} for side in sides] for sides in LANGUAGE["turning"]]
_RISKY = REVERSING.union(REFERRING, _COMPARING, *(side for sides in _TURNING for side in sides))
_ASKS = re.compile(
    r"\b(?:what|which|who|whom|whose|when|where|how|why|is|are|does|do|can|could)\b.*\?"
    r"|\b(?:find|give|tell|name|say|report|answer|list|calculate|determine|check|show)\b",
    re.IGNORECASE | re.DOTALL,
)
_ORDERS = re.compile(r"(?:^|[.?!] |please )(\w+)", re.IGNORECASE)
# capitalised words, quoted ones, and such as granary/tallybook
_NAMES = re.compile(r"(?<!^)\b[a-z]?[A-Z][\w'’-]*|[“\"‘][^”\"’]{1,80}[”\"’]|\w[\w.-]*[/_@][\w./-]+")
# from a question word to the next clause
_CLAUSE = re.compile(
    r"\b(?:what|which|who|whom|whose|when|where|how|find|give|tell|name|say|report|list|check|show)\b"
    r"[^,;:?!“(]*?(?=[,;:?!“(]|\.\s|$|\b(?:that|who|if|because|while|before|after|than|with|and)\b)",
    re.IGNORECASE,
)
_QUOTED = 3  # words in a row
_GAP = 1  # words apart that words from one place of a question may be


def list_stems(words: Iterable[Token]) -> list[str]:
    """The words of a text, without its numbers and their endings."""
    return [cut_ending(word) for word in words if isinstance(word, str)]


def find_asking(question: str) -> str:
    """The sentences of a question that ask; the whole question if none of them does."""
    sentences = re.split(r"(?<=[.?!;:])\s+", question)
    return " ".join(each for each in sentences if _ASKS.search(each)) or question


def list_known(
    question: str, own: Iterable[str], candidates: Iterable[str], claims: bool
) -> set[str]:
    """The words, without endings, that an answer to a question may use.

    `own` are the texts of its slots and the reference. If the question names one of the right
    `candidates`, or compares things, its names are no topic. Where the answer `claims` a value, few
    other words of the question are: those near its question word, of its orders, and of one side.
    """
    asked = {*list_stems(tokens(question))}
    asking = {*list_stems(tokens(find_asking(question)))} if claims else asked
    names = {*list_stems(tokens(" ".join(_NAMES.findall(question))))}
    chosen = any({*list_stems(tokens(name))} <= asked for name in candidates)
    known = _list_near(question) if claims else {*asked}
    known = known - names if chosen or asked & _COMPARING else known | names
    known |= _STEMS | (_KINDS - asked if claims else _KINDS)
    turning: set[str] = set()
    for sides in _TURNING:
        named = [side for side in sides if side & asked]
        for side in sides if named else ():
            if named != [side]:
                turning |= side
            elif side & asking:
                known |= side
    return (known - REVERSING - turning).union(*(list_stems(tokens(text)) for text in own))


def _list_near(question: str) -> set[str]:
    """The words of the clauses that ask, and the verbs of a question's orders."""
    near = {*list_stems(tokens(" ".join(_ORDERS.findall(question))))}
    for match in _CLAUSE.finditer(question):
        clause = list_stems(tokens(match[0]))
        near.update(word for word in clause if clause.count(word) == 1)  # two may mean either
    return near


def find_quotes(question: str, said: Sequence[Token]) -> set[int]:
    """The words of an answer that quote what a question asks: "with standard delivery"."""
    asking = tokens(find_asking(question))
    found: set[int] = set()
    if _COMPARING & {*list_stems(asking)}:
        return found
    for start in range(len(said) - _QUOTED + 1):
        run = said[start : start + _QUOTED]
        if not {*list_stems(run)} & _RISKY and places(run, asking):
            found.update(range(start, start + _QUOTED))
    return found


def turns_round(question: str, said: Iterable[Token], counted: Iterable[str]) -> bool:
    """Whether an answer takes words out of a question that don't belong together there.

    "Ada reviewed Ben's paper" answers another question than "Who reviewed Ada's paper?", and "the
    lessons take 57 minutes" another than "How long is the ride that he fills with lessons?".
    """
    ignored = _STEMS.union(_COMPARING, counted)
    asked = [stem for stem in list_stems(tokens(find_asking(question))) if stem not in ignored]
    taken = [stem for stem in list_stems(said) if stem in asked]
    starts = [at for at, stem in enumerate(asked) if taken and stem == taken[0]]
    return bool(taken) and not any(_follow(asked[at + 1 :], taken[1:]) for at in starts)


def _follow(asked: Sequence[str], taken: Sequence[str]) -> bool:
    """Whether words come in the order of a question, with few of its words between them."""
    for word in taken:
        if word not in asked[: _GAP + 1]:
            return False
        asked = asked[asked.index(word) + 1 :]
    return True
