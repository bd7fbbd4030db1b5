"""Gold trajectories: the oracles' episodes of whole worlds, from which the learned agent learns."""

import json
import lzma
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import platformdirs

from webvoyager import agent, runs
from webvoyager.records import Action, Episode, Observation, Settings, Step, Task
from webvoyager.runs import garbage_collection_off

from ..offline.endpoint.conversation import Conversation, read_conversation, read_element
from ..offline.endpoint.protocol import Message, Picture
from ..offline.page.page import Page
from .state import Done, State, find_role, read_state, say

TRAINING = (1, 2)  # the worlds that agents are trained on; they are compared in another
ORACLE = "oracle, no agent"  # in place of a model's name in their runs
PACKED = Path(__file__).parents[2] / "data" / "gold"  # one file per world
FULL_PAGES = Settings().keep_images  # number of newest pages that are shown in full


@dataclass(frozen=True)
class GoldState:
    """A state in an oracle's trajectory, and what the oracle did there."""

    task: str  # its id
    state: State
    action: Action
    done: Done


def find_folder(seed: int, into: Path | None = None) -> Path:
    """The folder of a world's gold trajectories: in the cache, or in a folder of your own."""
    return (into or platformdirs.user_cache_path("webvoyager") / "gold") / str(seed)


def load(place: str | Path) -> list[Episode]:
    """The gold trajectories of one world, from a run folder or a packed file.

    Raises FileNotFoundError if there is neither.
    """
    if Path(place).is_dir():
        return runs.load(place)
    with lzma.open(place, "rt", encoding="utf-8") as lines, garbage_collection_off():
        return [read_episode(json.loads(line)) for line in lines]


def load_worlds(seeds: Sequence[int]) -> list[Episode]:
    """The gold trajectories of some worlds, such as TRAINING."""
    return [episode for seed in seeds for episode in load_world(seed)]


def load_world(seed: int) -> list[Episode]:
    """The stored gold trajectories of a world.

    Raises FileNotFoundError, which says how to make them, if there are none.
    """
    file = PACKED / f"{seed}.jsonl.xz"
    if not file.exists():
        raise FileNotFoundError(
            f"World {seed} has no gold trajectories: run"
            f" `python -m studies.learned_agent.record_gold {seed}` first."
        )
    return load(file)


def pack(episodes: Sequence[Episode], file: Path) -> None:
    """Write trajectories to one file, one line of JSON each, without pictures (0.7 MB a world)."""
    ordered = sorted(episodes, key=lambda episode: episode.task.id)
    lines = (json.dumps(to_json(episode), ensure_ascii=False) + "\n" for episode in ordered)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(lzma.compress("".join(lines).encode(), preset=6))


def to_json(episode: Episode) -> dict:
    """A trajectory without what differs from one recording to the next."""
    data = episode.to_json()
    for step in data["steps"]:
        step.pop("seconds", None)
        for mark in step["observation"].get("marks", ()):
            mark.pop("identity", None)
    kept = ("task", "steps", "stop", "model")
    return {key: data[key] for key in kept if key in data}


def read_episode(data: dict) -> Episode:
    steps = tuple(Step.from_json(step) for step in data["steps"])
    return Episode(Task.from_json(data["task"]), steps, data["stop"], data["model"])


def read_states(episode: Episode) -> Iterator[GoldState]:
    """The states of a trajectory, read from the prompts that an agent would be sent."""
    steps = [_put_into_words(step) for step in episode.steps]
    whole = replace(episode.settings, keep_images=len(steps))
    talk = agent.messages(episode.task, steps[:-1], steps[-1].observation, whole)
    conversation = read_conversation(tuple(map(to_message, talk)))
    for place, step in enumerate(steps):
        shown = [
            _drop_content(page) for page in conversation.pages[: max(0, place + 1 - FULL_PAGES)]
        ]
        shown += conversation.pages[max(0, place + 1 - FULL_PAGES) : place + 1]
        here = Conversation(
            conversation.question,
            tuple(shown),
            conversation.replies[:place],
            episode.settings.max_steps - place,
        )
        yield GoldState(episode.task.id, read_state(here), step.action, find_done(step))


def find_done(step: Step) -> Done:
    """The action of a step, with the role and name of its element as the agent reads them."""
    action = step.action
    if not isinstance(action.label, int):
        return Done(action.name, text=action.text)
    mark = next(mark for mark in step.observation.marks if mark.label == action.label)
    element = read_element(mark.line, {})
    return Done(action.name, find_role(element), element.name, action.text)


def to_message(message: dict) -> Message:
    """An agent's message as the endpoint reads it, without drawing its picture."""
    if isinstance(message["content"], str):
        return Message(message["role"], message["content"])
    texts = [part["text"] for part in message["content"] if part["type"] == "text"]
    seen = [part["observation"] for part in message["content"] if part["type"] == "screenshot"]
    return Message(message["role"], "\n".join(texts), tuple(map(_make_picture, seen)))


def _make_picture(seen: Observation) -> Picture:
    boxes = [[mark.label, *box] for mark in seen.marks for box in mark.boxes]
    return Picture(1024, 768, {"lines": seen.lines, "viewport": (1024, 768), "marks": boxes})


def _put_into_words(step: Step) -> Step:
    """A step with the learned agent's reply, and a stand-in for its picture."""
    seen = replace(step.observation, image=b"not looked at")
    reply = "" if step.answered else f"Thought: {say(find_done(step))}\nAction: {step.action}"
    return replace(step, observation=seen, reply=reply)


def _drop_content(page: Page) -> Page:
    """A page that has left the prompt: its address, title and notes remain."""
    return replace(page, elements=(), lines=(), below=page.below, above=page.above)
