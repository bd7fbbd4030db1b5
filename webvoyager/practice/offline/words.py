"""Words: folding, splitting, and how much of one text is found in another."""

import re
import unicodedata
from collections.abc import Iterable

# Words that say how a question is built, not what it is about.
_STOP = """
a an the this that these those it its they them there here i me my we us our you your he she his her is are was
were be been being am do does did done has have had having can could will would shall should may might must let
and or but nor so if then than as of in on at to from by for with without within about into onto over under up
down out off per via between among what which who whom whose when where why how much many long tell give find
look show list name report state search get go see check open visit use using please one ones any some each
every all both either neither no not only just also too very exactly answer question page site website web
online called say says said it's what's who's according listed shown need want following other another same such
ago round whole suggest recommend however well going put own usual really right now usually looking like still
currently altogether something moment fits exist exists wants anything order provide require requires requiring
include identify locate determine compare contain contains uses used makes make made
"""
STOP = frozenset(_STOP.split())
TOKEN = re.compile(r"\b[a-z]\d\b|\d+(?:[.,]\d+)*|[^\W\d_]+(?:'[^\W\d_]+)?", re.UNICODE)


def fold(text: str) -> str:
    """Lower case, no accents, plain quotes and spaces."""
    plain = unicodedata.normalize("NFKD", text.translate({0x2019: "'", 0x2018: "'", 0x201C: '"', 0x201D: '"'}))
    return " ".join("".join(c for c in plain if not unicodedata.combining(c)).lower().split())


def tokens(text: str) -> list[str]:
    """The stems of all words and numbers, in order."""
    return [stem(word) for word in TOKEN.findall(fold(text))]


def content(text: str) -> list[str]:
    """The stems that carry meaning, in order."""
    return [stem(word) for word in TOKEN.findall(fold(text)) if word not in STOP]


def stem(word: str) -> str:
    """The word without the endings that change only its number: "berries" and "berry" meet."""
    word = word.removesuffix("'s")
    for ending, instead in (("ies", "y"), ("sses", "ss"), ("shes", "sh"), ("ches", "ch"), ("xes", "x")):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            return word.removesuffix(ending) + instead
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


def share(wanted: Iterable[str], there: Iterable[str]) -> float:
    """Which part of the wanted stems is there: 0 to 1 (0 when nothing is wanted)."""
    wanted, there = set(wanted), set(there)
    return len(wanted & there) / len(wanted) if wanted else 0.0


def alike(one: str, other: str) -> float:
    """How alike two names are: shared stems over all their stems, 0 to 1."""
    a, b = set(tokens(one)), set(tokens(other))
    return len(a & b) / len(a | b) if a | b else 0.0


def names(text: str, phrase: str) -> bool:
    """Whether the text holds the phrase: its words side by side, whatever the endings."""
    there, wanted = tokens(text), tokens(phrase)
    return bool(wanted) and any(there[at : at + len(wanted)] == wanted for at in range(len(there) - len(wanted) + 1))
