"""The action language: parse a model's reply, and describe the actions in the prompt."""

import re
from collections.abc import Collection, Sequence

from .action_table import ANY, EXTENDED, MARK, PAPER, TABLE, ActionSpec, register, specs
from .records import Action, ActionError

__all__ = [
    "ANY",
    "EXTENDED",
    "MARK",
    "PAPER",
    "TABLE",
    "ActionSpec",
    "parse",
    "prompt",
    "register",
    "specs",
]

# One class for everything around a word: two adjacent classes would backtrack over every split.
# of a chat template; a server that lets one through did not mean it as text
CONTROL_TOKEN = re.compile(
    r"<[|｜][^<>\n|｜]{1,40}[|｜]>|</s>(?=\s*$)|<(?:bos|eos|pad|(?:start|end)_of_turn)>|\[EOS\]",
    re.M,
)
_ACTION = re.compile(r"^[ \t>#*_`-]*actions?[ \t*_`]*[:：][ \t*_`]*", re.IGNORECASE | re.MULTILINE)
_THOUGHT = re.compile(r"^[\s>#*_`-]*thoughts?[\s*_`]*[:：][\s*_`]*", re.IGNORECASE)
_ANSWER = re.compile(r"[\s*_`]*answer\b", re.IGNORECASE)
# what a model adds as if the page had answered already
_MADE_UP = re.compile(r"\n[\s>#*_`-]*(?:observation|thought)s?\b[^\n:]{0,20}:.*", re.I | re.DOTALL)
_POINT = re.compile(r"\(?\d+(\.\d+)?[\s,;]+\d+(\.\d+)?\)?")
_ANSWER_VERB = re.compile(r"^answer\b[*_`]*\s*[;:,]?\s*", re.IGNORECASE)
_VERB = re.compile(
    r"(?P<name>(?:go|double|right)[\s-]?(?:back|click)|[a-z]+)\b[\s*_`]*(?::\s*)?"
    r"(?:\[\s*(?P<bracket>\d+|window)\s*\]|(?P<bare>\d+|window)\b(?![\w.,]))?\s*[;:,]?\s*(?P<text>.*)",
    re.IGNORECASE | re.DOTALL,
)


def parse(reply: str, allowed: Sequence[str] = PAPER) -> tuple[str, Action]:
    """The thought and the action in a model's reply, as a person would read them.

    Understands bold markers, lower case, `ANSWER:`, `Scroll down` and answers of several lines.
    Without exactly one clear action it raises ActionError, whose text tells the model what to
    change.
    """
    names = {name.lower(): name for name in TABLE}
    thought, words = _split_reply(reply, names)
    words = _strip_decoration(words)
    if not words:
        raise ActionError(f"Your reply has no action. {_list_formats(allowed)}")
    verb = _VERB.match(words)
    name = names.get(re.sub(r"[\s-]+", "", verb["name"].lower()), "") if verb else ""
    if not verb or name not in allowed:
        line = words.splitlines()[0]
        line = line if len(line) <= 60 else line[:57] + "…"
        raise ActionError(f"{line!r} is not an action. {_list_formats(allowed)}")
    spec = specs(allowed)[name]
    label, text = verb["bracket"] or verb["bare"], verb["text"].strip()
    if name == "ANSWER":  # everything after the word is the answer, numbers and brackets included
        label, text = None, _ANSWER_VERB.sub("", words).strip()
    elif spec.target and label is None and (spec.optional or not spec.words):
        label = next(iter(re.findall(r"\[(\d+)\]", text)), None)  # "Click on the button [5]"
    elif not spec.target and spec.words and label is not None:  # "Tab 1", "Press 5"
        text = f"{label} {text}".strip()
    return thought, Action(name, _read_target(spec, label), _read_text(spec, text))


def prompt(allowed: Sequence[str] = PAPER) -> str:
    """The lines of the system prompt that describe the allowed actions."""
    return "\n".join(f"- {spec.format}: {spec.meaning}." for spec in specs(allowed).values())


def _split_reply(reply: str, names: Collection[str]) -> tuple[str, str]:
    """Split a reply into thought and action at the line that starts with `Action:`.

    Everything after ANSWER belongs to the answer.
    """
    # on the same line as the thought
    inline = re.compile(rf"\baction[ \t]*[:：][ \t*_`]*(?=(?:go back|{'|'.join(names)})\b)", re.I)
    marks = list(_ACTION.finditer(reply)) or list(inline.finditer(reply))[:1]
    for mark in marks:
        if _ANSWER.match(reply, mark.end()):
            return _strip_thought(reply[: mark.start()]), reply[mark.end() :]
    if not marks:
        *before, last = reply.strip().splitlines() or [""]
        first = last.split(maxsplit=1)[:1]
        if first and first[0].strip("*`_:;").lower() in names:
            return _strip_thought("\n".join(before)), last
        if re.match(r"answer\s*[;:]", reply.strip(), re.IGNORECASE):
            return "", reply.strip()
        return _strip_thought(reply), ""
    if len(marks) > 1:
        raise ActionError(
            "Your reply has more than one action. Write exactly one, on a line that begins with"
            " Action:"
        )
    return _strip_thought(reply[: marks[0].start()]), reply[marks[0].end() :]


def _strip_thought(words: str) -> str:
    return _THOUGHT.sub("", words.strip()).strip().strip("*").strip()


def _strip_decoration(words: str) -> str:
    """Remove the code fence, bold or list markers that a model puts around its action."""
    words = re.sub(r"^\s*```\w*\n(.*?)\n?```\s*$", r"\1", words.strip(), flags=re.DOTALL).strip()
    words = re.sub(r"^[-*_`>\s]+(?=[A-Za-z])", "", words)
    for pair in ("**", "`", "__"):
        if words.endswith(pair) and words.count(pair) % 2:
            words = words[: -len(pair)].rstrip()
    return words


def _read_target(spec: ActionSpec, label: str | None) -> int | str | None:
    if label is not None and label.isdigit() and spec.target:
        if len(label) > 9:
            raise ActionError(f"There is no element [{label[:9]}…] in this screenshot.")
        return int(label)
    if spec.target == ANY and (label or not spec.optional):
        return "WINDOW"
    if spec.target:
        raise ActionError(f"{spec.name} needs the number of an element: {spec.format}.")
    return None


def _read_text(spec: ActionSpec, text: str) -> str:
    if not spec.words:
        return ""
    # one pair of brackets around the whole text, as in the paper's `[Content]`
    if text.startswith("[") and text.endswith("]") and text.count("[") == 1 == text.count("]"):
        text = re.sub(r"^\[\s*(?=\S)(.*\S)\s*\]$", r"\1", text, flags=re.DOTALL)
    if spec.choices:
        named = re.findall(rf"\b({'|'.join(spec.choices)})\b", text.lower())
        if not named:
            raise ActionError(f"{spec.name} needs {spec.words}: {spec.format}.")
        # "the left panel down" goes down
        return next((way for way in named if way not in ("left", "right")), named[0])
    if spec.optional:  # anything but a point is commentary
        return text if _POINT.fullmatch(text) else ""
    if not text:
        needs = "a text" if spec.text == "text" else spec.words
        raise ActionError(f"{spec.name} needs {needs}: {spec.format}.")
    if spec.name == "ANSWER":
        return text
    first, *more = _MADE_UP.sub("", text).splitlines()
    # one sentence below what is no sentence is commentary
    remark = more and more[-1].endswith(".") and not any(more[:-1])
    if spec.name not in ("Type", "Fill") or (remark and not re.search(r"[.,:;!?]\s*$", first)):
        return first.strip()
    return "\n".join((first, *more)).strip()


def _list_formats(allowed: Sequence[str]) -> str:
    formats = ", ".join(spec.format for spec in specs(allowed).values())
    return f"Write one of these on a line that begins with Action: {formats}."
