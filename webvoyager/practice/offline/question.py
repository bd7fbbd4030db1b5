"""What a question wants: the things it names, the conditions, what is asked for, an order, something to do."""

import re
from dataclasses import dataclass, field, replace

from .asked import Asked, asked
from .conditions import AFTER, BEFORE, Condition, conditions
from .journey import journey_order
from .naming import labels, names, searched
from .ordering import Order, order
from .quantities import COUNTS, quantities, spelled
from .trip import Trip, trip
from .words import STOP, TOKEN, content, fold, stem, tokens

# Things to do: how they are asked for, and the verbs that the button for it may carry.
_SAVE = ("save", "bookmark", "add", "favourite", "favorite", "keep")
ACTS = (
    (r"\b(?:add|put|place)\b.*?\b(?P<x>cart|basket|bag|trolley)\b", ("add", "put")),
    (r"\b(?:add|put|save|bookmark)\b.*?\b(?P<x>(?:shopping |reading |recipe |wish |saved )?(?:list|box|favou?rites|collection|library|bookmarks|shelf))\b", _SAVE),
    (r"(?:^|\band |\bthen |[.,;] )(?:please )?(?P<x>save|bookmark|follow|subscribe)\b", _SAVE),
    (r"(?:^|\band |\bthen |[.,;] )(?:please )?(?P<x>reserve|borrow|request)\b", ("reserve", "borrow", "request")),
)  # fmt: skip
SUMS = (
    ("difference", r"difference|\bby how m|how (?:much|many) (?:\w+ ){0,2}?(?:more|less|longer|cheaper|fewer|higher|lower|heavier)"),
    ("total", r"\b(?:together|combined|altogether|sum of|both .* (?:cost|take)|(?:cost|take).* both|in total for)\b"),
    ("total", r"\bin (?:all|total)\b"),
)  # fmt: skip
# Questions for the length of a list.
_LISTED = "papers?|recipes?|products?|items?|results?|articles?|books?|entries|preprints?|models?|places?|hotels?|flights?|stays"
COUNTING = re.compile(
    rf"\bhow many (?P<x>(?:(?!does |do |has |have |is |are |in |of )[a-z§…'-]+ ){{0,4}}?(?:{_LISTED}))\b"
    r"|\bhow many (?P<y>[a-z' -]+?) (?:are (?:there|listed|shown|on sale|in stock|found|available)|come up"
    r"|does (?:the|this) (?:shop|site|store))\b"
)
# Words for whatever a site holds: they tell nothing apart, so they are not searched for.
_GENERIC = """
recipe dish product item article paper preprint book result thing entry model option price cost time rating
star review total number date year site cart basket bag good dollar euro minute hour value amount user
customer average required take rated department category section brand sell sold offer carry made together combined
"""
GENERIC = frozenset(_GENERIC.split())
CHOOSING = frozenset(["color", "colour", "size", "option", "choose", "select", "style", "variant"])  # as in "Color Red"
# Questions that want to know which one it is.
NAMED = r"\b(?:which|called|names?|titles?)\b|^(?:please )?(?:find|locate|search|identify|recommend|choose|suggest|pick)\b|^what is the \w+est"
# Sentences that only say how to answer.
_SAYS = r"(?i:answer|say|give both|count|leave|write|do not|don't|that is|there is only|exactly 1|exactly one)\b"


@dataclass(frozen=True)
class Act:
    """Something to do: where it leads ("shopping list"), and the verbs its button may carry."""

    place: str
    verbs: tuple[str, ...]


@dataclass(frozen=True)
class Question:
    """A question taken apart; `terms` are the words left that say what it is about."""

    text: str
    names: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    conditions: tuple[Condition, ...] = ()
    asked: tuple[Asked, ...] = ()
    order: Order | None = None
    act: Act | None = None
    sum: str = ""  # "difference", "total" or ""
    wants_name: bool = False
    settings: tuple[tuple[str, str], ...] = ()  # fields to fill, e.g. ("quantity", "2")
    choices: tuple[str, ...] = ()  # for each name the words that follow it: "in red", "size 16"
    searches: tuple[str, ...] = ()  # words to type into a search box as they are
    calculates: bool = False  # whether they are a sum or a conversion
    top: int = 1  # how many of a ranked list are wanted
    counts: str = ""  # what is to be counted in a list, in words
    trip: Trip = field(default_factory=Trip)  # the journey or the stay it is about

    @property
    def compares(self) -> bool:
        """Whether named things are to be held against each other."""
        return len(self.names) > 1 and bool(self.order or self.sum)

    def without(self, words: set[str]) -> "Question":
        """The question without words that only say where one is (the site's own name)."""
        names = (_trimmed(name, words) for name in self.names)
        terms = (" ".join(word for word in term.split() if stem(fold(word)) not in words) for term in self.terms)
        return replace(self, names=tuple(filter(None, names)), terms=tuple(filter(None, terms)))


def _trimmed(name: str, words: set[str]) -> str:
    """A name without the site's at its start or end: "Shopville with Zip" is what a capital made of it."""
    parts = name.split()
    if set(content(name)) <= words:
        return ""
    while parts and stem(fold(parts[0])) in words and len(parts) > 1 and fold(parts[1]) in STOP:
        parts = parts[2:]
    return " ".join(parts)


def question(text: str) -> Question:
    """Take a question apart, by the tables above."""
    whole, travel = text, trip(text)
    if travel:
        text = travel.without(text)  # days and places are no names, and no limits
    called = names(text)
    if len(called) == 1 and re.search(r"together|combined|both|than|cheaper|difference|compare", text):
        called = tuple(called[0].split(" and "))  # "… the Kettle and the Toaster"
    rest = re.sub(r"\s*\([^()]*\)", "", text)
    for name in called:
        rest = rest.replace(name, "§")
    plain = spelled(rest)
    limits, rank, counted = conditions(plain), order(plain), COUNTING.search(plain)
    rank = (journey_order(plain) or rank) if travel.start else rank
    spoken = " ".join(part for part in re.split(r"(?<=[.?!])\s+", plain) if not re.match(_SAYS, part))
    told = [
        Asked(tuple(tokens(label)), "", label) for label in labels(rest) if not (rank and rank.label in tokens(label))
    ]
    told += [
        one
        for one in asked(spoken) or asked(plain)
        if not (rank and rank.words in one.words) and not (counted and one.kind == "number")
    ]
    unit = re.search(r"\bin (°c|mb|gb|kb|watts?|grams?|minutes|hours|days|percent|kcal|kg|cm|inches)\b", plain)
    if unit and told:
        kind = quantities(f"1 {unit[1]}")[0].kind
        told = [replace(one, kind=kind) if one.kind in ("", "number") else one for one in told]
    act = next((Act(match["x"], verbs) for form, verbs in ACTS if (match := re.search(form, plain))), None)
    understood = [
        *(f"{one.text} {one.label}" for one in limits),
        rank.words if rank else "",
        *(one.words for one in told),
    ]
    understood += [act.place, *act.verbs] if act else []
    set_to = settings(plain)
    understood += [f"{noun} {number} {word}" for noun, number, word in set_to]
    return Question(
        text=whole,
        names=called,
        terms=_terms(rest, understood),
        conditions=limits,
        asked=_properties(told, travel),
        order=rank,
        act=act,
        sum=next((kind for kind, form in SUMS[: 2 if rank else 3] if re.search(form, plain)), ""),
        wants_name=bool(re.search(NAMED, plain)),
        settings=tuple((noun, number) for noun, number, _ in set_to),
        choices=tuple(re.split(r"§", rest)[1:]),
        searches=(*exact(rest), *searched(rest), *calculations(rest)),
        calculates=bool(calculations(rest)),
        top=_top(plain, rank),
        counts=(counted["x"] or counted["y"]) if counted else "",
        trip=travel,
    )


def _properties(told: list[Asked], travel: Trip) -> tuple[Asked, ...]:
    """What is to be read: not the name, nor the page itself, where more is asked."""
    found = [_of_trip(one, travel) for one in told if not {"name", "title"} & set(one.stems)]
    return tuple([one for one in found if not set(one.stems) <= {"entry", "page", "link"}] or found)


def _of_trip(one: Asked, travel: Trip) -> Asked:
    """What a stay comes to "in all" is its price."""
    whole = (
        travel.end and not travel.start and set(one.stems) <= {"total", "price", "stay", "cost", "all", "sum", "euro"}
    )
    return Asked(("price",), "money", "price") if whole else one


def _top(plain: str, rank: Order | None) -> int:
    """How many of a ranked list are asked for: "the three cheapest" is 3."""
    found = re.search(rf"\b(\d+|{'|'.join(COUNTS)}) {re.escape(rank.words)}", plain) if rank else None
    return COUNTS.get(found[1]) or int(found[1]) if found else 1


def settings(plain: str) -> list[tuple[str, str, str]]:
    """Numbers that belong into a field of a thing's page: its name, the number, the word as written."""
    found = [
        ("quantity", match[1], match[2])
        for match in re.finditer(r"\b(\d+|one|two|three|four|five|six) (of) the §", plain)
    ]
    found += [
        (match[2], match[1], match[2])
        for match in re.finditer(r"\bfor (\d+) (servings|people|persons|nights|guests)\b", plain)
    ]
    return [(noun, str(COUNTS.get(number, number)), word) for noun, number, word in found]


def exact(text: str) -> list[str]:
    """What is to be searched for as it stands, in quotation marks."""
    if not re.search(r"\b(?:exact phrase|(?:quotation|quote) marks)\b", text):
        return []
    return [f'"{words}"' for words in re.findall(r"\bfor (?:the )?([\w' -]+?) as an exact phrase", text)]


def calculations(text: str) -> list[str]:
    """What a search engine can work out: "how many grams are 3 ounces" as "3 ounces in grams", a sum as it stands."""
    found = re.findall(r"how many ([a-z]+) (?:are|is|make|in) (?:there in )?([\d.,]*\d (?!is\b|are\b)[a-z]+)", text)
    sums = re.findall(r"(?<![\w.])\(?\d[\d.,]*(?: ?[-+*/×÷^] ?\(?\d[\d.,]*\)?)+|\d+(?:\.\d+)? ?% of \d[\d.,]*", text)
    return [f"{amount} in {unit}" for unit, amount in found] + [sum_.rstrip(".,") for sum_ in sums]


def _terms(rest: str, understood: list[str]) -> tuple[str, ...]:
    """What is left when all that was understood is taken away: words to search for, side by side where they were."""
    gone = {stem(word) for word in TOKEN.findall(spelled(" ".join(understood)))} | GENERIC
    gone |= {stem(word) for forms in (*BEFORE.values(), *AFTER.values()) for word in re.findall(r"[a-z]+", forms)}
    asks = [part for part in re.split(r"(?<=[.?!])\s+", rest) if not re.match(_SAYS, part)]
    runs: list[list[str]] = [[]]
    for word in re.findall(rf"{TOKEN.pattern}|[^\s\w-]", " ".join(asks).replace("-", " ")):
        if fold(word) in STOP or stem(fold(word)) in gone or not re.match(r"\w\w|\d", word):
            runs.append([])
        else:
            runs[-1].append(word)
    return tuple(dict.fromkeys(" ".join(run) for run in runs if run))
