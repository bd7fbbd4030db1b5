"""Superlatives and comparatives: what a question ranks by, and which controls sort that way."""

import re
from dataclasses import dataclass

from .conditions import KINDS
from .quantities import find_quantities
from .words import TOKEN, fold, stem

_WHOSE = r"(?:user |customer |guest |reader |review |average |overall )*"
_OF = r"(?: number of| amount of| value for| value of| in)? \W?(?P<x>(?!than|expensive|(?:of|does|do|is|this|these|in|on|at|by|since)\b)[a-z]+)"
# How a question asks for an order, the property ("" if the words give it: x), its kind, whether the
# most is wanted.
FORMS = (
    (r"cheap(?:er|est)|(?:least|less) expensive|lower price|lowest[- ]priced?|costs? (?:less|the least)", "price", "money", False),
    (r"(?:more|most) expensive|higher price|highest[- ]priced?|costs? (?:more|(?:the )?most)|dear(?:er|est)", "price", "money", True),
    (r"(?:rated|reviewed) by the most \w+", "review", "review", True),
    (rf"(?:most|more)[- ]{_WHOSE}(?:reviewed|reviews|ratings|votes)|most popular", "review", "review", True),
    (rf"(?:highest|best|better|higher) {_WHOSE}(?:score|rating|mark)s? for (?P<x>[a-z]+)", "", "number", True),
    (rf"(?:highest|best|top|better|higher)[- ]{_WHOSE}(?:rated|ratings?|score)|rated (?:highest|best|higher|better)", "rating", "rating", True),
    (rf"(?:lowest|worst|lower)[- ]{_WHOSE}(?:rated|rating|score)", "rating", "rating", False),
    (r"newest|latest|most recent(?:ly)?|newer|more recent(?:ly)?|(?:submitted|published|released|added) last", "date", "date", True),
    (r"oldest|earliest|older|earlier|(?:submitted|published|released|added) first", "date", "date", False),
    (r"youngest|younger", "age", "number", False),
    (r"quick(?:er|est)|fast(?:er|est)|shorte(?:r|st)|(?:least|less) time", "time", "minutes", False),
    (r"longe(?:r|st)|(?:most|more) time", "time", "minutes", True),
    (r"light(?:er|est)", "weight", "grams", False),
    (r"heav(?:ier|iest)", "weight", "grams", True),
    (r"tall(?:er|est)", "height", "number", True),
    (r"deep(?:er|est)", "depth", "number", True),
    (r"wid(?:er|est)", "width", "number", True),
    (r"(?:hott|warm)(?:er|est)", "temperature", "number", True),
    (r"cold(?:er|est)", "temperature", "number", False),
    (rf"(?:most|more|highest|higher|largest|larger|greatest|greater|biggest|bigger){_OF}", "", "", True),
    (rf"(?:fewest|fewer|least|less|lowest|lower|smallest|smaller){_OF}", "", "", False),
    (r"most|highest|largest|biggest|greatest|best", "", "number", True),
    (r"fewest|least|lowest|smallest|worst", "", "number", False),
)  # fmt: skip
# Other names of what a superlative ranks by: the longest film and the longest bridge.
ALSO = {
    "time": ("length", "duration", "distance"),
    "height": ("elevation", "altitude"),
    "age": ("born",),
}
ALSO_WORDS = {
    "highest": ("height", "elevation", "altitude"), "lowest": ("height", "elevation", "altitude"),
    "largest": ("size", "area", "population", "capacity"), "biggest": ("size", "area", "population", "capacity"),
    "smallest": ("size", "area", "population", "capacity"),
}  # fmt: skip
_SMALL_BEFORE = re.compile(r"(?: (?:the|its|is|are|up|down|has|have))* $")
_SUPERLATIVE = re.compile(r"\w+est\b|\b(?:most|least|best|worst|first|last)\b")
# Comparatives that set a limit, not an order.
_LIMITS = (
    r"(?:more|higher|greater|less|fewer|lower|longer|shorter|cheaper|better|newer|older) than [$€£]?\d"
    r"|\bor (?:more|higher|less|fewer|lower|better|longer|newer)\b|\bat (?:least|most)\b|no more than|not more than"
)
LOW = re.compile(
    r"low(?:est)? (?:to|first)|lowest|ascending|low-high|↑|cheap|least|oldest|shortest|quick|fast|fewest|a-z"
)
HIGH = re.compile(
    r"high(?:est)? (?:to|first)|highest|descending|high-low|↓|top|best|most|newest|latest|recent|longest"
)
# The words on a control that say what it sorts by.
SORTS_BY = {
    "money": ("price", "cheap"), "rating": ("rating", "rated", "star", "score"), "review": ("review", "popular", "most rat"),
    "date": ("date", "new", "recent", "old", "latest", "year"), "minutes": ("time", "quick", "fast", "duration"),
}  # fmt: skip


@dataclass(frozen=True)
class Order:
    """The property to rank by, whether the most or the least is wanted, and the words for it.

    `stems` may name the column of a table to rank by.
    """

    label: str
    kind: str
    most: bool
    words: str
    stems: tuple[str, ...] = ()

    @property
    def is_superlative(self) -> bool:
        return bool(_SUPERLATIVE.search(self.words))


def find_order(plain: str) -> Order | None:
    """The first superlative or comparative in a folded text that isn't a limit."""
    bare = re.sub(_LIMITS, "#", plain)
    for form, label, kind, most in FORMS:
        if match := re.search(rf"\b(?:{form})\b", bare):
            # In "is looked up most" the word before says what is ranked.
            before = TOKEN.findall(_SMALL_BEFORE.sub("", bare[: match.start()]))[-1:]
            if label:
                named = [label, *ALSO.get(label, ())]
            else:
                named = [stem(word) for word in (match.groupdict().get("x"), *before) if word]
                named += ALSO_WORDS.get(match[0], ()) if named else ()
            if named:
                kind = kind or KINDS.get(named[0], "number")
                return Order(named[0], kind, most, match[0], tuple(named))
    return None


def sorts_by(text: str, order: Order) -> bool:
    """Whether the name of a control or an option means the wanted order ("Price: low to high")."""
    plain = fold(text)
    if find_quantities(plain):
        return False  # "4 stars and up" filters, it does not sort
    words = SORTS_BY.get(order.kind, (order.label[:5],))
    if not any(re.search(rf"\b{word}", plain) for word in words):
        return False
    counts = bool(re.search(r"\bmost rat|review|popular", plain))
    if order.kind in ("review", "rating") and counts != (order.kind == "review"):
        return False
    if plain == words[0] and order.kind == "money" and not order.most:
        return True  # a list "by price" begins with the lowest
    towards, against = (HIGH, LOW) if order.most else (LOW, HIGH)
    # Lists usually begin with the best, newest, most or quickest.
    usual = order.most == (order.kind in ("rating", "date", "review"))
    return bool(towards.search(plain)) or (
        usual and order.kind != "money" and not against.search(plain)
    )
