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

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

import numpy
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


def score(
    steps: Sequence[GoldStep],
    predictions: Iterable[Prediction],
    candidates: Callable[[GoldStep], Collection[int]] | None = None,
) -> pandas.DataFrame:
    """One row per step: task, index, on_element, element (0, 1, NaN), operation_f1, success (bool).

    `candidates` gives the labels that the policy could choose from, if not all: a step on an
    element scores 0 when no target is among them. Predictions for other steps are ignored. Raises
    ValueError when a step has no prediction, or when a step or a prediction occurs twice (score one
    world at a time).
    """
    predicted = list(predictions)
    by_step = _index_by_step(((p.task, p.index) for p in predicted), predicted, "predictions")
    wanted = _index_by_step(((step.task.id, step.index) for step in steps), steps, "gold steps")
    missing = [key for key in wanted if key not in by_step]
    if missing:
        task, index = missing[0]
        raise ValueError(
            f"{len(missing)} of {len(wanted)} steps have no prediction, the first is step {index}"
            f" of {task}; give each step a prediction, even if it is one without a label."
        )
    rows = [_score_step(step, by_step[key], candidates) for key, step in wanted.items()]
    return pandas.DataFrame(rows, columns=list(COLUMNS))


def means(table: pandas.DataFrame) -> dict[str, float]:
    """The macro means over the tasks of a table of `score`, as shares, and counts.

    element_accuracy (over steps on elements; NaN if there are none), operation_f1, step_success,
    task_success (the share of tasks whose steps are all right); tasks, steps, steps_on_element.
    Raises ValueError when the table is empty.
    """
    if table.empty:
        raise ValueError("The table holds no steps, so there is nothing to take the mean of.")
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


def _score_step(
    step: GoldStep,
    prediction: Prediction,
    candidates: Callable[[GoldStep], Collection[int]] | None,
) -> tuple:
    """One row of the table."""
    f1 = operation_f1(
        f"{prediction.operation} {prediction.value}", f"{step.operation} {step.value}"
    )
    if not step.on_element:
        return step.task.id, step.index, False, numpy.nan, f1, f1 == 1
    shown = step.targets if candidates is None else set(candidates(step)) & set(step.targets)
    if not shown:
        return step.task.id, step.index, True, 0.0, 0.0, False
    element = float(prediction.label in step.targets)
    return step.task.id, step.index, True, element, f1, element == 1 and f1 == 1


def _index_by_step(keys: Iterable[tuple[str, int]], items: Iterable, name: str) -> dict:
    """The items by task id and index; raises ValueError if two are of the same step."""
    found: dict[tuple[str, int], GoldStep | Prediction] = {}
    for (task, index), item in zip(keys, items, strict=True):
        if (task, index) in found:
            raise ValueError(
                f"The {name} hold step {index} of {task} twice; score one world at a time."
            )
        found[task, index] = item
    return found
