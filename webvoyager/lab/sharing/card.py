"""The data card of a run: who made it, how, with what result, and what the columns mean."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas
import yaml
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from ...models import describe, find_kind
from ..running import rates
from .cells import escape_markdown
from .columns import Column

SPLIT = "train"  # the only one: the name that libraries look for first
_SIZES = (("n<1K", 1e3), ("1K<n<10K", 1e4), ("10K<n<100K", 1e5), ("100K<n<1M", 1e6))
_SIGNED = "<!-- written by webvoyager, sha256 {} -->\n"
_templates = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
)
_templates.filters["cell"] = lambda value: escape_markdown(str(value))


@dataclass(frozen=True)
class Config:
    """One of the tables of the data set, which `datasets` calls a config."""

    name: str
    file: str  # in the data set's folder
    columns: Sequence[Column]
    rows: int
    size: int  # bytes of its values in memory
    packed: int  # bytes of its file
    pictures: int


def write_card(
    run: str, about: dict[str, Any], table: pandas.DataFrame, configs: Sequence[Config]
) -> str:
    """The text of README.md, signed so that changes by hand are noticed.

    `about` is the content of run.json, `table` the run's `runs.table`.
    """
    players = [
        {"name": name, "kind": find_kind(name), "description": describe(name)}
        for name in table["model"].unique()
    ]
    text = _templates.get_template("card.md").render(
        header=_write_header(run, about, players, configs),
        run=run,
        players=players,
        kinds={player["kind"] for player in players},
        views=sorted(table["view"].unique()),
        settings=about["settings"],
        model={key: about["model"].get(key) for key in ("temperature", "seed")},
        web_seed=about.get("web", {}).get("seed"),
        created=about.get("created", ""),
        counts=_count_outcomes(table),
        judges=sorted({judge for judge in table["judge"] if judge}),
        configs=configs,
        lost_steps=int(table["steps"].sum()) - configs[-1].rows,
        split=SPLIT,
    )
    return text + _SIGNED.format(_digest(text.encode()))


def is_unchanged(card: bytes) -> bool:
    """Whether a card is as `write_card` made it."""
    start = card.rfind(_SIGNED.partition("{")[0].encode())
    return start >= 0 and card[start:] == _SIGNED.format(_digest(card[:start])).encode()


def _digest(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()[:16]


def _write_header(
    run: str, about: dict[str, Any], players: Sequence[dict], configs: Sequence[Config]
) -> str:
    """The YAML that the hub and `datasets` read."""
    licence = about.get("license")
    most = max(config.rows for config in configs)
    header = {
        "license": licence if licence and isinstance(licence, str) else "unknown",
        "pretty_name": f"Web agent run {run}",
        "tags": [
            "web-agents",
            "trajectories",
            "webvoyager",
            *sorted({f"agent-{player['kind']}" for player in players}),
        ],
        "size_categories": [next((name for name, end in _SIZES if most < end), "n>1M")],
        "configs": [_describe_files(config) for config in configs],
        "dataset_info": [_describe_features(config) for config in configs],
    }
    return yaml.safe_dump(header, sort_keys=False, allow_unicode=True)


def _describe_files(config: Config) -> dict[str, Any]:
    files = [{"split": SPLIT, "path": config.file}]
    default = {"default": True} if config.name == "episodes" else {}
    return {"config_name": config.name, "data_files": files, **default}


def _describe_features(config: Config) -> dict[str, Any]:
    split = {"name": SPLIT, "num_bytes": config.size, "num_examples": config.rows}
    return {
        "config_name": config.name,
        "features": [{"name": each.name, "dtype": each.kind} for each in config.columns],
        "splits": [split],
        "download_size": config.packed,
        "dataset_size": config.size,
    }


def _count_outcomes(table: pandas.DataFrame) -> dict[str, int]:
    """How many episodes ended in each way; of several attempts at a task, the newest counts."""
    fault = table["stop"].str.startswith("error")
    last = table.iloc[:0] if fault.all() else rates.results(table.drop(columns="judge"))
    success = last["success"]
    return {
        "episodes": len(table),
        "tasks": table["task"].nunique(),
        "faults": int(fault.sum()),
        "earlier": int((~fault).sum()) - len(last),
        "solved": int(success.eq(True).sum()),
        "failed": int(success.eq(False).sum()),
        "unscored": int(success.isna().sum()),
    }
