"""A search as a record: all states with their values, visits and cost, in tree.json.gz beside the
episode's steps.
"""

import base64
import gzip
import io
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from PIL import Image

from ...records import Episode, Record
from .nodes import Node, Spent

FILE, FORMAT = "tree.json.gz", 1
THUMBNAIL = (320, 240)  # pixels


@dataclass(frozen=True)
class State(Record):
    """One node as it is kept: the action that leads to it, what it was worth, and a small picture
    of what it showed.
    """

    number: int
    parent: int | None = None
    search: int = 0  # 0 is where the episode begins
    action: str = ""
    target: str = ""  # the words of the mark that the action points at
    thought: str = ""
    error: str = ""  # why the action could not be done
    share: float = 1.0
    priority: float = 1.0
    visit: int | None = None  # None: never visited
    value: float | None = None
    reasons: tuple[str, ...] = ()
    scores: tuple[float | None, ...] = ()
    url: str = ""
    title: str = ""
    way: str = ""
    same: bool = True
    refused: str = ""
    committed: bool = False
    cut: int = 0
    unreadable: int = 0
    usage: dict = field(default_factory=dict)
    cost: float | None = 0.0
    seconds: dict = field(default_factory=dict)
    picture: str = ""  # a small JPEG in base64, "" where it was not visited

    @property
    def answered(self) -> bool:
        """Whether its action is an ANSWER."""
        return self.action.startswith("ANSWER")


@dataclass(frozen=True)
class Tree(Record):
    """All searches of one episode."""

    task: str
    question: str
    model: str
    limits: dict
    states: tuple[State, ...]
    stop: str = ""

    @property
    def visited(self) -> tuple[State, ...]:
        """The states that were visited, in the order of visits."""
        return tuple(
            sorted((state for state in self.states if state.visit), key=lambda state: state.visit)
        )

    @property
    def spent(self) -> Spent:
        """What all of it took."""
        return sum(
            (Spent(state.usage, state.cost, state.seconds) for state in self.states), Spent()
        )

    @property
    def counts(self) -> dict[str, Any]:
        """The search in numbers: states, visits, what went wrong on the way."""
        reset = [state for state in self.visited if state.way]
        return {
            "searches": max((state.search for state in self.states), default=0),
            "thought of": len(self.states),
            "visited": len(self.visited),
            "committed": sum(state.committed for state in self.states),
            "refused": sum(bool(state.refused) for state in self.states),
            "went back": len(reset),
            "found changed": sum(not state.same for state in reset),
            "replies cut": sum(state.cut for state in self.states),
            "replies unreadable": sum(state.unreadable for state in self.states),
            "values unreadable": sum(None in state.scores for state in self.states),
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        """The tree again."""
        return super().from_json(
            {**data, "states": [State.from_json(state) for state in data["states"]]}
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
    states = tuple(_state(node) for node in nodes)
    return Tree(task.id, task.question, episode.model, limits, states, episode.stop)


def save(tree: Tree, folder: str | Path) -> Path:
    """Write the tree into an attempt's folder; the same tree gives the same bytes."""
    file = Path(folder) / FILE
    words = json.dumps({"format": FORMAT, **tree.to_json()}, ensure_ascii=False)
    part = file.with_suffix(".part")
    part.write_bytes(gzip.compress(words.encode(), mtime=0))
    part.replace(file)
    return file


def load(folder: str | Path) -> Tree:
    """The tree of an attempt's folder; FileNotFoundError where it has none, ValueError where it
    cannot be read.
    """
    file = Path(folder) / FILE
    if not file.exists():
        raise FileNotFoundError(
            f"There is no {FILE} in {folder}: was the episode played with lab.search?"
        )
    try:
        data = json.loads(gzip.decompress(file.read_bytes()))
        newer = int(data.get("format", FORMAT)) > FORMAT
        found = Tree.from_json(data)
    except (OSError, EOFError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ValueError(
            f"{file} cannot be read ({type(error).__name__}: {error}); play the episode again."
        ) from error
    if newer:
        raise ValueError(
            f"{file} has format {data['format']}, newer than this version reads ({FORMAT})."
        )
    return found


def name_value(value: Callable) -> str:
    """What a value function is called in a run."""
    return getattr(value, "__name__", type(value).__name__)


def _state(node: Node) -> State:
    last = node.steps[-1] if node.steps else None
    seen = node.observation
    # an answer leaves the page as it was
    shown = seen or (last.observation if last and node.visit else None)
    marks = {mark.label: mark.text for mark in last.observation.marks} if last else {}
    value = node.value
    return State(
        number=node.number,
        parent=node.parent,
        search=node.search,
        action=str(last.action or "no action") if last else "",
        target=marks.get(last.action.label, "") if last and last.action else "",
        thought=last.thought if last else "",
        error=last.error if last else "",
        share=node.share,
        priority=node.priority,
        visit=node.visit,
        value=value.score if value else None,
        reasons=value.reasons if value else (),
        scores=value.scores if value else (),
        url=shown.url if shown else "",
        title=shown.title if shown else "",
        way=node.way,
        same=node.same,
        refused=node.refused,
        committed=node.committed,
        cut=node.cut,
        unreadable=node.unreadable,
        usage=node.spent.usage,
        cost=node.spent.cost,
        seconds=node.spent.seconds,
        picture=_small(shown.screenshot) if shown and shown.kept else "",
    )


def _small(png: bytes) -> str:
    image = Image.open(io.BytesIO(png)).convert("RGB")
    image.thumbnail(THUMBNAIL, Image.Resampling.LANCZOS)
    buffer = io.BytesIO()
    image.save(buffer, "JPEG", quality=70)
    return base64.b64encode(buffer.getvalue()).decode()
