"""How episodes ended, one per task, and how many had solved their task by each step.

An episode ends with an answer, right or wrong, at a limit or in a fault. Episodes that were cut off
at a limit or ended in a fault are censored: they count for as long as they ran, and nobody knows
when they would have answered.
"""

import numpy
import pandas

from . import rates

ENDINGS = ("right answer", "wrong answer", "unscored answer", "limit", "fault")


def find_endings(data: pandas.DataFrame) -> pandas.DataFrame:
    """The table with one row per task and its `ending`, one of ENDINGS.

    Of several attempts at a task the newest result counts or, if all ended in a fault, the newest
    fault. "limit" is any limit: steps, dollars, tokens or seconds. Raises ValueError when a column
    is missing, or when simulated agents are mixed with others.
    """
    rates.require(data, "stop", "success", "model")
    rates.require_one_kind(data)
    if "attempt" in data:
        is_result = ~data["stop"].str.startswith("error")
        order = data["attempt"] + is_result * (data["attempt"].max() + 1)  # results after faults
        numbered = data.assign(attempt=order, row=range(len(data)))
        data = data.iloc[rates.newest(numbered)["row"]]
    tests = [
        data["stop"].str.startswith("error"),
        data["stop"] != "answer",
        data["success"].isna(),
        data["success"].fillna(False).astype(bool),
    ]
    ending = numpy.select(tests, ["fault", "limit", "unscored answer", "right answer"], ENDINGS[1])
    return data.assign(ending=ending)


def count_endings(data: pandas.DataFrame, hue: str = "model") -> pandas.DataFrame:
    """The number of tasks by ending: one row per series, one column per ending."""
    blocks = rates.split(find_endings(data), hue)
    counts = {name: block["ending"].value_counts() for name, block in blocks.items()}
    table = pandas.DataFrame(counts).T.reindex(columns=ENDINGS)
    return table.fillna(0).astype(int).rename_axis(index=hue, columns="ending")


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
    tables = {
        name: _estimate_shares(block[steps].to_numpy(int), block["ending"].to_numpy(str))
        for name, block in rates.split(known, hue).items()
    }
    return pandas.concat(tables, names=[hue, "step"]).reset_index()


def _estimate_shares(steps: numpy.ndarray, endings: numpy.ndarray) -> pandas.DataFrame:
    """The estimates of one series, by step, from the episodes' numbers of steps and endings."""
    every = numpy.arange(steps.max() + 1)[:, None]
    with_answer = numpy.isin(endings, ["right answer", "wrong answer"])
    at_risk = (steps >= every).sum(axis=1)
    answered = ((steps == every) & with_answer).sum(axis=1)
    right = ((steps == every) & (endings == "right answer")).sum(axis=1)
    not_censored = ((steps >= every) | with_answer).sum(axis=1)  # before the step

    running = (1 - answered / at_risk).cumprod()
    before = numpy.append(1, running[:-1])
    solved = (before * right / at_risk).cumsum()
    # Greenwood's terms; the last is infinite if all have answered, but then nothing varies
    apart = (at_risk * (at_risk - answered)).astype(float)
    terms = numpy.divide(answered, apart, out=numpy.zeros(len(apart)), where=apart > 0)
    later = solved[:, None] - solved  # how much more is solved by the row's step than the column's
    own = before**2 * (at_risk - right) * right / at_risk**3.0
    shared = before * right / at_risk**2
    # the delta method (Marubini and Valsecchi 1995)
    variance = numpy.tril(later**2 * terms + own - 2 * later * shared).sum(axis=1)

    low, high = _find_interval(running, running**2 * terms.cumsum(), not_censored)
    solved_low, solved_high = _find_interval(solved, variance, not_censored)
    columns = {
        "at_risk": at_risk,
        "answered": answered,
        "running": running,
        "low": low,
        "high": high,
        "solved": solved,
        "solved_low": solved_low,
        "solved_high": solved_high,
    }
    return pandas.DataFrame(columns)


def _find_interval(
    shares: numpy.ndarray, variances: numpy.ndarray, counts: numpy.ndarray
) -> tuple[numpy.ndarray, numpy.ndarray]:
    """The ends of the shares' intervals; where nothing varies, n is the count."""
    from statsmodels.stats.proportion import proportion_confint  # slow to import

    sizes = counts.astype(float)
    numpy.divide(shares * (1 - shares), variances, out=sizes, where=variances > 1e-12)
    return proportion_confint(shares * sizes, sizes, method="wilson")
