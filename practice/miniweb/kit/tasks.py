"""A site's task: its question, reference answer, checking rule and oracle."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NotRequired, TypedDict

from .answer_slots import type_parts
from .steps import Step


class SiteTask(TypedDict):
    """What a site's `tasks(data)` gives for each task; keys are those of the official task files.

    `type` is "golden" if only one answer is right, else "possible"; `rule` is what
    `lab/judging/checking.py` reads; `oracle` is the list of steps that solve the task, the answer
    last; `needs_vision` says that the answer is only in a picture.
    """

    ques: str
    start: NotRequired[str]
    type: str
    ans: str
    rule: dict[str, Any]
    oracle: list[Step]
    features: list[str]
    needs_vision: NotRequired[bool]


def task(
    question: str,
    answer: str,
    rule: dict[str, Any],
    steps: Iterable[Step],
    *,
    golden: bool = False,
    start: str = "/",
    needs_vision: bool = False,
    oracle_answer: str = "",
) -> SiteTask:
    """A task that starts at `start`; the parts of its rule become typed slots.

    Its oracle ends by giving `oracle_answer`, or else the reference answer.
    """
    row: SiteTask = {
        "ques": question,
        "start": start,
        "type": "golden" if golden else "possible",
        "ans": answer,
        "rule": type_parts(rule, answer),
        "oracle": [*steps, ["ANSWER", oracle_answer or answer]],
        "features": [],  # filled in by `make_tasks`
    }
    return row | {"needs_vision": True} if needs_vision else row


def make_tasks(makers: Mapping[Callable[..., SiteTask], str], *given: object) -> list[SiteTask]:
    """The tasks that these functions make from `given`, in this order; no question may come twice.

    The string for each function names the features of the site that its task meets, separated by
    spaces: "filters sorting".
    """
    tasks = [maker(*given) | {"features": features.split()} for maker, features in makers.items()]
    assert len({task["ques"] for task in tasks}) == len(tasks), "Two tasks ask the same question."
    return tasks
