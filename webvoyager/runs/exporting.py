"""Write a run in the official benchmark's layout: task<id>/ with its messages and screenshots."""

import json
import warnings
from pathlib import Path
from typing import Any

from ..records import Episode, Step
from .files import write_whole
from .folders import OFFICIAL, slug_before
from .reading import load


def export(folder: str | Path, target: str | Path) -> list[Path]:
    """Write the run's episodes in the official layout, one folder task<id>/ each.

    Each has interact_messages.json and screenshot<k>.png. Screenshots that the run did not keep are
    left out, with a warning that counts them.
    """
    episodes = load(folder)
    seen = [step.observation for each in episodes for step in each.steps]
    if lost := sum(each.browsed and not each.kept for each in seen):
        warnings.warn(
            f"{folder} did not keep {lost} of its screenshots: they are left out.", stacklevel=2
        )
    named = ((episode, slug_before(episode.task.id).replace("_", " ")) for episode in episodes)
    return [_write(episode, Path(target) / f"task{name}") for episode, name in named]


def _write(episode: Episode, folder: Path) -> Path:
    """Write an episode as the official evaluation reads it, into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    question = " ".join(episode.task.question.split())
    first = (
        f"Now given a task: {question}  Please interact with {episode.task.url} and get the"
        " answer. \n"
    )
    talk: list[dict[str, Any]] = [{"role": "system", "content": "Exported from a webvoyager run."}]
    for step in episode.steps:
        seen = step.observation
        text = (first if step.index == 1 else "") + f"Observation:\n{seen.text}"
        talk.append({"role": "user", "content": [{"type": "text", "text": text}]})
        talk.append({"role": "assistant", "content": _write_reply(step)})
        if seen.kept:
            write_whole(folder / f"screenshot{step.index}.png", seen.marked())
    write_whole(folder / OFFICIAL, json.dumps(talk, ensure_ascii=False, indent=2))
    return folder


def _write_reply(step: Step) -> str:
    """The model's reply, in the form that the official evaluation reads."""
    if not step.action:
        return step.reply
    if step.action.name == "ANSWER":  # the evaluation stops reading at the first bracket
        words = " ".join(step.action.text.replace("[", "(").replace("]", ")").split())
        return f"Thought: {step.thought}\nAction: ANSWER; [{words}]"
    return f"Thought: {step.thought}\nAction: {step.action}"
