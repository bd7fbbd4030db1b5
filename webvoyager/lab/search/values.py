"""How good a state is, and which of equally good ones comes first.

A value is how likely a state is to lead to success, from 0 to 1 (section 3.2).

A value function takes a task and a node, and returns a Value. The functions made here have names,
so that a run can say which it used. Your own function may return a plain number.
"""

from collections.abc import Callable
from dataclasses import replace
from numbers import Real

from ... import models
from ...models import Model
from ...records import Episode, Task
from ..judging.judges import actions_in_words
from ..replies import last_choice
from .trees import Node, Spent, Value, name_function

TieBreak = Callable[[Node], tuple[int, ...]]  # the smallest comes first
ValueFunction = Callable[[Task, Node], Value | float]
# whole lines, so "unsuccessful" is not read as a success
SCORES = {
    "success": 1.0,
    "on the way": 0.5,
    "failure": 0.0,
}
PROMPTS = ("value", "value_state")


def by_model(
    model: Model, samples: int = 20, style: str = "black", prompts: models.Prompts = ()
) -> ValueFunction:
    """A model's opinion: the mean over `samples` replies at temperature 1.

    Success counts 1, on the way 0.5, failure 0. The model sees the task, the actions, the address,
    the answer if there is one, and a screenshot of each state on the way. Replies that cannot be
    read or were cut are left out, not scored. One sample is the paper's "no SC" (self-consistency).
    `prompts` are yours in place of PROMPTS (`models.read_prompts`). Raises EpisodeError when the
    model cannot be asked.
    """
    own = models.read_prompts(prompts)

    def value(task: Task, node: Node) -> Value:
        """The mean score of the model's replies about a state."""
        messages = prompt(task, node, style, own)
        reply = model.ask(messages, n=samples, temperature=1.0, top_p=1.0)
        found = zip(reply.texts, reply.cuts, strict=True)
        scores = tuple(None if cut else read(text) for text, cut in found)
        known = [score for score in scores if score is not None]
        spent = Spent(reply.usage, reply.cost, {"value": round(reply.seconds, 3)})
        return Value(
            sum(known) / len(known) if known else None,
            tuple(dict.fromkeys(text.strip() for text in reply.texts)),
            scores,
            spent,
        )

    return _give_name(value, f"{model.name}, n={samples}{models.own_suffix(own, PROMPTS)}")


def constant(score: float = 0.5) -> ValueFunction:
    """The same value for every state: a search that knows nothing, led by its tie-break alone."""
    return _give_name(lambda task, node: Value(score), f"constant {score:g}")


def require(function: object) -> None:
    """Raise TypeError for anything that cannot be called, before the search costs anything."""
    if not callable(function):
        raise TypeError(
            f"A value function is called with a task and a node; {function!r:.80} is not callable."
        )


def appraise(function: ValueFunction, task: Task, node: Node) -> Value:
    """A value function's result for a state; a number from 0 to 1 becomes a Value.

    Raises TypeError when it returns something else, ValueError when its number is out of range.
    """
    found = function(task, node)
    value = found if isinstance(found, Value) else Value(found)
    if value.score is None and value is found:
        return value
    wrong = f"The value function {name_function(function)!r} returned {found!r:.80}"
    if not isinstance(value.score, Real):
        raise TypeError(f"{wrong}: it must return a Value, or a number from 0 to 1.")
    if not 0 <= value.score <= 1:
        raise ValueError(f"{wrong}: a value must be a number from 0 to 1.")
    return replace(value, score=float(value.score))


def prompt(task: Task, node: Node, style: str = "black", own: models.Own = ()) -> list[dict]:
    """The messages to a model: the task, what was done, where it led, and the screenshots."""
    seen = node.observations
    text = models.fill(
        "value_state",
        own,
        task=task,
        node=node,
        actions=actions_in_words(Episode(task, node.steps, "")),
        url=seen[-1].url,
        shown=len(seen),
    )
    pictures = [models.screenshot(each, style) for each in seen if each.kept]
    content = [{"type": "text", "text": text}, *models.task_images(task), *pictures]
    return [
        {"role": "system", "content": models.fill("value", own)},
        {"role": "user", "content": content},
    ]


def read(reply: str) -> float | None:
    """The score of the last line that gives a status; None if that line is unclear."""
    return last_choice(reply, "status", SCORES)


def by_first_action(node: Node) -> tuple[int, ...]:
    """States below the model's first choice at the root come first, as in the authors' code.

    Their frontier is a heap of (-value, rank of the action at the root, rank of the last action,
    visits so far, …), where the rank of the last action is -1 one step below the root. If all
    values are equal, the search goes down below one action at the root before it tries the next.
    """
    first, *later = node.ranks
    return first, later[-1] if later else -1


def by_age(node: Node) -> tuple[int, ...]:
    """States proposed earlier come first: breadth first if all values are equal."""
    return (node.number,)


def _give_name(function: ValueFunction, name: str) -> ValueFunction:
    function.__name__ = name
    return function
