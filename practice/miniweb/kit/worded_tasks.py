"""Tasks whose words, rules and steps are in a JSON file, with slots for what a maker chooses.

An entry has "ask", "answer", "rule", "steps" and perhaps "golden" and "needs_vision". Steps are
written as "link Issues", "press Save", "fill Title=Broken", "choose Order=Newest", "search words"
or "scroll down".
"""

from collections.abc import Mapping, Sequence
from typing import Any

from . import steps
from .filled_texts import fill, fill_all
from .tasks import SiteTask, task

ON_ONE = {"link": steps.link, "press": steps.press, "tab": steps.tab, "tick": steps.tick}
WITH_TEXT = {"fill": steps.fill, "choose": steps.choose_option}


def write_task(
    entry: Mapping[str, Any],
    values: Mapping[str, Any],
    ways: Mapping[str, Sequence[str]],
    search_field: str = "Search",
) -> SiteTask:
    """A task from an entry; a step that is a key of `ways` stands for several."""
    lines = [line for step in entry["steps"] for line in ways.get(step, [step])]
    return task(
        fill(entry["ask"], values),
        fill(entry["answer"], values),
        fill_all(entry["rule"], values),
        [_read_step(fill(line, values), search_field) for line in lines],
        golden=entry.get("golden", False),
        needs_vision=entry.get("needs_vision", False),
    )


def _read_step(line: str, search_field: str) -> steps.Step:
    if line == "scroll down":
        return steps.SCROLL_DOWN
    verb, _, target = line.partition(" ")
    if verb == "search":
        return steps.search_for(search_field, target)
    if verb in ON_ONE:
        return ON_ONE[verb](target)
    label, _, text = target.partition("=")
    return WITH_TEXT[verb](label, text)
