"""How many tasks it takes to tell two agents apart."""

import math
from statistics import NormalDist


def tasks_to_tell(
    first: float, second: float, agreement: float | None = None, power: float = 0.8
) -> int:
    """How many tasks it takes to tell two success rates apart, at the 5 % level with this `power`.

    With an `agreement`, the correlation of their outcomes from 0 to 1, both agents play the same
    tasks, and only tasks that just one of them solves count (McNemar; Connor 1987, Biometrics 43:
    207). Without it, they play different tasks, this number each.
    """
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
