"""Many episodes side by side, here or elsewhere, each result on disk as soon as it exists."""

import warnings
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import partial
from math import inf
from pathlib import Path
from typing import Any

import pandas

from ... import actions, agent, models, runs, views
from ...environment import Environment
from ...models import Limits, Meter, Model
from ...records import Episode, EpisodeError, Settings, Task, Verdict
from ...start import MISSING, Kit, start
from ..judging import checking
from . import claims, rates
from .workers import Tool, side_by_side
from .worlds import find_world

NO_LIMITS = Limits()
SPENT = ".spent.json"  # counts what a batch spends, in its run folder

Play = Callable[..., Episode]  # (kit, task, folder=…, **settings)


@dataclass(frozen=True)
class Outcome:
    """What happened to one task of a batch."""

    verdict: Verdict | None = None  # None if it was not played
    cost: float | None = 0.0  # US dollars; None if the price is unknown
    stop: str = ""  # how its episode ended
    left: str = ""  # why it was left out


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
    limits: Limits = NO_LIMITS,
    executor: Executor | None = None,
    join: bool = False,
    browser: Mapping[str, Any] | None = None,
    play: Play = play_with_agent,
    **settings: Any,
) -> pandas.DataFrame:
    """Play tasks into a run folder, check the answers, and return the run's table.

    Without `tasks` it plays all tasks of the mini web. Call it again after an interruption: tasks
    with a verdict are skipped, and faults are tried again.

    `workers` threads play here, each with a browser. An `executor` from concurrent.futures plays
    elsewhere: in processes, or on a cluster that shares the folder. Two batches into one folder are
    refused; with `join`, a second one takes part in the first. `browser` has arguments of `start`
    for each worker, such as `remote`, the address of a Selenium Grid.

    `max_cost` limits the US dollars that the folder's episodes cost together, to within one call of
    a model: it is the `cost` of `limits`. When a limit is reached, the episodes under way end in a
    fault, which is tried again next time; no task begins, and a warning says so.

    `play(kit, task, folder=…, **settings)` plays one task; `settings` are fields of Settings, or
    the `view` and `actions` of kit.env. Tasks of the mini web name their world. A warning reports
    each verdict that cannot be stored, as on a full disk. Raises ValueError when there is a limit
    on cost but the model's price is not known, when the tasks are from several worlds, when the
    folder was played with other settings, or when another batch is playing into it.
    """
    folder = Path(folder)
    world = find_world(tasks or ())
    view = settings.pop("view", views.marked_screenshot)
    allowed = tuple(settings.pop("actions", actions.PAPER))
    limits = share_limits(folder, model, limits, max_cost)
    how = {"view": view, "actions": allowed}
    kit = partial(_start_kit, model, world | dict(browser or {}), limits, how)
    if tasks is None:
        with kit() as opened:
            if opened.web is None:
                raise ValueError(f"No tasks: {MISSING}. Pass some, such as tasks.load(file).")
            tasks = opened.web.tasks()
    settings["prompts"] = models.read_prompts(settings.get("prompts", ()))
    run_settings = {"view": views.name_view(view), "allowed": allowed, **settings}
    play_with_kit = partial(_play_with_kit, play=play, folder=folder, settings=settings)
    how = {"workers": workers, "executor": executor, "join": join, "limits": limits}
    return play_all(folder, tasks, kit, play_with_kit, run_settings, **how)


def play_all(
    folder: str | Path,
    tasks: Sequence[Task],
    opened: Callable[[], AbstractContextManager[Tool]],
    play: Callable[[Tool, Task], tuple[Episode, dict | None]],
    run_settings: dict[str, Any],
    *,
    workers: int = 2,
    limits: Limits = NO_LIMITS,
    executor: Executor | None = None,
    join: bool = False,
) -> pandas.DataFrame:
    """Play the tasks that have no verdict in the run folder yet; return the run's table.

    Answers are checked. Each worker opens its own tool with `opened`. `play(tool, task)` plays a
    task into the folder and returns the episode and the state of its site afterwards (None: not
    read). `run_settings` are those of the run. `limits` come from `share_limits`; the tool's model
    keeps to them. Warnings and errors are as in `run_tasks`.
    """
    folder = Path(folder)
    done = _find_done(folder, run_settings)
    waiting = [task for task in tasks if task.id not in done]
    if waiting:
        with claims.hold_folder(folder, join) as first:
            outcomes = _play_waiting(
                folder, waiting, opened, play, workers, limits, executor, first
            )
        _warn_of_left(outcomes, limits)
    return runs.table(folder)


def share_limits(
    folder: Path, model: str | Model | None, limits: Limits, max_cost: float | None = None
) -> Limits:
    """The limits of a batch, which its workers count in the run folder.

    They are `limits` with `max_cost` and those of the model. Raises ValueError when the model
    counts its calls in a file of its own.
    """
    if max_cost is not None and not (isinstance(max_cost, int | float) and 0 <= max_cost < inf):
        raise ValueError(
            f"max_cost must be a finite number of US dollars, or None, not {max_cost!r}."
        )
    given = limits if max_cost is None else replace(limits, cost=max_cost)
    own = model.limits if isinstance(model, Model) else NO_LIMITS
    if given == NO_LIMITS:
        return own
    if own.file is not None:
        raise ValueError(
            f"This model counts its calls in {own.file}: put the batch's limits into its own."
        )
    chosen = {name: most for name, most in vars(given).items() if most is not None}
    return replace(own, **{"file": folder / SPENT} | chosen)


def _play_waiting(
    folder: Path,
    waiting: list[Task],
    opened: Callable,
    play: Callable,
    workers: int,
    limits: Limits,
    executor: Executor | None,
    first: bool,
) -> list[Outcome]:
    """Play the tasks side by side; the `first` batch in a folder begins the count anew."""
    meter = Meter(limits)
    if limits.file is not None and first:
        meter.begin(sum(episode.cost or 0.0 for episode in _load_existing(folder)))
    return side_by_side(
        opened,
        partial(_play_one, folder=folder, play=play, meter=meter),
        waiting,
        workers,
        folder.name,
        _describe_progress,
        executor=executor,
        name_item=_name_task,
    )


def _play_with_kit(
    kit: Kit, task: Task, *, play: Play, folder: Path, settings: dict
) -> tuple[Episode, dict | None]:
    """Play a task; the episode, and the state of its site afterwards (None after a fault)."""
    if kit.model.limits.cost is not None:
        models.require_price(kit.model, "leave out max_cost")
    episode = play(kit, task, folder=folder, **settings)
    if kit.web is None or episode.stop.startswith("error"):
        return episode, None
    return episode, kit.web.state(task.site, kit.browser.cookies)


def _play_one(tool: Tool, task: Task, *, folder: Path, play: Callable, meter: Meter) -> Outcome:
    """Play a task and check its answer, unless a limit is reached or somebody else plays it."""
    if meter.limits.file is not None and (reached := meter.find_reached()):
        return Outcome(left=reached)
    with claims.hold_task(folder, task.id) as mine:
        if not mine:
            return Outcome(left="it is played by another worker")
        if (folder / runs.slug(task.id)).is_dir() and task.id in _find_done(folder, {}, task.id):
            return Outcome(left="another worker has played it")
        try:
            episode, state = play(tool, task)
        except EpisodeError as error:  # after the answer, but before the state was read
            if error.for_all:
                raise
            warnings.warn(f"{task.id} has no verdict: {error} Call it again.", stacklevel=1)
            return Outcome(left=str(error))
        verdict = checking.grade(episode, state)
        _save_verdict(folder, verdict)
    return Outcome(verdict, episode.cost, episode.stop)


def _name_task(task: Task) -> str:
    return task.id


def _warn_of_left(outcomes: Sequence[Outcome], limits: Limits) -> None:
    """Warn of tasks that a limit left out, or ended in a fault."""
    reached = Meter(limits).find_reached() if limits.file is not None else ""
    ended = sum(outcome.stop.startswith(f"error: {reached}") for outcome in outcomes)
    left = sum(outcome.left == reached for outcome in outcomes)
    if reached and (left or ended):
        spent = Meter(limits).count.cost
        warnings.warn(
            f"{reached}, and {spent:.2f} dollars are spent: {left} tasks were not begun, {ended}"
            " were ended by it. Call it again with a higher limit.",
            stacklevel=4,
        )


def _start_kit(model: str | Model | None, settings: dict, limits: Limits, environment: dict) -> Kit:
    kit = start(model, **settings)
    kit.env = Environment(kit.browser, **environment)
    if limits != kit.model.limits:
        kit.model = kit.model.with_limits(limits)
    return kit


def _save_verdict(folder: Path, verdict: Verdict) -> None:
    """Store a verdict or, if that fails, report it in a warning so that other tasks go on."""
    try:
        runs.add_verdicts(folder, verdict)
    except OSError as error:
        warnings.warn(
            f"The verdict on {verdict.task} was not stored: {error} It is: {verdict.reason}",
            stacklevel=1,
        )


def _describe_progress(outcomes: Sequence[Outcome]) -> str:
    """How many tasks are solved so far, with the 95 % interval, and what they cost."""
    played = [outcome for outcome in outcomes if outcome.verdict]
    scored = [outcome for outcome in played if outcome.verdict.success is not None]
    solved = sum(outcome.verdict.success for outcome in scored)
    low, high = rates.wilson(solved, len(scored))
    costs = [outcome.cost for outcome in played]
    dollars = "cost unknown" if None in costs else f"${sum(costs):.2f}"
    return f"{solved} of {len(scored)} solved ({low:.0%} to {high:.0%}), {dollars}"


def _load_existing(folder: Path) -> list[Episode]:
    return runs.load(folder) if folder.is_dir() else []


def _find_done(folder: Path, wanted: dict[str, Any], task: str = "") -> set[str]:
    """The tasks with a result and a verdict; raises ValueError when settings differ.

    With `task`, only that one's episodes are read.
    """
    episodes = _load_existing(folder / runs.slug(task) if task else folder)
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
