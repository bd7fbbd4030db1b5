"""Training examples: what a planner and an executor are asked at gold steps, and the right reply.

The paper trains both on gold trajectories: the executor in stage 1 of its Algorithm 1, the
empirical planner in stage 2. `finetuning.export` writes examples for a provider or a framework.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ... import agent
from ...records import Advice, Episode, Observation, Settings, Step, Task
from . import slow
from .action_words import say_step
from .fast import PARTS
from .golden_plans import golden_plan
from .lists import number_lines


@dataclass(frozen=True)
class Example:
    """What is asked at a gold step, as for `Model.ask`, and the right reply."""

    task: Task
    messages: tuple[dict, ...]
    reply: str

    def __repr__(self) -> str:
        return f"Example({self.task.id}: {len(self.messages)} messages, reply {self.reply!r})"


def planner_examples(golds: Sequence[Episode], pictures: bool = True) -> list[Example]:
    """One example per gold trajectory: the first page in, the golden plan out.

    The messages are those that `fast.fast` will send to the trained planner. `pictures=False`
    leaves the screenshots out. Raises ValueError when one was not kept.
    """
    examples = []
    for episode in (gold for gold in golds if gold.steps):
        seen = _see(episode.task, episode.steps[0], pictures)
        talk = slow.prompt(PARTS["steps"], episode.task, seen)
        examples.append(Example(episode.task, tuple(talk), number_lines(golden_plan(episode))))
    return examples


def executor_examples(
    golds: Sequence[Episode],
    settings: Settings = agent.DEFAULTS,
    planned: bool = False,
    pictures: bool = True,
) -> list[Example]:
    """One example per gold step: the agent's own prompt in, `Thought: … Action: …` out.

    `planned` puts the golden plan into the prompt, as the paper does. Steps without an action, and
    steps whose action failed, are left out. `pictures=False` leaves the screenshots out. Raises
    ValueError when one was not kept.
    """
    examples = []
    for episode in golds:
        advice = Advice(number_lines(golden_plan(episode)), made_by="golden") if planned else None
        done: list[Step] = []
        for step in episode.steps:
            if step.action and not step.error:
                seen = _see(episode.task, step, pictures)
                talk = agent.messages(episode.task, done, seen, settings, advice)
                reply = f"Thought: {say_step(step)}\nAction: {step.action}"
                examples.append(Example(episode.task, tuple(talk), reply))
                done.append(replace(step, observation=seen, reply=reply))
    return examples


def _see(task: Task, step: Step, pictures: bool) -> Observation:
    """What is shown of a step's page; raises ValueError when its screenshot is missing."""
    seen = step.observation
    if pictures and seen.pictured and not seen.kept:
        raise ValueError(
            f"Step {step.index} of {task.id} has no screenshot: record gold trajectories with their"
            " pictures, or make the examples with pictures=False."
        )
    return replace(seen, pictured=seen.pictured and pictures)
