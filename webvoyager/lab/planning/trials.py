"""Failed trials: steps that were predicted wrong, and episodes that were judged failures.

The paper keeps m = {A_{t-1}, q, p̂} for each wrong step: the earlier actions, the question and the
plan (WebExperT, experiential learning). A Failure also keeps the wrong action, and the right one if
it is known.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ...records import Episode, Record, Task, Verdict
from ..failures.labels import AGREED, Label
from .action_words import name_element, say, say_history, say_step
from .gold_steps import GoldStep
from .metrics import Prediction, is_right
from .slow import Plan


@dataclass(frozen=True)
class Failure(Record):
    """A step that went wrong: the situation, what was done, and what is known about the cause.

    Its actions are in words (see action_words.py). The reflection is "" until
    `reflections.fill_pool` writes it.
    """

    task: str  # its id
    seed: int | None  # of the mini web's world; None on other webs
    site: str
    question: str
    actions: tuple[str, ...]  # the earlier ones
    plan: str
    done: str  # the wrong action
    right: str = ""  # the right action; "" if it is unknown
    cause: str = ""  # a category and a person's words, or a judge's reason
    page: tuple[str, str] = ("", "")  # its address and title
    reflection: str = ""
    plan_related: bool = False  # whether the reflection is about the plan
    reflected_by: str = ""  # the model that wrote the reflection

    @property
    def situation(self) -> str:
        """What retrieval compares: question, actions and plan, as one text."""
        return describe_situation(self.question, self.actions, self.plan)

    @property
    def key(self) -> tuple:
        """What identifies the failure, whatever is learnt about it later."""
        origin = (self.site, self.task, self.seed, self.question)
        return (*origin, self.actions, self.plan, self.done)

    def __repr__(self) -> str:
        instead = f" instead of {self.right}" if self.right else ""
        return f"Failure({self.task}: {self.done}{instead})"


def describe_situation(question: str, actions: Sequence[str], plan: str) -> str:
    """The text that is embedded: the paper's {q, A_{t-1}, p}."""
    return "\n".join((question, *actions, plan)).strip()


def from_predictions(
    steps: Sequence[GoldStep],
    predictions: Sequence[Prediction],
    plans: Sequence[Plan | str] | None = None,
) -> list[Failure]:
    """The wrong predictions for gold steps, as failures (the paper's stage 1).

    A prediction fails if it is not a step success (see metrics.py). `plans` has the plan for each
    step, or its text. Raises ValueError when a step and its prediction or plan do not belong
    together.
    """
    plans = [""] * len(steps) if plans is None else plans
    if not len(steps) == len(predictions) == len(plans):
        counts = f"{len(steps)} steps, {len(predictions)} predictions and {len(plans)} plans"
        raise ValueError(f"Each step needs one prediction and one plan; there are {counts}.")
    failures = []
    for step, prediction, plan in zip(steps, predictions, plans, strict=True):
        if (prediction.task, prediction.index) != (step.task.id, step.index):
            raise ValueError(f"{prediction} does not belong to {step}: put both in the same order.")
        if is_right(step, prediction):
            continue
        seen = step.observation
        chosen = name_element(prediction.label, seen)
        target = name_element(step.targets[0], seen) if step.targets else ""
        known = bool(target) or not step.on_element
        found = Failure(
            *_list_origin(step.task),
            actions=tuple(say_history(entry) for entry in step.history),
            plan=plan.text if isinstance(plan, Plan) else plan,
            done=say(prediction.operation, chosen, prediction.value),
            right=say(step.operation, target, step.value) if known else "",
            page=(seen.url, seen.title),
        )
        failures.append(found)
    return failures


def from_episodes(
    episodes: Iterable[Episode], verdicts: Iterable[Verdict], labels: Iterable[Label] = ()
) -> list[Failure]:
    """The failures among the episodes of a run, by its verdicts and by people's `labels`.

    A person's label outranks the verdict; of several verdicts on an attempt, the last one counts.
    The failed step is the one that the label names, else the last. The right action is unknown.
    Faults are not failures. This goes beyond the paper, which has gold actions.
    """
    judged = {(verdict.task, verdict.attempt): verdict for verdict in verdicts}
    ranked = sorted(labels, key=lambda label: (label.rater == AGREED, label.by == "person"))
    labelled = {(label.task, label.attempt): label for label in ranked}
    failures = []
    for episode in episodes:
        key, last = (episode.task.id, episode.attempt), len(episode.steps)
        verdict, label = judged.get(key), labelled.get(key)
        if label and label.by == "person" and label.outcome != "cannot tell":
            failed = label.outcome == "failure"
        else:
            failed = verdict is not None and verdict.success is False
        if not failed or not last or episode.stop.startswith("error"):
            continue
        step = label.step if label and label.step and 1 <= label.step <= last else last
        *before, wrong = episode.steps[:step]
        cause = ": ".join(filter(None, (label.category, label.note))) if label else ""
        found = Failure(
            *_list_origin(episode.task),
            actions=tuple(say_step(step) for step in before),
            plan=wrong.advice.plan if wrong.advice else "",
            done=say_step(wrong),
            cause=cause or (verdict.reason if verdict else ""),
            page=(wrong.observation.url, wrong.observation.title),
        )
        failures.append(found)
    return failures


def _list_origin(task: Task) -> tuple[str, int | None, str, str]:
    return task.id, task.extra.get("web_seed"), task.site, task.question
