"""Actions in words: `Click the link "Recipes"`, `Type "Zurich" into the combobox "Where to?"`.

Gold steps, predictions and the steps of episodes are described in the same words, so that failures
can be compared with what an agent is doing. `read` splits such words into their parts again.
"""

import re
from typing import NamedTuple

from ...records import Mark, Observation, Step, quoted
from .gold_steps import name_operation

LONGEST = 120  # characters of a name or a value
NO_ACTION = "Name no action that could be read"
_HISTORY = re.compile(
    r"(?:\[(?P<role>[^]]*)\]\s*(?P<name>.*?)\s*-> )?(?P<operation>[A-Z]+)(?:: (?P<value>.*))?", re.S
)
_WORDS = re.compile(
    r'(?P<verb>Go back|Open the search engine|\w+)(?: "(?P<value>[^"]*)")?'
    r"(?:(?: into| in)? (?P<element>the [\w-]+"
    r' (?:"(?P<name>[^"]*)"|without a name)(?: \(\d+ of \d+\))?))?'
)


class Deed(NamedTuple):
    """The parts of an action; a part that it lacks is ""."""

    verb: str = ""  # "Click", "Type", "Select", "Answer", …
    element: str = ""  # 'the link "Schedule" (2 of 3)'
    name: str = ""  # of the element: 'Schedule'
    value: str = ""


def say(operation: str, element: str = "", value: str = "") -> str:
    """An action in words; `operation` is a gold step's (CLICK, SCROLL, …), `element` in words."""
    target = element or "an element that is not there"
    match operation:
        case "":
            return NO_ACTION
        case "CLICK":
            return f"Click {target}"
        case "TYPE":
            return f"Type {_quote(value)} into {target}"
        case "SELECT":
            return f"Select {_quote(value)} in {target}"
        case "ANSWER":
            return f"Answer {_quote(value)}"
        case "GOBACK":
            return "Go back"
        case "GOOGLE":
            return "Open the search engine"
    return " ".join(part for part in (operation.capitalize(), element, value) if part)


def name_element(label: int | str | None, observation: Observation) -> str:
    """The mark with this number in words: `the link "Schedule" (2 of 3)`; "" if there is none.

    "(2 of 3)" is its place among the marks of the same role and name, in the order of the page.
    """
    mark = next((mark for mark in observation.marks if mark.label == label), None)
    if mark is None:
        return ""
    same = [other for other in observation.marks if _identify(other) == _identify(mark)]
    order = f" ({same.index(mark) + 1} of {len(same)})" if len(same) > 1 else ""
    return _describe_element(mark.role or mark.tag, mark.text) + order


def say_step(step: Step) -> str:
    """What a step of an episode did, in words."""
    action = step.action
    if action is None:
        return NO_ACTION
    mark = next((mark for mark in step.observation.marks if mark.label == action.label), None)
    element = name_element(action.label, step.observation)
    return say(name_operation(action, mark), element, action.text)


def say_history(entry: str) -> str:
    """An entry of a gold step's history in the same words; unchanged if it cannot be read.

    `[link]  Recipes -> CLICK` becomes `Click the link "Recipes"`.
    """
    match = _HISTORY.fullmatch(entry)
    if not match:
        return entry
    element = "" if match["role"] is None else _describe_element(match["role"], match["name"])
    return say(match["operation"], element, match["value"] or "")


def read(words: str) -> Deed:
    """The parts of an action that `say` put into words."""
    match = _WORDS.match(words)
    return Deed(**match.groupdict(default="")) if match else Deed()


def _identify(mark: Mark) -> tuple[str, str]:
    return mark.role or mark.tag, mark.text


def _describe_element(role: str, name: str) -> str:
    return f"the {role or 'element'} {_quote(name) if name.strip() else 'without a name'}"


def _quote(words: str) -> str:
    """Words in quotation marks, on one line and shortened if they are too long."""
    line = " ".join(words.split())
    return quoted(line if len(line) <= LONGEST else f"{line[: LONGEST - 1]}…")
