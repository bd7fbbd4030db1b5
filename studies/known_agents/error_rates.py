"""How judges err, by kind of failure, and what their errors do to a success rate.

The right verdicts and reasons are known only for simulated agents (play.py writes data/known/).
`episodes` has model, task, success and planted: the category of the slip that made an episode fail.
`verdicts` has model, task, judge and success.
"""

import math
from collections.abc import Mapping
from statistics import NormalDist

import pandas

from webvoyager.lab.statistics import rates

SOLVED, NO_SLIP = "solved", "no lasting slip"
TRUTH = "rules"


def find_errors(verdicts: pandas.DataFrame, episodes: pandas.DataFrame) -> pandas.DataFrame:
    """How often each judge errs on each kind of episode: n, wrong, share, low, high (Wilson 95 %).

    A kind is SOLVED (wrong: called a failure), a category of failures (wrong: accepted), or NO_SLIP
    for failures without a lasting slip. Unscored verdicts don't count.
    """
    rates.require(verdicts, "model", "task", "judge", "success")
    rates.require(episodes, "model", "task", "success", "planted")
    solved = episodes["success"].astype(bool)
    kinds = episodes["planted"].fillna("").replace("", NO_SLIP).mask(solved, SOLVED)
    known = episodes[["model", "task"]].assign(kind=kinds, solved=solved)
    scored = verdicts[verdicts["success"].notna() & (verdicts["judge"] != TRUTH)]
    both = scored.merge(known, on=["model", "task"])
    both = both.assign(wrong=both["success"].astype(bool) != both["solved"])
    table = both.groupby(["judge", "kind"], sort=False)["wrong"].agg(n="size", wrong="sum")
    ends = [rates.wilson(int(wrong), n) for n, wrong in table.itertuples(index=False)]
    low, high = zip(*ends, strict=True) if ends else ((), ())
    return table.assign(share=table["wrong"] / table["n"], low=low, high=high)


def expect_rates(
    errors: pandas.DataFrame, success: float, shares: Mapping[str, float]
) -> pandas.DataFrame:
    """What each judge would report of an agent whose true success rate is `success`, from 0 to 1.

    `shares` are the shares of its failures by category; they add up to 1. One row per judge:
    reported (the success rate that the judge finds), agreement with the truth, and kappa. Raises
    ValueError when the shares don't add up, or a judge saw no episode of one of the kinds.
    """
    if not 0 <= success <= 1 or not math.isclose(sum(shares.values()), 1, abs_tol=1e-3):
        raise ValueError("The success rate must be from 0 to 1, and the shares must add up to 1.")
    rows = {}
    for judge, own in errors["share"].groupby(level="judge", sort=False):
        known = own.droplevel("judge")
        missing = {SOLVED, *shares} - set(known.index)
        if missing:
            raise ValueError(f"{judge} judged no episode of the kind {min(missing)!r}.")
        accepted = sum(share * known[kind] for kind, share in shares.items())
        reported = success * (1 - known[SOLVED]) + (1 - success) * accepted
        agreement = success * (1 - known[SOLVED]) + (1 - success) * (1 - accepted)
        chance = success * reported + (1 - success) * (1 - reported)
        kappa = (agreement - chance) / (1 - chance) if chance < 1 else float("nan")
        rows[judge] = {"reported": reported, "agreement": agreement, "kappa": kappa}
    return pandas.DataFrame.from_dict(rows, orient="index").rename_axis("judge")


def expect_difference(
    errors: pandas.DataFrame,
    first: float,
    second: float,
    shares: Mapping[str, float],
    tasks: int,
) -> pandas.DataFrame:
    """What each judge makes of the difference between two agents, on `tasks` tasks each.

    `first` and `second` are their true success rates, `shares` as in `expect_rates`. One row per
    judge and one for the truth: difference (expected of the reported rates), half width of its 95 %
    interval, and worse first: how often the worse agent comes out ahead.
    """
    found = [expect_rates(errors, rate, shares)["reported"] for rate in (first, second)]
    of_first, of_second = (
        pandas.concat([pandas.Series({TRUTH: rate}), reported])
        for rate, reported in zip((first, second), found, strict=True)
    )
    error = ((of_first * (1 - of_first) + of_second * (1 - of_second)) / tasks) ** 0.5
    difference = of_first - of_second
    sign, normal = math.copysign(1, first - second), NormalDist()
    return pandas.DataFrame(
        {
            "difference": difference,
            "half width": normal.inv_cdf(0.975) * error,
            "worse first": (-sign * difference / error).map(normal.cdf),
        }
    ).rename_axis("judge")
