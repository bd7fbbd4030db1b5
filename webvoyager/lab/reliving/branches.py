"""Let the agent go on from a step of a stored episode, with something changed."""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from itertools import chain
from pathlib import Path
from typing import Any

from ... import agent, models, runs
from ...agent import Advise
from ...environment import Environment
from ...models import Model
from ...records import Advice, Episode, EpisodeError, Observation, Record, Settings, Step, Task
from .performing import relive

KEY = "branch_of"  # in the task's `extra`
_OF_ENV = ("view", "allowed", "advice")  # settings that come from the environment and the adviser


@dataclass(frozen=True)
class Origin(Record):
    """The episode that another one is a branch of, and the step (from 1) at which it left it."""

    run: str  # the name of its run folder; "" if it was not recorded
    task: str
    attempt: int
    step: int

    def __str__(self) -> str:
        path = "/".join(filter(None, (self.run, self.task, str(self.attempt))))
        return f"branch of {path} at step {self.step}"


def find_origin(episode: Episode) -> Origin | None:
    """What the episode is a branch of; None if of nothing."""
    data = episode.task.extra.get(KEY)
    known = {field.name for field in fields(Origin)}
    return Origin.from_json(data) if isinstance(data, dict) and data.keys() >= known else None


def branch(
    episode: Episode,
    step: int,
    env: Environment,
    model: Model,
    *,
    hint: str = "",
    advise: Advise | None = None,
    lenient: bool = False,
    sandbox: bool | None = None,
    folder: str | Path | None = None,
    watch: runs.Watch | None = None,
    **settings: Any,
) -> Episode:
    """Re-live an episode up to a step (from 1), and let the agent go on from there.

    Whatever is not given stays as it was: `settings` are fields of Settings, such as `prompts` or
    `max_steps`, and default to the episode's own. View and actions are those of `env`. `hint` is a
    text that the agent reads before each of its steps, as a lesson; `advise` begins at the branch.

    The steps before are copied with the pages as `env` shows them now, so that the agent reads its
    whole past in one view. They cost nothing, and limits on cost count only what is new. In a run
    `folder`, the episode is recorded as agent.run records it; `find_origin` says what it is a
    branch of.

    EpisodeError if re-living differs from the record before the step is reached. With `lenient`,
    pages may differ, as they often do on the live web, as long as each action can be done again.
    `sandbox` is as in `relive`. ValueError if there is no such step, or none left to take.
    """
    adviser = _add_hint(advise, hint) if hint else advise
    names = [field.name for field in fields(Settings) if field.name not in _OF_ENV]
    own = {name: getattr(episode.settings, name) for name in names}
    own |= {"prompts": dict(episode.settings.prompts), "advice": agent.name_adviser(adviser)}
    chosen = env.settings(**own | settings)
    if chosen.max_episode_cost is not None:
        models.require_price(model, "limit max_episode_tokens")
    count = len(episode.steps)
    last = count if count and episode.steps[-1].answered else count + 1
    if not 1 <= step <= last:
        raise ValueError(f"An episode of {count} steps can branch at step 1 to {last}, not {step}.")
    if step > chosen.max_steps:
        raise ValueError(
            f"max_steps={chosen.max_steps} leaves no step from step {step} on: give more."
        )
    relived = relive(episode, env, until=step, sandbox=sandbox)
    before = relived.steps[: step - 1]
    arrived = all(each.done for each in before)
    if not relived.same and not (lenient and arrived):
        remedy = " With lenient=True the agent goes on from there all the same." if arrived else ""
        raise EpisodeError(f"No branch was made. {relived.summary}{remedy}")
    copied = [each.now for each in before]
    run = episode.folder.parent.parent.name if episode.folder else ""
    origin = Origin(run, episode.task.id, episode.attempt, step)
    task = replace(episode.task, extra=episode.task.extra | {KEY: origin.to_json()})
    walk = chain(copied, agent.go_on(task, copied, env, model, chosen, adviser))
    return runs.record(walk, folder, task=task, model=model.about, settings=chosen, watch=watch)


def _add_hint(advise: Advise | None, hint: str) -> Advise:
    """The adviser, who also gives the hint as the last lesson of every step."""

    def hinted(task: Task, done: Sequence[Step], observation: Observation) -> Advice:
        advice = (advise and advise(task, done, observation)) or Advice(made_by="hint")
        others = (lesson for lesson in advice.lessons if lesson != hint)
        return replace(advice, lessons=(*others, hint))

    name = agent.name_adviser(advise)
    hinted.__name__ = f"{name} with hint" if name else "hint"
    return hinted
