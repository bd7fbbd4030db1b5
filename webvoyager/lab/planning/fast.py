"""Fast thinking: a plan from one call, or without any (WebExperT's intuitive thinking, F_fast).

The empirical planner G_EP(q, s) is a small model that was finetuned on plans of the slow planner.
Copying the plan of the most similar question needs no model; it is the baseline that a finetuned
model has to beat.
"""

import time
from collections.abc import Callable, Sequence

from ... import models
from ...models import Model
from ...records import Observation, Task
from ..proposing import similarity
from .slow import Plan, Planner, give_name, make_planner

PARTS = {"steps": "plan_fast"}  # asked as slow.prompt("plan_fast", task, observation)


def fast(model: Model, prompts: models.Prompts = ()) -> Planner:
    """The empirical planner: one prompt, whose reply is the plan, without key points and path.

    `prompts` are yours in place of the kit's (`models.read_prompts`). Raises EpisodeError when the
    model cannot be asked.
    """
    return make_planner(model, "fast", PARTS, prompts=prompts)


def copy_nearest(examples: Sequence[tuple[str, Sequence[str]]]) -> Planner:
    """A planner without a model: it copies the plan of the most similar question.

    `examples` are pairs of a question and the steps of its plan; questions are compared by TF-IDF.
    `made_by` names the question whose plan was copied. Raises ValueError when there is no example.
    """
    questions = _require_questions([question for question, _ in examples])

    def planner(task: Task, observation: Observation) -> Plan:
        """The plan of the example whose question is most like the task's."""
        start = time.perf_counter()
        place, _ = find_nearest(task.question, questions)
        question, steps = examples[place]
        return Plan(
            steps=tuple(steps),
            made_by=f"copied from “{question}”",
            seconds=round(time.perf_counter() - start, 3),
            question=task.question,
        )

    return give_name(planner, f"copy_nearest({len(examples)})")


def familiarity(questions: Sequence[str], model: Model | None = None) -> Callable[[Task], float]:
    """A function that says how familiar a task is, from 0 to 1.

    That is its similarity to the nearest of these questions: the cosine of their embeddings if a
    `model` with embeddings is given, else of their words by TF-IDF. Raises ValueError when there is
    no question.
    """
    known = _require_questions(questions)

    def familiarity(task: Task) -> float:
        """The similarity of the nearest question."""
        return find_nearest(task.question, known, model)[1]

    return familiarity


def find_nearest(
    question: str, questions: Sequence[str], model: Model | None = None
) -> tuple[int, float]:
    """The place of the nearest question (the first of equals), and its similarity from 0 to 1."""
    rows, _ = similarity.vectors([question, *questions], model)
    similarities = rows[1:] @ rows[0]
    place = int(similarities.argmax())
    return place, min(1.0, max(0.0, float(similarities[place])))


def _require_questions(questions: Sequence[str]) -> tuple[str, ...]:
    if not questions:
        raise ValueError("There is no question to compare a task with: give at least one.")
    return tuple(questions)
