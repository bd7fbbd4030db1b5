"""Finds papers with every word and quoted phrase; ranks them by field, frequency and rarity."""

import math
import re
from collections import Counter
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from ...kit.text_search import fold
from .records import Data, Paper

WEIGHTS = {"title": 6.0, "author": 5.0, "abstract": 1.0, "id": 1.0}
FIELDS = {
    "all": "All fields",
    "title": "Title",
    "author": "Author",
    "abstract": "Abstract",
    "id": "Identifier",
}
SORTS = {
    "relevance": "Relevance",
    "newest": "Submission date, newest first",
    "oldest": "Submission date, oldest first",
}
STOP = frozenset(
    ["a", "an", "and", "at", "by", "for", "from", "in", "is", "of", "on", "or", "the", "to", "with"]
)


@dataclass(frozen=True)
class Query:
    """A search: `terms` are (text, field) pairs, empty texts ignored; both dates are inclusive."""

    terms: tuple[tuple[str, str], ...]
    subject: str = "all"
    since: date | None = None
    until: date | None = None
    sort: str = "relevance"

    @property
    def text(self) -> str:
        return ", ".join(text for text, _ in self.terms if text)


def words(text: str) -> list[str]:
    """The words of a text, without case, accents, stop words and plural endings."""
    return [
        _cut_plural(word)
        for word in re.findall(r"[a-z0-9]+(?:\.[0-9]+)?", fold(text))
        if word not in STOP
    ]


def _cut_plural(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3:
        return word[:-1]
    return word


class Index:
    """The words of all papers, by field."""

    def __init__(self, data: Data) -> None:
        self.data = data
        self.fields = {paper.id: _index_fields(paper) for paper in data.papers}
        self.counts = {
            key: {name: Counter(found) for name, found in fields.items()}
            for key, fields in self.fields.items()
        }
        self.spread = Counter(
            word for fields in self.fields.values() for word in set().union(*fields.values())
        )

    def find(self, query: Query) -> list[Paper]:
        """The papers that meet all conditions, in the order of the query's `sort`."""
        listed = self.data.listed(query.subject)
        found = [
            paper
            for paper in listed
            if self._is_within_dates(paper, query) and self._meets_terms(paper, query)
        ]
        if query.sort == "oldest":
            return found[::-1]
        if query.sort == "newest" or not query.text:
            return found
        return sorted(found, key=lambda paper: -self._score_paper(paper, query))

    def related(self, paper: Paper, count: int = 4) -> list[Paper]:
        """The papers most like this one: shared rare words in title and abstract, and category."""
        others = [other for other in self.data.papers if other != paper and not other.withdrawn]
        return sorted(others, key=lambda other: -self._measure_likeness(paper, other))[:count]

    def _is_within_dates(self, paper: Paper, query: Query) -> bool:
        return (query.since or date.min) <= paper.submitted <= (query.until or date.max)

    def _meets_terms(self, paper: Paper, query: Query) -> bool:
        return all(
            self._contains_phrase(paper, phrase, field)
            for text, field in query.terms
            for phrase in _split_phrases(text)
        )

    def _contains_phrase(self, paper: Paper, phrase: list[str], field: str) -> bool:
        fields, counts = self.fields[paper.id], self.counts[paper.id]
        return any(
            phrase[0] in counts[name] and _has_phrase(fields[name], phrase)
            for name in _list_fields(field)
        )

    def _score_paper(self, paper: Paper, query: Query) -> float:
        counts = self.counts[paper.id]
        return sum(
            WEIGHTS[name] * min(counts[name][word], 3) * self._measure_rarity(word)
            for text, field in query.terms
            for word in words(text)
            for name in _list_fields(field)
        )

    def _measure_rarity(self, word: str) -> float:
        return math.log(1 + len(self.data.papers) / (1 + self.spread[word]))

    def _measure_likeness(self, paper: Paper, other: Paper) -> float:
        first, second = (
            set(self.fields[each.id]["title"] + self.fields[each.id]["abstract"])
            for each in (paper, other)
        )
        shared = sum(
            self._measure_rarity(word)
            for word in sorted(first & second)
            if not word[0].isdigit() and self.spread[word] < 20
        )
        same = (paper.category == other.category) + 0.5 * bool(
            {paper.category, *paper.also} & {other.category, *other.also}
        )
        return shared / math.sqrt(len(second)) + 1.2 * same


def _index_fields(paper: Paper) -> dict[str, list[str]]:
    return {
        "title": words(paper.title),
        "author": words(" ".join(author.name for author in paper.authors)),
        "abstract": words(paper.abstract),
        "id": words(paper.id),
    }


def _list_fields(field: str) -> tuple[str, ...]:
    return tuple(WEIGHTS) if field == "all" else (field,)


@lru_cache(1000)  # a search splits the same text for every paper
def _split_phrases(text: str) -> list[list[str]]:
    """`"wet stairs" robot` → [[wet, stair], [robot]]."""
    pieces = re.findall(r'"([^"]*)"|(\S+)', text)
    found = [
        words(quoted) if quoted else [word]
        for quoted, loose in pieces
        for word in ([quoted] if quoted else words(loose))
    ]
    return [phrase for phrase in found if phrase]


def _has_phrase(found: list[str], phrase: list[str]) -> bool:
    return any(found[at : at + len(phrase)] == phrase for at in range(len(found) - len(phrase) + 1))
