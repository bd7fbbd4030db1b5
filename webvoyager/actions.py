"""The action language: parse a model's reply, and describe the actions in the prompt."""

import re
from collections.abc import Collection, Sequence

from .action_forms import read_call, to_lines, unwrap
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
_ACTION = re.compile(
    r"^[ \t>#*_`-]*(?:next[ \t]+)?actions?[ \t]*\d*[ \t*_`]*[:：][*_`]*[ \t]*",
    re.IGNORECASE | re.MULTILINE,
)
_THOUGHT = re.compile(r"^[\s>#*_`-]*thoughts?[\s*_`]*[:：][\s*_`]*", re.IGNORECASE)
_ANSWER = re.compile(r"[\s*_`]*(?:final\s+)?answer\b", re.IGNORECASE)
_ANSWER_LINE = re.compile(r"^[ \t>#*_`-]*(?:final[ \t]+)?answer[ \t*_`]*[;:；：]", re.I | re.M)
# what a model adds as if the page had answered already
_OBSERVATION = re.compile(r"\n[ \t>#*_`-]*observations?[ \t\d*_`]*[:：].*", re.I | re.DOTALL)
_MADE_UP = re.compile(
    r"\n[ \t>#*_`-]*(?:observation|thought)s?[ \t\d*_`]*[:：].*", re.I | re.DOTALL
)
_MEANT_QUOTES = re.compile(r"\b(?:quot|exact|phrase)|[\"'“‘]{2}\w", re.IGNORECASE)
_POINT = re.compile(r"\(?\d+(\.\d+)?[\s,;]+\d+(\.\d+)?\)?")
_ANSWER_VERB = re.compile(r"^answer\b[*_`]*\s*[;:,；：，]?(?:[*_`]+(?=\s))?\s*", re.IGNORECASE)
# around a label
_BEGIN, _END = r"\\?[\[(【［（〔「{<\"'“][#\s\"'“]*", r"[\s\"'”]*?\\?[\])】］）〕」}>\"'”]"
_VERB = re.compile(
    r"(?P<name>(?:go|double|right)[\s_-]?(?:back|click)|[a-z]+)\b[\s*_`]*(?:[:：]\s*)?"
    rf"(?:{_BEGIN}(?P<bracket>\d+|window){_END}|#?(?P<bare>\d+|window)\b(?![\w.,，]))?"
    r"(?:[\s*_`]*[;:,；：，、])?\s*(?P<text>.*)",
    re.IGNORECASE | re.DOTALL,
)
_SECOND = re.compile(r"\W*(?:(?:or|and|then)\b\W*)*[\[(](\d+)[\])]|\s*or\s+(\d+)\b", re.IGNORECASE)
_MORE = "Your reply has more than one action. Write exactly one, on a line that begins with Action:"


def parse(reply: str, allowed: Sequence[str] = PAPER) -> tuple[str, Action]:
    """The thought and the action in a model's reply, as a person would read them.

    Understands bold markers, lower case, `ANSWER:`, `Scroll down`, answers of several lines,
    full-width signs, calls, JSON and XML. Without exactly one clear action it raises ActionError,
    whose text tells the model what to change.
    """
    names = {name.lower(): name for name in TABLE}
    thought, words = _split_reply(to_lines(reply, names), names)
    if not words:
        raise ActionError(f"Your reply has no action. {_list_formats(allowed)}")
    verb = _VERB.match(words)
    name = names.get(re.sub(r"[\s_-]+", "", verb["name"].lower()), "") if verb else ""
    if not verb or name not in allowed:
        line = words.splitlines()[0]
        line = line if len(line) <= 60 else line[:57] + "…"
        raise ActionError(f"{line!r} is not an action. {_list_formats(allowed)}")
    spec = specs(allowed)[name]
    label, text = verb["bracket"] or verb["bare"], _MADE_UP.sub("", verb["text"]).strip()
    if name == "ANSWER":  # everything after the word is the answer, numbers and brackets included
        label, text = None, _MADE_UP.sub("", _ANSWER_VERB.sub("", words)).strip()
    else:
        rest = words[max(map(verb.end, ("name", "bracket", "bare"))) :].partition("\n")[0]
        rest = re.sub(rf"^{_END}", "", rest) if label else rest
        found = re.search(r"\[(\d+)\]", rest)  # "Click on the button [5]"
        if found and spec.target and label is None and (spec.optional or not spec.words):
            label, rest = found[1], rest[found.end() :]
        _refuse_second(spec, label, rest)
        if not spec.target and spec.words and label is not None:  # "Tab 1", "Press 5"
            text = f"{label} {text}".strip()
    return thought, Action(name, _read_target(spec, label), _read_text(spec, text, thought))


def prompt(allowed: Sequence[str] = PAPER) -> str:
    """The lines of the system prompt that describe the allowed actions."""
    return "\n".join(f"- {spec.format}: {spec.meaning}." for spec in specs(allowed).values())


def _split_reply(reply: str, names: Collection[str]) -> tuple[str, str]:
    """Split a reply into thought and action at the line that starts with `Action:`.

    Everything after ANSWER belongs to the answer.
    """
    verb = re.compile(rf"\W*(?:final answer|go back|{'|'.join(names)})\b", re.IGNORECASE)
    # on the same line as the thought
    inline = re.compile(rf"\baction[ \t]*[:：](?={verb.pattern})[*_`]*[ \t]*", re.IGNORECASE)
    marks = list(_ACTION.finditer(reply)) or list(inline.finditer(reply))[:1]
    marks = [mark for mark in marks if verb.match(reply, mark.end())] or marks
    if not marks:
        return _find_line(_OBSERVATION.sub("", reply), names)
    thought, words = reply[: marks[0].start()], reply[marks[0].end() :]
    words = _OBSERVATION.sub("", words)
    is_answer = _ANSWER.match(words)
    if not is_answer and len(marks) > 1 and marks[1].start() < marks[0].end() + len(words):
        raise ActionError(_MORE)
    if thought.count("```") % 2:  # the fence begins before the action
        words = words.partition("```")[0]
    return _strip_thought(thought), _strip_decoration(words)


def _find_line(reply: str, names: Collection[str]) -> tuple[str, str]:
    """The thought and the action of a reply without `Action:`: its last line, or its answer."""
    *before, last = re.sub(r"\n[ \t]*```$", "", reply.strip()).splitlines() or [""]
    last = _strip_decoration(last)
    first = re.match(r"([a-z]+)(?=[\s*_`:;：；(\[【［（]|$)", last, re.IGNORECASE)
    is_action = bool(first and first[1].lower() in names and not _ANSWER.match(last))
    if answer := _ANSWER_LINE.search(reply):
        if is_action and re.search(r"\[\d+\]", last):
            raise ActionError(_MORE)
        return _strip_thought(reply[: answer.start()]), _strip_decoration(reply[answer.start() :])
    if is_action or _ANSWER.match(last):
        return _strip_thought("\n".join(before)), last
    return _strip_thought(reply), ""


def _strip_thought(words: str) -> str:
    words = re.sub(r"^\s*```\w*\s*\n|\n[ \t]*```\w*\s*$", "", words)
    return _THOUGHT.sub("", words.strip()).strip().strip("*").strip()


def _strip_decoration(words: str) -> str:
    """Remove the code fence, bold or list markers and the call that a model makes its action."""
    fenced = re.match(r"\s*```\w*\n(.*?)\n?[ \t]*```", words, re.DOTALL)
    words = unwrap(fenced[1] if fenced else words)
    for pair in ("```", "**", "`", "__"):
        if words.endswith(pair) and words.count(pair) % 2:
            words = words[: -len(pair)].rstrip()
    return read_call(
        re.sub(r"^[-*_`>\s]*(?:final\s+(?=answer\b))?(?=[a-z])", "", words, flags=re.I)
    )


def _refuse_second(spec: ActionSpec, label: str | None, rest: str) -> None:
    """Raise ActionError if the rest of an action's line names another action or target."""
    names = "|".join(TABLE)
    for other in re.finditer(rf"\b({names})\s*[\[(【［（]\s*(\d+|window)\b", rest, re.IGNORECASE):
        if (other[1].lower(), other[2]) != (spec.name.lower(), label):
            raise ActionError(_MORE)
    free = spec.words and not spec.choices and not spec.optional  # the text may be anything
    second = None if free and not re.match(r",|\s*(?:or|and)\b", rest) else _SECOND.match(rest)
    if second and label not in (None, *second.groups()):
        raise ActionError(_MORE)
    ways = "|".join((*spec.choices, names))
    if not free and re.search(rf"\b(?:or|then)\s+(?:{ways})\b", rest, re.IGNORECASE):
        raise ActionError(_MORE)
    if spec.name == "Google" and re.match(r"\s*(?:[;:；：]\s*\S|[\[(\"'“]|for\b)", rest):
        raise ActionError("Google takes no text. Write Google alone, and type the query there.")


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


def _read_text(spec: ActionSpec, text: str, thought: str) -> str:
    if not spec.words:
        return ""
    # the paper writes `[Content]`; quotation marks may be meant, as in the search for a phrase
    text = unwrap(text, quotes=spec.name == "ANSWER" or not _MEANT_QUOTES.search(thought))
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
    first, *more = text.splitlines()
    # one sentence below what is no sentence is commentary
    remark = more and more[-1].endswith(".") and not any(more[:-1])
    if spec.name not in ("Type", "Fill") or (remark and not re.search(r"[.,:;!?]\s*$", first)):
        return first.strip()
    return "\n".join((first, *more)).strip()


def _list_formats(allowed: Sequence[str]) -> str:
    formats = ", ".join(spec.format for spec in specs(allowed).values())
    return f"Write one of these on a line that begins with Action: {formats}."
