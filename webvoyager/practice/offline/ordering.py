"""Orders: what a superlative or comparative ranks by, and which controls of a page sort that way."""

import re
from dataclasses import dataclass

from .conditions import KINDS
from .quantities import quantities
from .words import fold, stem

_WHOSE = r"(?:user |customer |guest |reader |review |average |overall )*"
# How an order is asked for, the property it goes by ("" where the words say it: x), its kind, whether the most is wanted.
ORDERS = (
    (r"cheap(?:er|est)|(?:least|less) expensive|lower price|lowest[- ]priced?|costs? (?:less|the least)", "price", "money", False),
    (r"(?:more|most) expensive|higher price|highest[- ]priced?|costs? (?:more|the most)|dear(?:er|est)", "price", "money", True),
    (r"(?:rated|reviewed) by the most \w+", "review", "review", True),
    (rf"(?:most|more)[- ]{_WHOSE}(?:reviewed|reviews|ratings|votes)|most popular", "review", "review", True),
    (rf"(?:fewest|fewer)[- ]{_WHOSE}(?:reviews|ratings|votes)", "review", "review", False),
    (rf"(?:highest|best|better|higher) {_WHOSE}(?:score|rating|mark)s? for (?P<x>[a-z]+)", "", "number", True),
    (rf"(?:lowest|worst|worse|lower) {_WHOSE}(?:score|rating|mark)s? for (?P<x>[a-z]+)", "", "number", False),
    (rf"(?:highest|best|top|better|higher)[- ]{_WHOSE}(?:rated|ratings?|score)|rated (?:highest|best|higher|better)", "rating", "rating", True),
    (rf"(?:lowest|worst|lower)[- ]{_WHOSE}(?:rated|rating|score)", "rating", "rating", False),
    (r"newest|latest|most recent(?:ly)?|newer|more recent(?:ly)?|(?:submitted|published|released|added) last", "date", "date", True),
    (r"oldest|earliest|older|earlier|(?:submitted|published|released|added) first", "date", "date", False),
    (r"quick(?:er|est)|fast(?:er|est)|shorte(?:r|st)|(?:least|less) time", "time", "minutes", False),
    (r"longe(?:r|st)|(?:most|more) time", "time", "minutes", True),
    (r"light(?:er|est)", "weight", "grams", False),
    (r"heav(?:ier|iest)", "weight", "grams", True),
    (r"(?:most|more|highest|higher|largest|larger|greatest|greater)(?: number of| amount of| value for| value of| in)? \W?(?P<x>(?!than|expensive|of|do(?:es)?\b|is\b)[a-z]+)",
     "", "", True),
    (r"(?:fewest|fewer|least|less|lowest|lower|smallest|smaller)(?: number of| amount of| value for| value of| in)? \W?(?P<x>(?!than|expensive|of|do(?:es)?\b|is\b)[a-z]+)",
     "", "", False),
)  # fmt: skip
# Comparatives that are limits, and no order.
_LIMITS = (
    r"(?:more|higher|greater|less|fewer|lower|longer|shorter|cheaper|better|newer|older) than [$€£]?\d"
    r"|\bor (?:more|higher|less|fewer|lower|better|longer|newer)\b|\bat (?:least|most)\b|no more than|not more than"
)
LOW = re.compile(
    r"low(?:est)? (?:to|first)|lowest|ascending|low-high|low → high|↑|cheap|least|oldest|shortest|quick|fast|fewest|a-z"
)
HIGH = re.compile(r"high(?:est)? (?:to|first)|highest|descending|high-low|↓|top|best|most|newest|latest|recent|longest")
# The words by which a control says what it sorts by.
SORTS_BY = {
    "money": ("price", "cheap"), "rating": ("rating", "rated", "star", "score"), "review": ("review", "popular", "most rat"),
    "date": ("date", "new", "recent", "old", "latest", "year"), "minutes": ("time", "quick", "fast", "duration"),
}  # fmt: skip


@dataclass(frozen=True)
class Order:
    """By which property things are ranked, and whether the most or the least of it is wanted."""

    label: str
    kind: str
    most: bool
    words: str


def order(plain: str) -> Order | None:
    """The first superlative or comparative of a folded text that is no limit."""
    bare = re.sub(_LIMITS, "#", plain)
    for form, label, kind, most in ORDERS:
        if match := re.search(rf"\b(?:{form})\b", bare):
            label = label or stem(match["x"])
            return Order(label, kind or KINDS.get(label, "number"), most, match[0])
    return None


def sorts(text: str, wanted: Order) -> bool:
    """Whether the name of a control or an option means the wanted order ("Price: low to high")."""
    plain = fold(text)
    if quantities(plain):
        return False  # "4 stars and up" leaves things out, it does not sort
    words = SORTS_BY.get(wanted.kind, (wanted.label[:5],))
    if not any(re.search(rf"\b{word}", plain) for word in words):
        return False
    counts = bool(re.search(r"\bmost rat|review|popular", plain))
    if wanted.kind in ("review", "rating") and counts != (wanted.kind == "review"):
        return False
    if plain == words[0] and wanted.kind == "money" and not wanted.most:
        return True  # a list "by price" begins with the lowest
    towards, against = (HIGH, LOW) if wanted.most else (LOW, HIGH)
    natural = wanted.most == (
        wanted.kind in ("rating", "date", "review")
    )  # best, newest, most come first, quickest too
    return bool(towards.search(plain)) or (natural and wanted.kind != "money" and not against.search(plain))
