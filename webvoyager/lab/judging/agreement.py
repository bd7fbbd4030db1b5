"""How far raters, judges and agents agree: percent, kappas, Krippendorff's alpha, paired tests.

statsmodels computes what it can; intervals come from a seeded bootstrap over the items.
"""

import warnings
from collections.abc import Callable

import numpy
import pandas

from ...runs import Missing
from ..running.paired_rates import bound_difference
from ..running.rates import wilson

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


def percent(items: pandas.DataFrame) -> float:
    """The share of pairs of ratings on the same item that are equal, over all raters; 0 to 1."""
    counts = _count_ratings(items)
    pairs = _count_pairs(counts.sum(axis=1)).sum()
    return float(_count_pairs(counts).sum() / pairs) if pairs else numpy.nan


def cohen(items: pandas.DataFrame) -> float:
    """Cohen's kappa of two raters, on the items that both rated; NaN if all are of one category."""
    from statsmodels.stats.inter_rater import cohens_kappa  # slow to import

    if items.shape[1] != 2:
        return numpy.nan
    codes, names = pandas.factorize(items.dropna().astype(object).to_numpy().ravel())
    if not len(names):
        return numpy.nan
    table = numpy.zeros((len(names), len(names)))
    numpy.add.at(table, (codes[::2], codes[1::2]), 1)
    return _compute_quietly(lambda: cohens_kappa(table, return_results=False))


def fleiss(items: pandas.DataFrame) -> float:
    """Fleiss' kappa, on the items that all raters rated; NaN if all are of one category."""
    from statsmodels.stats.inter_rater import aggregate_raters, fleiss_kappa  # slow to import

    complete = items.dropna().astype(str)
    if len(complete) == 0 or items.shape[1] < 2:
        return numpy.nan
    return _compute_quietly(lambda: fleiss_kappa(aggregate_raters(complete.to_numpy())[0]))


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
    return float(1 - (total - agreeing) / expected) if expected else numpy.nan


def _count_ratings(items: pandas.DataFrame) -> numpy.ndarray:
    """How many raters gave each item (a row) each category (a column)."""
    codes, names = pandas.factorize(items.astype(object).to_numpy().ravel())
    rows = numpy.repeat(numpy.arange(len(items)), items.shape[1])
    rated = codes >= 0  # -1 if a rater skipped the item
    counts = numpy.zeros((len(items), len(names)))
    numpy.add.at(counts, (rows[rated], codes[rated]), 1)
    return counts


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
        value = measure(items)
        low = high = numpy.nan
        if not numpy.isnan(value):
            drawn = [measure(sample) for sample in samples]
            drawn = [number for number in drawn if not numpy.isnan(number)]
            low, high = numpy.percentile(drawn, [2.5, 97.5]) if drawn else (low, high)
        used = rated.sum(axis=1) > 1 if measure in (percent, krippendorff) else rated.all(axis=1)
        note = _explain_missing(measure, items) if numpy.isnan(value) else ""
        rows[name] = {
            "value": value,
            "low": low,
            "high": high,
            "items": int(used.sum()),
            "note": note,
        }
    return pandas.DataFrame(rows).T.infer_objects()


def _explain_missing(measure: Measure, items: pandas.DataFrame) -> str:
    """Why a measure is undefined."""
    if measure is cohen and items.shape[1] != 2:
        return f"for two raters; there are {items.shape[1]}"
    if not (items.notna().sum(axis=1) > 1).any():
        return "no item was rated twice"
    if measure in (cohen, fleiss) and not items.notna().all(axis=1).any():
        return "no item was rated by all"
    return "all ratings are of one category"


def against(truth: pandas.Series, judged: pandas.Series) -> dict[str, float]:
    """A judge (True, False or missing) against the truth: n, agreement, kappa, precision, recall.

    Precision and recall are of success; "failures accepted" is the share of failures that the judge
    takes for successes. Also the number of episodes that it left unscored, and the success rate by
    the truth and by the judge. NaN where undefined.
    """
    both = pandas.DataFrame({"truth": truth, "judged": judged}).dropna(subset="truth")
    scored = both.dropna().astype(bool)
    n, same = len(scored), int((scored["truth"] == scored["judged"]).sum())
    true, claimed = int(scored["truth"].sum()), int(scored["judged"].sum())
    right = int((scored["truth"] & scored["judged"]).sum())
    low, high = wilson(same, n)
    return {
        "n": n,
        "unscored": len(both) - n,
        "agreement": _divide(same, n),
        "agreement low": low,
        "agreement high": high,
        "kappa": cohen(scored),
        "precision": _divide(right, claimed),
        "recall": _divide(right, true),
        "failures accepted": _divide(claimed - right, n - true),
        "success by truth": _divide(true, n),
        "success by judge": _divide(claimed, n),
    }


def _divide(count: int, n: int) -> float:
    return count / n if n else numpy.nan


def judges(
    verdicts: pandas.DataFrame,
    truth: str = "rules",
    by: str | None = None,
    draws: int = DRAWS,
    seed: int = SEED,
) -> pandas.DataFrame:
    """Each judge compared with the judge `truth`: one row per judge, with the columns of `against`.

    `verdicts` is a `judging.table`; with `by`, one of its columns, there is one row per group and
    judge. kappa low, kappa high: 95 % interval of a bootstrap over the episodes. Raises Missing
    when there is no verdict by `truth`.
    """
    if truth not in set(verdicts["judge"]):
        names = ", ".join(sorted(set(verdicts["judge"]))) or "nobody"
        raise Missing(f"No verdict is by {truth!r}; verdicts are by {names}.")
    random, rows = numpy.random.default_rng(seed), {}
    for group, block in verdicts.groupby(by, sort=False) if by else [(None, verdicts)]:
        items = ratings(block, "success", "judge").reindex(columns=block["judge"].unique())
        for name in items.columns.drop(truth, errors="ignore") if truth in items else ():
            row = against(items[truth], items[name])
            both = items[[truth, name]].dropna().astype(bool)
            row["kappa low"], row["kappa high"] = _draw_kappas(both, random, draws)
            rows[name if by is None else (group, name)] = row
    if by and rows:
        index = pandas.MultiIndex.from_tuples(rows, names=[by, "judge"])
    else:
        index = pandas.Index(rows, name="judge")
    return pandas.DataFrame(list(rows.values()), index=index)


def _draw_kappas(
    both: pandas.DataFrame, random: numpy.random.Generator, draws: int
) -> tuple[float, float]:
    """The 95 % interval of two judges' kappa by a bootstrap; NaN if it is undefined."""
    if both.empty:
        return numpy.nan, numpy.nan
    first, second = (both.iloc[:, place].to_numpy(dtype=float) for place in (0, 1))
    drawn = random.integers(0, len(both), (draws, len(both)))
    a, b, same = first[drawn].mean(1), second[drawn].mean(1), (first == second)[drawn].mean(1)
    chance = a * b + (1 - a) * (1 - b)
    kappas = (same - chance)[chance < 1] / (1 - chance)[chance < 1]
    if not len(kappas):
        return numpy.nan, numpy.nan
    low, high = numpy.percentile(kappas, [2.5, 97.5])
    return float(low), float(high)


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
    a, b, n = both["first"], both["second"], len(both)
    counts = {"both": a & b, "only first": a & ~b, "only second": ~a & b, "neither": ~a & ~b}
    counts = {name: int(tasks.sum()) for name, tasks in counts.items()}
    low, high = bound_difference(a.to_numpy(float), b.to_numpy(float))
    square = [[counts["both"], counts["only first"]], [counts["only second"], counts["neither"]]]
    difference = {"difference": float(a.mean() - b.mean()), "low": low, "high": high}
    return {"n": n, **counts, **difference, "p": float(mcnemar(square, exact=True).pvalue)}


def _compute_quietly(compute: Callable[[], float]) -> float:
    """The computed value; NaN, without a warning, if it divides by zero."""
    with warnings.catch_warnings(), numpy.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        return float(compute())
