"""A site's task: its question, its reference answer, the rule by which answers are checked, and its
oracle.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NotRequired, TypedDict

from .steps import Step


class SiteTask(TypedDict):
    """What `tasks(data)` of a site gives for each task; the keys are those of the official task
    files.

    `type` is "golden" where only one answer is right, else "possible"; `rule` is what
    `lab/checking.py` reads; `oracle` are the steps that solve the task, the answer last;
    `needs_vision` says that what is asked for stands in a picture.
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
    """A task that starts at `start`; its oracle ends by giving `oracle_answer`, or else the
    reference answer.
    """
    made: SiteTask = {
        "ques": question,
        "start": start,
        "type": "golden" if golden else "possible",
        "ans": answer,
        "rule": rule,
        "oracle": [*steps, ["ANSWER", oracle_answer or answer]],
        "features": [],  # told by `make_tasks`
    }
    return made | {"needs_vision": True} if needs_vision else made


def make_tasks(makers: Mapping[Callable[..., SiteTask], str], *given: object) -> list[SiteTask]:
    """The tasks that these functions make from what is given, in this order; no question comes
    twice.

    The text beside a function names what its task meets of the site, with spaces between: "filters
    sorting".
    """
    made = [maker(*given) | {"features": features.split()} for maker, features in makers.items()]
    assert len({task["ques"] for task in made}) == len(made), "Two tasks ask the same question."
    return made
