"""Many episodes in several browsers side by side, each result on disk as soon as it exists."""

import threading
import warnings
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import partial
from math import inf
from pathlib import Path
from typing import Any

import pandas

from ... import actions, agent, models, runs, views
from ...environment import Environment
from ...models import Model
from ...records import Episode, Settings, Task, Verdict
from ...start import MISSING, Kit, start
from ..judging import checking
from .workers import Tool, side_by_side

Play = Callable[..., Episode]  # (kit, task, folder=…, **settings)


def play_with_agent(kit: Kit, task: Task, **how: Any) -> Episode:
    """Play a task with the plain agent in the kit's environment; `how` goes to agent.run."""
    return agent.run(task, kit.env, kit.model, **how)


def run_tasks(
    folder: str | Path,
    tasks: Sequence[Task] | None = None,
    *,
    model: str | Model | None = None,
    workers: int = 2,
    max_cost: float | None = None,
    play: Play = play_with_agent,
    **settings: Any,
) -> pandas.DataFrame:
    """Play tasks into a run folder, check the answers, and return the run's table.

    Without `tasks` it plays all tasks of the mini web. Call it again after an interruption: tasks
    with a verdict are skipped, and faults are tried again. `max_cost` limits the US dollars that
    the folder's episodes cost together; once they are spent no task begins, and a warning says so.
    `play(kit, task, folder=…, **settings)` plays one task; `settings` are fields of Settings, or
    the `view` and `actions` of kit.env. Tasks of the mini web name their world. A warning reports
    each verdict that cannot be stored, as on a full disk. Raises ValueError when there is a
    `max_cost` but the model's price is not known, when the tasks are from several worlds, or when
    the folder was played with other settings.
    """
    folder = Path(folder)
    seed = _find_seed(tasks or ())
    view = settings.pop("view", views.marked_screenshot)
    allowed = tuple(settings.pop("actions", actions.PAPER))
    kit = partial(_start_kit, model, seed, view=view, actions=allowed)
    if tasks is None:
        with kit() as opened:
            if opened.web is None:
                raise ValueError(f"No tasks: {MISSING}. Pass some, such as tasks.load(file).")
            tasks = opened.web.tasks()
    settings["prompts"] = models.read_prompts(settings.get("prompts", ()))
    run_settings = {"view": views.name_view(view), "allowed": allowed, **settings}

    def play_with_kit(kit: Kit, task: Task) -> tuple[Episode, dict | None]:
        if max_cost is not None:
            models.require_price(kit.model, "leave out max_cost")
        episode = play(kit, task, folder=folder, **settings)
        return episode, kit.web.state(task.site, kit.browser.cookies) if kit.web else None

    return play_all(
        folder, tasks, kit, play_with_kit, run_settings, workers=workers, max_cost=max_cost
    )


def play_all(
    folder: str | Path,
    tasks: Sequence[Task],
    opened: Callable[[], AbstractContextManager[Tool]],
    play: Callable[[Tool, Task], tuple[Episode, dict | None]],
    run_settings: dict[str, Any],
    *,
    workers: int = 2,
    max_cost: float | None = None,
) -> pandas.DataFrame:
    """Play the tasks that have no verdict in the run folder yet; return the run's table.

    Answers are checked. Each worker opens its own tool with `opened`. `play(tool, task)` plays a
    task into the folder and returns the episode and the state of its site afterwards (None: not
    read). `run_settings` are those of the run. `max_cost`, warnings and errors are as in
    `run_tasks`.
    """
    if max_cost is not None and not (isinstance(max_cost, int | float) and 0 <= max_cost < inf):
        raise ValueError(
            f"max_cost must be a finite number of US dollars, or None, not {max_cost!r}."
        )
    folder = Path(folder)
    done = _find_done(folder, run_settings)
    waiting = [task for task in tasks if task.id not in done]
    budget = _Budget(max_cost, sum(episode.cost or 0.0 for episode in _load_existing(folder)))
    play_one = partial(_play_one, folder=folder, budget=budget, play=play)
    side_by_side(opened, play_one, waiting, workers, folder.name, _describe_progress)
    if budget.left_out:
        beyond = "; tasks under way were played to their end" if budget.spent > max_cost else ""
        warnings.warn(
            f"{len(budget.left_out)} tasks were not begun: {budget.spent:.2f} dollars are spent,"
            f" and max_cost is {max_cost:.2f}{beyond}. Call it again with a larger max_cost.",
            stacklevel=3,
        )
    return runs.table(folder)


@dataclass
class _Budget:
    """The US dollars spent on a folder's episodes; an unknown price counts as 0."""

    most: float | None
    spent: float
    left_out: list[Task] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, episode: Episode) -> None:
        """Count one more episode."""
        with self._lock:
            self.spent += episode.cost or 0.0


def _play_one(
    tool: Tool, task: Task, *, folder: Path, budget: _Budget, play: Callable
) -> tuple[Verdict, float | None] | None:
    """Play a task and check its answer; the verdict and the dollars, or None if none are left."""
    if budget.most is not None and budget.spent >= budget.most:
        budget.left_out.append(task)
        return None
    episode, state = play(tool, task)
    budget.add(episode)
    verdict = checking.grade(episode, state)
    _save_verdict(folder, verdict)
    return verdict, episode.cost


def _start_kit(model: str | Model | None, seed: int | None, **environment: Any) -> Kit:
    kit = start(model, **({} if seed is None else {"seed": seed}))
    kit.env = Environment(kit.browser, **environment)
    return kit


def _find_seed(tasks: Sequence[Task]) -> int | None:
    """The seed of the mini web's world that the tasks are made for; None if they name none."""
    seeds = {task.extra["web_seed"] for task in tasks if "web_seed" in task.extra}
    if len(seeds) > 1:
        raise ValueError(
            f"These tasks are from several worlds (seeds {', '.join(map(str, sorted(seeds)))}):"
            " play each world into its own folder."
        )
    return next(iter(seeds), None)


def _save_verdict(folder: Path, verdict: Verdict) -> None:
    """Store a verdict or, if that fails, report it in a warning so that other tasks go on."""
    try:
        runs.add_verdicts(folder, verdict)
    except OSError as error:
        warnings.warn(
            f"The verdict on {verdict.task} was not stored: {error} It is: {verdict.reason}",
            stacklevel=1,
        )


def _describe_progress(results: list[tuple[Verdict, float | None] | None]) -> str:
    """How many tasks are solved so far, and what they cost."""
    played = [result for result in results if result]
    solved = sum(bool(verdict.success) for verdict, _ in played)
    costs = [cost for _, cost in played]
    dollars = "cost unknown" if None in costs else f"${sum(costs):.2f}"
    return f"{solved} of {len(played)} solved, {dollars}"


def _load_existing(folder: Path) -> list[Episode]:
    return runs.load(folder) if folder.is_dir() else []


def _find_done(folder: Path, wanted: dict[str, Any]) -> set[str]:
    """The tasks with a result and a verdict; raises ValueError when settings differ."""
    episodes = _load_existing(folder)
    for used in {episode.settings for episode in episodes}:
        _require_same_settings(folder, used, wanted)
    verdicts = runs.verdicts(folder) if episodes else []
    judged = {
        (verdict.task, verdict.attempt) for verdict in verdicts if verdict.judge == runs.RULES
    }
    return {
        episode.task.id
        for episode in episodes
        if not episode.stop.startswith("error") and (episode.task.id, episode.attempt) in judged
    }


def _require_same_settings(folder: Path, used: Settings, wanted: dict[str, Any]) -> None:
    """Raise ValueError when the folder's episodes were played with other settings."""
    pairs = [(name, getattr(used, name, value), value) for name, value in wanted.items()]
    other = ", ".join(runs.describe_difference(*pair) for pair in pairs if pair[1] != pair[2])
    if other:
        raise ValueError(
            f"{folder.name} was made with other settings: {other}. Choose another folder."
        )
