"""Pairs of questions: how similar they are, and which threshold finds duplicates."""

from collections.abc import Sequence

import numpy
import pandas

from webvoyager import Model, Task
from webvoyager.lab.proposing.similarity import kind, vectors

BANDS = (0.6, 0.7, 0.8)  # the paper's thresholds


def compare_all(tasks: Sequence[Task], model: Model | None = None) -> pandas.DataFrame:
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


def count_in_bands(pairs: pandas.DataFrame) -> pandas.DataFrame:
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


def count_errors(pairs: pandas.DataFrame, cuts: Sequence[float] = BANDS) -> pandas.DataFrame:
    """The errors of each threshold on the table of `compare_labelled`: one row per threshold.

    A duplicate below the threshold is let through; another task at or above it is wrongly rejected.
    """
    same = pairs.loc[pairs["label"] == "same", "similarity"]
    other = pairs.loc[pairs["label"] == "other", "similarity"]
    counts = [((same < cut).sum(), len(same), (other >= cut).sum(), len(other)) for cut in cuts]
    columns = ["let through", "duplicates", "wrongly rejected", "other tasks"]
    return pandas.DataFrame(counts, pandas.Index(cuts, name="threshold"), columns)


def count_kinds(tasks: Sequence[Task]) -> pandas.DataFrame:
    """The number of tasks of each kind on each site, which shows what a pool lacks."""
    kinds = [kind(task.question) for task in tasks]
    table = pandas.crosstab([task.site for task in tasks], kinds, margins=True, margins_name="all")
    return table.rename_axis("site").rename_axis(None, axis=1)
