"""The same tasks by several models, views, prompts and seeds: one run for each combination."""

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import pandas

from ... import models, runs, views
from ...models import Model
from ...records import Episode, Task
from ...start import Kit
from .batch import play_with_agent, run_tasks

KIT_S = {"": ()}  # the prompts of the kit itself, which need no name


def sweep(
    folder: str | Path,
    tasks: Sequence[Task],
    *,
    models: Sequence[str | Model],
    views: Sequence[views.View] = (views.marked_screenshot,),
    prompts: Mapping[str, models.Prompts] = KIT_S,
    seeds: Sequence[int] = (),
    **how: Any,
) -> pandas.DataFrame:
    """Play the tasks with each combination into a run of its own in `folder`; return their table.

    `prompts` maps a name to prompts of your own; `seeds` are the model's, by default its own seed.
    `how` goes to `run_tasks`. Runs are named after what they combine, so calling it again goes on
    where it was interrupted, and a further model or seed adds runs. The table has one row per
    episode, as `runs.table`, with two more columns, `prompts` and `seed`; `figures.differences`
    compares its runs in pairs. ValueError if two models have one name.
    """
    names = [model.name if isinstance(model, Model) else model for model in models]
    if twice := {name for name in names if names.count(name) > 1}:
        raise ValueError(
            f"Two models are called {min(twice)}: runs are named after them, so sweep each into a"
            " folder of its own, or vary `seeds`."
        )
    chosen: Sequence[int | None] = seeds or [None]
    tables = []
    for model, view, (name, own), seed in product(models, views, prompts.items(), chosen):
        run = Path(folder) / _name_run(model, view, name, seed)
        play = play_with_agent if seed is None else partial(_play_with_seed, seed=seed)
        table = run_tasks(run, tasks, model=model, view=view, prompts=own, play=play, **how)
        tables.append(table.assign(prompts=name, seed=seed))
    return pandas.concat(tables, ignore_index=True)


def _name_run(model: str | Model, view: views.View, prompts: str, seed: int | None) -> str:
    name = model.name if isinstance(model, Model) else model
    parts = [name, views.name_view(view), prompts, "" if seed is None else f"seed-{seed}"]
    return runs.slug("--".join(filter(None, parts)))


def _play_with_seed(kit: Kit, task: Task, *, seed: int, **how: Any) -> Episode:
    kit.model = kit.model.with_seed(seed)
    return play_with_agent(kit, task, **how)
