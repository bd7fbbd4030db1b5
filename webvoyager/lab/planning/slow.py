"""Slow thinking: key points, then a path, then a plan (WebExperT's deliberate thinking, F_slow).

There are three prompts, each given the result of the one before: K = G_KE(q, s), K_r = G_PF(K, s)
and p = G_RP(K_r, s), where q is the task and s the numbered screenshot. Leaving out the first or
the second is an ablation in the paper's Table 5.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from markupsafe import Markup

from ... import models
from ...display import without_math
from ...models import Model
from ...records import Observation, Record, Task
from .lists import number_lines, read_list

PARTS = {  # the parts of a plan, in the order they are asked for, and their prompts
    "keypoints": "plan_keypoints",
    "path": "plan_path",
    "steps": "plan_reasoning",
}
NAMES = {"keypoints": "key points", "path": "path", "steps": "plan"}
COLUMNS = "display:flex;gap:2em;align-items:flex-start;max-width:1100px;line-height:1.35"


@dataclass(frozen=True)
class Plan(Record):
    """A plan for a task, with its intermediate results and the cost and time of making it."""

    keypoints: tuple[str, ...] = ()  # the paper's K
    path: tuple[str, ...] = ()  # K_r
    steps: tuple[str, ...] = ()  # p
    made_by: str = ""
    usage: dict = field(default_factory=dict)  # prompt_tokens, completion_tokens
    cost: float | None = 0.0  # US dollars; None if the price is unknown
    seconds: float = 0.0
    replies: tuple[str, ...] = ()  # one per prompt, in full
    complaints: tuple[str, ...] = ()  # a sentence for each reply without a list, or cut short
    question: str = ""  # the task's

    @property
    def text(self) -> str:
        """The steps, numbered, one per line; "" if there is no plan."""
        return number_lines(self.steps)

    def __repr__(self) -> str:
        counts = ", ".join(f"{name} {len(getattr(self, part))}" for part, name in NAMES.items())
        return f"Plan({self.made_by}: {counts})"

    def _repr_html_(self) -> str:
        columns = Markup("")
        for part, name in NAMES.items():
            rows = Markup("").join(map(Markup("<li>{}</li>").format, getattr(self, part)))
            shown = Markup("<ol style='padding-left:1.6em'>{}</ol>").format(rows)
            column = Markup("<div style='flex:1'><b>{}</b>{}</div>")
            columns += column.format(name.capitalize(), shown if rows else Markup("<p>–</p>"))
        cost = "" if self.cost is None else f", {self.cost:.4f} dollars"
        taken = f"{self.made_by}, {self.seconds:.1f} s{cost}"
        notes = map(Markup("<p style='color:#b00020'>{}</p>").format, self.complaints)
        html = Markup(
            "<p><b>{}</b></p><div style='{}'>{}</div><p style='opacity:.7'>{}</p>{}"
        ).format(self.question, COLUMNS, columns, taken, Markup("").join(notes))
        return without_math(html)


Planner = Callable[[Task, Observation], Plan]


def slow(
    model: Model,
    keypoints: bool = True,
    path: bool = True,
    examples: Sequence[tuple[str, Sequence[str]]] = (),
    lessons: Sequence[str] = (),
    prompts: models.Prompts = (),
) -> Planner:
    """A planner that thinks slowly: it asks the model for key points, then a path, then a plan.

    `keypoints=False` and `path=False` leave out a prompt. `examples` are pairs of a question and
    the steps of its plan. With `lessons` it makes a refined plan, F_slow(q, s, r). Examples and
    lessons are only in the prompt for the plan. A reply without a list leaves its part of the Plan
    empty, and `complaints` says so. `prompts` are yours in place of the kit's
    (`models.read_prompts`). Raises EpisodeError when the model cannot be asked.
    """
    asked = {"keypoints": keypoints, "path": path, "steps": True}
    parts = {part: name for part, name in PARTS.items() if asked[part]}
    shown = [*parts][:-1]
    for noun, things in (("example", examples), ("lesson", lessons)):
        shown += [f"{len(things)} {noun}{'s' * (len(things) != 1)}"] if things else []
    name = f"slow({', '.join(shown) or 'plan alone'})"
    return make_planner(model, name, parts, examples, lessons, prompts)


def make_planner(
    model: Model,
    name: str,
    parts: Mapping[str, str],
    examples: Sequence[tuple[str, Sequence[str]]] = (),
    lessons: Sequence[str] = (),
    prompts: models.Prompts = (),
) -> Planner:
    """A planner that asks the model for parts of a Plan, one after the other.

    `parts` has the name of a prompt for each part; `prompts` are yours in place of the kit's. A run
    records the planner's `name`, which also names your prompts; the Plan's `made_by` also names the
    model.
    """
    own = models.read_prompts(prompts)
    name += models.own_suffix(own, ("plan_state", *parts.values()))

    def planner(task: Task, observation: Observation) -> Plan:
        """The plan for a task, starting at this page."""
        plan = Plan(made_by=f"{name} by {model.name}", question=task.question)
        for part, asked in parts.items():
            beside = (examples, lessons) if part == "steps" else ((), ())
            reply = model.ask(prompt(asked, task, observation, plan, *beside, own))
            items, complaint = read_list(reply, NAMES[part])
            found: dict[str, Any] = {part: items}
            plan = replace(
                plan,
                usage={k: plan.usage.get(k, 0) + count for k, count in reply.usage.items()},
                cost=None if plan.cost is None or reply.cost is None else plan.cost + reply.cost,
                seconds=round(plan.seconds + reply.seconds, 3),
                replies=(*plan.replies, reply.text),
                complaints=(*plan.complaints, *([complaint] if complaint else [])),
                **found,
            )
        return plan

    planner.__name__ = name
    return planner


def prompt(
    name: str,
    task: Task,
    observation: Observation,
    found: Plan | None = None,
    examples: Sequence[tuple[str, Sequence[str]]] = (),
    lessons: Sequence[str] = (),
    own: models.Own = (),
) -> list[dict]:
    """The messages that ask for a part of a plan; `name` is the prompt's, as in PARTS.

    They contain the task, the page, the path found so far (else the key points), and the numbered
    screenshot if the view has one.
    """
    found = found or Plan()
    text = models.fill(
        "plan_state",
        own,
        task=task,
        observation=observation,
        keypoints=number_lines(found.keypoints),
        path=number_lines(found.path),
        examples=[(question, number_lines(steps)) for question, steps in examples],
        lessons=number_lines(lessons),
    )
    pictured = observation.pictured and observation.kept
    screenshot = [models.screenshot(observation)] if pictured else []
    content = [{"type": "text", "text": text}, *models.task_images(task), *screenshot]
    return [
        {"role": "system", "content": models.fill(name, own)},
        {"role": "user", "content": content},
    ]
