"""What a question wants: the things it names, the conditions, what is asked for, an order, something to do."""

import re
from dataclasses import dataclass, field, replace

from .acts import Act, to_do
from .asked import Asked, asked
from .conditions import AFTER, BEFORE, Condition, conditions
from .journey import journey_order
from .naming import labels, names
from .ordering import Order, order
from .quantities import COUNTS, quantities, spelled
from .trip import Trip, trip
from .verbatim import calculations, exact, searched
from .words import STOP, TOKEN, content, fold, stem, tokens

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
_CHOOSING = "color colour size option choose select style variant"  # before what is chosen, as in "Color Red"
CHOOSING = frozenset(_CHOOSING.split())
# Questions that want to know which one it is.
NAMED = r"\b(?:which|called|names?|titles?)\b|^(?:please )?(?:find|locate|search|identify|recommend|choose|suggest|pick)\b|^what is the \w+est"
_IN_UNIT = re.compile(r"\bin (°c|mb|gb|kb|watts?|grams?|minutes|hours|days|percent|kcal|kg|cm|inches)\b")
_MANY = "servings|people|persons|nights|guests"
WHOLE = {"total", "price", "stay", "cost", "all", "sum", "euro"}  # what a stay comes to
# Sentences that only say how to answer.
_SAYS = r"(?i:answer|say|give both|count|leave|write|do not|don't|that is|there is only|exactly 1|exactly one)\b"


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
    travel = trip(text)
    bare = travel.without(text) if travel else text  # days and places are no names, and no limits
    called = _called(bare)
    rest = re.sub(r"\s*\([^()]*\)", "", bare)
    for name in called:
        rest = rest.replace(name, "§")
    plain = spelled(rest)
    limits, counted, fields = conditions(plain), COUNTING.search(plain), settings(plain)
    rank = (journey_order(plain) if travel.start else None) or order(plain)
    told = _told(rest, plain, rank, bool(counted))
    act = to_do(plain)
    understood = [f"{one.text} {one.label}" for one in limits] + [one.words for one in told]
    understood += [f"{noun} {number} {word}" for noun, number, word in fields]
    understood += [rank.words] if rank else []
    understood += [act.place, *act.verbs] if act else []
    return Question(
        text=text,
        names=called,
        terms=_terms(rest, understood),
        conditions=limits,
        asked=_properties(told, travel),
        order=rank,
        act=act,
        sum=next((kind for kind, form in SUMS[: 2 if rank else 3] if re.search(form, plain)), ""),
        wants_name=bool(re.search(NAMED, plain)),
        settings=tuple((noun, number) for noun, number, _ in fields),
        choices=tuple(rest.split("§")[1:]),
        searches=(*exact(rest), *searched(rest), *calculations(rest)),
        calculates=bool(calculations(rest)),
        top=_top(plain, rank),
        counts=(counted["x"] or counted["y"]) if counted else "",
        trip=travel,
    )


def _called(text: str) -> tuple[str, ...]:
    """The names in a question; where two are compared, "the Kettle and the Toaster" are two."""
    called = names(text)
    compares = re.search(r"together|combined|both|than|cheaper|difference|compare", text)
    return tuple(called[0].split(" and ")) if compares and len(called) == 1 else called


def _told(rest: str, plain: str, rank: Order | None, counts: bool) -> list[Asked]:
    """What is to be told, but for what only says the order or the count; in the unit that is asked for."""
    quoted = [Asked(tuple(tokens(label)), "", label) for label in labels(rest)]
    told = [one for one in quoted if not (rank and rank.label in one.stems)]
    spoken = " ".join(part for part in _sentences(plain) if not re.match(_SAYS, part))
    for one in asked(spoken) or asked(plain):
        ranks, counted = rank and rank.words in one.words, counts and one.kind == "number"
        told += [] if ranks or counted else [one]
    unit = _IN_UNIT.search(plain)
    if not unit:
        return told
    kind = quantities(f"1 {unit[1]}")[0].kind
    return [replace(one, kind=kind) if one.kind in ("", "number") else one for one in told]


def _properties(told: list[Asked], travel: Trip) -> tuple[Asked, ...]:
    """What is to be read: not the name, nor the page itself, where more is asked."""
    found = [_of_trip(one, travel) for one in told if not {"name", "title"} & set(one.stems)]
    return tuple([one for one in found if not set(one.stems) <= {"entry", "page", "link"}] or found)


def _of_trip(one: Asked, travel: Trip) -> Asked:
    """What a stay comes to "in all" is its price."""
    stays = travel.end and not travel.start
    return Asked(("price",), "money", "price") if stays and set(one.stems) <= WHOLE else one


def _top(plain: str, rank: Order | None) -> int:
    """How many of a ranked list are asked for: "the three cheapest" is 3."""
    found = re.search(rf"\b(\d+|{'|'.join(COUNTS)}) {re.escape(rank.words)}", plain) if rank else None
    return COUNTS.get(found[1]) or int(found[1]) if found else 1


def settings(plain: str) -> list[tuple[str, str, str]]:
    """Numbers that belong into a field of a thing's page: its name, the number, the word as written."""
    of = re.findall(r"\b(\d+|one|two|three|four|five|six) (of) the §", plain)
    found = [("quantity", number, word) for number, word in of]
    found += [(noun, number, noun) for number, noun in re.findall(rf"\bfor (\d+) ({_MANY})\b", plain)]
    return [(noun, str(COUNTS.get(number, number)), word) for noun, number, word in found]


def _sentences(text: str) -> list[str]:
    return re.split(r"(?<=[.?!])\s+", text)


def _terms(rest: str, understood: list[str]) -> tuple[str, ...]:
    """What is left when all that was understood is taken away: words to search for, side by side where they were."""
    gone = {stem(word) for word in TOKEN.findall(spelled(" ".join(understood)))} | GENERIC
    gone |= {stem(word) for forms in (*BEFORE.values(), *AFTER.values()) for word in re.findall(r"[a-z]+", forms)}
    asks = [part for part in _sentences(rest) if not re.match(_SAYS, part)]
    runs: list[list[str]] = [[]]
    for word in re.findall(rf"{TOKEN.pattern}|[^\s\w-]", " ".join(asks).replace("-", " ")):
        if fold(word) in STOP or stem(fold(word)) in gone or not re.match(r"\w\w|\d", word):
            runs.append([])
        else:
            runs[-1].append(word)
    return tuple(dict.fromkeys(" ".join(run) for run in runs if run))
