"""Record an episode while it runs: every step is on disk before the next one begins."""

import gzip
import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ..display import say
from ..records import Episode, EpisodeError, Settings, Step, Task
from .files import encode, write_json
from .folders import FORMAT, RESULT, STEPS, TASK, begin_run, find_task, name_picture
from .reading import sum_up

DEFAULTS = Settings()
Watch = Callable[[Step], None]  # called with each step as it comes
TO_STOP = "Each step as it comes; Ctrl-C, or the kernel's stop button, ends the episode here."


def record(
    steps: Iterator[Step],
    folder: str | Path | None = None,
    *,
    task: Task,
    model: str | dict[str, Any] = "",
    settings: Settings = DEFAULTS,
    prompts: Sequence[str] = (),
    watch: Watch | None = None,
) -> Episode:
    """Run through all steps, and write each to `folder`/<task>/<attempt>/ as it comes.

    Without a folder, nothing is written. `model` is the model's name, or Model.about; `prompts` are
    the names of the prompts used, by default the agent's. Raises ValueError if `folder` holds a run
    that was made differently. An EpisodeError ends the episode, with its sentence in `.stop`. So
    does a disk that cannot be written; the steps written before stay. Any other exception, Ctrl-C
    too, is raised; what was written stays and loads as unfinished. `watch` is called with each step
    as it comes; if somebody watches, Ctrl-C ends the episode like an EpisodeError.
    """
    started, clock = datetime.now(UTC).isoformat(timespec="seconds"), time.perf_counter()
    about = model if isinstance(model, dict) else {"name": model}
    attempt, taken = None, []
    try:
        if folder:
            begin_run(Path(folder), task, about, settings, prompts)
            attempt = _begin_attempt(Path(folder), task)
    except OSError as error:
        stop = f"error: nothing could be written to {folder}: {error.strerror or error}"
        return Episode(task, (), stop, about["name"], settings, started=started)
    try:
        for step in steps:
            taken.append(step)
            if attempt:
                _write_step(step, attempt)
            if watch:
                watch(step)
        answered = bool(taken) and taken[-1].answered and not taken[-1].error
        stop = "answer" if answered else settings.limit(taken) or "max_steps"
    except (EpisodeError, OSError) as error:  # an OSError: too many open files, for example
        stop = f"error: {error}"
    except KeyboardInterrupt:
        if not watch:
            raise
        stop = f"error: stopped by hand after {len(taken)} steps"
    seconds, number = round(time.perf_counter() - clock, 3), int(attempt.name) if attempt else 1
    name = about["name"]
    episode = Episode(task, tuple(taken), stop, name, settings, number, started, seconds, attempt)
    return _write_result(episode, attempt) if attempt else episode


def print_step(step: Step) -> None:
    """Print a step as one line: its action, tokens, dollars and seconds."""
    if step.index == 1:
        say(TO_STOP)
    tokens, seconds = sum(step.usage.values()), sum(step.seconds.values())
    cost = "cost unknown" if step.cost is None else f"${step.cost:.4f}"
    action = str(step.action or step.error or "no action").replace("\n", " ")
    spent = f"{tokens:,} tokens, {cost}, {seconds:.1f} s"
    say(f"{step.index:>3}. {action[:100]:<60}  {spent}")


def _begin_attempt(folder: Path, task: Task) -> Path:
    """Make a folder for one more attempt at the task."""
    number = 1
    while True:
        attempt = find_task(folder, task.id) / str(number)
        try:
            attempt.mkdir(parents=True)
        except FileExistsError:  # an earlier attempt, or one of another process
            number += 1
            continue
        write_json(attempt / TASK, {"task": task.to_json()})
        return attempt


def _write_step(step: Step, attempt: Path) -> None:
    """Append a step to the episode's folder; raises EpisodeError if the disk cannot be written."""
    line = json.dumps(step.to_json(), ensure_ascii=False) + "\n"
    packed = gzip.compress(encode(line), mtime=0)
    try:
        if step.observation.browsed:
            (attempt / name_picture(step.index)).write_bytes(step.observation.screenshot)
        with (attempt / STEPS).open("ab") as file:  # a gzip member each: a torn one costs one step
            file.write(packed)
            file.flush()
    except OSError as error:
        reason = error.strerror or error
        raise EpisodeError(
            f"step {step.index} could not be written to {attempt}: {reason}"
        ) from None


def _write_result(episode: Episode, attempt: Path) -> Episode:
    """Write the result last, since its absence means unfinished; if that fails, `stop` says why."""
    elsewhere = ("task", "steps", "settings", "folder")
    result = {key: value for key, value in episode.to_json().items() if key not in elsewhere}
    try:
        write_json(attempt / RESULT, {"format": FORMAT, **result, **sum_up(episode)})
    except OSError as error:
        if not episode.stop.startswith("error"):
            reason = f"{attempt}: {error.strerror or error}"
            return replace(episode, stop=f"error: the result could not be written to {reason}")
    return episode
