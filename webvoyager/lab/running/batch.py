"""Many episodes: several browsers side by side, each result on disk as it comes, what is done
already left alone.
"""

import threading
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pandas

from ... import agent, runs
from ...models import Model
from ...records import Episode, Settings, Task, Verdict
from ...start import Kit, start
from ..judging import checking
from .workers import side_by_side

Play = Callable[..., Episode]  # (kit, task, folder=…, **settings)


def run_tasks(
    folder: str | Path,
    tasks: Sequence[Task] | None = None,
    *,
    model: str | Model | None = None,
    seed: int = 42,
    workers: int = 2,
    max_cost: float | None = None,
    play: Play | None = None,
    **settings: Any,
) -> pandas.DataFrame:
    """Run tasks (all of the mini web's, if none are given) into a run folder, check them, and
    return its table.

    Tasks that have a verdict there are passed over, faults are tried again: call it again after an
    interruption. `max_cost` bounds the US dollars that the folder's episodes cost together: once
    they have, no task begins, and a warning says so; call it again with more to go on. `settings`
    are those of `agent.steps`, where max_episode_cost bounds each; two browsers keep two cores
    busy. `play` plays a task with a kit, as agent.run does unless another is given: `lambda kit,
    task, **how: search.run(task, kit.browser, kit.model, value=…, **how)`. What a full disk had no
    room for is told by a warning. ValueError where dollars are bounded and the model's price is not
    known.
    """
    left_out: list[Task] = []

    def _run_one(kit: Kit, task: Task) -> tuple[Verdict, float | None] | None:
        if max_cost is not None and kit.model.rate is None:
            raise ValueError(
                f"The price of {kit.model} is not known: add it to data/prices.csv, or leave out"
                " max_cost."
            )
        if max_cost is not None and spent.dollars >= max_cost:
            left_out.append(task)
            return None
        episode = (play or _without_search)(kit, task, folder=folder, **settings)
        spent.add(episode)
        verdict = checking.grade(episode, kit.web.state(task.site, kit.browser.cookies))
        _keep(folder, verdict)
        return verdict, episode.cost

    if tasks is None:
        with start(model, seed=seed) as kit:
            tasks = kit.web.tasks()
    spent = _Spent(Path(folder))
    done = _done(Path(folder), settings)
    waiting = [task for task in tasks if task.id not in done]
    side_by_side(
        lambda: start(model, seed=seed), _run_one, waiting, workers, Path(folder).name, _progress
    )
    if left_out:
        sum_ = f"{spent.dollars:.2f} dollars are spent, of {max_cost:.2f} that may be"
        warnings.warn(
            f"{len(left_out)} tasks were not begun: {sum_}. Call it again with a larger max_cost.",
            stacklevel=2,
        )
    return runs.table(folder)


def _without_search(kit: Kit, task: Task, **how: Any) -> Episode:
    return agent.run(task, kit.browser, kit.model, **how)


def _keep(folder: str | Path, verdict: Verdict) -> None:
    """Write a verdict, or tell it by a warning: the other tasks may find room again."""
    try:
        runs.add_verdicts(folder, verdict)
    except OSError as error:
        reason = f"could not be written to {folder}: {error.strerror or error}"
        warnings.warn(
            f"The verdict on {verdict.task} {reason}. It is: {verdict.reason}", stacklevel=1
        )


def _progress(results: list[tuple[Verdict, float | None] | None]) -> str:
    """How many were solved so far, and what they cost."""
    played = [result for result in results if result]
    solved = sum(bool(verdict.success) for verdict, _ in played)
    costs = [cost for _, cost in played]
    return f"{solved} of {len(played)} solved, " + (
        "cost unknown" if None in costs else f"${sum(costs):.2f}"
    )


class _Spent:
    """What the episodes of a folder have cost together, in US dollars; those of unknown price count
    nothing.
    """

    def __init__(self, folder: Path) -> None:
        self.dollars, self._lock = 0.0, threading.Lock()
        for episode in runs.load(folder) if folder.is_dir() else ():
            self.add(episode)

    def add(self, episode: Episode) -> None:
        """Count one more episode."""
        with self._lock:
            self.dollars += episode.cost or 0.0


def _done(folder: Path, settings: dict[str, Any]) -> set[str]:
    """The tasks that have a result and a verdict on it, be it a success or not; ValueError under
    other settings.
    """
    if not folder.is_dir():
        return set()
    judged = {
        (verdict.task, verdict.attempt)
        for verdict in runs.verdicts(folder)
        if verdict.judge == runs.RULES
    }
    episodes = runs.load(folder)
    for made in {episode.settings for episode in episodes}:
        _refuse_others(folder, made, settings)
    found = [episode for episode in episodes if not episode.stop.startswith("error")]
    return {episode.task.id for episode in found if (episode.task.id, episode.attempt) in judged}


def _refuse_others(folder: Path, made: Settings, wanted: dict[str, Any]) -> None:
    """What is there already would be returned as if it had been made so."""
    given = {name: getattr(value, "__name__", value) for name, value in wanted.items()}
    given |= {"allowed": tuple(given["allowed"])} if "allowed" in given else {}
    pairs = [(name, getattr(made, name, value), value) for name, value in given.items()]
    other = [f"{name} {was!r}, not {now!r}" for name, was, now in pairs if was != now]
    if other:
        raise ValueError(
            f"{folder.name} was made otherwise: {', '.join(other)}. Choose another folder."
        )
