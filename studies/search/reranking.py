"""Re-ranking: several whole trajectories without search; the one of highest value counts.

This is the other way to spend more at inference, and a baseline of Koh et al. (2024, section 5.1).
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from webvoyager import agent, runs
from webvoyager.environment import Environment
from webvoyager.lab.search import trees
from webvoyager.lab.search.branching import PAPER_SAMPLING
from webvoyager.lab.search.going_back import retrace
from webvoyager.lab.search.trees import Node, Spent
from webvoyager.lab.search.values import ValueFunction, appraise, require
from webvoyager.models import Model, Rate, Reply
from webvoyager.records import Episode, Step, Task


def run(
    task: Task,
    env: Environment,
    model: Model,
    *,
    value: ValueFunction,
    trajectories: int = 3,
    sandbox: bool = False,
    folder: str | Path | None = None,
    **settings: Any,
) -> Episode:
    """Play the best of several trajectories as one episode, recorded as agent.run does.

    The cost of all of them is booked on its first step. At the end the browser is where the best
    one ended. `settings` are fields of Settings.
    """
    walk = steps(
        task, env, model, value=value, trajectories=trajectories, sandbox=sandbox, **settings
    )
    search = {"trajectories": trajectories, "value": trees.name_function(value)}
    about = {**model.about, "search": search}
    chosen = env.settings(**settings)
    return runs.record(walk, folder, task=task, model=about, settings=chosen)


def steps(
    task: Task,
    env: Environment,
    model: Model,
    *,
    value: ValueFunction,
    trajectories: int = 3,
    sandbox: bool = False,
    **settings: Any,
) -> Iterator[Step]:
    """The steps of the trajectory with the highest value; of equals, the first.

    The first trajectory is the plain agent's; it is taken if none can be valued. The others are
    sampled as the search samples actions, with the model's seed plus their number, so that they
    differ even if the plain agent's temperature is 0. After a trajectory that may have changed
    something on a server (`Step.writes`), no other is played, so that nothing is ordered twice,
    except in a `sandbox`, where a reset undoes everything. Raises ValueError for fewer than one
    trajectory, or with fresh=False.
    """
    if trajectories < 1 or not settings.get("fresh", True):
        raise ValueError(
            "Re-ranking needs one trajectory or more, each in a fresh browser (not fresh=False)."
        )
    require(value)
    played: list[tuple[float, tuple[Step, ...]]] = []
    spent = Spent()
    for number in range(trajectories):
        sampled = _Sampled(model, number) if number else model
        taken = tuple(agent.steps(task, env, sampled, **settings))
        result = appraise(value, task, Node(number).with_steps(taken))
        played.append((-1.0 if result.score is None else result.score, taken))
        spent = sum(
            (Spent(step.usage, step.cost, step.seconds) for step in taken), spent + result.spent
        )
        if not sandbox and any(step.writes for step in taken):
            break
    best = max(played, key=lambda trajectory: trajectory[0])
    if best is not played[-1]:
        retrace(env, task, best[1])
    first, *rest = best[1]
    yield replace(first, usage=spent.usage, cost=spent.cost, seconds=spent.seconds)
    yield from (replace(step, usage={}, cost=0.0, seconds={}) for step in rest)


@dataclass(frozen=True)
class _Sampled:
    """A model that samples its replies with the trajectory's own seed."""

    model: Model
    number: int  # of the trajectory

    @property
    def rate(self) -> Rate | None:
        """What its tokens cost; None if unknown."""
        return self.model.rate

    def ask(self, messages: list[dict]) -> Reply:
        """One reply."""
        seed = (self.model.about["seed"] or 0) + self.number
        return self.model.ask(messages, seed=seed, **PAPER_SAMPLING)
