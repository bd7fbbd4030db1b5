"""The interval of the difference of two success rates on the same tasks."""

import math

import numpy


def bound_difference(first: numpy.ndarray, second: numpy.ndarray) -> tuple[float, float]:
    """The 95 % interval of the difference of two paired rates, from the intervals of both.

    Each array has the shares of successes, from 0 to 1, of the same tasks in the same order
    (Newcombe 1998, Statistics in Medicine 17:2635, method 10).
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


def _bound_rate(rate: float, n: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a rate, which may be a mean of shares."""
    from statsmodels.stats.proportion import proportion_confint  # slow to import

    low, high = proportion_confint(rate * n, n, method="wilson")
    return float(low), float(high)


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
