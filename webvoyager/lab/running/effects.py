"""What makes episodes fail, by regression, and how many tasks it takes to tell two agents apart."""

import math
from collections.abc import Callable, Mapping, Sequence

import numpy
import pandas
from scipy.stats import norm


def regress(table: pandas.DataFrame, outcome: str, factors: Sequence[str]) -> pandas.DataFrame:
    """A logistic regression of a yes or no on factors: a row each, with its 95 % interval.

    `estimate` is in log-odds for one more of the factor; "intercept" is the first row. Where the
    table has a column `task`, rows of one task count as alike (clustered errors). ValueError where
    a column is missing, or the outcome is the same in all rows.
    """
    import statsmodels.api as models  # slow to import, and seldom needed

    missing = [name for name in (outcome, *factors) if name not in table]
    if missing:
        raise ValueError(f"The table has no column {missing[0]!r}.")
    if table[outcome].nunique() < 2:
        raise ValueError(f"All rows have the same {outcome!r}: nothing can be told from it.")
    known = models.add_constant(table[list(factors)].astype(float), has_constant="add")
    groups = {"groups": table["task"].astype("category").cat.codes} if "task" in table else None
    fitted = models.Logit(table[outcome].astype(int), known).fit(
        disp=False, cov_type="cluster" if groups else "nonrobust", cov_kwds=groups
    )
    low, high = fitted.conf_int()[0], fitted.conf_int()[1]
    found = pandas.DataFrame({"estimate": fitted.params, "low": low, "high": high})
    return found.rename(index={"const": "intercept"}).rename_axis("factor")


def find_again(
    draw: Callable[[int, int], pandas.DataFrame],
    planted: Mapping[str, float],
    outcome: str,
    sizes: Sequence[int],
    draws: int = 200,
) -> pandas.DataFrame:
    """Whether the regression finds effects that are known: a row per number of tasks and factor.

    `draw(tasks, seed)` makes a table of that many tasks with the `planted` effects, in log-odds.
    `estimate` is the mean estimate over all draws, `wide` the mean width of the 95 % interval, and
    `covered` the share of draws whose interval holds the planted value.
    """
    rows = []
    for size in sizes:
        found = [regress(draw(size, seed), outcome, list(planted)) for seed in range(draws)]
        for factor, value in planted.items():
            low, high, estimate = (
                numpy.array([each.loc[factor, name] for each in found])
                for name in ("low", "high", "estimate")
            )
            covered = ((low <= value) & (value <= high)).mean()
            rows.append((size, factor, value, estimate.mean(), (high - low).mean(), covered))
    columns = ["tasks", "factor", "planted", "estimate", "wide", "covered"]
    return pandas.DataFrame(rows, columns=columns)


def tasks_to_tell(
    first: float, second: float, agreement: float | None = None, power: float = 0.8
) -> int:
    """How many tasks it takes to tell agents of two success rates apart, at 5 %, so often.

    With an `agreement` both play the same tasks, and it is the correlation of their outcomes, from
    0 to 1: then only the tasks count that one of them solves (McNemar; Connor 1987, Biometrics 43:
    207). Without, each has tasks of its own, so many each. ValueError where the rates are the same.
    """
    if first == second or not (0 <= first <= 1 and 0 <= second <= 1):
        raise ValueError("The rates are two different numbers from 0 to 1.")
    difference = abs(first - second)
    sure, often = norm.ppf(0.975), norm.ppf(power)
    both = first * (1 - first), second * (1 - second)
    if agreement is None:
        mean = (first + second) / 2
        spread = sure * math.sqrt(2 * mean * (1 - mean)) + often * math.sqrt(sum(both))
    else:
        alone = sum(both) - 2 * agreement * math.sqrt(math.prod(both)) + difference**2
        spread = sure * math.sqrt(alone) + often * math.sqrt(max(alone - difference**2, 0))
    return math.ceil((spread / difference) ** 2)
