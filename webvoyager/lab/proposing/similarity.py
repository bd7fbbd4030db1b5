"""How similar are tasks? The cosine of their embeddings, as in the paper's section 4.2."""

import re
import warnings
from collections.abc import Sequence

import numpy
import pandas

from ...models import Model
from ...records import EpisodeError, Task

FALLBACK = "TF-IDF of words (scikit-learn)"
BANDS = (0.6, 0.7, 0.8)  # the paper's thresholds


def vectors(texts: Sequence[str], model: Model | None = None) -> tuple[numpy.ndarray, str]:
    """One row per text, of length 1 (or 0 if it has no words), and the name of what made the rows.

    That is an embedding model, or TF-IDF if no model is given or its endpoint has no embeddings.
    In the last case there is a warning, since TF-IDF compares words and not their meaning.
    """
    rows, by = None, FALLBACK
    if model and texts:
        try:
            rows, by = numpy.array(model.embed(texts), dtype=float), model.embedding
        except EpisodeError as error:
            warnings.warn(
                f"No embeddings, so questions are compared by {FALLBACK}. {error}", stacklevel=2
            )
    rows = _weigh_words(texts) if rows is None else rows
    length = numpy.linalg.norm(rows, axis=-1, keepdims=True)
    return rows / numpy.where(length == 0, 1, length), by


def _weigh_words(texts: Sequence[str]) -> numpy.ndarray:
    """TF-IDF with one row per text and one column per word."""
    from sklearn.feature_extraction.text import TfidfVectorizer  # slow to import, seldom needed

    if not any(text.strip() for text in texts):
        return numpy.zeros((0, 1))
    return TfidfVectorizer(token_pattern=r"\w+", sublinear_tf=True).fit_transform(texts).toarray()


def pairs(tasks: Sequence[Task], model: Model | None = None) -> pandas.DataFrame:
    """One row per pair of tasks, most similar first: similarity, and both ids, sites, questions.

    `.attrs["by"]` says how the questions were compared. 643 tasks make 206,403 pairs.
    """
    rows, by = vectors([task.question for task in tasks], model)
    first, second = numpy.triu_indices(len(tasks), 1)
    similarities = (rows @ rows.T)[first, second] if len(tasks) > 1 else numpy.zeros(0)
    order = numpy.argsort(-similarities, kind="stable")
    about = pandas.DataFrame({"id": t.id, "site": t.site, "question": t.question} for t in tasks)
    similarity = pandas.Series(similarities[order], name="similarity")
    left = about.iloc[first[order]].reset_index(drop=True).add_suffix("_1")
    right = about.iloc[second[order]].reset_index(drop=True).add_suffix("_2")
    table = pandas.concat([similarity, left, right], axis=1)
    table.attrs["by"] = by
    return table


def bands(pairs: pandas.DataFrame) -> pandas.DataFrame:
    """The number of pairs in each of the paper's bands of similarity, and their shares in %."""
    edges = [-numpy.inf, *BANDS, numpy.inf]
    names = ["under 0.6", "0.6 to 0.7", "0.7 to 0.8", "over 0.8"]
    counts = pandas.cut(pairs["similarity"], edges, labels=names).value_counts().reindex(names)
    shares = 100 * counts / max(len(pairs), 1)
    return pandas.DataFrame({"pairs": counts, "share": shares}).rename_axis("similarity")


def compare_labelled(pairs: pandas.DataFrame, model: Model | None = None) -> pandas.DataFrame:
    """The pairs with their `similarity`; a pair has `first`, `second`, and `label`.

    The label is "same" for one task in other words, and "other" for different tasks.
    `.attrs["by"]` says how they were compared.
    """
    rows, by = vectors([*pairs["first"], *pairs["second"]], model)
    first, second = rows[: len(pairs)], rows[len(pairs) :]
    table = pairs.assign(similarity=(first * second).sum(axis=1))
    table.attrs["by"] = by
    return table


def thresholds(pairs: pandas.DataFrame, cuts: Sequence[float] = BANDS) -> pandas.DataFrame:
    """The errors of each threshold on the table of `compare_labelled`: one row per threshold.

    A duplicate below the threshold is let through; another task at or above it is wrongly rejected.
    """
    same = pairs.loc[pairs["label"] == "same", "similarity"]
    other = pairs.loc[pairs["label"] == "other", "similarity"]
    counts = [((same < cut).sum(), len(same), (other >= cut).sum(), len(other)) for cut in cuts]
    columns = ["let through", "duplicates", "wrongly rejected", "other tasks"]
    return pandas.DataFrame(counts, pandas.Index(cuts, name="threshold"), columns)


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


def coverage(tasks: Sequence[Task]) -> pandas.DataFrame:
    """The number of tasks of each kind on each site, which shows what a pool lacks."""
    kinds = [kind(task.question) for task in tasks]
    table = pandas.crosstab([task.site for task in tasks], kinds, margins=True, margins_name="all")
    return table.rename_axis("site").rename_axis(None, axis=1)
