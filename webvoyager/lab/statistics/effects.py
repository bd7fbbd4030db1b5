"""What makes episodes fail: logistic regression on single episodes."""

import warnings
from collections.abc import Sequence
from typing import Any

import numpy
import pandas

from ...runs import Missing
from .rates import require

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
    found = fitted.conf_int().set_axis(["low", "high"], axis=1)
    found.insert(0, "estimate", fitted.params)
    return found.rename(index={"const": "intercept"}).rename_axis("factor")


def predict(
    table: pandas.DataFrame, outcome: str, factors: Sequence[str], at: pandas.DataFrame
) -> pandas.DataFrame:
    """The fitted share of yes at the factor values in `at`, with its 95 % interval.

    One row per row of `at`: the factors, rate, low, high. Raises the errors of `regress`.
    """
    known = at[list(factors)].reset_index(drop=True)
    fitted = _fit(table, outcome, factors)
    found = fitted.get_prediction(_add_constant(known)).summary_frame()
    columns = {"predicted": "rate", "ci_lower": "low", "ci_upper": "high"}
    return known.join(found.rename(columns=columns)[list(columns.values())])


def _fit(table: pandas.DataFrame, outcome: str, factors: Sequence[str]) -> Any:
    """The logistic regression by statsmodels, fitted to the rows without missing values."""
    from statsmodels.discrete.discrete_model import Logit  # slow to import, and seldom needed
    from statsmodels.tools.sm_exceptions import ConvergenceWarning, PerfectSeparationWarning

    require(table, outcome, *factors)
    known = table.dropna(subset=[outcome, *factors])
    if known[outcome].nunique() < 2:
        raise NoFit(f"All rows have the same {outcome!r}: there is nothing to explain.")
    if same := [name for name in factors if known[name].nunique() < 2]:
        raise NoFit(f"All rows have the same {same[0]!r}: its effect can't be estimated.")
    how: dict[str, Any] = {}
    if "task" in known:
        groups = known["task"].astype("category").cat.codes
        how = {"cov_type": "cluster", "cov_kwds": {"groups": groups}}
    model = Logit(known[outcome].astype(int), _add_constant(known[list(factors)]))
    with warnings.catch_warnings():  # the errors below say the same
        warnings.simplefilter("ignore", (ConvergenceWarning, PerfectSeparationWarning))
        try:
            fitted = model.fit(disp=False, **how)
        except numpy.linalg.LinAlgError as error:
            raise NoFit(f"{', '.join(factors)}: one of these follows from the others.") from error
    if not fitted.mle_retvals["converged"] or not (fitted.bse < _HUGE).all():
        raise NoFit(
            f"{outcome!r} follows perfectly from {', '.join(factors)}: no curve can be fitted."
        )
    return fitted


def _add_constant(factors: pandas.DataFrame) -> pandas.DataFrame:
    known = factors.astype(float)
    known.insert(0, "const", 1.0)
    return known
