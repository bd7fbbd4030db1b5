"""The parts of a task's rule as typed slots, made from the values that the task computed."""

from calendar import month_abbr, month_name
from typing import Any

from webvoyager.lab.judging.answer_parts import Slot, find, to_slot
from webvoyager.lab.judging.answer_tokens import Reading, Token


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


def says(words: list[Token], slot: Slot) -> bool:
    """Whether the words say a slot's value or one of its alternatives."""
    reading = Reading("", words, [(0, 0)] * len(words), frozenset())
    return any(not hit.doubt for hit in find(slot, reading))


def list_forms(part: Any) -> Any:
    """The texts and numbers by which a page may show a part: its plain alternatives."""
    if not (isinstance(part, dict) and "type" in part):
        return part
    slot = to_slot(part)
    if slot.type in ("number", "money"):
        return {"number": slot.value, "tolerance": slot.tolerance}
    value = slot.wanted
    if slot.type == "date" and value:
        month, day, _ = value.date
        names = (month_name[month], month_abbr[month])
        days = [form for name in names for form in (f"{name} {day}", f"{day} {name}")]
        return [*slot.texts, *days]
    if slot.type == "duration" and value:
        hours, minutes = divmod(int(value.amount), 60)
        brief = ["{} h {} min", "{} hr {} min", "{}h {}m", "{} hours {} minutes"] if hours else []
        whole = [f"{value.amount} min", f"{value.amount} minutes"]
        return [*slot.texts, *(form.format(hours, minutes) for form in brief), *whole]
    return list(slot.texts)
