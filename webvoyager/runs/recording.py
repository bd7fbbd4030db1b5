"""Record an episode while it runs: every step is on disk before the next one begins."""

import gzip
import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from ..records import Episode, EpisodeError, Settings, Step, Task
from .files import encode
from .folders import (
    FORMAT,
    RESULT,
    STEPS,
    TASK,
    begin_run,
    name_picture,
    slug,
    to_folder,
    write_json,
)
from .sums import sum_up

DEFAULTS = Settings()
Watch = Callable[[Step], None]  # called with each step as it comes


def record(
    steps: Iterator[Step],
    folder: str | Path | None = None,
    *,
    task: Task,
    model: str | dict = "",
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
    name, taken = about["name"], []
    try:
        description = (task, about, settings, prompts)
        place = _begin_attempt(to_folder(folder), *description) if folder else None
    except OSError as error:
        stop = f"error: nothing could be written to {folder}: {error.strerror or error}"
        return Episode(task, (), stop, name, settings, started=started)
    try:
        for step in _report_faults(steps):
            taken.append(step)
            if place:
                _write_step(step, place)
            if watch:
                watch(step)
        answered = bool(taken) and taken[-1].answered and not taken[-1].error
        stop = "answer" if answered else settings.limit(taken) or "max_steps"
    except EpisodeError as error:
        stop = f"error: {error}"
    except KeyboardInterrupt:
        if not watch:
            raise
        stop = f"error: stopped by hand after {len(taken)} steps"
    seconds, attempt = round(time.perf_counter() - clock, 3), int(place.name) if place else 1
    episode = Episode(task, tuple(taken), stop, name, settings, attempt, started, seconds, place)
    return _write_result(episode)


def _report_faults(steps: Iterator[Step]) -> Iterator[Step]:
    """The steps; an OSError in making one, as of a file of limits, becomes an EpisodeError."""
    try:
        yield from steps
    except OSError as error:
        raise EpisodeError(str(error)) from error


def _begin_attempt(
    folder: Path, task: Task, model: dict, settings: Settings, prompts: Sequence[str]
) -> Path:
    """Make a folder for one more attempt at the task, and run.json if there is none."""
    begin_run(folder, task, model, settings, prompts)
    number = 1
    while True:
        place = folder / slug(task.id) / str(number)
        try:
            place.mkdir(parents=True)
        except FileExistsError:  # an earlier attempt, or one of another process
            number += 1
            continue
        write_json(place / TASK, {"task": task.to_json()})
        return place


def _write_step(step: Step, place: Path) -> None:
    """Append a step to the episode's folder; raises EpisodeError if the disk cannot be written."""
    line = json.dumps(step.to_json(), ensure_ascii=False) + "\n"
    packed = gzip.compress(encode(line), mtime=0)
    try:
        if step.observation.browsed:
            (place / name_picture(step.index)).write_bytes(step.observation.screenshot)
        with (place / STEPS).open("ab") as file:  # a gzip member each: a torn one costs one step
            file.write(packed)
            file.flush()
    except OSError as error:
        reason = error.strerror or error
        raise EpisodeError(f"step {step.index} could not be written to {place}: {reason}") from None


def _write_result(episode: Episode) -> Episode:
    """Write the result last, since its absence means unfinished; if that fails, `stop` says why."""
    if not episode.folder:
        return episode
    elsewhere = ("task", "steps", "settings", "folder")
    result = {key: value for key, value in episode.to_json().items() if key not in elsewhere}
    try:
        write_json(episode.folder / RESULT, {"format": FORMAT, **result, **sum_up(episode)})
    except OSError as error:
        if not episode.stop.startswith("error"):
            reason = f"{episode.folder}: {error.strerror or error}"
            return replace(episode, stop=f"error: the result could not be written to {reason}")
    return episode
