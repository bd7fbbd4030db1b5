"""The record of a search: all states, in tree.json.gz beside the episode's steps.

A state has its value, its visit and its cost.
"""

import base64
import gzip
import io
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

from PIL import Image

from ... import runs
from ...records import Episode, Record
from .nodes import Node, Spent

FILE, FORMAT = "tree.json.gz", 1
THUMBNAIL = (320, 240)  # pixels


@dataclass(frozen=True)
class Tree(Record):
    """All searches of one episode."""

    task: str
    question: str
    model: str
    limits: dict
    states: tuple[Node, ...]
    stop: str = ""

    def __post_init__(self) -> None:
        numbers: set[int] = set()
        for state in self.states:  # a parent comes before its children
            if state.number in numbers or not (state.parent is None or state.parent in numbers):
                raise ValueError(
                    f"State {state.number} must have a unique number, and its parent"
                    f" ({state.parent}) must come before it."
                )
            numbers.add(state.number)

    @property
    def visited(self) -> tuple[Node, ...]:
        """The states that were visited, in the order of visits."""
        return tuple(
            sorted((state for state in self.states if state.visit), key=lambda state: state.visit)
        )

    @property
    def spent(self) -> Spent:
        """The cost of all searches."""
        return sum((state.spent for state in self.states), Spent())

    @property
    def counts(self) -> dict[str, Any]:
        """The search in numbers: states, visits, and what went wrong on the way."""
        reset = [state for state in self.visited if state.way]
        return {
            "searches": max((state.search for state in self.states), default=0),
            "thought of": len(self.states),
            "visited": len(self.visited),
            "committed": sum(state.committed for state in self.states),
            "refused": sum(bool(state.refused) for state in self.states),
            "acts": sum(bool(state.act) for state in self.states),
            "went back": len(reset),
            "found changed": sum(not state.same for state in reset),
            "replies cut": sum(state.cut for state in self.states),
            "replies unreadable": sum(state.unreadable for state in self.states),
            "values unreadable": sum(None in state.scores for state in self.states),
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        """The tree from its JSON."""
        return super().from_json(
            {**data, "states": [Node.from_json(state) for state in data["states"]]}
        )

    def __repr__(self) -> str:
        visits = len(self.visited)
        return (
            f"Tree({self.task}: {len(self.states)} states, {visits} visited,"
            f" {self.stop or 'unfinished'})"
        )


def make(episode: Episode, nodes: Sequence[Node], limits: dict) -> Tree:
    """The record of the nodes of an episode's searches."""
    task = episode.task
    states = tuple(_add_picture(node) for node in nodes)
    return Tree(task.id, task.question, episode.model, limits, states, episode.stop)


def save(tree: Tree, folder: str | Path) -> Path:
    """Write the tree into an attempt's folder; the same tree gives the same bytes."""
    file = Path(folder) / FILE
    words = json.dumps({"format": FORMAT, **tree.to_json()}, ensure_ascii=False)
    runs.write_whole(file, gzip.compress(words.encode(), mtime=0))
    return file


def load(folder: str | Path) -> Tree:
    """The tree in an attempt's folder.

    Raises FileNotFoundError when there is none, ValueError when it cannot be read.
    """
    file = runs.to_folder(folder) / FILE
    if not file.exists():
        raise FileNotFoundError(
            f"There is no {FILE} in {folder}: was the episode played with lab.search?"
        )
    try:
        data = json.loads(gzip.decompress(runs.read_bytes(file)))
        newer = data.get("format", FORMAT) > FORMAT
        found = runs.require_types(Tree.from_json(data))
    except runs.DAMAGED as error:
        raise ValueError(
            f"{file} cannot be read ({type(error).__name__}: {error}); play the episode again."
        ) from error
    if newer:
        raise ValueError(
            f"{file} has format {data['format']}, newer than this version reads ({FORMAT})."
        )
    return found


def name_function(function: Callable) -> str:
    """The name of a value function or a tie-break in a run."""
    return getattr(function, "__name__", type(function).__name__)


def _add_picture(node: Node) -> Node:
    """The node with a small screenshot, if one was kept."""
    seen = node.observation
    return replace(node, picture=_shrink(seen.screenshot)) if seen and seen.kept else node


def _shrink(png: bytes) -> str:
    image = Image.open(io.BytesIO(png)).convert("RGB")
    image.thumbnail(THUMBNAIL, Image.Resampling.LANCZOS)
    buffer = io.BytesIO()
    image.save(buffer, "JPEG", quality=70)
    return base64.b64encode(buffer.getvalue()).decode()
