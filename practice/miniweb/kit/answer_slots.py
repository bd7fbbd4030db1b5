"""The parts of a task's rule as typed slots, made from the values that the task computed."""

from typing import Any

from webvoyager.lab.judging.answer_parts import to_slot


def type_parts(rule: dict[str, Any], answer: str) -> dict[str, Any]:
    """The rule with a slot for each part; the units of numbers are those in the answer.

    `type_parts({"parts": [73, "Lowland Wings"]}, "$73, Lowland Wings")` asks for a price in dollars
    and a name.
    """
    typed = dict(rule)
    if "parts" in rule:
        typed["parts"] = [to_slot(part, answer).to_json() for part in rule["parts"]]
    if "any" in rule:
        typed["any"] = [type_parts(other, answer) for other in rule["any"]]
    return typed
