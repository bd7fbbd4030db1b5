"""What follows from two or more pages: the sum and the difference of a figure that they share.

A fact is a number with the words before and after it ("Prep 15 min"). If pages at different
addresses have facts with the same words, their sum or difference can be an answer, and so can the
item whose page has the most or the least.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..offline.page.page import Page
from ..offline.question.words import fold
from .passages import Passage
from .rows import read_cells
from .state import State, split_words

NUMBER = re.compile(r"(?<![\w.,])[$€£]?(?P<number>\d[\d,]*(?:\.\d+)?)(?![\d.])")
MOST_FACTS = 120  # per page


@dataclass(frozen=True)
class Fact:
    """A number on a page, with the words before and after it."""

    about: tuple[str, str]
    value: float
    digits: int  # after the point


def derive(state: State, passages: Sequence[Passage]) -> list[Passage]:
    """The passages that follow from facts with the same words on several of the shown pages."""
    pages = list(reversed(state.pages))
    shared: dict[tuple[str, str], dict[str, tuple[Fact, Page]]] = defaultdict(dict)
    for number, page in enumerate(pages):
        own = [passage for passage in passages if passage.page == number and passage.line]
        for fact in (*_list_facts(own), *_list_cells(page)):
            shared[fact.about].setdefault(page.address, (fact, page))
    return [
        derived
        for about, found in shared.items()
        if len(found) > 1
        for derived in _combine_facts(state, about, list(found.values()))
    ]


def _list_facts(passages: Sequence[Passage]) -> Iterator[Fact]:
    """The facts of a page, each kind once, from the top."""
    found: dict[tuple[str, str], Fact] = {}
    for passage in passages:
        for match in NUMBER.finditer(passage.text):
            before = split_words(passage.text[: match.start()])[-1:] or (_find_label(passage),)
            after = split_words(passage.text[match.end() :])[:1] or ("",)
            digits = len(match["number"].partition(".")[2])
            value = float(match["number"].replace(",", ""))
            about = (before[0], after[0])
            found.setdefault(about, Fact(about, value, digits))
    yield from list(found.values())[:MOST_FACTS]


def _list_cells(page: Page) -> Iterator[Fact]:
    """The figures in one-row tables of a page: "1 hr 20 min" under "Total" gives a Total of 80."""
    for head, (value, digits) in read_cells(page).items():
        yield Fact((head, ""), value, digits)


def _find_label(passage: Passage) -> str:
    """The text left of a passage, or else the head of its column."""
    left, head = passage.key_features[2:4]
    return left if left != "left " else head


def _combine_facts(
    state: State, about: tuple[str, str], found: Sequence[tuple[Fact, Page]]
) -> Iterator[Passage]:
    """The sum, the difference, and the items with the most and the least."""
    facts = [fact for fact, _ in found]
    digits = max(fact.digits for fact in facts)
    values = [fact.value for fact in facts]
    numbers = {"sum": sum(values)}
    if len(values) == 2:
        numbers["difference"] = abs(values[0] - values[1])
    for name, value in numbers.items():
        yield _make_passage(f"{value:.{digits}f}", name, about, len(values))
    if len(set(values)) > 1:
        for name, chosen in (("most", max(values)), ("least", min(values))):
            page = next(page for fact, page in found if fact.value == chosen)
            if item := _find_item_name(state, page):
                yield _make_passage(item, name, about, len(values))


def _find_item_name(state: State, page: Page) -> str:
    """The question's name for the item that a page is about; "" if it doesn't name it."""
    title, text = fold(page.title), state.question.text
    named = [phrase for phrase in state.question.phrases if phrase in title]
    if not named:
        return ""
    phrase = max(named, key=len)
    start = fold(text).find(phrase)
    return text[start : start + len(phrase)] if len(fold(text)) == len(text) else phrase


def _make_passage(text: str, name: str, about: tuple[str, str], count: int) -> Passage:
    before, after = about
    key_features = (
        f"derived {name}",
        f"derived {name} {before} {after}",
        f"derived {name} after {after}",
    )
    return Passage(
        text, None, 0, (*key_features, f"derived {name} of {min(count, 4)}"), key_features
    )
