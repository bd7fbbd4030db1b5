"""Golden plans: what a gold trajectory does, in the words of a plan.

A plan is made before the answer is known, so a golden plan does not contain it either: its steps
say what to do, but not what to answer.
"""

import re
from collections.abc import Iterable, Iterator

from ...records import Action, Episode, Step, Task, quoted
from .action_words import name_element, say, say_step
from .gold_steps import name_operation

LAST_STEP = "Answer with what the question asks for."
LEFT_OUT = ("Scroll", "Wait", "ANSWER")  # what a plan need not mention, and what it must not
FITTING = "that fits the question"


def golden_plan(episode: Episode) -> tuple[str, ...]:
    """The steps of the plan that a gold trajectory follows, in words and without numbers.

    `Type "Zurich" into "Where to?"`, `Click the button "Search"`, and LAST_STEP at the end.
    Scrolling, waiting and actions that failed are left out. A name or value that contains a part of
    the answer is replaced, unless the question has that part too: `Click the link that fits the
    question`. `lists.number_lines` makes the steps one text.
    """
    secrets = _list_secrets(episode.task, episode.answer)
    described = [
        _describe_step(step, step.action, secrets)
        for step in episode.steps
        if step.action and not step.error and step.action.name not in LEFT_OUT
    ]
    return (*described, LAST_STEP)


def _describe_step(step: Step, action: Action, secrets: list[re.Pattern]) -> str:
    """A step of the plan, without any part of the answer."""
    if not isinstance(action.label, int):
        return say_step(step)
    mark = step.observation.mark(action.label)
    operation, name = name_operation(action, mark), " ".join(mark.text.split())
    if _is_secret(mark.text, secrets):
        element = f"the {mark.role or mark.tag} {FITTING}"
    elif operation in ("TYPE", "SELECT") and name:
        element = quoted(name)  # a field needs no role
    else:
        element = name_element(mark.label, step.observation)
    if action.text and _is_secret(action.text, secrets):
        verb, preposition = ("Select", "in") if operation == "SELECT" else ("Type", "into")
        return f"{verb} what fits the question {preposition} {element}"
    return say(operation, element, action.text)


def _list_secrets(task: Task, answer: str) -> list[re.Pattern]:
    """A pattern for each part of the answer that is not in the question."""
    rule = (task.answer or {}).get("rule", {})
    parts = list(_flatten(rule.get("parts", []))) or [answer, *answer.split(", ")]
    words = [r"\s+".join(map(re.escape, part.split())) for part in dict.fromkeys(parts)]
    patterns = [re.compile(rf"(?<!\w){each}(?!\w)", re.IGNORECASE) for each in words if each]
    return [pattern for pattern in patterns if not pattern.search(task.question)]


def _flatten(parts: Iterable) -> Iterator[str]:
    """The parts of a rule as texts; a part with several wordings gives all of them."""
    for part in parts:
        if isinstance(part, list | tuple):
            yield from _flatten(part)
        elif isinstance(part, str | int | float):
            yield str(part)


def _is_secret(text: str, secrets: list[re.Pattern]) -> bool:
    return any(pattern.search(text) for pattern in secrets)
