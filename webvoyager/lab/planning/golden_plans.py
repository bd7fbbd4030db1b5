"""Golden plans: what a gold trajectory does, in the words of a plan.

A plan is made before the answer is known, so a golden plan does not contain it either: its steps
say what to do, but not what to answer.
"""

import re
from collections.abc import Iterable, Iterator

from ...records import Episode, Mark, Observation, Step, Task, quoted
from .action_words import name_element, say, say_step

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
    done = (step for step in episode.steps if step.action and not step.error)
    described = [_describe_step(step, secrets) for step in done if step.action.name not in LEFT_OUT]
    return (*described, LAST_STEP)


def _describe_step(step: Step, secrets: list[re.Pattern]) -> str:
    """A step of the plan, without any part of the answer."""
    action, seen = step.action, step.observation
    mark = seen.mark(action.label) if isinstance(action.label, int) else None
    if mark is None:
        return say_step(step)
    operation = {"Fill": "TYPE", "Hover": "CLICK"}.get(action.name, action.name.upper())
    if operation == "TYPE" and (mark.tag == "select" or mark.options):
        operation = "SELECT"
    element = _name_element(mark, seen, operation, secrets)
    if action.text and _is_secret(action.text, secrets):
        verb, place = ("Select", "in") if operation == "SELECT" else ("Type", "into")
        return f"{verb} what fits the question {place} {element}"
    return say(operation, element, action.text)


def _name_element(mark: Mark, seen: Observation, operation: str, secrets: list[re.Pattern]) -> str:
    """The element in words: for a field only its name, for anything else its role as well."""
    if _is_secret(mark.text, secrets):
        return f"the {mark.role or mark.tag} {FITTING}"
    plain = operation in ("TYPE", "SELECT") and mark.text.strip()
    return quoted(" ".join(mark.text.split())) if plain else name_element(mark.label, seen)


def _list_secrets(task: Task, answer: str) -> list[re.Pattern]:
    """A pattern for each part of the answer that is not in the question."""
    rule = (task.answer or {}).get("rule", {})
    parts = list(_flatten(rule.get("parts", []))) or [answer, *answer.split(", ")]
    patterns = (_compile(part) for part in dict.fromkeys(parts) if part.strip())
    return [pattern for pattern in patterns if not pattern.search(task.question)]


def _flatten(parts: Iterable) -> Iterator[str]:
    """The parts of a rule as texts; a part with several wordings gives all of them."""
    for part in parts:
        if isinstance(part, list | tuple):
            yield from _flatten(part)
        elif isinstance(part, str | int | float):
            yield str(part)


def _compile(part: str) -> re.Pattern:
    """A pattern that finds the part as whole words, with any space between them."""
    words = r"\s+".join(map(re.escape, part.split()))
    return re.compile(rf"(?<!\w){words}(?!\w)", re.IGNORECASE)


def _is_secret(text: str, secrets: list[re.Pattern]) -> bool:
    return any(pattern.search(text) for pattern in secrets)
