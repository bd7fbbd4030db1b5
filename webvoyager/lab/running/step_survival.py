"""How long episodes run, and how many have solved their task by each step.

Episodes that were cut off at a limit or ended in a fault are censored: they count for as long as
they ran, and nobody knows when they would have answered.
"""

import numpy
import pandas

from . import rates
from .endings import find_endings


def survival_by_step(
    data: pandas.DataFrame, *, hue: str = "model", steps: str = "steps"
) -> pandas.DataFrame:
    """One row per series and step, from 0: the shares of episodes still running, and solved.

    running is the share without an answer after this step (Kaplan–Meier), solved the cumulative
    incidence of right answers (Aalen–Johansen); at_risk counts the episodes that took the step,
    answered those that ended with it. low and high, solved_low and solved_high are pointwise 95 %
    intervals: Wilson's, at the effective sample size that the estimate's variance implies (Dorey
    and Korn 1987, Statistics in Medicine 6: 679). An answer without a verdict counts in neither
    share. Raises ValueError when nothing is scored.
    """
    rates.require(data, hue, steps)
    rates.scored(data)  # raises a clear error if no episode is scored
    ended = find_endings(data)
    known = ended[ended["ending"] != "unscored answer"]
    blocks = rates.split(known, hue)
    tables = {
        name: _estimate_shares(_count_by_step(block, steps)) for name, block in blocks.items()
    }
    return pandas.concat(tables, names=[hue, "step"]).reset_index()


def _count_by_step(block: pandas.DataFrame, steps: str) -> pandas.DataFrame:
    """By step: at_risk, answered, right, and known (episodes not censored before it)."""
    every = range(block[steps].max() + 1)
    left, answered, right = (
        block[steps][chosen].value_counts().reindex(every, fill_value=0)
        for chosen in (
            block["ending"].notna(),
            block["ending"].isin(["right answer", "wrong answer"]),
            block["ending"] == "right answer",
        )
    )
    before = {"at_risk": left, "known": left - answered}
    counts = {name: len(block) - lost.cumsum() + lost for name, lost in before.items()}
    return pandas.DataFrame({**counts, "answered": answered, "right": right})


def _estimate_shares(counts: pandas.DataFrame) -> pandas.DataFrame:
    """The estimates of one series, by step."""
    at_risk, answered, right = (
        counts[name].to_numpy(float) for name in ("at_risk", "answered", "right")
    )
    running = (1 - answered / at_risk).cumprod()
    before = numpy.append(1, running[:-1])
    solved = (before * right / at_risk).cumsum()
    # Greenwood's terms; the last is infinite if all have answered, but then nothing varies
    apart = at_risk * (at_risk - answered)
    terms = numpy.divide(answered, apart, out=numpy.zeros(len(apart)), where=apart > 0)
    later = solved[:, None] - solved  # how much more is solved by the row's step than the column's
    own = before**2 * (at_risk - right) * right / at_risk**3
    shared = before * right / at_risk**2
    # the delta method (Marubini and Valsecchi 1995)
    variance = numpy.tril(later**2 * terms + own - 2 * later * shared).sum(axis=1)
    low, high = _find_interval(running, running**2 * terms.cumsum(), counts["known"])
    solved_low, solved_high = _find_interval(solved, variance, counts["known"])
    return counts[["at_risk", "answered"]].assign(
        **{"running": running, "low": low, "high": high},
        **{"solved": solved, "solved_low": solved_low, "solved_high": solved_high},
    )


def _find_interval(
    shares: numpy.ndarray, variances: numpy.ndarray, known: pandas.Series
) -> tuple[numpy.ndarray, numpy.ndarray]:
    """The ends of the shares' intervals; if nothing varies, n is the number not censored."""
    from statsmodels.stats.proportion import proportion_confint  # slow to import

    sizes = known.to_numpy(float)  # a copy to write to
    numpy.divide(shares * (1 - shares), variances, out=sizes, where=variances > 1e-12)
    return proportion_confint(shares * sizes, sizes, method="wilson")
