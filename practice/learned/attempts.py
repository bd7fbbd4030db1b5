"""The agent's own attempts at tasks of training worlds, from which its value function is learned.

`python -m studies.learned_agent.play_attempts` plays them. Half are at kinds of question that the
agent was trained on, half at new kinds: the value of a state differs between the two.
"""

import json
import lzma
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from webvoyager.records import Episode, Step
from webvoyager.runs import garbage_collection_off

from . import gold

FILE = Path(__file__).parents[2] / "data" / "gold" / "attempts.jsonl.xz"
Attempt = tuple[Episode, bool]  # the episode, and whether it succeeded


def load(file: Path = FILE) -> list[Attempt]:
    """The stored attempts. Raises FileNotFoundError, which says how to make them, if missing."""
    if not file.exists():
        raise FileNotFoundError(
            "There are no attempts: run `python -m studies.learned_agent.play_attempts` first."
        )
    with lzma.open(file, "rt", encoding="utf-8") as lines, garbage_collection_off():
        rows = [json.loads(line) for line in lines]
        return [(gold.read_episode(row), row["success"]) for row in rows]


def save(attempts: Iterable[Attempt], file: Path = FILE) -> None:
    """Write what the value function sees of attempts to one file, one line of JSON each.

    Of each page that is its address and the lines of its screenshot, and the element acted on.
    """
    rows = (
        {**gold.to_json(_drop_unseen(episode)), "success": success} for episode, success in attempts
    )
    lines = (json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(lzma.compress("".join(lines).encode(), preset=9 | lzma.PRESET_EXTREME))


def _drop_unseen(episode: Episode) -> Episode:
    """The episode with no other elements than those acted on, and without text views."""
    return replace(episode, steps=tuple(map(_drop_others, episode.steps)))


def _drop_others(step: Step) -> Step:
    seen, label = step.observation, step.action.label if step.action else None
    marks = tuple(mark for mark in seen.marks if mark.label == label)
    return replace(step, observation=replace(seen, marks=marks, text=""))
