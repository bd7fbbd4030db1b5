"""Re-ranking: several whole trajectories without search, of which the one that is valued highest
counts.

The other way to spend more at inference, and the baseline that Koh et al. (2024, section 5.1)
compare search with.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ... import agent, runs, views
from ...browser import Browser
from ...models import Model, Rate, Reply
from ...records import Episode, Settings, Step, Task
from . import trees
from .best_first import ValueFunction
from .going_back import retrace
from .nodes import Node, Spent


def run(
    task: Task,
    browser: Browser,
    model: Model,
    *,
    value: ValueFunction,
    trajectories: int = 3,
    folder: str | Path | None = None,
    view: agent.View = views.marked_screenshot,
    **settings: Any,
) -> Episode:
    """The best of several trajectories as one episode, recorded as `agent.run` does; `settings` as
    there.

    Its first step carries what all of them took. In the end the browser stands where the best one
    ended.
    """
    walk = steps(
        task, browser, model, value=value, trajectories=trajectories, view=view, **settings
    )
    about = {
        **model.about,
        "search": {"trajectories": trajectories, "value": trees.name_value(value)},
    }
    return runs.record(
        walk, folder, task=task, model=about, settings=Settings(view.__name__, **settings)
    )


def steps(
    task: Task,
    browser: Browser,
    model: Model,
    *,
    value: ValueFunction,
    trajectories: int = 3,
    view: agent.View = views.marked_screenshot,
    **settings: Any,
) -> Iterator[Step]:
    """The steps of the trajectory with the highest value, of equals the first; the first is the
    plain agent's.

    Where none can be valued it is the first. ValueError where no trajectory is wanted, or
    fresh=False.
    """
    if trajectories < 1 or not settings.get("fresh", True):
        raise ValueError(
            "Re-ranking needs one trajectory or more, each in a fresh browser (not fresh=False)."
        )
    played: list[tuple[float, tuple[Step, ...]]] = []
    spent = Spent()
    for number in range(trajectories):
        taken = tuple(agent.steps(task, browser, _Drawn(model, number), view=view, **settings))
        worth = value(task, Node(number, taken))
        played.append((-1.0 if worth.score is None else worth.score, taken))
        spent = sum(
            (Spent(step.usage, step.cost, step.seconds) for step in taken), spent + worth.spent
        )
    best = max(played, key=lambda each: each[0])
    if best is not played[-1]:
        retrace(browser, task, best[1], view)
    first, *rest = best[1]
    yield replace(first, usage=spent.usage, cost=spent.cost, seconds=spent.seconds)
    yield from (replace(step, usage={}, cost=0.0, seconds={}) for step in rest)


@dataclass(frozen=True)
class _Drawn:
    """A model that says what it would say next: of several replies, which differ even under a seed,
    the last.
    """

    model: Model
    number: int  # how many replies come before it

    @property
    def rate(self) -> Rate | None:
        """What its tokens cost; None where nobody knows."""
        return self.model.rate

    def ask(self, messages: list[dict]) -> Reply:
        """The last of `number` + 1 replies; the cost is that of all."""
        reply = self.model.ask(messages, n=self.number + 1)
        last = {
            "texts": reply.texts[-1:],
            "reasonings": reply.reasonings[-1:],
            "cuts": reply.cuts[-1:],
        }
        return replace(reply, **last)
