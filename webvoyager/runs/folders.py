"""The names of files in a run folder, and run.json, which says how the run was made."""

import hashlib
import importlib.metadata
import json
import warnings
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

from ..models import prompt_hashes
from ..records import Settings, Task
from .fields import require_types
from .files import DAMAGED, lock, read_json, write_whole

FORMAT = 2  # format 1 had view and step limit in each attempt, and the page's words in pictures
TASK, STEPS, RESULT, RUN = "task.json", "steps.jsonl.gz", "result.json", "run.json"
SHARED = "pictures.json"  # lists an attempt's pictures that are stored elsewhere in the run
PICTURES = (".png", ".webp", ".jpg", ".jpeg")  # the formats that stored screenshots may have
RUN_PARTS = (
    "settings",
    "model",
    "prompts",
    "web",
)  # of run.json: the same for all episodes of a run
WORLD = ("seed", "without")  # of the mini web: the parts of a task's extra that begin with web_
UNKNOWN = {"settings": {}, "model": {"name": ""}}  # how a run without run.json was made
VERSIONED = ("selenium", "openai", "pandas", "pillow")


def to_folder(folder: str | Path) -> Path:
    """The path of a folder; raises ValueError for a name that no table or file could hold."""
    try:
        if b"\0" not in str(folder).encode():
            return Path(folder)
    except UnicodeEncodeError:  # a name in another encoding
        pass
    raise ValueError(f"{str(folder)!r} isn't a name for a folder: choose one in UTF-8 without NUL.")


def slug(name: str) -> str:
    """A safe file name for any id: it cannot lead out of its folder."""
    safe = quote(name, safe="-_ ()", errors="surrogatepass").replace(" ", "_").replace("%", "=")
    safe = safe if safe.strip(".") else safe.replace(".", "=2E")
    digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    return safe if 0 < len(safe) <= 120 else f"{safe[:103]}={digest}"


def name_picture(index: int) -> str:
    """The name that a step's clean screenshot is recorded under."""
    return f"step-{index:02}.png"


def find_pictures(place: Path) -> dict[str, Path]:
    """An attempt's screenshots, by the names that they were recorded under.

    They may have been converted to another format since; a PNG is preferred to smaller copies. If
    another step of the run shows the same picture, pictures.json may name its file: {"step-02.png":
    "flights--0/1/step-01.webp"}. Raises ValueError if that file is outside the run.
    """
    files = sorted(place.glob("step-*"), key=lambda file: file.suffix == ".png")
    own = {f"{file.stem}.png": file for file in files if file.suffix in PICTURES}
    shared = read_json(place / SHARED) if (place / SHARED).exists() else {}
    if not isinstance(shared, dict):
        raise ValueError(f"{SHARED} does not map names of pictures to files")
    for path in shared.values():
        is_inside = isinstance(path, str) and not Path(path).is_absolute()
        if not is_inside or ".." in Path(path).parts:
            raise ValueError(f"{SHARED} names {path!r}, which isn't a picture of this run")
    return {name: place.parents[1] / path for name, path in shared.items()} | own


def write_json(file: Path, data: dict) -> None:
    """Write a small JSON file, whole or not at all."""
    write_whole(file, json.dumps(data, ensure_ascii=False, indent=1) + "\n")


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
                _write_about(folder, now)
    if other := describe_differences(read_about(folder), now):
        raise ValueError(
            f"{folder.name} was made with other settings: {other}. Choose another folder, or the"
            " same settings."
        )


def _write_about(folder: Path, now: dict) -> None:
    created = datetime.now(UTC).isoformat(timespec="seconds")
    about = {"format": FORMAT, "run": folder.name, "created": created}
    versions = {name: importlib.metadata.version(name) for name in VERSIONED}
    write_json(folder / RUN, {**about, **now, "versions": versions})


def read_about(folder: Path) -> dict:
    """The contents of run.json in today's format; UNKNOWN if there is none.

    Raises ValueError if it is damaged.
    """
    file = folder / RUN
    try:
        about = read_json(file) if file.exists() else {}
        model = about.get("model", "")
        about["model"] = model if isinstance(model, dict) else {"name": model}
        parts = {name: about.get(name) or {} for name in RUN_PARTS}
        if wrong := [name for name, part in parts.items() if not isinstance(part, dict)]:
            raise ValueError(f"its {' and '.join(wrong)} must be JSON objects")
        if not isinstance(about["model"].get("name"), str):
            raise ValueError("its model has no name")
        require_types(Settings.from_json(parts["settings"]))
        if parts["settings"]:
            parts["settings"] = {"prompts": []} | parts["settings"]  # older runs had none
    except DAMAGED as error:
        raise ValueError(
            f"{file} cannot be read ({error}): fix it, or choose another folder."
        ) from error
    return {**UNKNOWN, **about, **parts}


def warn_of_damage(damaged: dict[Path, str], folder: str | Path) -> None:
    """Warn of the files and folders of a run that cannot be read, if any, with the reasons."""
    if not damaged:
        return
    named = "; ".join(
        f"{place.relative_to(folder)} ({reason[:120]})"
        for place, reason in list(damaged.items())[:5]
    )
    named = named.encode("utf-8", "backslashreplace").decode()  # names in another encoding
    more = f" and {len(damaged) - 5} more" if len(damaged) > 5 else ""
    warnings.warn(
        f"{len(damaged)} of the files and folders in {folder} cannot be read: {named}{more}."
        " runs.set_aside() moves them away.",
        stacklevel=3,
    )


def describe_differences(old: dict, new: dict) -> str:
    """The settings that two descriptions of a run both have, with different values; "" if none."""
    parts = [(old.get(name) or {}, new.get(name) or {}) for name in RUN_PARTS]
    pairs = [
        (key, before[key], after[key]) for before, after in parts for key in before if key in after
    ]
    return ", ".join(
        describe_difference(key, was, now)
        for key, was, now in pairs
        if was != now and key != "endpoint"
    )


def describe_difference(setting: str, was: Any, now: Any) -> str:
    """A setting with its two values; of prompts only the names are given, since texts are long."""
    if setting != "prompts":
        return f"{setting} {was!r}, not {now!r}"
    before, after = (", ".join(name for name, _ in own) or "none" for own in (was, now))
    return f"prompts of your own: {before}, not {after}"
