"""How far raters, judges and agents agree: percent, kappas, Krippendorff's alpha, paired tests.

statsmodels computes what it can; intervals come from a seeded bootstrap over the items.
"""

import math
from collections.abc import Callable

import numpy
import pandas

from ...runs import ANSWERS, Missing
from .rates import wilson

DRAWS, SEED = 1000, 42
Measure = Callable[[pandas.DataFrame], float]  # NaN where it is not defined


def ratings(
    table: pandas.DataFrame, value: str = "outcome", rater: str = "rater"
) -> pandas.DataFrame:
    """One row per item (task and attempt), one column per rater.

    `table` is `labels.table` or a table of verdicts.
    """
    wide = table.pivot_table(
        index=["task", "attempt"], columns=rater, values=value, aggfunc="last", sort=False
    )
    return wide.rename_axis(columns=None)


# --- raters among themselves ---


def percent(items: pandas.DataFrame) -> float:
    """The share of pairs of ratings on the same item that are equal, over all raters; 0 to 1."""
    counts = _count_ratings(items)
    pairs = _count_pairs(counts.sum(axis=1)).sum()
    return float(_count_pairs(counts).sum() / pairs) if pairs else math.nan


def cohen(items: pandas.DataFrame) -> float:
    """Cohen's kappa of two raters, on the items that both rated; NaN if all are of one category."""
    from statsmodels.stats.inter_rater import cohens_kappa, to_table  # slow to import

    codes, count = _number_categories(items.dropna())
    if items.shape[1] != 2 or count < 2:
        return math.nan
    return float(cohens_kappa(to_table(codes.reshape(-1, 2))[0], return_results=False))


def fleiss(items: pandas.DataFrame) -> float:
    """Fleiss' kappa, on the items that all raters rated; NaN if all are of one category."""
    from statsmodels.stats.inter_rater import fleiss_kappa  # slow to import

    counts = _count_ratings(items.dropna())
    if items.shape[1] < 2 or counts.shape[1] < 2:
        return math.nan
    return float(fleiss_kappa(counts))


def krippendorff(items: pandas.DataFrame) -> float:
    """Krippendorff's alpha for nominal categories; NaN if no item was rated twice.

    1 - observed / expected disagreement, each item weighted by how often it was rated (Krippendorff
    2011). Raters may skip items.
    """
    counts = _count_ratings(items)
    rated = counts[counts.sum(axis=1) > 1]
    per_category, total = rated.sum(axis=0), rated.sum()
    agreeing = (2 * _count_pairs(rated) / (rated.sum(axis=1, keepdims=True) - 1)).sum()
    expected = (total**2 - (per_category**2).sum()) / (total - 1) if total > 1 else 0
    return float(1 - (total - agreeing) / expected) if expected else math.nan


def _count_ratings(items: pandas.DataFrame) -> numpy.ndarray:
    """How many raters gave each item (a row) each category (a column)."""
    codes, count = _number_categories(items)
    rows = numpy.repeat(numpy.arange(len(items)), items.shape[1])
    rated = codes >= 0  # -1 if a rater skipped the item
    counts = numpy.zeros((len(items), count))
    numpy.add.at(counts, (rows[rated], codes[rated]), 1)
    return counts


def _number_categories(items: pandas.DataFrame) -> tuple[numpy.ndarray, int]:
    """The number of each rating's category, row by row, -1 for none, and how many there are.

    1, 1.0 and True are one category: a missing value turns a column of integers into floats.
    """
    numbers: dict[object, int] = {}
    cells = items.astype(object)
    rated = zip(cells.to_numpy().ravel(), cells.notna().to_numpy().ravel(), strict=True)
    codes = [numbers.setdefault(cell, len(numbers)) if known else -1 for cell, known in rated]
    return numpy.array(codes, dtype=int), len(numbers)


def _count_pairs(counts: numpy.ndarray) -> numpy.ndarray:
    return counts * (counts - 1) / 2


MEASURES: dict[str, Measure] = {
    "percent agreement": percent,
    "Cohen's kappa": cohen,
    "Fleiss' kappa": fleiss,
    "Krippendorff's alpha": krippendorff,
}


def measures(items: pandas.DataFrame, draws: int = DRAWS, seed: int = SEED) -> pandas.DataFrame:
    """All measures of a table of ratings: value, low, high (bootstrap 95 %), items, and a note.

    `items` has one row per item and one column per rater, with missing values for skipped items.
    The note says why a measure is undefined. Raises ValueError when there are fewer than two
    raters.
    """
    if items.shape[1] < 2:
        raters = ", ".join(map(str, items.columns)) or "none"
        raise Missing(f"Agreement needs two raters or more; there is {raters}.")
    random, size = numpy.random.default_rng(seed), len(items)
    samples = [items.iloc[random.integers(0, size, size)] for _ in range(draws if size else 0)]
    rated = items.notna()
    rows = {}
    for name, measure in MEASURES.items():
        value, note, low, high = measure(items), "", math.nan, math.nan
        if math.isnan(value):
            note = _explain_missing(measure, items)
        else:
            low, high = _find_interval(numpy.array([measure(sample) for sample in samples]))
        used = rated.sum(axis=1) > 1 if measure in (percent, krippendorff) else rated.all(axis=1)
        rows[name] = (value, low, high, int(used.sum()), note)
    return pandas.DataFrame.from_dict(
        rows, "index", columns=["value", "low", "high", "items", "note"]
    )


def _find_interval(drawn: numpy.ndarray) -> tuple[float, float]:
    """The middle 95 % of what a bootstrap drew; NaN where no draw is defined."""
    known = drawn[~numpy.isnan(drawn)]
    low, high = numpy.percentile(known, [2.5, 97.5]) if len(known) else (math.nan, math.nan)
    return float(low), float(high)


def _explain_missing(measure: Measure, items: pandas.DataFrame) -> str:
    """Why a measure is undefined."""
    if measure is cohen and items.shape[1] != 2:
        return f"for two raters; there are {items.shape[1]}"
    if not (items.notna().sum(axis=1) > 1).any():
        return "no item was rated twice"
    if measure in (cohen, fleiss) and not items.notna().all(axis=1).any():
        return "no item was rated by all"
    return "all ratings are of one category"


# --- judges against the truth ---


def against(truth: pandas.Series, judged: pandas.Series) -> dict[str, float]:
    """A judge (True, False or missing) against the truth: n, agreement, kappa, precision, recall.

    Precision and recall are of success; "failures accepted" is the share of failures that the judge
    takes for successes. Also the number of episodes that it left unscored, and the success rate by
    the truth and by the judge. NaN where undefined.
    """
    both = pandas.DataFrame({"truth": truth, "judged": judged}).dropna(subset="truth")
    scored = both.dropna().astype(bool)
    true, claimed = scored["truth"], scored["judged"]
    low, high = wilson(int((true == claimed).sum()), len(scored))
    return {
        "n": len(scored),
        "unscored": len(both) - len(scored),
        "agreement": (true == claimed).mean(),
        "agreement low": low,
        "agreement high": high,
        "kappa": cohen(scored),
        "precision": true[claimed].mean(),
        "recall": claimed[true].mean(),
        "failures accepted": claimed[~true].mean(),
        "success by truth": true.mean(),
        "success by judge": claimed.mean(),
    }


def judges(
    verdicts: pandas.DataFrame,
    truth: str = "rules",
    by: str | None = None,
    draws: int = DRAWS,
    seed: int = SEED,
) -> pandas.DataFrame:
    """Each judge compared with the judge `truth`: one row per judge, with the columns of `against`.

    Where the truth left an answer to a judge of answers (`judging.judge_answer`), that counts as
    the truth. `verdicts` is a `judging.table`; with `by`, one of its columns, there is one row per
    group and judge. kappa low, kappa high: 95 % interval of a bootstrap over the episodes. Raises
    Missing when there is no verdict by `truth`.
    """
    if truth not in set(verdicts["judge"]):
        names = ", ".join(sorted(set(verdicts["judge"]))) or "nobody"
        raise Missing(f"No verdict is by {truth!r}; verdicts are by {names}.")
    random, keys, rows = numpy.random.default_rng(seed), [], []
    for group, block in verdicts.groupby(by, sort=False) if by else [("", verdicts)]:
        items = ratings(block, "success", "judge").reindex(columns=block["judge"].unique())
        readers = [name for name in items if ANSWERS in str(name)]
        for reader in readers if truth in items else ():
            items[truth] = items[truth].combine_first(items[reader])
        for name in items.columns.drop([truth, *readers]) if truth in items else ():
            both = items[[truth, name]].dropna().astype(bool)
            low, high = _find_interval(_draw_kappas(both, random, draws))
            keys.append((group, name))
            rows.append(against(items[truth], items[name]) | {"kappa low": low, "kappa high": high})
    index = pandas.MultiIndex.from_tuples(keys, names=[by, "judge"])
    return pandas.DataFrame(rows, index=index if by else index.get_level_values("judge"))


def _draw_kappas(
    both: pandas.DataFrame, random: numpy.random.Generator, draws: int
) -> numpy.ndarray:
    """Two judges' kappas in the draws of a bootstrap, without those where it is undefined."""
    if both.empty:
        return numpy.array([])
    first, second = (both.iloc[:, place].to_numpy(dtype=float) for place in (0, 1))
    drawn = random.integers(0, len(both), (draws, len(both)))
    a, b, same = first[drawn].mean(1), second[drawn].mean(1), (first == second)[drawn].mean(1)
    chance = a * b + (1 - a) * (1 - b)
    return (same - chance)[chance < 1] / (1 - chance)[chance < 1]


# --- two runs of the same tasks ---


def paired(first: pandas.DataFrame, second: pandas.DataFrame) -> dict[str, float]:
    """Two runs (`runs.table`) on the same tasks: solved by both, one or neither, and a test.

    The newest scored attempt at each task counts. `difference` is the first run's rate minus the
    second's over their common tasks, with a 95 % interval for pairs (Newcombe 1998, Statistics in
    Medicine 17:2635, method 10); `p` is from McNemar's exact test. Raises ValueError when they have
    no scored task in common.
    """
    from statsmodels.stats.contingency_tables import mcnemar  # slow to import

    rates = [
        table[table["success"].notna()].groupby("task")["success"].last().astype(bool)
        for table in (first, second)
    ]
    both = pandas.concat(rates, axis=1, join="inner", keys=["first", "second"])
    if both.empty:
        raise Missing("The two runs have no scored task in common.")
    a, b = both["first"], both["second"]
    order = [True, False]
    square = pandas.crosstab(a, b).reindex(index=order, columns=order, fill_value=0).to_numpy()
    names = ("both", "only first", "only second", "neither")
    low, high = bound_difference(a.to_numpy(float), b.to_numpy(float))
    return {
        "n": len(both),
        **dict(zip(names, square.ravel().tolist(), strict=True)),
        "difference": float(a.mean() - b.mean()),
        "low": low,
        "high": high,
        "p": float(mcnemar(square, exact=True).pvalue),
    }


def bound_difference(first: numpy.ndarray, second: numpy.ndarray) -> tuple[float, float]:
    """The 95 % interval of the difference of two paired rates, from the intervals of both.

    Each array has the shares of successes, from 0 to 1, of the same tasks in the same order
    (Newcombe 1998, Statistics in Medicine 17:2635, method 10).
    """
    from statsmodels.stats.proportion import proportion_confint  # slow to import

    # phi, with Newcombe's correction for small numbers, from the expected table of pairs
    n, a, b = len(first), float(first.sum()), float(second.sum())
    together = float(first @ second) * float((1 - first) @ (1 - second))
    together -= float(first @ (1 - second)) * float((1 - first) @ second)
    if together > 0:  # below 0 if other tasks are solved
        together = max(together - n / 2, 0)
    margins = a * (n - a) * b * (n - b)
    phi = together / math.sqrt(margins) if margins > 0 else 0.0

    def widen(one: float, other: float) -> float:
        return math.sqrt(max(one**2 - 2 * phi * one * other + other**2, 0))

    (low1, high1), (low2, high2) = (proportion_confint(x, n, method="wilson") for x in (a, b))
    p, q = a / n, b / n
    below, above = widen(p - low1, high2 - q), widen(high1 - p, q - low2)
    return float(p - q - below), float(p - q + above)
