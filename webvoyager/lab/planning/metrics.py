"""Mind2Web's metrics of single steps, as its code computes them (Deng et al. 2023, section 4.1).

The metrics are teacher-forced: at each step of a gold trajectory, the history is the gold one, and
one prediction is compared with the right action.

- Element accuracy: whether the predicted mark is one of the step's targets.
- Operation F1: over the sets of whitespace-separated words of "OPERATION value", so that neither
  the order of words nor their repetition counts.
- Step success: the right element, and an operation F1 of 1.

A step without a target among the candidates scores 0 in all three. Reported figures are macro
means: the mean over tasks of each task's mean.

Mind2Web has only CLICK, TYPE and SELECT. Steps that need no mark (SCROLL, GOBACK, WAIT, GOOGLE,
ANSWER) are in the table too: their `element` is missing (NaN), and they succeed if operation and
value are right. To see Mind2Web's own steps alone, keep the rows with `on_element`:
`means(table[table["on_element"]])`.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import pandas

from ...records import Record
from .gold_steps import GoldStep

COLUMNS = ("task", "index", "on_element", "element", "operation_f1", "success")


@dataclass(frozen=True)
class Prediction(Record):
    """What a policy would do at a gold step, named by its task and index."""

    task: str  # its id
    index: int  # from 1
    label: int | None = None  # of the mark; None if it chose none
    operation: str = ""  # CLICK, TYPE, …; "" if it could not decide
    value: str = ""


def score(steps: Sequence[GoldStep], predictions: Iterable[Prediction]) -> pandas.DataFrame:
    """One row per step: task, index, on_element, element (0, 1, NaN), operation_f1, success (bool).

    Each step needs a prediction, even if it is one without a label. Raises ValueError when a step
    occurs twice.
    """
    by_step = {(each.task, each.index): each for each in predictions}
    rows: dict[tuple[str, int], tuple] = {}
    for step in steps:
        key = (step.task.id, step.index)
        if key in rows:
            raise ValueError(f"Step {key[1]} of {key[0]} occurs twice; score one world at a time.")
        made = by_step[key]
        element = float(made.label in step.targets) if step.on_element else math.nan
        f1 = operation_f1(f"{made.operation} {made.value}", f"{step.operation} {step.value}")
        f1 = 0.0 if step.on_element and not step.targets else f1
        rows[key] = (*key, step.on_element, element, f1, is_right(step, made))
    return pandas.DataFrame(rows.values(), columns=list(COLUMNS))


def is_right(step: GoldStep, prediction: Prediction) -> bool:
    """Whether a prediction is a step success: the right element, operation and value."""
    acts = [f"{each.operation} {each.value}" for each in (step, prediction)]
    found = not step.on_element or prediction.label in step.targets
    return found and operation_f1(*acts) == 1


def means(table: pandas.DataFrame) -> dict[str, float]:
    """The macro means over the tasks of a table of `score`, as shares, and counts.

    element_accuracy (over steps on elements; NaN if there are none), operation_f1, step_success,
    task_success (the share of tasks whose steps are all right); tasks, steps, steps_on_element.
    """
    per_task = table.groupby("task")[["element", "operation_f1", "success"]].mean()
    return {
        "element_accuracy": float(per_task["element"].mean()),
        "operation_f1": float(per_task["operation_f1"].mean()),
        "step_success": float(per_task["success"].mean()),
        "task_success": float(table.groupby("task")["success"].all().mean()),
        "tasks": len(per_task),
        "steps": len(table),
        "steps_on_element": int(table["on_element"].sum()),
    }


def operation_f1(predicted: str, right: str) -> float:
    """The F1 of two texts like "TYPE Zurich" over their sets of words, from 0 to 1."""
    first, second = set(predicted.split()), set(right.split())
    if not first and not second:
        return 1.0
    return 2 * len(first & second) / (len(first) + len(second))
