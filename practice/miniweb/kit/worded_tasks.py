"""Tasks whose words, rules and steps are in a JSON file, with slots for what a maker chooses.

An entry has "question", "answer", "rule", "steps" and perhaps "golden" and "needs_vision". Steps
are written as "link Issues", "press Save", "fill Title=Broken", "choose Order=Newest",
"search Find in reviews=dishes", "scroll down", "wait" or "go back".
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from .filled_texts import fill, fill_all
from .steps import SCROLL_DOWN, WAIT, Step
from .tasks import SiteTask, task

PLAIN = {"scroll down": SCROLL_DOWN, "wait": WAIT, "go back": ["GoBack"]}
CLICKED = {"link": "link", "press": "button", "tab": "tab", "radio": "radio", "tick": "checkbox"}
FILLED = {"fill": "textbox", "choose": "combobox", "search": "searchbox", "slide": "slider"}


def write_task(entries: Mapping[str, Any], name: str, /, **values: Any) -> SiteTask:
    """The task of this name, with the values in the slots of its entry.

    A step that is only a slot, "@open@", stands for the list of steps that is its value. Lists that
    several entries need are in `entries["shared_steps"]`.
    """
    entry = entries[name]
    steps = _fill_steps(entry["steps"], values | entries.get("shared_steps", {}))
    return task(
        fill(entry["question"], values),
        fill(entry["answer"], values),
        fill_all(entry["rule"], values),
        map(_read_step, steps),
        golden=entry.get("golden", False),
        needs_vision=entry.get("needs_vision", False),
    )


def _fill_steps(lines: Iterable[str], known: Mapping[str, Any]) -> Iterator[str]:
    for line in lines:
        filled = fill_all(line, known)
        if isinstance(filled, str):
            yield filled
        else:
            yield from _fill_steps(filled, known)


def _read_step(line: str) -> Step:
    if line in PLAIN:
        return PLAIN[line]
    verb, _, target = line.partition(" ")
    if verb in CLICKED:
        return ["Click", CLICKED[verb], target]
    label, _, text = target.partition("=")
    return ["Type", FILLED[verb], label, text]
