"""Two success rates on the same tasks, each task tried any number of times, and their difference.

The task is the unit: several attempts at a task are not independent, so their share of successes
counts as one observation. With one attempt per task, the results are those of
`judging.agreement.paired`.
"""

import math
from dataclasses import dataclass

import numpy

Interval = tuple[float, float]

_FLIPS = 2**17  # up to 17 tasks, the test goes through all flips; above, it draws this many


@dataclass(frozen=True)
class PairedRates:
    """Two rates, first − second, each with its 95 % interval, and the p value of the difference."""

    first: float
    first_interval: Interval
    second: float
    second_interval: Interval
    difference: float
    interval: Interval
    p: float


def compare_shares(first: numpy.ndarray, second: numpy.ndarray) -> PairedRates:
    """Compare the shares of successes, from 0 to 1, of the same tasks in the same order.

    Rates have Wilson's interval. The difference has that for pairs (Newcombe 1998, Statistics in
    Medicine 17:2635, method 10). A bootstrap over tasks would be far too narrow for three or five
    tasks. `p` is from the exact sign-flip test, which for one attempt per task is McNemar's.
    """
    rates = float(first.mean()), float(second.mean())
    intervals = [_bound_rate(rate, len(first)) for rate in rates]
    interval, p = bound_difference(first, second), _flip_signs(first - second)
    difference = rates[0] - rates[1]
    return PairedRates(rates[0], intervals[0], rates[1], intervals[1], difference, interval, p)


def _bound_rate(rate: float, n: int) -> Interval:
    """Wilson's 95 % interval of a rate, which may be a mean of shares."""
    from statsmodels.stats.proportion import proportion_confint  # slow to import

    low, high = proportion_confint(rate * n, n, method="wilson")
    return float(low), float(high)


def bound_difference(first: numpy.ndarray, second: numpy.ndarray) -> Interval:
    """The 95 % interval of the difference of two paired rates, from the intervals of both.

    The arguments are those of `compare_shares`; the method is Newcombe's, as there.
    """
    rates = float(first.mean()), float(second.mean())
    (low1, high1), (low2, high2) = (_bound_rate(rate, len(first)) for rate in rates)
    below, above = (rates[0] - low1, high2 - rates[1]), (high1 - rates[0], rates[1] - low2)
    phi = _correlate(first, second)
    wide = [
        math.sqrt(max(left**2 - 2 * phi * left * right + right**2, 0))
        for left, right in (below, above)
    ]
    return rates[0] - rates[1] - wide[0], rates[0] - rates[1] + wide[1]


def _correlate(first: numpy.ndarray, second: numpy.ndarray) -> float:
    """Newcombe's phi, with his correction for small numbers, from the expected table of pairs."""
    n = len(first)
    both, neither = float(first @ second), float((1 - first) @ (1 - second))
    only_first, only_second = float(first @ (1 - second)), float((1 - first) @ second)
    together = both * neither - only_first * only_second  # below 0 if other tasks are solved
    together = max(together - n / 2, 0) if together > 0 else together
    margins = math.prod(
        margin for total in (first.sum(), second.sum()) for margin in (total, n - total)
    )
    return together / math.sqrt(margins) if margins > 0 else 0.0


def _flip_signs(differences: numpy.ndarray) -> float:
    """The two-sided p value of the sign-flip test: could the differences as well be around 0?"""
    from scipy.stats import permutation_test  # slow to import, and seldom needed

    changed = differences[differences != 0]
    if len(changed) < 2:  # one or none says nothing
        return 1.0
    how = {"permutation_type": "samples", "vectorized": True, "rng": 0, "n_resamples": _FLIPS}
    return float(permutation_test((changed,), numpy.mean, **how).pvalue)
