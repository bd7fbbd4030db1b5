"""What a question names: things with their own pages, quoted labels and quoted words."""

import re
from itertools import dropwhile

from .words import STOP, fold

_QUOTED = re.compile(
    r'"([^"]{2,150})"|“([^”]{2,150})”|(?<!\w)[‘\']((?:[^\'’]|[\'’](?=\w)){2,150})[’\'](?!\w)'
)
# What may join the capitalised words of a name: "Tart of the Woods", "Salt & Straw".
_JOINT = r"(?:(?:of|in|on|for|with|to|from|by|de) (?:the |a |an |la )?|(?:and|the|&) )?"
_CAPITAL = r"(?:[A-Z]\.|[A-Z0-9](?:[\w'’-]|\.(?=\w))*)"
_NAME = re.compile(
    rf"(?<![\w.])(?=[A-Z]){_CAPITAL}(?: {_JOINT}{_CAPITAL})+(?:, (?!The\b){_CAPITAL}(?: [A-Z][\w'’-]*)*)?"
)
# Words before a quotation that make it an option, the label of a property or a word to search for,
# and not a name.
_KINDS = (
    ("option", re.compile(r"\b(?:choice|size|option|diameter|length|pack|variant|version) ?$", re.IGNORECASE)),
    ("label", re.compile(
        r"\b(?:as|under|value (?:for|of)|column|row|field|label|section|heading|for which)(?: its| the)? ?$", re.IGNORECASE
    )),
    ("word", re.compile(
        r"\b(?:words?|keywords?|phrase|terms?|mentions?|search(?:es)?(?: \w+)?(?: for)?|typed?|tag)(?: the)? ?$", re.IGNORECASE
    )),
)  # fmt: skip
# When something is: "Saturday on the Mill Way" is called "Mill Way".
_DAY = re.compile(r"^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days? (?:on|in|at|of) (?:the |a )?")
# Where a thing is: "Upper Mill in Oban" is called "Upper Mill".
_PLACE = re.compile(r" in (?:the )?[A-Z].*$")


def find_quotations(text: str) -> list[tuple[str, str]]:
    """Each quotation with its kind: "name", "term", "label", "option" or "word".

    A term is a name in lower case; a label is the name of a property.
    """
    found = []
    for match in _QUOTED.finditer(text):
        quoted = next(filter(None, match.groups())).strip(" ,.?")
        before = text[: match.start()]
        kind = next((kind for kind, form in _KINDS if form.search(before)), "name")
        found.append((quoted, "term" if kind == "name" and quoted == quoted.lower() else kind))
    return found


def find_names(text: str) -> tuple[str, ...]:
    """The things a question names: those it quotes, else runs of two or more capitalised words."""
    quoted = [words for words, kind in find_quotations(text) if kind == "name"]
    terms = [words for words, kind in find_quotations(text) if kind == "term"]
    short_terms = [words for words in terms if len(words.split()) < 3]
    capitalised = _find_capitalised_runs(_QUOTED.sub("…", text))
    compared = re.search(r"together|combined|both|than|cheaper|difference|compare", text)
    if len(capitalised) == 1 and compared:
        capitalised = tuple(capitalised[0].split(" and "))  # "the Kettle and the Toaster" are two
    likely = quoted or (capitalised if len(capitalised) > 1 else short_terms)
    return tuple(dict.fromkeys(likely)) or capitalised


def find_search_terms(text: str) -> tuple[str, ...]:
    """The words to type into a search box: exact phrases, then quoted words and terms.

    Exact phrases keep their quotation marks.
    """
    exact = []
    if re.search(r"\b(?:exact phrase|(?:quotation|quote) marks)\b", text):
        exact = [
            f'"{words}"'
            for words in re.findall(r"\bfor (?:the )?([\w' -]+?) as an exact phrase", text)
        ]
    return (*exact, *(words for words, kind in find_quotations(text) if kind in ("word", "term")))


def _find_capitalised_runs(text: str) -> tuple[str, ...]:
    """Runs of capitalised words, without a first word that only begins the sentence."""
    found = []
    for match in _NAME.finditer(text):
        name = _DAY.sub("", match[0]).removesuffix("'s").removesuffix("’s")
        words = [*dropwhile(lambda word: fold(word) in STOP, name.split())]
        if len(words) > 1 and words[0][0].isupper():
            found.append(" ".join(words))
    items = [name for name in (_PLACE.sub("", name) for name in found) if " " in name]
    return tuple(dict.fromkeys(items or found))
