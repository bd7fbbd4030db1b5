"""How similar are tasks? The cosine of their embeddings, as in the paper's section 4.2."""

import re
import warnings
from collections.abc import Sequence

import numpy

from ...models import Model
from ...records import EpisodeError

FALLBACK = "TF-IDF of words (scikit-learn)"


def vectors(texts: Sequence[str], model: Model | None = None) -> tuple[numpy.ndarray, str]:
    """One row per text, of length 1 (or 0 if it has no words), and the name of what made the rows.

    That is an embedding model, or TF-IDF if no model is given or its endpoint has no embeddings.
    In the last case there is a warning, since TF-IDF compares words and not their meaning.
    """
    rows, by = numpy.zeros((0, 1)), FALLBACK
    try:
        if model and texts:
            rows, by = numpy.array(model.embed(texts), dtype=float), model.embedding
    except EpisodeError as error:
        warnings.warn(
            f"No embeddings, so questions are compared by {FALLBACK}. {error}", stacklevel=2
        )
    if by == FALLBACK and any(text.strip() for text in texts):
        from sklearn.feature_extraction.text import TfidfVectorizer  # slow to import, seldom needed

        by_words = TfidfVectorizer(token_pattern=r"\w+", sublinear_tf=True)
        rows = by_words.fit_transform(texts).toarray()
    length = numpy.linalg.norm(rows, axis=-1, keepdims=True)
    return rows / numpy.where(length == 0, 1, length), by


def spread(rows: numpy.ndarray, count: int, first: int = 0) -> list[int]:
    """The places of `count` rows that differ most: each next one is farthest from those taken."""
    taken = [first]
    while len(taken) < min(count, len(rows)):
        nearest = (rows @ rows[taken].T).max(axis=1)
        nearest[taken] = numpy.inf
        taken.append(int(nearest.argmin()))
    return taken[:count]


KINDS = {  # of tasks, by what they ask for; the first that fits counts
    "an act": r"^(?:put|save|add|book|order|write|rate|vote|follow|reserve|change|set|make|cancel"
    r"|allow|take|enter)\b",
    "how many": r"\bhow many\b|\bnumber of\b|\bcount\b",
    "the most, the least": r"\b(?!rest\b|best\b)\w{2,}est\b|\b(?:most|least|first|last|best)\b",
    "a comparison": (
        r"\b(?:more|less|fewer|\w+er) than\b|\bdiffer|\bcompare|\bof the two\b|\bboth\b"
    ),
    "when": r"\bwhen\b|\bwhat (?:date|day|time|year)\b|\bwhich (?:date|day|year)\b|\buntil what\b",
    "how much": r"\bhow (?:much|long|old|tall|far|large|high)\b|\bcosts?\b|\bprice\b",
    "which, who": r"\bwhich\b|\bwho\b|\bwhose\b|\bfind\b|\blocate\b|\bsuggest\b",
}


def kind(question: str) -> str:
    """What a question asks for, by its words: one of KINDS, or "something else"."""
    fitting = (name for name, words in KINDS.items() if re.search(words, question, re.I))
    return next(fitting, "something else")
