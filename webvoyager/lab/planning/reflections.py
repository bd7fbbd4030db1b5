"""Reflections: what a model learns from failures, r = F_reflect(m_1, …, m_k), in a few sentences.

"In this attempt, I was unsuccessful. … Next time, I will …" (WebExperT, Table 9). Reflections about
the plan (`plan_related`) can refine plans: `slow(model, lessons=…)`. All others go into the agent's
prompt.
"""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ... import models
from ...models import Model, Reply
from ...records import Record
from ..judging.answer_tokens import tokens
from ..replies import drop_choices, last_choice
from .failure_pool import Pool
from .trials import Failure

PROMPTS = ("reflect", "reflect_failures")
FRAME = "In this attempt, I was unsuccessful because, instead of. Next time, I will"
FEWEST = 4  # words that are in neither FRAME nor the question
SUBJECT = "(?:it is |this is )?about"  # begins the line that says what the reflection is about
SUBJECTS = {word: word for word in ("plan", "action")}


@dataclass(frozen=True)
class Reflection(Record):
    """What a model learns from one failure or several, and the cost and time of asking.

    `complaint` says why its replies were refused; the text is then "".
    """

    text: str
    plan_related: bool = False  # about the plan, rather than about the action alone
    usage: dict = field(default_factory=dict)  # prompt_tokens, completion_tokens
    cost: float | None = 0.0  # US dollars; None if the price is unknown
    seconds: float = 0.0
    model: str = ""
    complaint: str = ""

    def __repr__(self) -> str:
        about = "the plan" if self.plan_related else "the action"
        return f"Reflection(about {about}: {self.text or self.complaint})"


def reflect(model: Model, failures: Sequence[Failure], prompts: models.Prompts = ()) -> Reflection:
    """Ask a model for one reflection on these failures, at temperature 0.

    A reply that is empty, was cut short, or only repeats the question is refused, and the model is
    asked once more, at temperature 1. `prompts` are yours in place of PROMPTS
    (`models.read_prompts`). Raises ValueError when there are no failures, and EpisodeError when the
    model cannot be asked.
    """
    own = models.read_prompts(prompts)
    if not failures:
        raise ValueError("There are no failures to reflect on.")
    replies = [model.ask(prompt(failures, own=own), temperature=0)]
    complaint = _find_fault(replies[0], failures)
    if complaint:
        replies.append(model.ask(prompt(failures, complaint, own), temperature=1))
        complaint = _find_fault(replies[1], failures)
    text, plan_related = read(replies[-1].text)
    costs = [reply.cost for reply in replies if reply.cost is not None]
    names = dict.fromkeys(name for reply in replies for name in reply.usage)
    return Reflection(
        "" if complaint else text,
        plan_related and not complaint,
        {name: sum(reply.usage.get(name, 0) for reply in replies) for name in names},
        sum(costs) if len(costs) == len(replies) else None,
        round(sum(reply.seconds for reply in replies), 3),
        f"{model.name}{models.own_suffix(own, PROMPTS)}",
        complaint,
    )


def fill_pool(pool: Pool, model: Model, prompts: models.Prompts = ()) -> list[Reflection]:
    """Write the reflections that the pool's failures lack, one by one, and store each at once.

    Call it again after an interruption. A refused reflection is not stored, but it is returned with
    its complaint, and a warning says how many there are. Raises ValueError when the pool is frozen,
    and EpisodeError when the model cannot be asked.
    """
    pool.require_open()
    made = []
    for failure in pool.failures:
        if failure.reflection:
            continue
        reflection = reflect(model, [failure], prompts)
        made.append(reflection)
        if reflection.text:
            written = replace(
                failure,
                reflection=reflection.text,
                plan_related=reflection.plan_related,
                reflected_by=reflection.model,
            )
            pool.add(written)
    if refused := [reflection.complaint for reflection in made if reflection.complaint]:
        counts = f"{len(refused)} of {len(made)} reflections were refused and are not stored"
        warnings.warn(f"{counts}: {refused[0]}", stacklevel=2)
    return made


def prompt(failures: Sequence[Failure], complaint: str = "", own: models.Own = ()) -> list[dict]:
    """The messages that ask for a reflection, with the complaint about a first reply."""
    request = models.fill("reflect_failures", own, failures=failures, complaint=complaint)
    return [
        {"role": "system", "content": models.fill("reflect", own)},
        {"role": "user", "content": request},
    ]


def read(reply: str) -> tuple[str, bool]:
    """The reflection in a reply, and whether its last "about" line names the plan."""
    text = drop_choices(reply, SUBJECT, SUBJECTS)
    return " ".join(text.split()), last_choice(reply, SUBJECT, SUBJECTS) == "plan"


def _find_fault(reply: Reply, failures: Sequence[Failure]) -> str:
    """Why a reply is not a reflection; "" if it is one."""
    text, _ = read(reply.text)
    if not text:
        return "The reply is empty."
    if reply.cut:
        return "The reply was cut short."
    asked = tokens(" ".join([FRAME, *(failure.question for failure in failures)]))
    if len({*tokens(text)} - {*asked}) < FEWEST:
        return "The reply only repeats the question."
    return ""
