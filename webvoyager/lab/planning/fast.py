"""Fast thinking: a plan from one call (WebExperT's intuitive thinking, F_fast).

The empirical planner G_EP(q, s) is a small model that was finetuned on plans of the slow planner.
`familiarity` says whether its training has seen a question like the present one.
"""

from collections.abc import Callable, Sequence

from ... import models
from ...models import Model
from ...records import Task
from ..proposing import similarity
from .slow import Planner, make_planner

PARTS = {"steps": "plan_fast"}  # asked as slow.prompt("plan_fast", task, observation)


def fast(model: Model, prompts: models.Prompts = ()) -> Planner:
    """The empirical planner: one prompt, whose reply is the plan, without key points and path.

    `prompts` are yours in place of the kit's (`models.read_prompts`). Raises EpisodeError when the
    model cannot be asked.
    """
    return make_planner(model, "fast", PARTS, prompts=prompts)


def familiarity(questions: Sequence[str], model: Model | None = None) -> Callable[[Task], float]:
    """A function that says how familiar a task is, from 0 to 1.

    That is its similarity to the nearest of these questions: the cosine of their embeddings if a
    `model` with embeddings is given, else of their words by TF-IDF. Raises ValueError when there is
    no question.
    """
    if not questions:
        raise ValueError("There is no question to compare a task with: give at least one.")

    def familiarity(task: Task) -> float:
        """The similarity of the nearest question."""
        return find_nearest(task.question, questions, model)[1]

    return familiarity


def find_nearest(
    question: str, questions: Sequence[str], model: Model | None = None
) -> tuple[int, float]:
    """The index of the nearest question (the first of equals), and its similarity from 0 to 1."""
    rows, _ = similarity.vectors([question, *questions], model)
    similarities = rows[1:] @ rows[0]
    index = int(similarities.argmax())
    return index, min(1.0, max(0.0, float(similarities[index])))
