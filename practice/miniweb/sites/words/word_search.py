"""Word search: exact entries, lists of results, "did you mean" and suggestions."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from difflib import SequenceMatcher

from werkzeug.datastructures import MultiDict

from ...kit.lists import address, choice
from ...kit.text_search import fold
from .records import LEVELS, PARTS, TOPICS, Data, Entry, Part

PER_PAGE = 12
LIKE = 0.6  # the least similarity between the typed text and a word suggested instead
SORTS: dict[str, tuple[str, Callable[[Entry], tuple]]] = {
    "": ("A to Z", lambda entry: (entry.word,)),
    "lookups": ("Most looked up", lambda entry: (-entry.lookups,)),
    "updated": ("Recently updated", lambda entry: (date.max - entry.updated,)),
}


@dataclass(frozen=True)
class Finder:
    """The word finder's form, read from an address; "" means any."""

    level: str = ""
    part: str = ""
    topic: str = ""
    sort: str = ""

    @classmethod
    def read(cls, args: MultiDict[str, str]) -> "Finder":
        """Read the form from an address; invalid values are ignored."""
        offered = {"level": LEVELS, "part": PARTS, "topic": TOPICS, "sort": SORTS}
        return cls(**{key: choice(args, key, allowed) for key, allowed in offered.items()})

    def address(self, page: int) -> str:
        """The address of a page of this list."""
        return address("/words", [*vars(self).items(), ("page", page if page > 1 else "")])

    def find(self, data: Data) -> list[tuple[Entry, Part]]:
        """Every word and part of speech that meet the conditions, in the order of `sort`."""
        ordered = sorted(data.entries, key=SORTS[self.sort][1])
        return [
            (entry, part) for entry in ordered for part in entry.parts if self._fits(entry, part)
        ]

    def _fits(self, entry: Entry, part: Part) -> bool:
        return (
            self.level in ("", part.level)
            and self.part in ("", part.name)
            and self.topic in ("", entry.topic)
        )


def folded(text: str) -> str:
    """The text in lower case, without accents, with single spaces."""
    return " ".join(fold(text).split())


def find_exact(data: Data, text: str) -> Entry | None:
    """The entry of a word, or of a form of it such as "vases"."""
    wanted = folded(text)
    return data.by_word.get(wanted) or next(
        (entry for entry in data.entries if wanted in _list_forms(entry)), None
    )


def _list_forms(entry: Entry) -> Iterator[str]:
    for part in entry.parts:
        for form in part.forms.removeprefix("plural: ").split(", "):
            if not form.startswith(("no ", "more ", "most ")):
                yield form


def find_matches(data: Data, text: str) -> list[tuple[Entry, str]]:
    """Entries in which the text begins a word, each with the place of that word.

    Headwords come first, then word families, synonyms and definitions.
    """
    wanted, found = folded(text), []
    for entry in data.entries if wanted else ():
        places = [
            place
            for place, words in _list_places(entry)
            if any(_word_begins(wanted, word) for word in words)
        ]
        if places:
            found.append((entry, places[0]))
    order = ["headword", "word family", "synonyms", "definition"]
    return sorted(found, key=lambda hit: order.index(hit[1]))


def _list_places(entry: Entry) -> Iterator[tuple[str, list[str]]]:
    yield "headword", [entry.word]
    yield "word family", [word for _, word in entry.family]
    yield "synonyms", [word for part in entry.parts for word in part.synonyms]
    senses = [sense for part in entry.parts for sense in part.senses]
    yield "definition", [word for sense in senses for word in sense.definition.split()]


def _word_begins(wanted: str, word: str) -> bool:
    return folded(word).startswith(wanted) if len(wanted) > 2 else folded(word) == wanted


def find_similar(data: Data, text: str) -> list[Entry]:
    """At most five entries spelled like the text, the most similar first."""
    wanted = folded(text)
    alike = {entry: SequenceMatcher(None, wanted, entry.word).ratio() for entry in data.entries}
    return sorted(
        (entry for entry in alike if alike[entry] >= LIKE), key=lambda entry: -alike[entry]
    )[:5]


def suggestions(data: Data, text: str) -> list[Entry]:
    """Words that begin with the text; without a text, the five most looked up."""
    wanted = folded(text)
    if not wanted:
        return list(data.ranking[:5])
    return [entry for entry in data.entries if entry.word.startswith(wanted)][:8]
