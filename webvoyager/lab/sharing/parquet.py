"""A run as a data set: Parquet files that Hugging Face's `datasets` reads without a script."""

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import pyarrow
from pyarrow import parquet

from ... import runs
from .card import Config, is_unchanged, write_card
from .columns import EPISODES, SCREENSHOT, STEPS, Column, make_schema
from .rows import list_episodes, read_steps

_ROWS = 100  # in a row group, and in memory: a hundred pictures are some megabytes
CARD, EPISODE_FILE, STEP_FILE = "README.md", "data/episodes.parquet", "data/steps.parquet"


def to_parquet(run: str | Path, folder: str | Path, *, pictures: bool = True) -> Path:
    """Write a run as a data set with a data card into a folder, and return the folder.

    `load_dataset(folder, "episodes")` reads one row per episode (the columns of `runs.table`),
    `load_dataset(folder, "steps")` one row per step, with its screenshot if one is stored. The
    card, README.md, says what made the run. An earlier export of the same run is replaced; other
    files stay as they are. Raises ValueError when the run has no episodes, or when the folder has
    other files with these names.
    """
    run, folder = runs.to_folder(run), runs.to_folder(folder)
    table, about = runs.table(run), runs.read_about(run)
    if table.empty:
        raise ValueError(f"There are no episodes to share in {run}.")
    stamp = {"run": run.resolve().name, "created": str(about.get("created", ""))}
    _require_replaceable(folder, stamp)
    (folder / "data").mkdir(parents=True, exist_ok=True)
    columns = (*STEPS, SCREENSHOT) if pictures else STEPS
    steps = read_steps(run.name, table["folder"], pictures)
    parts = {name: folder / f"{name}.part" for name in (EPISODE_FILE, STEP_FILE)}
    try:
        configs = [
            _write_table(parts[EPISODE_FILE], "episodes", EPISODES, list_episodes(table), stamp),
            _write_table(parts[STEP_FILE], "steps", columns, steps, stamp),
        ]
        for name, part in parts.items():
            part.replace(folder / name)
    finally:
        for part in parts.values():
            part.unlink(missing_ok=True)
    runs.write_whole(folder / CARD, write_card(stamp["run"], about, table, configs))
    return folder


def _require_replaceable(folder: Path, stamp: dict[str, str]) -> None:
    """Raise ValueError when a file is in the way that isn't an export of this run."""
    others = [
        name
        for name in (EPISODE_FILE, STEP_FILE)
        if (folder / name).exists() and _read_stamp(folder / name) != stamp
    ]
    if (folder / CARD).exists() and not is_unchanged((folder / CARD).read_bytes()):
        others.append(CARD)
    if others:
        raise ValueError(
            f"{folder} holds {' and '.join(others)}, which is from another run, or was changed by"
            " hand: move it away, or choose another folder."
        )


def _read_stamp(file: Path) -> dict[str, str] | None:
    """The run that a file was exported from; None if it doesn't say."""
    try:
        metadata = parquet.read_schema(file).metadata or {}
        return json.loads(metadata.get(b"webvoyager", b"null"))
    except (pyarrow.ArrowException, ValueError):
        return None


def _write_table(
    file: Path, name: str, columns: Sequence[Column], rows: Iterable[dict[str, Any]], stamp: dict
) -> Config:
    """Write rows to a file in batches; return what the card says about it."""
    schema, count, size, pictures = make_schema(columns, stamp), 0, 0, 0
    with parquet.ParquetWriter(file, schema, compression="zstd") as writer:
        for batch in _make_batches(rows):
            table = pyarrow.Table.from_pylist(batch, schema)
            writer.write_table(table)
            count, size = count + table.num_rows, size + table.nbytes
            pictures += sum(row.get("screenshot") is not None for row in batch)
    return Config(name, f"data/{name}.parquet", columns, count, size, file.stat().st_size, pictures)


def _make_batches(rows: Iterable[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    rows = iter(rows)
    while batch := list(islice(rows, _ROWS)):
        yield batch
