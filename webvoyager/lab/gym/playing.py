"""Have an agent of your own play a recorded run: `run_tasks(folder, play=player(…))`."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from ... import runs
from ...records import Episode, Step, Task
from ...start import Kit
from ..running.batch import Play
from .web_env import WebEnv

Act = Callable[[dict[str, Any]], str]  # from an observation (`to_dict`) to an action


def player(
    new_agent: Callable[[Task], Act], name: str, prepare: Callable[[Kit], None] | None = None
) -> Play:
    """A `play` for `run_tasks` that asks your agent, not the kit's model, what to do.

    `new_agent(task)` is called once per episode and returns a function from an observation, the
    dict of `to_dict`, to an action. The run names your agent by `name`. `prepare(kit)` is called
    before each episode, for example to add a site to the kit's web.
    """

    def play(
        kit: Kit,
        task: Task,
        *,
        folder: str | Path | None = None,
        watch: runs.Watch | None = None,
        **settings: Any,
    ) -> Episode:
        if prepare:
            prepare(kit)
        chosen, act = kit.env.settings(**settings), new_agent(task)

        def walk() -> Iterator[Step]:
            """Yield the steps of the episode as the agent takes them."""
            env = WebEnv(
                [task],
                kit=kit,
                view=kit.env.view,
                max_steps=chosen.max_steps,
                actions=chosen.allowed,
                style=chosen.style,
            )
            seen, _ = env.reset()
            over = False
            while not over and not chosen.limit(env.steps):
                count = len(env.steps)
                seen, _, terminated, truncated, _ = env.step(act(seen))
                yield from env.steps[count:]
                over = terminated or truncated

        return runs.record(walk(), folder, task=task, model=name, settings=chosen, watch=watch)

    return play
