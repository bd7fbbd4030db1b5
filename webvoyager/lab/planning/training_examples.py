"""Training examples: what a planner and an executor are asked at gold steps, and the right reply.

The paper trains both on gold trajectories: the executor in stage 1 of its Algorithm 1, the
empirical planner in stage 2. `finetuning.export` writes examples for a provider or a framework.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from ... import agent, models
from ...records import Advice, Episode, Observation, Record, Settings, Task
from . import slow
from .action_words import say_step
from .fast import PARTS
from .golden_plans import golden_plan
from .lists import number_lines


@dataclass(frozen=True)
class Example(Record):
    """What is asked at a gold step, and the right reply.

    `messages` are as for `Model.ask`: a screenshot is a part that holds its observation, and its
    numbers are drawn on export. JSON keeps the observations without pictures.
    """

    task: Task
    messages: tuple[dict, ...]
    reply: str

    def to_json(self) -> dict[str, Any]:
        """The example as a dict of JSON values."""
        packed = [_change_screenshots(message, Observation.to_json) for message in self.messages]
        return {**super().to_json(), "messages": packed}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        """The example from its JSON, without pictures."""
        messages = [
            _change_screenshots(message, Observation.from_json) for message in data["messages"]
        ]
        return cls(Task.from_json(data["task"]), tuple(messages), data["reply"])

    def __repr__(self) -> str:
        return f"Example({self.task.id}: {len(self.messages)} messages, reply {self.reply!r})"


def planner_examples(golds: Sequence[Episode]) -> list[Example]:
    """One example per gold trajectory: the first page in, the golden plan out.

    The messages are those that `fast.fast` will send to the trained planner.
    """
    examples = []
    for episode in (gold for gold in golds if gold.steps):
        seen = episode.steps[0].observation
        talk = slow.prompt(PARTS["steps"], episode.task, _hide_picture(seen))
        shown = _add_screenshots(talk, [seen])
        examples.append(Example(episode.task, shown, number_lines(golden_plan(episode))))
    return examples


def executor_examples(
    golds: Sequence[Episode], settings: Settings = agent.DEFAULTS, planned: bool = False
) -> list[Example]:
    """One example per gold step: the agent's own prompt in, `Thought: … Action: …` out.

    `planned` puts the golden plan into the prompt, as the paper does. Steps without an action, and
    steps whose action failed, are left out.
    """
    return [example for episode in golds for example in _list_steps(episode, settings, planned)]


def _list_steps(episode: Episode, settings: Settings, planned: bool) -> list[Example]:
    steps = [
        replace(step, reply=f"Thought: {say_step(step)}\nAction: {step.action}")
        for step in episode.steps
        if step.action and not step.error
    ]
    bare = [replace(step, observation=_hide_picture(step.observation)) for step in steps]
    advice = Advice(number_lines(golden_plan(episode)), made_by="golden") if planned else None
    examples = []
    for place, step in enumerate(steps):
        now = bare[place].observation
        talk = agent.messages(episode.task, bare[:place], now, settings, advice)
        seen = [earlier.observation for earlier in steps[: place + 1]]
        shown = _add_screenshots(talk, seen, settings.keep_images, settings.style)
        examples.append(Example(episode.task, shown, step.reply))
    return examples


def _hide_picture(observation: Observation) -> Observation:
    """The observation without its picture, so that a prompt doesn't say that it was not kept."""
    return replace(observation, pictured=False)


def _add_screenshots(
    talk: Sequence[dict], seen: Sequence[Observation], keep: int = 1, style: str = "black"
) -> tuple[dict, ...]:
    """Add the screenshots of the newest `keep` observations to the messages, even missing ones.

    A screenshot comes last in its message, as in the prompts. `export` reports missing pictures.
    """
    shown = dict(enumerate(seen))
    asked = [message for message in talk if message["role"] == "user"]
    for place, message in enumerate(asked):
        if place >= len(asked) - keep and shown[place].pictured:
            message["content"].append(models.screenshot(shown[place], style))
    return tuple(talk)


def _change_screenshots(message: dict, change: Callable) -> dict:
    """The message with `change` applied to the observation of each screenshot."""
    if isinstance(message["content"], str):
        return message
    parts = [
        {**part, "observation": change(part["observation"])} if "observation" in part else part
        for part in message["content"]
    ]
    return {**message, "content": parts}
