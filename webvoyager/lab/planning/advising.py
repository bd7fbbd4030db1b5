"""When to think fast and when slowly: planners as the `advise` function of the agent's loop.

`follow` plans once per episode, as the paper does; the paper trains with slow plans and acts with
fast ones. `adaptive` switches from fast to slow thinking, which the paper leaves to future work.
Neither has a state: a new episode has no steps yet, and the plan of a running one is in the advice
of its last step.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from ...agent import Advise
from ...records import Advice, Observation, Step, Task
from .slow import Plan, Planner

Memory = Callable[[Task, Sequence[Step], Observation], Sequence[str]]  # gives lessons for a step
UNCHANGED = "Nothing changed."


def follow(planner: Planner, memory: Memory | None = None) -> Advise:
    """Advice with one plan for the whole episode, and lessons for every step.

    The planner is asked at the first step; later steps get the same plan at no cost. `memory` is
    asked for lessons before every step. A plan without steps is left out, and `made_by` says why.
    """

    def advise(task: Task, done: Sequence[Step], observation: Observation) -> Advice:
        """The plan of this episode, and the lessons for this step."""
        advice = _find_plan(done) or _advise_plan(planner(task, observation))
        return _add_lessons(advice, memory, task, done, observation)

    return _give_name(advise, _find_name(planner), memory)


def adaptive(
    fast_planner: Planner,
    slow_planner: Planner,
    known: Callable[[Task], float],
    threshold: float = 0.5,
    memory: Memory | None = None,
) -> Advise:
    """Advice that begins with fast thinking if the task is familiar, else with slow thinking.

    `known` rates from 0 to 1 how similar the nearest training task is, as `fast.familiarity` does;
    from `threshold` on, the task counts as familiar. When an action has no effect (it fails, or the
    page looks the same as before), the slow planner makes a new plan from this page on, once per
    stretch of such steps.

    This goes beyond the paper, whose modes are fixed. Raises ValueError when the threshold is not a
    number from 0 to 1.
    """
    if not 0 <= threshold <= 1:
        raise ValueError(f"The threshold must be a number from 0 to 1, not {threshold}.")

    def advise(task: Task, done: Sequence[Step], observation: Observation) -> Advice:
        """The plan by fast or by slow thinking, and the lessons for this step."""
        advice = _find_plan(done)
        if advice is None:
            planner = fast_planner if known(task) >= threshold else slow_planner
            advice = _advise_plan(planner(task, observation))
        elif _has_just_stalled(done, observation):
            renewed, old = _advise_plan(slow_planner(task, observation)), advice
            made_by = f"{old.made_by}; {renewed.made_by}"
            advice = renewed if renewed.plan else replace(renewed, plan=old.plan, made_by=made_by)
        return _add_lessons(advice, memory, task, done, observation)

    names = f"{_find_name(fast_planner)}, {_find_name(slow_planner)}, {threshold:g}"
    return _give_name(advise, f"adaptive({names})", memory)


def _find_plan(done: Sequence[Step]) -> Advice | None:
    """The advice of the last step, now at no cost; None if there was none."""
    advice = done[-1].advice if done else None
    return advice and replace(advice, usage={}, cost=0.0, seconds=0.0)


def _advise_plan(plan: Plan) -> Advice:
    """A plan as advice, with its cost and time; if it has no steps, `made_by` says why."""
    why = "" if plan.steps else f": no plan. {' '.join(plan.complaints)}".rstrip()
    return Advice(
        plan=plan.text,
        made_by=f"{plan.made_by}{why}",
        usage=plan.usage,
        cost=plan.cost,
        seconds=plan.seconds,
    )


def _add_lessons(
    advice: Advice,
    memory: Memory | None,
    task: Task,
    done: Sequence[Step],
    observation: Observation,
) -> Advice:
    """Add the lessons for this step, and the time spent on finding them, to the advice."""
    if memory is None:
        return advice
    start = time.perf_counter()
    lessons = tuple(memory(task, done, observation))
    return replace(advice, lessons=lessons, seconds=advice.seconds + time.perf_counter() - start)


def _has_just_stalled(done: Sequence[Step], observation: Observation) -> bool:
    """Whether the last action had no effect, but the one before it, if any, had one.

    An action has no effect if it fails, or if the page looks like the one before.
    """
    seen = [*(step.observation for step in done), observation]
    had_no_effect = []
    for step, before, after in [*zip(done, seen, seen[1:], strict=False)][-2:]:
        same = (before.url, before.marks, before.words) == (after.url, after.marks, after.words)
        had_no_effect.append(bool(step.error) or UNCHANGED in after.notes or same)
    return had_no_effect[-1] and not any(had_no_effect[:-1])


def _find_name(part: Callable) -> str:
    return getattr(part, "__name__", type(part).__name__)


def _give_name(advise: Advise, name: str, memory: Memory | None) -> Advise:
    """Name the function as a run records it: after the planner and, if there is one, the memory."""
    advise.__name__ = f"{name} with {_find_name(memory)}" if memory else name
    return advise
