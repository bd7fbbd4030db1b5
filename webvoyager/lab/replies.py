"""Reading a model's reply: the line that states its choice."""

import re
from collections.abc import Mapping
from typing import TypeVar

Choice = TypeVar("Choice")
LONGEST_REPLY, LONGEST_LINE = 20_000, 200  # characters; only the end of a longer reply is read
MARKER = re.compile(r"^\s*(?:(?:#+|[-*+•]|\d+[.)])\s+)?")  # of a heading, or of a list item
EMPHASIS = re.compile(r"(\*+|_+|`+)(.+?)\1")
TICK = re.compile("[✅✔]\ufe0f?")
CHECKBOX = re.compile(r"^\W*(?:x\W+)?", re.I)  # or other signs before a choice
BLANK_LINE = re.compile(r"\W*(?:or\W*)?", re.I)
CROSSED_OUT = re.compile(
    r"(?<!~)~~(?!~).+?~~|<(del|s|strike|blockquote|q)\b[^>]*>.*?</\1>|<!--.*?-->", re.S | re.I
)
# a fenced block of Markdown, or a block between two tags on separate lines
BLOCK = re.compile(
    r"^[ \t]*(```|~~~).*?(?:^[ \t]*\1|\Z)|^[ \t]*<([a-z][\w-]*)>[ \t]*$.*?^[ \t]*</\2>",
    re.M | re.S | re.I,
)


def last_choice(reply: str, label: str, choices: Mapping[str, Choice]) -> Choice | None:
    """The choice on the last line with the label, such as "**Verdict:** success."; else None.

    `label` is a regular expression, "" for any line; `choices` has the words in lower case as keys.
    The label may also be a heading, with the choice on the next line. The line must hold one choice
    and nothing else: None if the choice is doubted, negated, crossed out or quoted, or if the line
    before or after it offers another one.
    """
    lines = _list_lines(reply, label)
    named = [index for index, line in enumerate(lines) if has_label(line, label)]
    if not named:
        return None
    index = named[-1]
    if _read_words(lines[index], label) == "":
        index = min(index + 1, len(lines) - 1)
    beside = [*lines[max(index - 1, 0) : index], *lines[index + 1 : index + 2]]
    offered = (CHECKBOX.sub("", line) for line in beside)
    choice, *others = (choices.get(_read_words(line, label)) for line in (lines[index], *offered))
    return choice if all(other in (None, choice) for other in others) else None


def has_label(reply: str, label: str) -> bool:
    """Whether any line begins with the label, after signs and digits if there are any."""
    begins = re.compile(rf"[\W\d_]*{_make_label_pattern(label)}", re.I)
    return any(begins.match(line) for line in reply.splitlines())


def drop_choices(reply: str, label: str, choices: Mapping[str, object]) -> str:
    """The reply without the lines that have the label and state a choice."""
    return "\n".join(
        line
        for line in reply.splitlines()
        if not has_label(line, label) or _read_words(line, label) not in choices
    )


def _list_lines(reply: str, label: str) -> list[str]:
    """The lines with words; those that are crossed out, or in a block, get a ">" in front.

    Blocks are left as they are if the label occurs only inside them.
    """
    reply = CROSSED_OUT.sub(_quote, reply[-LONGEST_REPLY:])
    if has_label(BLOCK.sub("", reply), label):
        reply = BLOCK.sub(_quote, reply)
    return [line for line in reply.splitlines() if not BLANK_LINE.fullmatch(line)]


def _quote(block: re.Match) -> str:
    return "".join(f"> {line}" for line in block[0].splitlines(keepends=True))


def _read_words(line: str, label: str) -> str:
    """The words of a line after its label, if it has one, in lower case; a long line as it is.

    Markdown's markers, a final full stop and a tick are left out; all other signs stay.
    """
    if len(line) > LONGEST_LINE:
        return line
    plain = MARKER.sub("", TICK.sub("", line))
    while (fewer := EMPHASIS.sub(r"\2", plain)) != plain:
        plain = fewer
    labelled = rf"^\s*{_make_label_pattern(label)}\s*(?:[:：=]|[-–—](?=\s))?"
    words = re.sub(labelled, "", plain, count=1, flags=re.I).strip()
    return " ".join(re.sub(r"[.!]$", "", words).casefold().split())


def _make_label_pattern(label: str) -> str:
    """The label as a pattern that does not end in the middle of a word."""
    return rf"(?:{label})(?<![^\W_](?=[^\W_]))"
