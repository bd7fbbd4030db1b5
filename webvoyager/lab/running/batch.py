"""Many episodes side by side, here or elsewhere, each result on disk as soon as it exists."""

import warnings
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import pandas
from filelock import FileLock, Timeout

from ... import actions, agent, models, runs, views
from ...environment import Environment
from ...models import Limits, Meter, Model
from ...records import Episode, EpisodeError, Task, Verdict, sum_costs
from ...start import MISSING, Kit, start
from ..judging import checking
from ..judging.answer_judge import judge_answer, needs_judge
from ..judging.regrading import find_changes
from ..statistics.rates import wilson
from ..workers import Tool, side_by_side
from .worlds import find_world

NO_LIMITS = Limits()

Play = Callable[..., Episode]  # (kit, task, folder=…, **settings)


@dataclass(frozen=True)
class Outcome:
    """What happened to one task of a batch."""

    verdict: Verdict | None = None  # None if it was not played
    cost: float | None = 0.0  # US dollars; None if the price is unknown
    tokens: int = 0  # sent and received
    stop: str = ""  # how its episode ended


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
    allow: Sequence[str] | None = None,
    browser: Mapping[str, Any] | None = None,
    play: Play = play_with_agent,
    judge: Model | None = None,
    **settings: Any,
) -> pandas.DataFrame:
    """Play tasks into a run folder, check the answers, and return the run's table.

    Without `tasks` it plays all tasks of the mini web. Call it again after an interruption: tasks
    with a verdict are skipped, and faults are tried again.

    `workers` threads play here, each with a browser. An `executor` from concurrent.futures plays
    elsewhere: in processes, or on a cluster that shares the folder. A second batch into the same
    folder is refused. `allow` are hosts of your own sites, as in `start`, and `browser` has other
    arguments of `start` for each worker, such as `remote`, the address of a Selenium Grid.

    `max_cost` limits the US dollars that the folder's episodes cost together: it is the `cost` of
    `limits`. When a limit is reached, no task and no further call begins; the episodes under way
    end in a fault, which is tried again next time, and a warning says so. An executor's processes
    each count their own calls, so that there the episodes under way may go beyond it.

    A `judge` is a model that reads the answers which the rules leave (`judging.judge_answer`), and
    counts in the limits; the table says in `judge` who decided.

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
    meter = make_meter(folder, model, limits, max_cost)
    environment = {"view": view, "actions": allowed}
    arguments = world | dict(browser or {}) | ({"allow": allow} if allow else {})
    kit = partial(_start_kit, model, arguments, meter, environment)
    if tasks is None:
        with kit() as opened:
            if opened.web is None:
                raise ValueError(f"No tasks: {MISSING}. Pass some, such as tasks.load(file).")
            tasks = opened.web.tasks()
    settings["prompts"] = models.read_prompts(settings.get("prompts", ()))
    run_settings = {"view": views.name_view(view), "allowed": allowed, **settings}
    play_with_kit = partial(_play_with_kit, play=play, folder=folder, settings=settings)
    return play_all(
        folder,
        tasks,
        kit,
        play_with_kit,
        run_settings,
        workers=workers,
        meter=meter,
        executor=executor,
        judge=judge,
    )


def play_all(
    folder: str | Path,
    tasks: Sequence[Task],
    opened: Callable[[], AbstractContextManager[Tool]],
    play: Callable[[Tool, Task], tuple[Episode, dict | None]],
    run_settings: dict[str, Any],
    *,
    workers: int = 2,
    meter: Meter | None = None,
    executor: Executor | None = None,
    judge: Model | None = None,
) -> pandas.DataFrame:
    """Play the tasks that have no verdict in the run folder yet; return the run's table.

    Answers are checked. Each worker opens its own tool with `opened`. `play(tool, task)` plays a
    task into the folder and returns the episode and the state of its site afterwards (None: not
    read). `run_settings` are those of the run. `meter` comes from `make_meter`; the tool's model
    counts its calls with it. Warnings and errors are as in `run_tasks`.
    """
    folder = Path(folder)
    existing = _load_existing(folder)
    done = _find_done(folder, existing, run_settings)
    _warn_of_other_references(folder, existing, tasks)
    waiting = [task for task in tasks if task.id not in done]
    meter = meter or Meter(NO_LIMITS)

    def count(outcome: Outcome) -> None:
        """Count what was spent in other processes; threads count with this meter themselves."""
        if executor is not None:
            meter.end_call(outcome.cost or 0.0, outcome.tokens)

    if waiting:
        folder.mkdir(parents=True, exist_ok=True)
        try:
            held = FileLock(folder / ".batch.lock").acquire(timeout=0)
        except Timeout:
            raise ValueError(
                f"Another batch is playing into {folder.name}: wait for it, or choose another"
                " folder."
            ) from None
        with held:  # until the block or this process ends
            outcomes = side_by_side(
                opened,
                partial(_play_one, folder=folder, play=play, meter=meter, judge=judge),
                waiting,
                workers,
                folder.name,
                _describe_progress,
                count,
                lambda outcomes: bool(meter.find_reached()),
                executor=executor,
            )
        _warn_of_limit(outcomes, len(waiting), meter)
    return runs.table(folder)


def make_meter(
    folder: Path, model: str | Model | None, limits: Limits, max_cost: float | None = None
) -> Meter | None:
    """The meter of a batch, which begins with what the folder's episodes cost.

    It has these `limits` with `max_cost`, and otherwise those of the model. None if the batch has
    no limits of its own.
    """
    given = limits if max_cost is None else replace(limits, cost=max_cost)
    if given == NO_LIMITS:
        return None
    own = model.limits if isinstance(model, Model) else NO_LIMITS
    chosen = {name: most for name, most in vars(given).items() if most is not None}
    spent = sum(episode.cost or 0.0 for episode in _load_existing(folder))
    return Meter(replace(own, **chosen), spent)


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


def _play_one(
    tool: Tool, task: Task, *, folder: Path, play: Callable, meter: Meter, judge: Model | None
) -> Outcome:
    """Play a task and check its answer, unless a limit is reached.

    A cluster sends a task again when a worker is lost; one that was played by then is left out.
    """
    if meter.find_reached():
        return Outcome()
    if task.id in _find_done(folder, _load_existing(runs.find_task(folder, task.id)), {}):
        return Outcome()
    try:
        episode, state = play(tool, task)
    except EpisodeError as error:  # after the answer, but before the state was read
        if error.for_all:
            raise
        warnings.warn(f"{task.id} has no verdict: {error} Call it again.", stacklevel=1)
        return Outcome(stop=f"error: {error}")
    verdicts = [checking.grade(episode, state)]
    if judge and needs_judge(verdicts[0]):
        verdicts += _ask_judge(episode, judge.with_limits(meter))
    verdict = verdicts[-1]
    try:
        runs.add_verdicts(folder, *verdicts)
    except OSError as error:  # a full disk; the other tasks go on
        warnings.warn(
            f"The verdict on {verdict.task} was not stored: {error} It is: {verdict.reason}",
            stacklevel=1,
        )
    return Outcome(verdict, episode.cost, sum(episode.usage.values()), episode.stop)


def _ask_judge(episode: Episode, judge: Model) -> list[Verdict]:
    """The verdict on an answer by a model; none if it cannot be asked, with a warning."""
    try:
        verdict = judge_answer(episode.task, episode.answer, judge)
    except EpisodeError as error:
        warnings.warn(
            f"{episode.task.id} was not judged: {error} judging.judge_answers does it later.",
            stacklevel=1,
        )
        return []
    return [replace(verdict, attempt=episode.attempt)]


def _warn_of_limit(outcomes: Sequence[Outcome], waiting: int, meter: Meter) -> None:
    """Warn of tasks that a limit left out, or ended in a fault."""
    reached = meter.find_reached()
    left = waiting - sum(bool(outcome.stop) for outcome in outcomes)
    ended = sum(outcome.stop.startswith(f"error: {reached}") for outcome in outcomes)
    if reached and (left or ended):
        warnings.warn(
            f"{reached}, and {meter.cost:.2f} dollars are spent: {left} tasks were not begun,"
            f" {ended} were ended by it. Call it again with a higher limit.",
            stacklevel=4,
        )


def _start_kit(
    model: str | Model | None, settings: dict, meter: Meter | None, environment: dict
) -> Kit:
    kit = start(model, **settings)
    kit.env = Environment(kit.browser, **environment)
    kit.model = kit.model.with_limits(meter) if meter else kit.model
    return kit


def _describe_progress(outcomes: Sequence[Outcome]) -> str:
    """How many tasks are solved so far, with the 95 % interval, and what they cost."""
    verdicts = [outcome.verdict.success for outcome in outcomes if outcome.verdict]
    solved, scored = verdicts.count(True), len(verdicts) - verdicts.count(None)
    low, high = wilson(solved, scored)
    cost = sum_costs(outcome.cost for outcome in outcomes if outcome.verdict)
    dollars = "cost unknown" if cost is None else f"${cost:.2f}"
    return f"{solved} of {scored} solved ({low:.0%} to {high:.0%}), {dollars}"


def _load_existing(folder: Path) -> list[Episode]:
    return runs.load(folder) if folder.is_dir() else []


def _warn_of_other_references(
    folder: Path, existing: Sequence[Episode], tasks: Sequence[Task]
) -> None:
    """Warn if verdicts would be others with the references that the tasks have now."""
    given = {task.id: task.answer for task in tasks}
    other = [each for each in existing if given.get(each.task.id) not in (None, each.task.answer)]
    changed = [new.task for _, old, new in find_changes(folder, other, tasks) if old]
    if changed:
        warnings.warn(
            f"{folder.name}: {len(changed)} verdicts would change with the references that these"
            f" tasks have now ({', '.join(changed[:3])}): judging.regrade(folder, tasks) adds"
            " them.",
            stacklevel=4,
        )


def _find_done(folder: Path, episodes: Sequence[Episode], wanted: dict[str, Any]) -> set[str]:
    """The tasks with a result and a verdict; raises ValueError when settings differ."""
    for used in {episode.settings for episode in episodes}:
        pairs = [(name, getattr(used, name, value), value) for name, value in wanted.items()]
        other = ", ".join(runs.describe_difference(*pair) for pair in pairs if pair[1] != pair[2])
        if other:
            raise ValueError(
                f"{folder.name} was made with other settings: {other}. Choose another folder."
            )
    judged = {
        (verdict.task, verdict.attempt)
        for verdict in (runs.verdicts(folder) if episodes else ())
        if verdict.judge == runs.RULES
    }
    return {
        episode.task.id
        for episode in episodes
        if not episode.stop.startswith("error") and (episode.task.id, episode.attempt) in judged
    }
