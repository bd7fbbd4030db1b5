"""Reading a model's reply: the line that states its choice."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from ..action_forms import CONTROL_TOKEN

Choice = TypeVar("Choice")
LONGEST_REPLY = 20_000  # characters; only the end of a longer reply is read
MARKER = re.compile(r"^\s*(?:(?:#+|[-*+•]|\d+[.)])\s+)?")  # of a heading, or of a list item
EMPHASIS = re.compile(r"(\*{1,3}|_{1,3}|`{1,3}|\$)([^*_`$]+)\1|<(b|strong|i|em|u)>([^<>]+)</\3>")
FOR, AGAINST = "✅✔✓☑👍🟢", "❌✘✗✖☒👎🔴"
SIGN = re.compile(f"([{FOR}{AGAINST}])\ufe0f?[🏻-🏿]?")
SEPARATOR = r"\s*(?:[:：=|]|[-=]+>|→|[-–—](?=\s))?"  # after a label
QUOTED = re.compile(r"""(?:\\boxed|["'“‘«\[(<{])+([\w ]+)["'”’»\])>}]+""")
CHECKBOX = re.compile(r"^\W*(?:x\W+)?", re.I)  # or other signs before a choice
BLANK_LINE = re.compile(r"\W*(?:or\W*)?", re.I)
# after a choice: at least four words that explain it, or the beginning of a list of reasons
REASON = (
    r"(?:(?:[.!;:]+|\s*[–—]|\s+-)\s+|\s*\((?=[^()]*\)[.!]?$)|,?\s+(?=because|since|due to|given"
    r"|as (?!far|long|if|though|well)))(?P<reason>(?!\d)\S+(?:\s+\S+){3,}|because:?)"
)
# at the beginning of a sentence, it takes back what the one before said
TAKEN_BACK = re.compile(
    r"(?:^|[.!?;:–—]\s)\W*(?:but|however|al?though|though|yet|still|(?:only )?if|only in|unless"
    r"|except|or|at (?:least|first|most)|mostly|part(?:ial)?ly|almost|nearly|maybe|perhaps|probably"
    r"|wait|actually|on (?:second|reflection)|provided|assuming)\b|\?\W*$",
    re.I,
)
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
    The label may also be a heading, with the choice on the next line, a field of JSON, or the
    beginning of a sentence. Nothing but a reason may follow the choice: None if it is doubted,
    negated, crossed out or quoted, if its reason or the line before or after it offers another one,
    or if a sign such as ❌ contradicts it.
    """
    lines = _list_lines(reply, label)
    named = [index for index, line in enumerate(lines) if _has_label(line, label)]
    if not named:
        return None
    index = named[-1]
    if _read_words(lines[index], label) == "":
        index = min(index + 1, len(lines) - 1)
    beside = [*lines[max(index - 1, 0) : index], *lines[index + 1 : index + 2]]
    offered = (CHECKBOX.sub("", line) for line in beside)
    choice, *others = (_read_choice(line, label, choices) for line in (lines[index], *offered))
    return choice if all(other in (None, choice) for other in others) else None


def has_label(reply: str, label: str) -> bool:
    """Whether any line or sentence begins with the label, after signs and digits if there are any.

    A field of JSON is a line.
    """
    return any(_has_label(line, label) for line in _split_lines(reply, label))


def drop_choices(reply: str, label: str, choices: Mapping[str, object]) -> str:
    """The reply without the lines that have the label and state a choice."""
    return "\n".join(
        line
        for line in reply.splitlines()
        if not _has_label(line, label) or _read_choice(line, label, choices) is None
    )


def _has_label(line: str, label: str) -> bool:
    return bool(re.match(rf"[\W\d_]*{_make_label_pattern(label)}", line, re.I))


def _list_lines(reply: str, label: str) -> list[str]:
    """The lines with words; those that are crossed out, or in a block, get a ">" in front.

    Blocks are left as they are if the label occurs only inside them.
    """
    reply = CROSSED_OUT.sub(_quote, reply[-LONGEST_REPLY:])
    if has_label(BLOCK.sub("", reply), label):
        reply = BLOCK.sub(_quote, reply)
    return [line for line in _split_lines(reply, label) if not BLANK_LINE.fullmatch(line)]


def _split_lines(reply: str, label: str) -> list[str]:
    """The lines of a reply, with one for each field of JSON or XML and each labelled sentence."""
    reply = CONTROL_TOKEN.sub("", reply[-LONGEST_REPLY:])
    for begin in re.finditer(r"^[ \t]*(?=\{\s*\")", reply, re.M):
        try:
            fields, end = json.JSONDecoder(strict=False).raw_decode(reply, begin.end())
            reply = "\n".join((reply[: begin.end()], *_list_fields(fields), reply[end:]))
            break
        except (json.JSONDecodeError, RecursionError):  # cut short, or nested without end
            pass
    reply = re.sub(r"(?<=[^\W_])_(?=[^\W_])", " ", reply)
    if not re.fullmatch(label, ""):
        begins = _make_label_pattern(label)
        reply = re.sub(rf"<({begins})>([^<>]*)</\1>", r"\1: \2", reply, flags=re.I)
        reply = re.sub(rf"(?<=[.!?])[*_ \t]+(?=[*_]*{begins})", "\n", reply, flags=re.I)
    return reply.splitlines()


def _list_fields(fields: dict[str, Any]) -> Iterator[str]:
    """A line for each field of a JSON object; last the flags, as "success" or "not success"."""
    for name, value in sorted(fields.items(), key=lambda field: isinstance(field[1], bool)):
        if isinstance(value, dict):
            yield from _list_fields(value)
        elif isinstance(value, bool):
            yield name if value else f"not {name}"
        else:
            yield f"{name}: {value}".replace("\n", " ")


def _quote(block: re.Match) -> str:
    return "".join(f"> {line}" for line in block[0].splitlines(keepends=True))


def _read_choice(line: str, label: str, choices: Mapping[str, Choice]) -> Choice | None:
    """The choice that a line states after its label, alone or with a reason."""
    words = _read_words(line, label)
    known = "|".join(sorted(map(re.escape, choices), key=len, reverse=True))
    stated = re.fullmatch(rf"({known})(?:{REASON})?", words, re.I | re.S)
    if not stated:
        return None
    choice = choices[stated[1].casefold()]
    reason = stated["reason"] or ""
    others = [
        other
        for other in re.findall(rf"\b(?:{known})\b", reason, re.I)
        if choices[other.casefold()] != choice
        and (other.isupper() or not stated[1].isupper())
        and other.upper() != other.lower()
    ]
    agree = all((sign in FOR) is bool(choice) for sign in SIGN.findall(line))
    return choice if agree and not others and not TAKEN_BACK.search(reason) else None


def _read_words(line: str, label: str) -> str:
    """The words of a line after its label, if it has one.

    Markdown's markers, ticks and crosses, quotation marks around all words, and a final full stop
    are left out; all other signs stay.
    """
    plain = MARKER.sub("", SIGN.sub("", line))
    while (fewer := EMPHASIS.sub(r"\2\4", plain)) != plain:
        plain = fewer
    words = re.sub(
        rf"^[\s|]*{_make_label_pattern(label)}{SEPARATOR}", "", plain, count=1, flags=re.I
    )
    words = re.sub(r"(?<!\.)\.$|!+$", "", " ".join(words.strip("| \t").split()))
    return quoted[1].strip() if (quoted := QUOTED.fullmatch(words)) else words


def _make_label_pattern(label: str) -> str:
    """The label as a pattern that does not end in the middle of a word."""
    return rf"(?:{label})(?<![^\W_](?=[^\W_]))"
