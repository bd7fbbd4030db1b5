"""Run folders: every step on disk as it happens, episodes read back, tables; the official layout by
official.py.
"""

import gc
import gzip
import hashlib
import importlib.metadata
import json
import secrets
import shutil
import time
import warnings
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import quote

import pandas

from . import official
from .models import prompt_hashes
from .records import Episode, EpisodeError, Settings, Step, Task, Verdict

PAPER = Settings()
# 1 kept the view and the steps' limit with each attempt, and the page's words inside the pictures
FORMAT = 2
UNFINISHED = "error: unfinished"
UNKNOWN = {"settings": {}, "model": {"name": ""}}  # how a run was made, where no run.json tells
RULES = "rules"  # the judge whose verdicts are those of lab/checking.py
VERDICTS, ASIDE = "verdicts.jsonl", "set_aside"
OURS, OFFICIAL = "task.json", official.FILE  # what an episode's folder has, in either layout
# what damaged files lead to
DAMAGED = (
    ValueError,
    KeyError,
    TypeError,
    AttributeError,
    OSError,
    RecursionError,
)


def record(
    steps: Iterator[Step],
    folder: str | Path | None = None,
    *,
    task: Task,
    model: str | dict = "",
    settings: Settings = PAPER,
) -> Episode:
    """Take all steps, writing each to `folder`/<task>/<attempt>/ as it comes; without a folder,
    keep them only.

    `model` is its name, or Model.about. A run is made in one way: ValueError where `folder` was
    made in another. An EpisodeError ends the episode with its sentence in `.stop`; so does a disk
    that cannot be written, which then holds nothing of it or no result. Anything else, Ctrl-C too,
    is raised on: what was written stays and loads as unfinished.
    """
    started, clock = datetime.now(UTC).isoformat(timespec="seconds"), time.perf_counter()
    about = model if isinstance(model, dict) else {"name": model}
    taken: list[Step] = []
    try:
        place = _attempt(Path(folder), task, about, settings) if folder else None
    except OSError as error:
        stop = f"error: nothing could be written to {folder}: {error.strerror or error}"
        return Episode(task, (), stop, about["name"], settings, started=started)
    try:
        for step in steps:
            taken.append(step)
            if place:
                _write(step, place)
        answered = (
            taken and taken[-1].action and taken[-1].action.name == "ANSWER" and not taken[-1].error
        )
        stop = "answer" if answered else settings.limit(taken) or "max_steps"
    except EpisodeError as error:
        stop = f"error: {error}"
    except OSError as error:
        stop = (
            f"error: step {len(taken)} could not be written to {place}: {error.strerror or error}"
        )
    seconds, attempt = round(time.perf_counter() - clock, 3), int(place.name) if place else 1
    name = about["name"]
    return _finish(
        Episode(task, tuple(taken), stop, name, settings, attempt, started, seconds, place)
    )


def load(folder: str | Path) -> list[Episode]:
    """All episodes under a run folder, or in the official layout; pictures are read when they are
    looked at.

    Files that are damaged are left out, with a warning that names them (`unreadable` lists them,
    `set_aside` moves them away). FileNotFoundError where there is no such folder.
    """
    episodes, bad = _read(Path(folder), _load_attempt)
    if bad:
        _warn(bad, folder)
    return episodes


def unreadable(folder: str | Path) -> dict[Path, str]:
    """What of a run cannot be read, and why, by its file or folder."""
    return _read(Path(folder), _load_attempt)[1] | _read_verdicts(Path(folder))[1]


def set_aside(folder: str | Path) -> list[Path]:
    """Move what cannot be read into the run's folder set_aside/, which is never read; where each
    thing lies now.
    """
    folder = Path(folder)
    moved = []
    for place in unreadable(folder):
        aside = folder / ASIDE / secrets.token_hex(4) / place.relative_to(folder)
        aside.parent.mkdir(parents=True)
        if place.name == VERDICTS:  # its sound lines stay
            shutil.copy(place, aside)
            _write_verdicts(place, _read_verdicts(folder)[0], "w")
        else:
            place.rename(aside)
        moved.append(aside)
    return moved


def pack(place: str | Path) -> None:
    """Compress the steps of an attempt's folder together: less than half of what they take one by
    one.
    """
    file = Path(place) / "steps.jsonl.gz"
    part = file.with_suffix(".part")
    part.write_bytes(gzip.compress(b"\n".join(_lines(file)) + b"\n", mtime=0))
    part.replace(file)


def table(folder: str | Path, judge: str | None = None) -> pandas.DataFrame:
    """One row per episode: task, how it went, what it took, the reference and the newest verdict of
    one judge.

    `success` is True, False or missing (unscored); a `stop` that begins with "error" is a fault and
    no result. Of several judges the one named counts; else the rules, where they decided anything,
    else whoever judged last. ValueError where nobody of that name judged. Steps are read only of
    attempts whose result does not sum them up.
    """
    folder = Path(folder)
    judged = by_judge(verdicts(folder), judge)
    episodes, bad = summaries(folder)
    if bad:
        _warn(bad, folder)
    rows = [
        _row(folder.name, episode, sums, judged.get((episode.task.id, episode.attempt)))
        for episode, sums in episodes
    ]
    found = pandas.DataFrame(
        rows, columns=list(_row(folder.name, _NOTHING, sum_up(_NOTHING), None))
    )
    return found.astype({"success": "boolean"})


def summaries(folder: str | Path) -> tuple[list[tuple[Episode, dict]], dict[Path, str]]:
    """Each episode with what its steps come to (`sum_up`), and what of the run cannot be read and
    why.

    The episodes are without their steps where their results sum these up. FileNotFoundError as in
    `load`.
    """
    return _read(Path(folder), _load_summed)


def sum_up(episode: Episode) -> dict:
    """What the steps of an episode come to: step_count, answer, marks (their mean number), usage,
    cost.
    """
    counts = [len(step.observation.marks) for step in episode.steps]
    marks = sum(counts) / len(counts) if counts else None
    answered = {"step_count": len(counts), "answer": episode.answer}
    return {**answered, "marks": marks, "usage": episode.usage, "cost": episode.cost}


def by_judge(given: Iterable[Verdict], judge: str | None = None) -> dict[tuple[str, int], Verdict]:
    """The newest verdict of one judge on each attempt, by task and attempt; which judge: as in
    `table`.
    """
    given = list(given)
    judges = list(dict.fromkeys(verdict.judge for verdict in reversed(given)))
    if judge is not None and judge not in judges:
        raise ValueError(
            f"Nobody called {judge!r} judged this run: {', '.join(judges) or 'it has no verdicts'}."
        )
    decided = any(verdict.judge == RULES and verdict.success is not None for verdict in given)
    chosen = judge or (RULES if decided else next(iter(judges), ""))
    return {
        (verdict.task, verdict.attempt): verdict for verdict in given if verdict.judge == chosen
    }


def add_verdicts(folder: str | Path, *given: Verdict) -> None:
    """Add verdicts to the run; the newest on an attempt counts in the table."""
    _write_verdicts(Path(folder) / VERDICTS, given, "a")


def verdicts(folder: str | Path) -> list[Verdict]:
    """The verdicts of a run in the order they were given; lines that are damaged are left out, with
    a warning.
    """
    found, bad = _read_verdicts(Path(folder))
    if bad:
        _warn(bad, folder)
    return found


def export(folder: str | Path, target: str | Path) -> list[Path]:
    """Write the run's episodes in the official layout: task<id>/interact_messages.json and
    screenshot<k>.png.

    Screenshots that the run did not keep are left out, with a warning that counts them.
    """
    episodes = load(folder)
    if lost := sum(not step.observation.kept for episode in episodes for step in episode.steps):
        warnings.warn(
            f"{folder} did not keep {lost} of its screenshots: they are left out.", stacklevel=2
        )
    named = ((episode, slug(episode.task.id).replace("_", " ")) for episode in episodes)
    return [official.write(episode, Path(target) / f"task{name}") for episode, name in named]


def slug(name: str) -> str:
    """A file name for an id, whatever it holds: no path can be left through it."""
    safe = quote(name, safe="-_ ()").replace(" ", "_").replace("%", "=")
    safe = safe if safe.strip(".") else safe.replace(".", "=2E")
    return (
        safe
        if 0 < len(safe) <= 120
        else f"{safe[:103]}={hashlib.sha256(name.encode()).hexdigest()[:16]}"
    )


# --- our layout
# --------------------------------------------------------------------------------------


def _begin(folder: Path, task: Task, model: dict, settings: Settings) -> None:
    """Write how the run is made into run.json; ValueError where what is there already was made
    otherwise.
    """
    web = {"seed": task.extra.get("web_seed")}
    made = {"model": model, "settings": asdict(settings), "prompts": prompt_hashes(), "web": web}
    made = json.loads(json.dumps(made))
    if (folder / "run.json").exists():
        if other := _differences(_about(folder), made):
            raise ValueError(
                f"{folder.name} was made otherwise: {other}. Choose another folder, or the same"
                " settings."
            )
        return
    folder.mkdir(parents=True, exist_ok=True)
    names = ("selenium", "openai", "pandas", "pillow")
    versions = {name: importlib.metadata.version(name) for name in names}
    about = {
        "format": FORMAT,
        "run": folder.name,
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
    }
    _write_json(folder / "run.json", {**about, **made, "versions": versions})


def _attempt(folder: Path, task: Task, model: dict, settings: Settings) -> Path:
    """A new folder for one more attempt at the task; the run's own file is written with the
    first.
    """
    _begin(folder, task, model, settings)
    number = 1
    while True:
        place = folder / slug(task.id) / str(number)
        try:
            place.mkdir(parents=True)
        except FileExistsError:  # somebody's attempt, perhaps of another process
            number += 1
            continue
        _write_json(place / "task.json", {"task": task.to_json()})
        return place


def _write(step: Step, place: Path) -> None:
    (place / f"step-{step.index:02}.png").write_bytes(step.observation.screenshot)
    line = json.dumps(step.to_json(), ensure_ascii=False) + "\n"
    with (place / "steps.jsonl.gz").open(
        "ab"
    ) as file:  # one gzip member per step: a torn last one costs one step
        file.write(gzip.compress(line.encode(), mtime=0))
        file.flush()


def _finish(episode: Episode) -> Episode:
    if episode.folder:
        elsewhere = ("task", "steps", "settings", "folder")
        result = {
            "format": FORMAT,
            **{k: v for k, v in episode.to_json().items() if k not in elsewhere},
        }
        result |= sum_up(episode)  # so that a list and a table need not read the steps
        try:
            _write_json(episode.folder / "result.json", result)
        except OSError as error:  # its absence says unfinished, the episode in hand says why
            if not episode.stop.startswith("error"):
                stop = (
                    f"error: the result could not be written to {episode.folder}:"
                    f" {error.strerror or error}"
                )
                return replace(episode, stop=stop)
    return episode


def _read(folder: Path, load_attempt: Callable) -> tuple[list, dict[Path, str]]:
    """The episodes of a run, each as `load_attempt` gives it; and what of it cannot be read."""
    if not folder.is_dir():
        raise FileNotFoundError(f"There is no run folder {folder}.")
    bad: dict[Path, str] = {}
    made: dict[Path, dict] = {}  # by run: how
    episodes = []
    with _without_collecting():
        for file in files(folder):
            place, run, ours = file.parent, file.parent.parent.parent, file.name == OURS
            if ours and run not in made:
                try:
                    made[run] = _about(run)
                except DAMAGED as error:  # its episodes can still be read
                    bad[run / "run.json"], made[run] = str(error), UNKNOWN
            try:
                episodes.append(load_attempt(place, made[run] if ours else None))
            except DAMAGED as error:
                bad[place] = f"{type(error).__name__}: {error}"
    return episodes, bad


@contextmanager
def _without_collecting() -> Iterator[None]:
    """Let no garbage be looked for: among a million small records there is none, and looking takes
    half the time.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def files(folder: Path) -> list[Path]:
    """The file that each episode under a folder begins with: of our layout first, then of the
    official one.

    By task and attempt; without what was set aside, and the copies that Jupyter keeps.
    """
    found = [file for name in (OURS, OFFICIAL) for file in sorted(folder.rglob(name), key=_order)]
    return [
        file
        for file in found
        if not {ASIDE, ".ipynb_checkpoints"} & set(file.relative_to(folder).parts)
    ]


def _order(file: Path) -> tuple:
    """Tasks by their names, numbers in them as numbers; then attempts."""
    name, attempt = file.parent.parent.name, file.parent.name
    stem, _, number = name.rpartition("--")
    return (
        stem,
        int(number) if number.isdecimal() else 0,
        name,
        int(attempt) if attempt.isdecimal() else 0,
        attempt,
    )


def _warn(bad: dict[Path, str], folder: str | Path) -> None:
    named = "; ".join(
        f"{place.relative_to(folder)} ({reason[:120]})" for place, reason in list(bad.items())[:5]
    )
    more = f" and {len(bad) - 5} more" if len(bad) > 5 else ""
    warnings.warn(
        f"{len(bad)} of {folder} cannot be read: {named}{more}. runs.set_aside() moves them.",
        stacklevel=3,
    )


def _read_verdicts(folder: Path) -> tuple[list[Verdict], dict[Path, str]]:
    """The verdicts of a run; and its file of verdicts with a reason, where some of its lines cannot
    be read.
    """
    file, found, bad = folder / VERDICTS, [], {}
    for number, line in enumerate(file.read_bytes().split(b"\n") if file.exists() else (), 1):
        try:
            if line.strip():
                found.append(Verdict.from_json(json.loads(line)))
        except DAMAGED as error:
            bad[file] = f"line {number}: {type(error).__name__}: {error}"
    return found, bad


def _write_verdicts(file: Path, given: Iterable[Verdict], mode: str) -> None:
    torn = (
        mode == "a"
        and file.exists()
        and not file.read_bytes().endswith(b"\n")
        and file.stat().st_size
    )
    lines = [
        json.dumps(verdict.to_json() | {"success": verdict.success}, ensure_ascii=False)
        for verdict in given
    ]
    with file.open(mode, encoding="utf-8") as opened:
        opened.write("\n" * bool(torn) + "".join(f"{line}\n" for line in lines))


def _load_attempt(place: Path, run: dict | None) -> Episode:
    """An attempt, whole; `run` says how its run was made, and is None where the layout is the
    official one.
    """
    if run is None:
        return official.load(place)
    steps = []
    for line in _lines(place / "steps.jsonl.gz"):
        data = json.loads(line)
        steps.append(Step.from_json(data, place / f"step-{data['index']:02}.png"))
    return replace(_load_without_steps(place, run)[0], steps=tuple(steps))


def _load_summed(place: Path, run: dict | None) -> tuple[Episode, dict]:
    """An attempt, and what its steps come to; the steps themselves only where the result does not
    say that.
    """
    episode, about = _load_without_steps(place, run) if run else (None, {})
    if about.keys() >= SUMS and isinstance(about["usage"], dict):
        return episode, about
    episode = _load_attempt(place, run)
    return episode, sum_up(episode)


def _load_without_steps(place: Path, run: dict) -> tuple[Episode, dict]:
    """An attempt as if it had no steps, and all that its task's and result's files say."""
    if not place.name.isdecimal():
        raise ValueError(f"{place.name!r} is no number of an attempt")
    about = {"model": run["model"]["name"], **json.loads((place / "task.json").read_text("utf-8"))}
    result = place / "result.json"
    if result.exists():
        about |= json.loads(result.read_text("utf-8"))
    if int(about.get("format", FORMAT)) > FORMAT:
        raise ValueError(
            f"result.json has format {about['format']}, newer than this version reads ({FORMAT})."
        )
    # format 1 has some of them with the attempt
    settings = Settings.from_json({**run["settings"], **about})
    known = {
        "task": Task.from_json(about["task"]),
        "settings": settings,
        "steps": (),
        "folder": place,
    }
    return (
        Episode.from_json({"stop": UNFINISHED, "attempt": int(place.name), **about, **known}),
        about,
    )


def _about(folder: Path) -> dict:
    """What run.json says, in today's form; all unknown where there is none. ValueError where it is
    damaged.
    """
    file = folder / "run.json"
    try:
        about = json.loads(file.read_text("utf-8")) if file.exists() else {}
    except ValueError as error:
        raise ValueError(
            f"{file} cannot be read ({error}): mend it, or choose another folder."
        ) from error
    if not isinstance(about, dict):
        raise ValueError(f"{file} says nothing of a run: mend it, or choose another folder.")
    model = about.get("model", "")
    return {**UNKNOWN, **about, "model": model if isinstance(model, dict) else {"name": model}}


def _differences(old: dict, new: dict) -> str:
    """What two descriptions of a run both tell, and tell differently."""
    parts = [
        (old.get(name) or {}, new.get(name) or {})
        for name in ("settings", "model", "prompts", "web")
    ]
    pairs = [
        (key, before[key], after[key]) for before, after in parts for key in before if key in after
    ]
    return ", ".join(
        f"{key} {was!r}, not {now!r}" for key, was, now in pairs if was != now and key != "endpoint"
    )


def _lines(file: Path) -> Iterator[bytes]:
    """The lines of a file's gzip members that arrived whole; a torn last member is left out."""
    data = file.read_bytes() if file.exists() else b""
    while data:
        member = zlib.decompressobj(wbits=31)
        try:
            lines = member.decompress(data)
        except zlib.error:
            return
        if not member.eof:
            return
        yield from lines.splitlines()
        data = member.unused_data


def _write_json(file: Path, data: dict) -> None:
    """Whole or not at all: half a file would be worse than none."""
    part = file.with_suffix(f".{secrets.token_hex(4)}.part")
    try:
        part.write_text(json.dumps(data, ensure_ascii=False, indent=1) + "\n", "utf-8")
        part.replace(file)
    except OSError:
        part.unlink(missing_ok=True)
        raise


_NOTHING = Episode(Task("", "", "", ""), (), "")
SUMS = frozenset(sum_up(_NOTHING))


def _row(run: str, episode: Episode, sums: dict, verdict: Verdict | None) -> dict:
    return {
        "run": run,
        "task": episode.task.id,
        "site": episode.task.site,
        "attempt": episode.attempt,
        "question": episode.task.question,
        "model": episode.model,
        "view": episode.settings.view,
        "max_steps": episode.settings.max_steps,
        "steps": sums["step_count"],
        "answer": sums["answer"],
        "stop": episode.stop,
        "reference": episode.task.reference,
        "reference_type": (episode.task.answer or {}).get("type", ""),
        "success": verdict.success if verdict and not episode.stop.startswith("error") else None,
        "judge": verdict.judge if verdict else "",
        "reason": verdict.reason if verdict else "",
        "marks": sums["marks"],
        **sums["usage"],
        "cost": sums["cost"],
        "seconds": episode.seconds,
        "folder": episode.folder.as_posix() if episode.folder else "",
    }
