"""Finding records by the words that somebody types."""

import difflib
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TypeVar

Record = TypeVar("Record")


def fold(text: str) -> str:
    """Lower case, without accents; a character without a Latin base letter is dropped."""
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()


def each_begins(typed: Iterable[str], words: Collection[str]) -> bool:
    """Whether every typed word is the beginning of one of the words, as for suggestions."""
    return all(any(word.startswith(part) for word in words) for part in typed)


def with_most_words(scores: Mapping[Record, Sequence[float]]) -> list[Record]:
    """The records that have all the words searched for, or else the most of them; unordered.

    `scores` says for each record how well it fits each word: 0 if it doesn't have the word.
    """
    words_had = {record: sum(map(bool, fits)) for record, fits in scores.items()}
    most = max(words_had.values(), default=0)
    return [record for record, number in words_had.items() if most and number == most]


def nearest_word(word: str, vocabulary: Sequence[str], likeness: float) -> str:
    """The known word spelled most like this one, or "" if none is close enough."""
    return next(iter(difflib.get_close_matches(word, vocabulary, n=1, cutoff=likeness)), "")
