"""What a question calls by name: things with a page of their own, and labels or words it quotes."""

import re

from .values import DATE
from .words import STOP, fold

_QUOTED = re.compile(r'"([^"]{2,150})"|“([^”]{2,150})”|(?<!\w)[‘\']((?:[^\'’]|[\'’](?=\w)){2,150})[’\'](?!\w)')
# Between the capitalised words of a name: "Tart of the Woods", "Salt & Straw".
_JOINT = r"(?:(?:of|in|on|for|with|to|from|by|de) (?:the |a |an |la )?|(?:and|the|&) )?"
_CAPITAL = r"(?:[A-Z]\.|[A-Z0-9](?:[\w'’-]|\.(?=\w))*)"
_PROPER = re.compile(
    rf"(?<![\w.])(?=[A-Z]){_CAPITAL}(?: {_JOINT}{_CAPITAL})+(?:, (?!The\b){_CAPITAL}(?: [A-Z][\w'’-]*)*)?"
)
# Words before a quotation that make it a label of a property, or a word to search for, and no name.
_OF_LABEL = re.compile(
    r"\b(?:as|under|value (?:for|of)|column|row|field|label|section|heading|for which)(?: its| the)? ?$", re.IGNORECASE
)
_OF_WORD = re.compile(
    r"\b(?:words?|keywords?|phrase|terms?|mentions?|search(?:es)?(?: \w+)?(?: for)?|typed?|tag)(?: the)? ?$",
    re.IGNORECASE,
)
_OF_OPTION = re.compile(r"\b(?:choice|size|option|diameter|length|pack|variant|version) ?$", re.IGNORECASE)
_KINDS = (("option", _OF_OPTION), ("label", _OF_LABEL), ("word", _OF_WORD))


# A league, a section … holds the thing that is meant; a day is none.
_HOLDERS = "League|Division|Conference|Cup|Category|Section|Department|Collection|Series|Group"
_HOLDER = re.compile(rf"\b(?:{_HOLDERS})$")
_TAIL = re.compile(
    rf" (?:in (?:the )?(?:[A-Z]{{2,5}}$|.*\b(?:{_HOLDERS})$)|on (?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b.*)"
)
_DAY = re.compile(r"(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}")


def quotations(text: str) -> list[tuple[str, str]]:
    """Each quotation with what it is: "name", "term" (a name in small letters), "label" of a property, "option" or "word"."""
    found = []
    for match in _QUOTED.finditer(text):
        quoted = next(filter(None, match.groups())).strip(" ,.?")
        before = text[: match.start()]
        kind = next((kind for kind, form in _KINDS if form.search(before)), "name")
        found.append((quoted, "term" if kind == "name" and quoted == quoted.lower() else kind))
    return found


def names(text: str) -> tuple[str, ...]:
    """The things a question names: those it quotes, else two capitalised words or more in a row."""
    quoted = [words for words, kind in quotations(text) if kind == "name"]
    terms = [words for words, kind in quotations(text) if kind == "term" and len(words.split()) < 3]
    called = capitalised(_QUOTED.sub("…", text))
    return tuple(dict.fromkeys(quoted or (called if len(called) > 1 else terms))) or called


def labels(text: str) -> tuple[str, ...]:
    """The quoted labels of properties: what is given as "Power"."""
    return tuple(words for words, kind in quotations(text) if kind == "label")


def bare(name: str) -> str:
    """A name of several words without where the thing lies: "Villa Rosa in Lugano"; "" where no two words are left."""
    short = re.split(r" (?:in|at|near) (?=[A-Z])", name)[0]
    return short if len(short.split()) > 1 else ""


def capitalised(text: str) -> tuple[str, ...]:
    """Runs of capitalised words, but for a first word that is capitalised only as the first."""
    found = []
    for match in _PROPER.finditer(text):
        words = match[0].split()
        while words and fold(words[0]) in STOP:
            words.pop(0)
        while words and fold(words[0]) in STOP | {"and", "the", "of"}:
            words.pop(0)
        if len(words) > 1 and words[0][0].isupper() and not DATE.fullmatch(" ".join(words)):
            found.append(_TAIL.sub("", " ".join(words)))
    found = [name for name in found if not _DAY.fullmatch(name) and len(name.split()) > 1]
    return tuple(dict.fromkeys(name for name in found if not _HOLDER.search(name)) or dict.fromkeys(found))
