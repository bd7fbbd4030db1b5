"""What makes episodes fail, by regression, and how many tasks it takes to tell two agents apart."""

import math
import warnings
from collections.abc import Callable, Mapping, Sequence
from statistics import NormalDist
from typing import Any

import numpy
import pandas

from ...runs import Missing

_HUGE = 100  # from this standard error on, in log-odds, the data don't settle the effect


class NoFit(Missing):
    """No logistic regression can be fitted to the data; the message says why."""


def regress(table: pandas.DataFrame, outcome: str, factors: Sequence[str]) -> pandas.DataFrame:
    """A logistic regression of a yes-or-no outcome: one row per factor, with its 95 % interval.

    `estimate` is in log-odds per unit of the factor; the first row is the "intercept". If the table
    has a column `task`, standard errors are clustered by task. Rows with a missing value are left
    out. Raises ValueError when a column is missing, and its subclass NoFit when the outcome or a
    factor is the same in all rows, a factor follows from others, or they predict it perfectly.
    """
    fitted = _fit(table, outcome, factors)
    low, high = fitted.conf_int()[0], fitted.conf_int()[1]
    found = pandas.DataFrame({"estimate": fitted.params, "low": low, "high": high})
    return found.rename(index={"const": "intercept"}).rename_axis("factor")


def predict(
    table: pandas.DataFrame, outcome: str, factors: Sequence[str], at: pandas.DataFrame
) -> pandas.DataFrame:
    """The fitted share of yes at the factor values in `at`, with its 95 % interval.

    One row per row of `at`: the factors, rate, low, high. Raises the errors of `regress`.
    """
    points = _add_constant(at, factors)
    found = _fit(table, outcome, factors).get_prediction(points).summary_frame()
    columns = {"predicted": "rate", "ci_lower": "low", "ci_upper": "high"}
    known = at[list(factors)].reset_index(drop=True)
    return known.join(found.rename(columns=columns)[list(columns.values())].reset_index(drop=True))


def _fit(table: pandas.DataFrame, outcome: str, factors: Sequence[str]) -> Any:
    """The logistic regression by statsmodels, fitted to the rows without missing values."""
    import statsmodels.api as models  # slow to import, and seldom needed
    from statsmodels.tools.sm_exceptions import ConvergenceWarning, PerfectSeparationWarning

    missing = [name for name in (outcome, *factors) if name not in table]
    if missing:
        raise ValueError(f"The table has no column {missing[0]!r}.")
    known = table.dropna(subset=[outcome, *factors])
    if known[outcome].nunique() < 2:
        raise NoFit(f"All rows have the same {outcome!r}: there is nothing to explain.")
    if same := [name for name in factors if known[name].nunique() < 2]:
        raise NoFit(f"All rows have the same {same[0]!r}: its effect can't be estimated.")
    how: dict[str, Any] = {"disp": False}
    if "task" in known:
        groups = known["task"].astype("category").cat.codes
        how |= {"cov_type": "cluster", "cov_kwds": {"groups": groups}}
    with warnings.catch_warnings():  # the errors below say the same
        warnings.simplefilter("ignore", (ConvergenceWarning, PerfectSeparationWarning))
        try:
            fitted = models.Logit(known[outcome].astype(int), _add_constant(known, factors)).fit(
                **how
            )
        except numpy.linalg.LinAlgError as error:
            raise NoFit(f"{', '.join(factors)}: one of these follows from the others.") from error
    if not fitted.mle_retvals["converged"] or not (fitted.bse < _HUGE).all():
        raise NoFit(
            f"{outcome!r} follows perfectly from {', '.join(factors)}: no curve can be fitted."
        )
    return fitted


def _add_constant(table: pandas.DataFrame, factors: Sequence[str]) -> pandas.DataFrame:
    known = table[list(factors)].astype(float)
    known.insert(0, "const", 1.0)
    return known


def find_again(
    draw: Callable[[int, int], pandas.DataFrame],
    planted: Mapping[str, float],
    outcome: str,
    sizes: Sequence[int],
    draws: int = 200,
) -> pandas.DataFrame:
    """How well the regression finds known effects: one row per number of tasks and factor.

    `draw(tasks, seed)` makes a table of that many tasks with the `planted` effects, in log-odds.
    `estimate` is the mean estimate over all draws, `wide` the mean width of the 95 % interval, and
    `covered` the share of draws whose interval contains the planted value.
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
    """How many tasks it takes to tell two success rates apart, at the 5 % level with this `power`.

    With an `agreement`, the correlation of their outcomes from 0 to 1, both agents play the same
    tasks, and only tasks that just one of them solves count (McNemar; Connor 1987, Biometrics 43:
    207). Without it, they play different tasks, this number each. Raises ValueError when the rates
    are equal or not from 0 to 1.
    """
    if first == second or not (0 <= first <= 1 and 0 <= second <= 1):
        raise ValueError("The rates must be two different numbers from 0 to 1.")
    difference = abs(first - second)
    normal = NormalDist()
    level_quantile, power_quantile = normal.inv_cdf(0.975), normal.inv_cdf(power)
    both = first * (1 - first), second * (1 - second)
    if agreement is None:
        mean = (first + second) / 2
        spread = level_quantile * math.sqrt(2 * mean * (1 - mean)) + power_quantile * math.sqrt(
            sum(both)
        )
    else:
        by_one = sum(both) - 2 * agreement * math.sqrt(math.prod(both)) + difference**2
        spread = level_quantile * math.sqrt(by_one) + power_quantile * math.sqrt(
            max(by_one - difference**2, 0)
        )
    return math.ceil((spread / difference) ** 2)
