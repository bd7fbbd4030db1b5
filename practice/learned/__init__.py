"""The learned agent: a policy trained on the oracles of other worlds of the mini web.

It has earned what it scores in a world that it has never seen. `gold.py` reads the oracles'
trajectories as an agent's states, `training.py` fits the policy (`policy.py`) to them, and
`serve()` puts it behind the same endpoint as the offline rules. Every choice is a softmax over
hashed features (`choice.py`): of actions (`features.py`), of texts to type (`typing.py`), of
passages and the words in them (`passages.py`, `reading.py`), of the steps of a plan (`plans.py`),
and of how an episode will end (`valuing.py`).
"""

from pathlib import Path

from ..offline import Offline, Served
from .plans import EmpiricalPlanner
from .policy import Policy
from .skill import NAME, OWNER, make_reply
from .valuing import Valuer

WEIGHTS = Path(__file__).with_name("weights.zip")
PLANS = Path(__file__).with_name("plans.zip")
VALUES = Path(__file__).with_name("values.zip")


def serve(
    policy: str | Path | Policy = WEIGHTS,
    planner: str | Path | EmpiricalPlanner = PLANS,
    valuer: str | Path | Valuer = VALUES,
    port: int = 0,
) -> Offline:
    """An endpoint with the learned agent beside the offline rules.

    `policy`, `planner` and `valuer` are trained objects or the files that hold them. Raises
    ValueError if a file can't be used.
    """
    used = policy if isinstance(policy, Policy) else Policy.load(policy)
    plans = planner if isinstance(planner, EmpiricalPlanner) else EmpiricalPlanner.load(planner)
    values = valuer if isinstance(valuer, Valuer) else Valuer.load(valuer)
    served = Served(make_reply(used, plans, values), OWNER, used.version)
    return Offline(port, more={NAME: served})


__all__ = ["NAME", "PLANS", "VALUES", "WEIGHTS", "EmpiricalPlanner", "Policy", "Valuer", "serve"]
