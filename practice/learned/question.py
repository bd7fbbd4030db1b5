"""A question taken apart: the words that say what kind it is, and the values it names.

"What does the Aurivo Carafe cost at Bigbarrow, without delivery?" is of the kind "what does _ cost
at _ without delivery", and names "Aurivo Carafe" and "Bigbarrow". In another world the kind is the
same and the values differ.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise

from ..offline.question.words import fold, stem

TOKEN = re.compile(r"[^\W_]+(?:['’][^\W\d_]+)?|[$€£%&#@]", re.UNICODE)
QUOTED = re.compile(r"[\"“]([^\"”]{1,200})[\"”]")
_NUMBERS = "one two three four five six seven eight nine ten eleven twelve"
NUMBER_WORDS = {word: str(number) for number, word in enumerate(_NUMBERS.split(), 1)}
# Words that begin a question and aren't part of a name that follows them.
_BEGIN = """
what which who whose whom when where why how in on at of for from to the a an is are was by
according going as among give tell find search put save order book compare look list open take turn
follow vote write make create use play allow add enter ask let until within my only i we there
answer choose sign change leaving leave two three if this
"""
BEGINNINGS = frozenset(_BEGIN.split())


@dataclass(frozen=True)
class Word:
    """A word of a question: its text, its stem, its position, and whether it is a value."""

    text: str
    stem: str
    start: int
    end: int
    is_value: bool
    quoted: bool


@dataclass(frozen=True)
class Question:
    """A question's words: `kind` are those that say what is asked, `values` those that it names."""

    text: str
    words: tuple[Word, ...]

    @cached_property
    def kind(self) -> tuple[str, ...]:
        """The stems that every question of this kind has, in order; each run of values is "_"."""
        stems: list[str] = []
        for word in self.words:
            part = "_" if word.is_value else word.stem
            if part != "_" or stems[-1:] != ["_"]:
                stems.append(part)
        return tuple(stems)

    @cached_property
    def kind_words(self) -> frozenset[str]:
        """The distinct stems of the kind."""
        return frozenset(self.kind) - {"_"}

    @cached_property
    def values(self) -> frozenset[str]:
        """The stems of all values."""
        return frozenset(word.stem for word in self.words if word.is_value)

    @cached_property
    def phrases(self) -> tuple[str, ...]:
        """The values as folded phrases: each quotation, and each run of other values."""
        found, run = [], []
        for word in (*self.words, None):
            goes_on = word and run and self._go_together(run[-1], word)
            if run and not goes_on:
                found.append(fold(self.text[run[0].start : run[-1].end]))
                run = []
            if word and word.is_value:
                run.append(word)
        return tuple(dict.fromkeys(found))

    def _go_together(self, last: Word, word: Word) -> bool:
        """Whether a word continues the value before it; a bracket separates them."""
        gap = self.text[last.end : word.start]
        return word.is_value and word.quoted == last.quoted and not set(gap) & set("()[]")


@lru_cache(500)
def read_question(text: str) -> Question:
    """Take a question apart."""
    quotations = [match.span(1) for match in QUOTED.finditer(text)]
    words, begins = [], True
    for match in TOKEN.finditer(text):
        quoted = any(start <= match.start() < end for start, end in quotations)
        written = match[0]
        capital = written[0].isupper() and not begins and len(written) > 1
        value = quoted or capital or any(c.isdigit() for c in written) or written in "@#"
        value = value or (written.isupper() and len(written) > 1)
        words.append(Word(written, stem(fold(written)), match.start(), match.end(), value, quoted))
        begins = text[match.end() : match.end() + 1] in ".?!:" and text[match.end() :][1:2] == " "
    return Question(text, tuple(_join_values(words, text)))


def _join_values(words: Sequence[Word], text: str) -> list[Word]:
    """The words, where a capitalised first word also counts as a value if a value follows it."""
    joined = list(words)
    for place, (word, after) in enumerate(pairwise(words)):
        gap = text[word.end : after.start]
        named = not word.is_value and word.text[0].isupper() and after.is_value
        if named and gap == " " and not after.quoted and word.stem not in BEGINNINGS:
            joined[place] = Word(word.text, word.stem, word.start, word.end, True, False)
    return joined
