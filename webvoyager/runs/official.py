"""The official benchmark's layout: task<id>/interact_messages.json and screenshot<k>.png."""

import json
import re
from pathlib import Path

from .. import actions
from ..records import ActionError, Episode, Observation, Step, Task
from .files import read_bytes, write_whole

FILE = "interact_messages.json"


def write(episode: Episode, place: Path) -> Path:
    """Write an episode as the official evaluation reads it, into the folder `place`."""
    place.mkdir(parents=True, exist_ok=True)
    question = " ".join(episode.task.question.split())
    first = (
        f"Now given a task: {question}  Please interact with {episode.task.url} and get the"
        " answer. \n"
    )
    talk = [{"role": "system", "content": "Exported from a webvoyager run."}]
    for step in episode.steps:
        text = (first if step.index == 1 else "") + f"Observation:\n{step.observation.text}"
        talk.append({"role": "user", "content": [{"type": "text", "text": text}]})
        talk.append({"role": "assistant", "content": _write_reply(step)})
        if step.observation.kept:
            write_whole(place / f"screenshot{step.index}.png", _draw(step.observation))
    write_whole(place / FILE, json.dumps(talk, ensure_ascii=False, indent=2))
    return place


def load(place: Path) -> Episode:
    """The episode in a folder of this layout: no marks, but pictures with numbers drawn on them."""
    talk = json.loads(read_bytes(place / FILE))
    observations = [_read_text(message["content"]) for message in talk if message["role"] == "user"]
    replies = [_read_text(message["content"]) for message in talk if message["role"] == "assistant"]
    first = observations[0] if observations else ""
    asked = re.search(r"Now given a task:\s*(.+?)\s*Please interact with\s+(\S+)", first, re.DOTALL)
    question, url = asked.groups() if asked else ("", "")
    name = place.name.removeprefix("task")
    steps = []
    for index, reply in enumerate(replies, 1):
        text = observations[index - 1] if index <= len(observations) else ""
        seen = Observation(url, "", (), text, image=place / f"screenshot{index}.png")
        try:
            thought, action = actions.parse(reply)
            steps.append(Step(index, seen, reply, thought, action))
        except ActionError as error:
            steps.append(Step(index, seen, reply, error=str(error)))
    answered = bool(steps) and steps[-1].answered
    task = Task(id=name, site=name.split("--")[0], url=url, question=question)
    return Episode(task, tuple(steps), "answer" if answered else "max_steps", folder=place)


def _draw(seen: Observation) -> bytes:
    """The marked screenshot; raises ValueError if its file isn't a picture."""
    try:
        return seen.marked()
    except (OSError, SyntaxError, ValueError) as error:
        raise ValueError(f"{seen.image} cannot be drawn: remove it, then try again.") from error


def _write_reply(step: Step) -> str:
    """The model's reply, in the form that the official evaluation reads."""
    if not step.action:
        return step.reply
    if step.action.name == "ANSWER":  # the evaluation stops reading at the first bracket
        words = " ".join(step.action.text.replace("[", "(").replace("]", ")").split())
        return f"Thought: {step.thought}\nAction: ANSWER; [{words}]"
    return f"Thought: {step.thought}\nAction: {step.action}"


def _read_text(content: str | list) -> str:
    if isinstance(content, str):
        return content
    return " ".join(part.get("text", "") for part in content if part.get("type") == "text")
