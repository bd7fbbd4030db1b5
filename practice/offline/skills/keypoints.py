"""The skill of finding key points: what a task requires, as `question/` parses it.

Days and options are named as on the page; everything else gets a plain name.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..endpoint.conversation import Conversation, read_page
from ..endpoint.protocol import Message, Sample
from ..question.conditions import BEFORE
from ..question.dates import find_dates
from ..question.names import find_quotations
from ..question.properties import find_properties
from ..question.quantities import NUMBER_WORDS, UNITS, find_quantities, with_digits
from ..question.question import GENERIC, Question
from ..question.words import STOP, TOKEN, content, fold, stem, tokens
from ..rules.form_rules import CALENDAR
from ..rules.situation import Situation, read_situation
from .judge import POINT, read_fenced

NAME = "finding the key points of a task"
LEAD = "You find the key points of a task"
ANSWER = "Answer"  # the name of the key point that says what the answer must contain
DAYS = ("First day", "Last day")  # names to use if the page has none
OPTION = re.compile(r"(\w+) [\"“]([^\"”]+)[\"”]")  # diameter “16 in”
FORMS = (  # values recognised by their form
    ("Time", re.compile(r"(?<![\d:])\d{1,2}:\d{2}(?![\d:])")),
    ("Email", re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")),
    ("Phone", re.compile(r"\+\d[\d ]{6,}\d")),
)
FORBIDDEN = (
    ("Do not", re.compile(r"(?i:\b(?:do not|don't) )([^.;,]+)")),
    ("Without", re.compile(r"\bwithout (\w+ing\b[^.;,]*)")),
)
ANSWER_FORM = re.compile(
    r"(?:^|[.?!:;] |\b(?:and|then) )(?:answer|give|tell me)\b(?: (?:with|in|as)\b)? ([^.;:?]+)",
    re.I,
)
_ASKING = "what|which|who|whose|when|where|how"
CLAUSE = re.compile(
    rf"\b((?:{_ASKING})\b[^?.;:]*?)(?=,? and (?:\w+ )?(?:{_ASKING})\b|[?.;:]|$)", re.I
)
NOUN = re.compile(r"(?:what|which) ((?:[a-z]+-[a-z]+ )?[a-z]+)", re.I)
SHORT = 6  # words: a clause this short may be used in full as what is asked
# Remaining words that name nothing.
_EMPTY = """
allow apply back bring charge choose continue costs draw fit flies fly go hold leave leaves listed
none pay place show shows stand take takes their turn try whole
"""
EMPTY = frozenset(_EMPTY.split())


@dataclass(frozen=True)
class KeyPoint:
    """A requirement: its name and its value, as in "From: Amsterdam (AMS)"."""

    name: str
    value: str

    def __str__(self) -> str:
        return f"{self.name}: {self.value}"


def is_asked(system: str) -> bool:
    """Whether a system prompt asks for key points."""
    return system.startswith(LEAD)


def reply(messages: tuple[Message, ...], sample: Sample) -> str:
    """The key points, numbered; further samples may leave out the details."""
    points = find_key_points(read_request(messages)[0])
    plain = [point for point in points if point.name != "Detail"]
    return number(sample.pick([points, plain]))


def read_request(messages: tuple[Message, ...]) -> tuple[Situation, dict[str, str]]:
    """The situation on the page shown, and the fenced texts of the request by name."""
    asked = messages[-1]
    blocks = read_fenced(asked.text)
    page = read_page(Message("user", blocks.get("page", ""), asked.pictures))
    return read_situation(Conversation(blocks.get("task", ""), (page,))), blocks


def number(lines: list) -> str:
    """The lines, numbered."""
    return "\n".join(f"{place}. {line}" for place, line in enumerate(lines, 1))


def read_points(block: str) -> list[KeyPoint]:
    """The key points of a numbered list; a line without a name is a detail."""
    points = []
    for line in POINT.findall(block):
        name, colon, value = line.partition(": ")
        points.append(KeyPoint(name, value) if colon else KeyPoint("Detail", line))
    return points


def find_key_points(now: Situation) -> list[KeyPoint]:
    """What the task requires: things, days, options, limits, an order, commands, the answer."""
    question = now.question
    items, options = [*_find_items(question)], [*_find_options(now)]
    found = [*items, *_find_days(now), *options]
    found += [*_find_amounts(question, _collect_words(found)), *_match_all(FORMS, question)]
    last = [*_find_limits(question), *_find_commands(question), *_match_all(FORBIDDEN, question)]
    last.append(KeyPoint(ANSWER, "; ".join(_find_answer(question))))
    details = [*_find_details(question, _collect_words([*found, *last]))]
    if details and (question.order or question.conditions) and not items + options:
        details[0] = KeyPoint("Search for", details[0].value)  # no other point says what to list
    return [point for point in dict.fromkeys((*found, *details, *last)) if point.value]


def _collect_words(points: list[KeyPoint]) -> set[str]:
    return set(tokens(" ".join(f"{point.name} {point.value}" for point in points)))


def _find_items(question: Question) -> Iterator[KeyPoint]:
    """The ends of a trip, the items that the question names, and the words to search for."""
    trip = question.trip
    if trip:
        yield KeyPoint("From", trip.origin)
        yield KeyPoint("To", trip.target)
    for name in question.names:
        if not find_dates(name) and not (trip and name == trip.target):
            yield KeyPoint("Item", name)
    for words, kind in find_quotations(question.text):
        if kind in ("word", "term") and words not in question.names:
            yield KeyPoint("Search for", words)


def _find_days(now: Situation) -> Iterator[KeyPoint]:
    """Each day, named as in the page's form if that has a place for each of them."""
    days = [date.text for date in find_dates(now.question.text) if date.day or not date.number]
    days = days or [date.text for date in find_dates(now.question.text)]
    pressable = [e.name for e in now.page.elements if e.tag in ("button", "summary", "input")]
    names = [name for name in pressable if CALENDAR.fullmatch(name.lower())]
    plain = DAYS if len(days) == 2 else ["Date"] * len(days)
    for place, day in enumerate(days):
        yield KeyPoint((names if len(names) >= len(days) else plain)[place], day)


def _find_options(now: Situation) -> Iterator[KeyPoint]:
    """The options on the page that the question mentions, and those that it quotes."""
    question_words, open_words = (
        set(tokens(now.question.text)),
        set(content(" ".join(now.question.terms))),
    )
    for element in now.page.elements:
        fitting = [
            option
            for option in element.options
            if set(tokens(option)) <= question_words and set(content(option)) & open_words
        ]
        if fitting:
            yield KeyPoint(element.name, max(fitting, key=len))
    quoted = [words for words, kind in find_quotations(now.question.text) if kind == "option"]
    for name, words in OPTION.findall(now.question.text):
        if words in quoted:
            yield KeyPoint(name.capitalize(), words)


def _find_amounts(question: Question, known: set[str]) -> Iterator[KeyPoint]:
    """The numbers of pieces, adults, nights: those before a noun that no other key point has."""
    for noun, value in question.settings:
        yield KeyPoint(noun.capitalize(), value)
    text = question.text
    for date in find_dates(text):
        text = text.replace(date.text, "§")
    nouns = {*content(" ".join(question.terms))} - known
    for quantity in find_quantities(text):
        value, space, noun = quantity.text.partition(" ")
        after = TOKEN.match(with_digits(text)[quantity.end :].removeprefix(" "))
        adjective = value == "1" and after and after[0] not in STOP  # as in "one vegetarian recipe"
        if space and quantity.kind in nouns and quantity.kind not in UNITS and not adjective:
            yield KeyPoint(noun.capitalize(), value)


def _find_limits(question: Question) -> Iterator[KeyPoint]:
    for limit in question.conditions:
        bound = f"{BEFORE[limit.sign].split('|')[0]} {limit.text}"
        yield KeyPoint((limit.label or "limit").capitalize(), bound)
    if question.order:
        yield KeyPoint("Order", question.order.words.replace('"', ""))


def _match_all(forms: Sequence[tuple[str, re.Pattern]], question: Question) -> Iterator[KeyPoint]:
    for name, form in forms:
        for words in form.findall(question.text):
            yield KeyPoint(name, words)


def _find_commands(question: Question) -> Iterator[KeyPoint]:
    command = question.command
    if command:
        same = command.place in command.verbs  # "save it" has no other place
        yield KeyPoint("To do", command.verbs[0] + ("" if same else f" to {command.place}"))


def _find_details(question: Question, known: set[str]) -> Iterator[KeyPoint]:
    """The remaining words, without those that another key point has."""
    for term in question.terms:
        left = [word for word in term.split() if not _is_known(word.lower(), known)]
        if left:
            yield KeyPoint("Detail", " ".join(left))


def _is_known(word: str, known: set[str]) -> bool:
    """Whether a word or its number is in another key point, or the word names nothing."""
    forms = {word, stem(word), str(NUMBER_WORDS.get(word, word))}
    return bool(forms & (known | EMPTY)) or (word.isdigit() and len(word) < 3)


def _find_answer(question: Question) -> list[str]:
    """What the answer must contain: as the question states it, else also what its clauses ask."""
    stated = [words.strip() for words in ANSWER_FORM.findall(question.text)]
    stated_words = set(content(" ".join(stated)))
    if stated_words - GENERIC:
        return stated
    text = question.text
    for name in question.names:
        text = text.replace(name, "§")
    asked = [words for clause in CLAUSE.findall(text) for words in _find_asked(clause)]
    asked += [f"the {question.sum}"] if question.sum else []
    more = [
        words for words in asked if words not in stated and not stated_words & set(content(words))
    ]
    return [*dict.fromkeys(more), *stated] or ["what is asked"] * ("?" in question.text)


def _find_asked(clause: str) -> list[str]:
    """What a clause asks for: its properties, else the noun after "which", else all its words."""
    counts = "how many " * clause.lower().startswith("how many")
    found = [
        counts * (each.kind == "number") + each.words for each in find_properties(fold(clause))
    ]
    noun = NOUN.match(clause)
    if not found and noun and content(noun[1]):
        return [noun[1]]
    return found or [clause] * (len(clause.split()) <= SHORT)
