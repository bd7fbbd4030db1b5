"""Parses a question: names, conditions, properties asked for, an order, something to do."""

import re
from dataclasses import dataclass, replace
from itertools import groupby

from .conditions import AFTER, BEFORE, Condition, find_conditions
from .names import find_names, find_quotations, find_search_terms
from .properties import Property, find_properties
from .quantities import NUMBER_WORDS, find_quantities, with_digits
from .superlatives import Order, find_order
from .trip import Trip, find_trip
from .words import STOP, TOKEN, content, fold, stem, tokens

SUMS = (
    ("difference", r"difference|\bby how m|how (?:much|many) (?:\w+ ){0,2}?(?:more|less|longer|cheaper|fewer|higher|lower|heavier)"),
    ("total", r"\b(?:together|combined|altogether|sum of|both .* (?:cost|take)|(?:cost|take).* both|in total for)\b"),
    ("total", r"\bin (?:all|total)\b"),
)  # fmt: skip
# Questions about the length of a list.
_LISTED = "papers?|recipes?|products?|items?|results?|articles?|books?|entries|models?|places?|hotels?|flights?|stays"
COUNTING = re.compile(
    rf"\bhow many (?P<x>(?:(?!does |do |has |have |is |are |in |of )[a-z§…'-]+ ){{0,4}}?(?:{_LISTED}))\b"
    r"|\bhow many (?P<y>[a-z' -]+?) (?:are (?:there|listed|shown|found|available)|come up)\b"
)
# Words that fit anything on a site: they narrow nothing down, so they are not searched for.
_GENERIC = """
recipe dish product item article paper preprint book result thing entry model option price cost time rating
star review total number date year site cart basket bag good dollar euro minute hour value amount user
customer average required take rated department category section brand sell sold offer carry made together combined
"""
GENERIC = frozenset(_GENERIC.split())
# Questions that ask for the name of something.
_WHICH = re.compile(
    r"\b(?:which|called|names?|titles?)\b|^what is the \w+est"
    r"|^(?:please )?(?:find|locate|search|identify|recommend|choose|suggest|pick)\b"
)
# Commands: how a question words them, and the verbs on the button for them.
_SAVE = ("save", "bookmark", "add", "favourite", "favorite", "keep")
_BEGIN = r"(?:^|\band |\bthen |[.,;] )(?:please )?"
COMMANDS = (
    (r"\b(?:add|put|place)\b.*?\b(?P<x>cart|basket|bag|trolley)\b", ("add", "put")),
    (r"\b(?:add|put|save|bookmark)\b.*?\b(?P<x>(?:(?!my |the |your )[a-z]+ )?(?:list|box|favou?rites|collection|shelf))\b", _SAVE),
    (rf"{_BEGIN}(?P<x>save|bookmark|follow|subscribe)\b", _SAVE),
    (rf"{_BEGIN}(?P<x>reserve|borrow|request)\b", ("reserve", "borrow", "request")),
)  # fmt: skip
_IN_UNIT = re.compile(
    r"\bin (°c|mb|gb|kb|watts?|grams?|minutes|hours|days|percent|kcal|kg|cm|inches)\b"
)
# Words that only say how a question asks: "how far", "who founded", "how many came".
_ASKING = re.compile(r"\b(?:how|who) [a-z]+|\b(?:weigh|came|come|live|lived|have|got)s?\b")
# Sentences that only say how to answer.
_INSTRUCTION = re.compile(
    r"(?i:answer|say|give both|count|leave|write|do not|don't|that is|there is only|exactly 1)\b"
)


@dataclass(frozen=True)
class Command:
    """Something to do: its target ("shopping list"), and the verbs that its button may show."""

    place: str
    verbs: tuple[str, ...]


@dataclass(frozen=True)
class Question:
    """A parsed question; `terms` are the remaining words that say what it is about."""

    text: str
    names: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    conditions: tuple[Condition, ...] = ()
    properties: tuple[Property, ...] = ()
    order: Order | None = None
    command: Command | None = None
    sum: str = ""  # "difference", "total" or ""
    wants_name: bool = False
    settings: tuple[tuple[str, str], ...] = ()  # fields to fill, e.g. ("quantity", "2")
    choices: tuple[str, ...] = ()  # for each name, the words that follow it: "in red", "size 16"
    search_terms: tuple[str, ...] = ()  # words to type into a search box as they are
    counts: str = ""  # what to count in a list, in words
    trip: Trip | None = None

    @property
    def compares(self) -> bool:
        """Whether named items are to be compared with each other."""
        return len(self.names) > 1 and bool(self.order or self.sum)

    def without(self, words: set[str]) -> "Question":
        """The question without words that only name the current site."""
        names = (name for name in self.names if not set(content(name)) <= words)
        terms = (
            " ".join(word for word in term.split() if stem(fold(word)) not in words)
            for term in self.terms
        )
        return replace(self, names=tuple(names), terms=tuple(filter(None, terms)))


def read_question(text: str) -> Question:
    """Parse a question."""
    trip, rest = find_trip(text)
    names = find_names(rest)
    rest = re.sub(r"\s*\([^()]*\)", "", rest)
    for name in names:
        rest = rest.replace(name, "§")
    plain = with_digits(rest)
    conditions = find_conditions(plain)
    counted = COUNTING.search(plain)
    settings = _find_settings(plain)
    order = find_order(plain)
    command = _find_command(plain)
    properties = _find_asked_properties(rest, plain, order, bool(counted))
    understood = [f"{condition.text} {condition.label}" for condition in conditions]
    understood += [each.words for each in properties] + [" ".join(setting) for setting in settings]
    understood += [order.words] if order else []
    understood += [command.place, *command.verbs] if command else []
    understood += _ASKING.findall(plain)
    return Question(
        text=text,
        names=names,
        terms=_find_remaining_terms(rest, understood),
        conditions=conditions,
        properties=tuple(each for each in properties if not {"name", "title"} & set(each.stems)),
        order=order,
        command=command,
        sum=next((kind for kind, form in SUMS[: 2 if order else 3] if re.search(form, plain)), ""),
        wants_name=bool(_WHICH.search(plain)),
        settings=settings,
        choices=tuple(rest.split("§")[1:]),
        search_terms=find_search_terms(rest),
        counts=(counted["x"] or counted["y"]) if counted else "",
        trip=trip,
    )


def _find_asked_properties(
    rest: str, plain: str, order: Order | None, counts: bool
) -> list[Property]:
    """The properties asked for, with the kind of the unit asked for.

    A property that only states the order or the count is left out.
    """
    quoted = [
        Property(tuple(tokens(label)), "", label)
        for label, kind in find_quotations(rest)
        if kind == "label"
    ]
    found = [each for each in quoted if not (order and order.label in each.stems)]
    for each in find_properties(_drop_instructions(plain)) or find_properties(plain):
        ranks, counted = order and order.words in each.words, counts and each.kind == "number"
        found += [] if ranks or counted else [each]
    unit = _IN_UNIT.search(plain)
    if not unit:
        return found
    kind = find_quantities(f"1 {unit[1]}")[0].kind
    return [replace(each, kind=kind) if each.kind in ("", "number") else each for each in found]


def _find_command(plain: str) -> Command | None:
    """The command in a folded question; None without one."""
    for form, verbs in COMMANDS:
        if match := re.search(form, plain):
            return Command(match["x"], verbs)
    return None


def _find_settings(plain: str) -> tuple[tuple[str, str], ...]:
    """The numbers to enter on an item's page, each with the name of its field."""
    pieces = re.findall(rf"\b(\d+|{'|'.join(NUMBER_WORDS)}) of the §", plain)
    people = re.findall(r"\bfor (\d+) (servings|people|guests)\b", plain)
    found = [("quantity", number) for number in pieces]
    found += [(noun, number) for number, noun in people]
    return tuple((noun, str(NUMBER_WORDS.get(number, number))) for noun, number in found)


def _drop_instructions(text: str) -> str:
    return " ".join(
        part for part in re.split(r"(?<=[.?!])\s+", text) if not _INSTRUCTION.match(part)
    )


def _find_remaining_terms(rest: str, understood: list[str]) -> tuple[str, ...]:
    """The words that no other part of the question explains; neighbouring words stay together."""
    explained = {stem(word) for word in TOKEN.findall(with_digits(" ".join(understood)))} | GENERIC
    explained |= {
        stem(word)
        for forms in (*BEFORE.values(), *AFTER.values())
        for word in re.findall(r"[a-z]+", forms)
    }
    words = re.findall(rf"{TOKEN.pattern}|[^\s\w-]", _drop_instructions(rest).replace("-", " "))
    informative = {word for word in words if re.match(r"\w\w|\d", word) and fold(word) not in STOP}
    informative = {word for word in informative if stem(fold(word)) not in explained}
    runs = groupby(words, informative.__contains__)
    return tuple(dict.fromkeys(" ".join(run) for informs, run in runs if informs))
