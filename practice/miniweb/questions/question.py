"""A question across sites: a task with its level, the facts it rests on, and wrong answers."""

import base64
import uuid
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, NotRequired

from ..kit.steps import Step
from ..kit.tasks import SiteTask, task

NAME = "minigaia"


class AttachedFile(NamedTuple):
    """A picture or a table that comes with a question."""

    name: str
    content: bytes


class Question(SiteTask):
    """A site's task with the further fields of a GAIA question.

    `host` is the site that it starts at. `extra` has the columns task_id, Level (1 or 2),
    file_name, and `facts`: what the pages show and the answer is derived from. `attached` is the
    file in base64. `wrong` has plausible wrong answers.
    """

    host: str
    extra: dict[str, Any]
    wrong: list[str]
    attached: NotRequired[str]


def ask(
    level: int,
    question: str,
    answer: str,
    parts: Sequence[Any],
    steps: Iterable[Step],
    *,
    facts: Sequence[str],
    wrong: Iterable[str],
    others: Sequence[str] = (),
    attached: AttachedFile | None = None,
    needs_vision: bool = False,
) -> Question:
    """A question with one golden answer.

    `parts` are what the answer must contain, `others` the names that it must not contain;
    `needs_vision` says that a figure is only in a picture of a page.
    """
    rule = {"parts": list(parts)} | ({"not": list(others)} if others else {})
    confused = [other for other in dict.fromkeys(wrong) if other != answer]
    assert confused, "A question needs at least one wrong answer."
    extra = {
        "task_id": str(uuid.uuid5(uuid.NAMESPACE_URL, question)),
        "Level": level,
        "file_name": f"{NAME}/{attached.name}" if attached else "",
        "facts": list(facts),
    }
    row = task(question, answer, rule, steps, golden=True, needs_vision=needs_vision)
    row |= {"host": "search", "extra": extra, "wrong": confused}
    content = {"attached": base64.b64encode(attached.content).decode()} if attached else {}
    return row | content
