"""The action language: one table of actions, from which the parser, the prompt and the docs are
made.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from .records import PAPER_ACTIONS, Action, ActionError


@dataclass(frozen=True)
class ActionSpec:
    """An action the model may write: which target it needs ("", "mark", "mark or WINDOW") and what
    words.
    """

    name: str
    target: str
    text: str  # "", or what the words are; "up or down" are the words themselves
    meaning: str
    semicolon: bool = True  # before the words
    optional: bool = False  # whether it may be written without the words

    @property
    def format(self) -> str:
        """How it is written, as the prompt shows it: `Type [n]; text`."""
        target = {"": "", "mark": " [n]", "mark or WINDOW": " [n or WINDOW]"}[self.target]
        words = f"{';' * self.semicolon} {self.text}" if self.text else ""
        return (f"{self.name} [n] or " if self.optional else "") + self.name + target + words

    @property
    def choices(self) -> tuple[str, ...]:
        """The words it may have, where only some will do: up, down."""
        return tuple(re.split(", | or ", self.text)) if " or " in self.text else ()


_DRAGGED = (
    "drag the element n by so many pixels to the right and down, negative: left, up; "
    "x,y,dx,dy begins at that point of it, or of the page"
)
_ROWS = (  # name, target, text, meaning, and False where no semicolon stands before the words
    ("Click", "mark", "", "click the element that carries the number n"),
    (
        "Type",
        "mark",
        "text",
        "clear the field n, type the text and press Enter; on a list, choose that option",
    ),
    (
        "Scroll",
        "mark or WINDOW",
        "up or down",
        "scroll the page, or the area in which the element n stands",
    ),
    ("Wait", "", "", "wait for the page to change or to finish loading"),
    ("GoBack", "", "", "go back to the page before"),
    ("Google", "", "", "leave for the search engine and start anew there"),
    ("ANSWER", "", "text", "end the task with this answer"),
    ("Select", "mark", "option", "choose the option of that name in the list n"),
    ("Fill", "mark", "text", "clear the field n and type the text, without Enter"),
    ("Hover", "mark", "", "move the mouse over the element n and leave it there"),
    (
        "Press",
        "",
        "key",
        "press a key, as Escape or ArrowDown, or keys together, as Control+a",
        False,
    ),
    ("Drag", "mark or WINDOW", "dx,dy", _DRAGGED),
    ("Zoom", "", "in or out", "show the page larger or smaller", False),
    ("Tab", "", "number", "show the browser tab of that number", False),
)
TABLE = {row[0]: ActionSpec(*row) for row in _ROWS}
_WIDER = (  # what two of the paper's actions can do beside the others
    ActionSpec(
        "Click",
        "mark or WINDOW",
        "x,y",
        "click the element n, or the point so many pixels right of and below its upper left corner "
        "(or the page's)",
        optional=True,
    ),
    ActionSpec(
        "Scroll",
        "mark or WINDOW",
        "up, down, top or end",
        "scroll the page, or the area in which the element n stands, by a part or as far as it "
        "goes",
    ),
)
PAPER = PAPER_ACTIONS
EXTENDED = tuple(TABLE)  # all of them; the paper's alone cannot drag a slider or look into a menu

_NAMES = {"goback": "GoBack", "go back": "GoBack", **{name.lower(): name for name in TABLE}}
# One class for all that may stand around a word: two beside each other would be tried in all ways
# to share it.
_ACTION = re.compile(r"^[ \t>#*_`-]*actions?[ \t*_`]*[:：][ \t*_`]*", re.IGNORECASE | re.MULTILINE)
# on the thought's line
_INLINE = re.compile(rf"\baction[ \t]*[:：][ \t*_`]*(?=(?:{'|'.join(_NAMES)})\b)", re.IGNORECASE)
_THOUGHT = re.compile(r"^[\s>#*_`-]*thoughts?[\s*_`]*[:：][\s*_`]*", re.IGNORECASE)
_ANSWER = re.compile(r"[\s*_`]*answer\b", re.IGNORECASE)
_VERB = re.compile(
    r"(?P<name>go\s?back|[a-z]+)\b[\s*_`]*(?::\s*)?"
    r"(?:\[\s*(?P<bracket>\d+|window)\s*\]|(?P<bare>\d+|window)\b(?![\w.,]))?\s*[;:,]?\s*(?P<text>.*)",
    re.IGNORECASE | re.DOTALL,
)


def parse(reply: str, allowed: Sequence[str] = PAPER) -> tuple[str, Action]:
    """The thought and the action in a model's reply, as a person would take them.

    Bold markers, lower case, `ANSWER:`, `Scroll down` and answers over several lines are
    understood. Raises ActionError, whose text tells the model what was wrong, where there is no
    single clear action.
    """
    thought, words = _split(reply)
    words = _undecorated(words)
    if not words:
        raise ActionError(f"Your reply has no action. {_expected(allowed)}")
    found = _VERB.match(words)
    name = _NAMES.get(re.sub(r"\s+", " ", found["name"].lower())) if found else None
    if name not in allowed:
        raise ActionError(f"{_short(words)!r} is not an action. {_expected(allowed)}")
    spec = specs(allowed)[name]
    label, text = found["bracket"] or found["bare"], found["text"].strip()
    if (
        spec.target and (spec.optional or not spec.text) and label is None
    ):  # "Click on the button [5]"
        label = next(iter(re.findall(r"\[(\d+)\]", text)), None)
    if not spec.target and spec.text and label is not None:  # "Tab 1", "Press 5"
        text = f"{label} {text}".strip()
    if (
        name == "ANSWER"
    ):  # whatever stands behind the word is the answer, numbers and brackets included
        label, text = (
            None,
            re.sub(r"^answer\b[*_`]*\s*[;:,]?\s*", "", words, flags=re.IGNORECASE).strip(),
        )
    return thought, Action(name, _target(spec, label), _text(spec, text))


def prompt(allowed: Sequence[str] = PAPER) -> str:
    """The lines of the system prompt that tell the model its actions, and no others."""
    return "\n".join(f"- {spec.format}: {spec.meaning}." for spec in specs(allowed).values())


def specs(allowed: Sequence[str]) -> dict[str, ActionSpec]:
    """The actions of these names; beside others than the paper's, Click and Scroll can do more."""
    table = TABLE if set(allowed) <= set(PAPER) else TABLE | {spec.name: spec for spec in _WIDER}
    return {name: table[name] for name in allowed}


def _split(reply: str) -> tuple[str, str]:
    """Thought and action; the last line that starts with `Action:` divides them, unless an answer
    began before.
    """
    marks = list(_ACTION.finditer(reply)) or list(_INLINE.finditer(reply))[:1]
    for mark in marks:
        if _ANSWER.match(reply, mark.end()):
            return _thought(reply[: mark.start()]), reply[mark.end() :]
    if not marks:
        lines = reply.strip().splitlines() or [""]
        first = lines[-1].split(maxsplit=1)[:1]
        bare = bool(first) and first[0].strip("*`_:;").lower() in _NAMES
        if bare or re.match(r"answer\s*[;:]", reply.strip(), re.IGNORECASE):
            whole = reply.strip() if not bare else lines[-1]
            return _thought("" if not bare else "\n".join(lines[:-1])), whole
        return _thought(reply), ""
    if len(marks) > 1:
        raise ActionError(
            "Your reply has more than one action. Write exactly one, on a line that begins with"
            " Action:"
        )
    return _thought(reply[: marks[0].start()]), reply[marks[0].end() :]


def _thought(words: str) -> str:
    return _THOUGHT.sub("", words.strip()).strip().strip("*").strip()


def _undecorated(words: str) -> str:
    """Without the code fence, bold or list markers that a model puts around its action."""
    words = re.sub(r"^\s*```\w*\n(.*?)\n?```\s*$", r"\1", words.strip(), flags=re.DOTALL).strip()
    words = re.sub(r"^[-*_`>\s]+(?=[A-Za-z])", "", words)
    for pair in ("**", "`", "__"):
        if words.endswith(pair) and words.count(pair) % 2:
            words = words[: -len(pair)].rstrip()
    return words


def _target(spec: ActionSpec, label: str | None) -> int | str | None:
    if label is not None and label.isdigit() and spec.target:
        if len(label) > 9:
            raise ActionError(f"There is no element [{label[:9]}…] in this screenshot.")
        return int(label)
    if spec.target == "mark or WINDOW" and (label or not spec.optional):
        return "WINDOW"
    if spec.target:
        raise ActionError(f"{spec.name} needs the number of an element: {spec.format}.")
    return None


def _text(spec: ActionSpec, text: str) -> str:
    if not spec.text:
        return ""
    text = (
        re.sub(r"^\[\s*(?=\S)(.*\S)\s*\]$", r"\1", text, flags=re.DOTALL)
        if _wrapped(text)
        else text
    )
    if spec.choices:
        found = re.search(rf"\b({'|'.join(spec.choices)})\b", text.lower())
        if not found:
            raise ActionError(f"{spec.name} needs {spec.text}: {spec.format}.")
        return found[1]
    if spec.optional:  # anything else is talk
        return text if re.fullmatch(r"\(?\d+(\.\d+)?[\s,;]+\d+(\.\d+)?\)?", text) else ""
    if not text:
        raise ActionError(
            f"{spec.name} needs {'a text' if spec.text == 'text' else spec.text}: {spec.format}."
        )
    if spec.name != "ANSWER":  # one line is typed; what a model adds below is talk
        text = text.splitlines()[0].strip()
    return text


def _wrapped(text: str) -> bool:
    """Whether one pair of brackets stands around the whole text, as in the paper's `[Content]`."""
    return text.startswith("[") and text.endswith("]") and text.count("[") == 1 == text.count("]")


def _expected(allowed: Sequence[str]) -> str:
    formats = ", ".join(spec.format for spec in specs(allowed).values())
    return f"Write one of these on a line that begins with Action: {formats}."


def _short(words: str) -> str:
    line = words.splitlines()[0]
    return line if len(line) <= 60 else line[:57] + "…"
