"""The names of files in a run folder, and run.json, which says how the run was made."""

import hashlib
import importlib.metadata
import json
import re
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypedDict
from urllib.parse import quote

import msgspec

from ..display import say
from ..models import prompt_hashes
from ..records import Settings, Task
from .files import DAMAGED, decode, lock, read_json, write_json

FORMAT = 2  # format 1 had view and step limit in each attempt, and the page's words in pictures
TASK, STEPS, RESULT, RUN = "task.json", "steps.jsonl.gz", "result.json", "run.json"
OFFICIAL = "interact_messages.json"  # an episode in the official benchmark's layout
SHARED = "pictures.json"  # lists an attempt's pictures that are stored elsewhere in the run
PICTURES = (".png", ".webp", ".jpg", ".jpeg")  # the formats that stored screenshots may have
WORLD = ("seed", "without")  # of the mini web: the parts of a task's extra that begin with web_
UNKNOWN = {"settings": {}, "model": {"name": ""}}  # how a run without run.json was made
_PLAIN = re.compile(r"[a-z0-9_().~-]{0,119}[a-z0-9_()~-]")
_DEVICE = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\.|$)")  # what Windows opens under these names
VERSIONED = ("selenium", "openai", "pandas", "pillow")


class Named(TypedDict):
    """What every model has in run.json; most have more."""

    name: str


class Parts(TypedDict):
    """The parts of run.json that are the same for all episodes of a run."""

    settings: Settings
    model: Named
    prompts: dict
    web: dict


RUN_PARTS = tuple(Parts.__annotations__)


class Missing(ValueError):
    """A run lacks what was asked for; the message says which call makes it."""


@contextmanager
def skip_missing() -> Iterator[None]:
    """Leave out the rest of the block if the run lacks something, and print what it lacks."""
    try:
        yield
    except Missing as reason:
        say(f"Skipped: {reason}")


def existing(*folders: str | Path) -> list[str]:
    """Those of the folders that are there, each once; prints a sentence for each of the others."""
    found = []
    for folder in dict.fromkeys(map(str, folders)):
        if Path(folder).is_dir():
            found.append(folder)
        else:
            say(f"Skipped: There is no run in {folder}: running.run_tasks makes one.")
    return found


def slug(name: str) -> str:
    """A file name for any id that every system takes, and that no other id has there.

    That is the id itself, or what is legible of it with a digest: some systems ignore the case of
    letters, and Windows a dot at the end.
    """
    if _PLAIN.fullmatch(name) and not _DEVICE.match(name):
        return name
    return f"{re.sub('[^A-Za-z0-9()-]+', '_', name)[:80]}={_digest(name)}"


def slug_before(name: str) -> str:
    """The name for an id in older runs, and in the official layout."""
    safe = quote(name, safe="-_ ()", errors="surrogatepass").replace(" ", "_").replace("%", "=")
    safe = safe if safe.strip(".") else safe.replace(".", "=2E")
    return safe if 0 < len(safe) <= 120 else f"{safe[:103]}={_digest(name)}"


def find_task(folder: Path, id: str) -> Path:
    """The folder of a task in a run: the one that an older version made, if it is there."""
    older = slug_before(id)
    there = folder.iterdir() if older != slug(id) and folder.is_dir() else ()
    return folder / (older if older in {each.name for each in there} else slug(id))


def _digest(name: str) -> str:
    return hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def name_picture(index: int) -> str:
    """The name that a step's clean screenshot is recorded under."""
    return f"step-{index:02}.png"


def find_pictures(attempt: Path) -> dict[str, Path]:
    """An attempt's screenshots, by the names that they were recorded under.

    They may have been converted to another format since; a PNG is preferred to smaller copies. If
    another step of the run shows the same picture, pictures.json may name its file: {"step-02.png":
    "flights--0/1/step-01.webp"}. Raises ValueError if that file is outside the run.
    """
    files = sorted(attempt.glob("step-*"), key=lambda file: file.suffix == ".png")
    own = {f"{file.stem}.png": file for file in files if file.suffix in PICTURES}
    list_file = attempt / SHARED
    shared = decode(list_file.read_bytes(), dict[str, str]) if list_file.exists() else {}
    for path in shared.values():
        if Path(path).is_absolute() or ".." in Path(path).parts:
            raise ValueError(f"{SHARED} names {path!r}, which isn't a picture of this run")
    return {name: attempt.parents[1] / path for name, path in shared.items()} | own


def begin_run(
    folder: Path, task: Task, model: dict, settings: Settings, prompts: Sequence[str] = ()
) -> None:
    """Write run.json; raise ValueError if the folder holds a run that was made differently."""
    now = {
        "model": model,
        "settings": asdict(settings),
        "prompts": prompt_hashes(*prompts, own=settings.prompts),
        "web": {name: task.extra.get(f"web_{name}") for name in WORLD},
    }
    now = json.loads(json.dumps(now))
    if not (folder / RUN).exists():
        folder.mkdir(parents=True, exist_ok=True)
        with lock(folder / RUN):  # other processes may begin the same run now
            if not (folder / RUN).exists():
                created = datetime.now(UTC).isoformat(timespec="seconds")
                about = {"format": FORMAT, "run": folder.name, "created": created}
                versions = {name: importlib.metadata.version(name) for name in VERSIONED}
                write_json(folder / RUN, {**about, **now, "versions": versions})
    if other := describe_differences(read_about(folder), now):
        raise ValueError(
            f"{folder.name} was made with other settings: {other}. Choose another folder, or the"
            " same settings."
        )


def read_about(folder: Path) -> dict[str, Any]:
    """The contents of run.json in today's format; UNKNOWN if there is none.

    Raises ValueError if it is damaged.
    """
    file = folder / RUN
    try:
        about = read_json(file) if file.exists() else {}
        if isinstance(about.get("model", ""), str):  # in format 1
            about["model"] = {"name": about.get("model", "")}
        parts = {name: about.get(name) or {} for name in RUN_PARTS}
        msgspec.convert(parts, Parts)
    except DAMAGED as error:
        raise ValueError(
            f"{file} cannot be read ({error}): fix it, or choose another folder."
        ) from error
    if parts["settings"]:
        parts["settings"] = {"prompts": []} | parts["settings"]  # older runs had none
    return {**UNKNOWN, **about, **parts}


def warn_of_damage(damaged: dict[Path, str], folder: str | Path) -> None:
    """Warn of the files and folders of a run that cannot be read, if any, with the reasons."""
    if not damaged:
        return
    named = "; ".join(
        f"{path.relative_to(folder)} ({reason[:120]})" for path, reason in list(damaged.items())[:5]
    )
    more = f" and {len(damaged) - 5} more" if len(damaged) > 5 else ""
    warnings.warn(
        f"{len(damaged)} of the files and folders in {folder} cannot be read: {named}{more}."
        " runs.set_aside() moves them away.",
        stacklevel=3,
    )


def describe_differences(old: dict, new: dict) -> str:
    """The settings that two descriptions of a run both have, with different values; "" if none."""
    parts = [(old.get(name) or {}, new.get(name) or {}) for name in RUN_PARTS]
    return ", ".join(
        describe_difference(key, before[key], after[key])
        for before, after in parts
        for key in before
        if key in after and before[key] != after[key] and key != "endpoint"
    )


def describe_difference(setting: str, was: Any, now: Any) -> str:
    """A setting with its two values; of prompts only the names are given, since texts are long."""
    if setting != "prompts":
        return f"{setting} {was!r}, not {now!r}"
    before, after = (", ".join(name for name, _ in own) or "none" for own in (was, now))
    return f"prompts of your own: {before}, not {after}"
