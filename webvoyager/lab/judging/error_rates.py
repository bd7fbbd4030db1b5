"""How judges err, by kind of failure, and what their errors do to a success rate.

Whose mistakes are known can be told only of simulated agents (`python -m tools.known_agents` writes
data/known/): `episodes` has model, task, success, and in `planted` the category of the slip that
lost an episode; `verdicts` has model, task, judge and success.
"""

import math
from collections.abc import Mapping

import pandas
from scipy.stats import norm

from ..running import rates

SOLVED, NO_SLIP = "solved", "no lasting slip"
TRUTH = "rules"


def find_errors(verdicts: pandas.DataFrame, episodes: pandas.DataFrame) -> pandas.DataFrame:
    """How often each judge is wrong about each kind: n, wrong, share, and its Wilson 95 % interval.

    A kind is SOLVED (wrong: called a failure), a category of failures (wrong: accepted), or NO_SLIP
    for failures without a slip that lasted. Unscored verdicts do not count.
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
    """What each judge would say of an agent that solves this share of its tasks, from 0 to 1.

    `shares` says how its failures fall into categories; they add up to 1. A row per judge:
    reported (the success rate that it finds), agreement with the truth, and kappa. ValueError where
    the shares do not add up, or no failure of one of the categories was judged.
    """
    if not 0 <= success <= 1 or not math.isclose(sum(shares.values()), 1, abs_tol=1e-3):
        raise ValueError("The success rate is from 0 to 1, and the shares of failures add up to 1.")
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
    """What a difference of two agents becomes under each judge, on so many tasks each.

    `first` and `second` are their true success rates, `shares` as in `expect_rates`. A row per
    judge and one for the truth: difference (reported, expected), half width of its 95 % interval,
    and how often the worse agent comes first.
    """
    found = [expect_rates(errors, rate, shares)["reported"] for rate in (first, second)]
    of_first, of_second = (
        pandas.concat([pandas.Series({TRUTH: rate}), reported])
        for rate, reported in zip((first, second), found, strict=True)
    )
    error = ((of_first * (1 - of_first) + of_second * (1 - of_second)) / tasks) ** 0.5
    difference = of_first - of_second
    sign = math.copysign(1, first - second)
    return pandas.DataFrame(
        {
            "difference": difference,
            "half width": norm.ppf(0.975) * error,
            "worse first": norm.cdf(-sign * difference / error),
        }
    ).rename_axis("judge")
