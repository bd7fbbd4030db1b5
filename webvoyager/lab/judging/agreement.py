"""How far raters, judges and agents agree: percent, Cohen's and Fleiss' kappa, Krippendorff's
alpha, paired tests.

The arithmetic is statsmodels' where it has it; intervals are of a bootstrap over the items, with a
seed.
"""

import math
import warnings
from collections.abc import Callable

import numpy
import pandas
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.inter_rater import aggregate_raters, cohens_kappa, fleiss_kappa

from ..running.rates import wilson

DRAWS, SEED = 1000, 42
Measure = Callable[[pandas.DataFrame], float]  # NaN where it is not defined


def ratings(
    table: pandas.DataFrame, value: str = "outcome", rater: str = "rater"
) -> pandas.DataFrame:
    """One row per item (task and attempt), one column per rater, from `labels.table` or a table of
    verdicts.
    """
    wide = table.pivot_table(
        index=["task", "attempt"], columns=rater, values=value, aggfunc="last", sort=False
    )
    return wide.rename_axis(columns=None)


def percent(items: pandas.DataFrame) -> float:
    """The share of pairs of ratings on the same item that say the same, over all pairs of raters; 0
    to 1.
    """
    counts = _counts(items)
    pairs = _pairs(counts.sum(axis=1)).sum()
    return float(_pairs(counts).sum() / pairs) if pairs else numpy.nan


def cohen(items: pandas.DataFrame) -> float:
    """Cohen's kappa of two raters, on the items that both rated; NaN where they use one category
    only.
    """
    if items.shape[1] != 2:
        return numpy.nan
    codes, names = pandas.factorize(items.dropna().astype(object).to_numpy().ravel())
    table = numpy.zeros((len(names), len(names)))
    numpy.add.at(table, (codes[::2], codes[1::2]), 1)
    return _quiet(lambda: cohens_kappa(table, return_results=False)) if len(names) else numpy.nan


def fleiss(items: pandas.DataFrame) -> float:
    """Fleiss' kappa, on the items that all raters rated; NaN where they use one category only."""
    whole = items.dropna().astype(str)
    if len(whole) == 0 or items.shape[1] < 2:
        return numpy.nan
    return _quiet(lambda: fleiss_kappa(aggregate_raters(whole.to_numpy())[0]))


def krippendorff(items: pandas.DataFrame) -> float:
    """Krippendorff's alpha for names (no order); raters may miss items. NaN where nothing was rated
    twice.

    1 - observed / expected disagreement, each item weighted by how often it was rated (Krippendorff
    2011).
    """
    counts = _counts(items)
    rated = counts[counts.sum(axis=1) > 1]
    each, every = rated.sum(axis=0), rated.sum()
    alike = (2 * _pairs(rated) / (rated.sum(axis=1, keepdims=True) - 1)).sum()
    expected = (every**2 - (each**2).sum()) / (every - 1) if every > 1 else 0
    return float(1 - (every - alike) / expected) if expected else numpy.nan


def _counts(items: pandas.DataFrame) -> numpy.ndarray:
    """How many raters gave each item (a row) each category (a column)."""
    codes, names = pandas.factorize(items.astype(object).to_numpy().ravel())
    # -1 where one did not rate it
    rows, given = (
        numpy.repeat(numpy.arange(len(items)), items.shape[1]),
        codes >= 0,
    )
    counts = numpy.zeros((len(items), len(names)))
    numpy.add.at(counts, (rows[given], codes[given]), 1)
    return counts


def _pairs(counts: numpy.ndarray) -> numpy.ndarray:
    return counts * (counts - 1) / 2


MEASURES: dict[str, Measure] = {
    "percent agreement": percent,
    "Cohen's kappa": cohen,
    "Fleiss' kappa": fleiss,
    "Krippendorff's alpha": krippendorff,
}


def measures(items: pandas.DataFrame, draws: int = DRAWS, seed: int = SEED) -> pandas.DataFrame:
    """All measures of a table of ratings, one row each: value, low, high (bootstrap 95 %), items,
    and a note.

    `items` has a row per item and a column per rater, missing where one did not rate it. The note
    says why a measure is not defined. ValueError where there are fewer than two raters.
    """
    if items.shape[1] < 2:
        raise ValueError(
            "Agreement needs two raters or more; there is"
            f" {', '.join(map(str, items.columns)) or 'none'}."
        )
    random = numpy.random.default_rng(seed)
    samples = (
        [items.iloc[random.integers(0, len(items), len(items))] for _ in range(draws)]
        if len(items)
        else []
    )
    rows = {}
    for name, measure in MEASURES.items():
        value = measure(items)
        found = (
            [drawn for sample in samples if not numpy.isnan(drawn := measure(sample))]
            if value == value
            else []
        )
        low, high = numpy.percentile(found, [2.5, 97.5]) if found else (numpy.nan, numpy.nan)
        used = int(
            (items.notna().sum(axis=1) > 1).sum()
            if measure in (percent, krippendorff)
            else items.notna().all(axis=1).sum()
        )
        rows[name] = {
            "value": value,
            "low": low,
            "high": high,
            "items": used,
            "note": _why(measure, items, value),
        }
    return pandas.DataFrame(rows).T.infer_objects()


def against(truth: pandas.Series, judged: pandas.Series) -> dict[str, float]:
    """A judge (True, False or missing) against the truth: n, agreement, kappa, precision and recall
    of success.

    Also how many it left unscored, and the success rate that each of the two finds. NaN where not
    defined.
    """
    both = pandas.DataFrame({"truth": truth, "judged": judged}).dropna(subset="truth")
    scored = both.dropna().astype(bool)
    right = int((scored["truth"] & scored["judged"]).sum())
    claimed, true = int(scored["judged"].sum()), int(scored["truth"].sum())
    return {
        "n": len(scored),
        "unscored": len(both) - len(scored),
        "agreement": (
            float((scored["truth"] == scored["judged"]).mean()) if len(scored) else numpy.nan
        ),
        "kappa": cohen(scored),
        "precision": right / claimed if claimed else numpy.nan,
        "recall": right / true if true else numpy.nan,
        "success by truth": true / len(scored) if len(scored) else numpy.nan,
        "success by judge": claimed / len(scored) if len(scored) else numpy.nan,
    }


def judges(
    verdicts: pandas.DataFrame,
    truth: str = "rules",
    by: str | None = None,
    draws: int = DRAWS,
    seed: int = SEED,
) -> pandas.DataFrame:
    """Each judge against the one who knows the truth, a row each (and each group of the column
    `by`): as `against`.

    `verdicts` is `judging.table`. low, high: Wilson 95 % of the agreement; kappa low, kappa high:
    of a bootstrap over the episodes. ValueError where there is no verdict by `truth`.
    """
    if truth not in set(verdicts["judge"]):
        names = ", ".join(sorted(set(verdicts["judge"]))) or "nobody"
        raise ValueError(f"No verdict is by {truth!r}; verdicts are by {names}.")
    random, rows = numpy.random.default_rng(seed), {}
    for group, block in verdicts.groupby(by, sort=False) if by else [(None, verdicts)]:
        items = ratings(block, "success", "judge").reindex(columns=block["judge"].unique())
        for name in items.columns.drop(truth, errors="ignore") if truth in items else ():
            row = against(items[truth], items[name])
            row["low"], row["high"] = (
                wilson(round(row["agreement"] * row["n"]), row["n"]) if row["n"] else (0.0, 1.0)
            )
            row["kappa low"], row["kappa high"] = _kappas(
                items[[truth, name]].dropna().astype(bool), random, draws
            )
            rows[name if by is None else (group, name)] = row
    index = (
        pandas.MultiIndex.from_tuples(rows, names=[by, "judge"])
        if by and rows
        else pandas.Index(rows, name="judge")
    )
    return pandas.DataFrame(list(rows.values()), index=index)


def _kappas(
    both: pandas.DataFrame, random: numpy.random.Generator, draws: int
) -> tuple[float, float]:
    """The 95 % interval of two judges' kappa, by a bootstrap on their table of counts; NaN where it
    is not defined.
    """
    if both.empty:
        return numpy.nan, numpy.nan
    first, second = (both.iloc[:, place].to_numpy(dtype=float) for place in (0, 1))
    drawn = random.integers(0, len(both), (draws, len(both)))
    a, b, same = first[drawn].mean(1), second[drawn].mean(1), (first == second)[drawn].mean(1)
    chance = a * b + (1 - a) * (1 - b)
    kappas = (same - chance)[chance < 1] / (1 - chance)[chance < 1]
    return (
        tuple(map(float, numpy.percentile(kappas, [2.5, 97.5])))
        if len(kappas)
        else (numpy.nan, numpy.nan)
    )


def paired(first: pandas.DataFrame, second: pandas.DataFrame) -> dict[str, float]:
    """Two runs (`runs.table`) on the same tasks: both solved, only the first, only the second,
    neither; and a test.

    The newest scored attempt at each task counts. `difference` is the first's rate less the
    second's over the tasks that both have, with a 95 % interval for pairs (Newcombe 1998,
    Statistics in Medicine 17:2635, method 10), `p` is McNemar's exact test. ValueError where they
    have no scored task in common.
    """
    rates = [
        table[table["success"].notna()].groupby("task")["success"].last().astype(bool)
        for table in (first, second)
    ]
    both = pandas.concat(rates, axis=1, join="inner", keys=["first", "second"])
    if both.empty:
        raise ValueError("The two runs have no scored task in common.")
    a, b, n = both["first"], both["second"], len(both)
    counts = {"both": a & b, "only first": a & ~b, "only second": ~a & b, "neither": ~a & ~b}
    counts = {name: int(found.sum()) for name, found in counts.items()}
    low, high = _paired_interval(*counts.values())
    square = [[counts["both"], counts["only first"]], [counts["only second"], counts["neither"]]]
    difference = {"difference": float(a.mean() - b.mean()), "low": low, "high": high}
    return {"n": n, **counts, **difference, "p": float(mcnemar(square, exact=True).pvalue)}


def _paired_interval(both: int, first: int, second: int, neither: int) -> tuple[float, float]:
    """The 95 % interval of a difference of paired rates, out of their Wilson intervals and how they
    go together.
    """
    n = both + first + second + neither
    rates = numpy.array([both + first, both + second]) / n
    (low1, high1), (low2, high2) = (wilson(both + alone, n) for alone in (first, second))
    together = both * neither - first * second  # below 0 where one solves what the other does not
    # Newcombe's correction for small numbers
    together = max(together - n / 2, 0) if together > 0 else together
    spread = math.sqrt(math.prod((both + first, second + neither, both + second, first + neither)))
    phi = together / spread if spread else 0.0
    below, above = (rates[0] - low1, high2 - rates[1]), (high1 - rates[0], rates[1] - low2)
    wide = [
        math.sqrt(max(left**2 - 2 * phi * left * right + right**2, 0))
        for left, right in (below, above)
    ]
    return float(rates[0] - rates[1] - wide[0]), float(rates[0] - rates[1] + wide[1])


def _why(measure: Measure, items: pandas.DataFrame, value: float) -> str:
    """Why a measure is not defined, "" where it is."""
    if value == value:
        return ""
    if measure is cohen and items.shape[1] != 2:
        return f"for two raters; there are {items.shape[1]}"
    if not (items.notna().sum(axis=1) > 1).any():
        return "no item was rated twice"
    if measure in (cohen, fleiss) and not items.notna().all(axis=1).any():
        return "no item was rated by all"
    return "all ratings are of one category"


def _quiet(compute: Callable[[], float]) -> float:
    """The value; NaN, without a warning, where it divides by nothing."""
    with warnings.catch_warnings(), numpy.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        return float(compute())
