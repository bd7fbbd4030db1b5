"""Other forms of a reply, such as JSON, XML and calls, put into lines like `Action: Click [3]`."""

import json
import re
from collections.abc import Collection, Iterator
from typing import Any

# of a chat template: a server that lets one through did not mean it as text
CONTROL_TOKEN = re.compile(
    r"<[|｜][^<>\n|｜]{1,40}[|｜]>|</s>(?=\s*$)|<(?:bos|eos|pad|(?:start|end)_of_turn)>", re.M
)
_TAG = re.compile(
    r"(?:^|(?<=>))[ \t]*<(thought|action|answer)>(.*?)(?:</\1>|\Z)", re.I | re.M | re.DOTALL
)
_CALL = re.compile(
    r"(?P<name>[a-z]+)\((?:\s*(?:\w+\s*=\s*)?[\"'\[]*(?P<label>\d+|window)[\"'\]]*\s*"
    r"(?:,(?P<text>.*))?|(?P<only>[^()]*|\s*([\"']).*\5\s*))\)[.;]*",
    re.I | re.DOTALL,
)
_VERB_KEY = re.compile(r"action|name|tool|function|type|command", re.I)
_TEXT_KEY = re.compile(
    r"text|content|value|query|answer|message|string|option|direction|key|input", re.I
)
_PAIRS = (
    *(("```", "```"), ("**", "**"), ("__", "__"), ("`", "`"), ("\\[", "\\]"), ("\\boxed{", "}")),
    *zip("【［〔[", "】］〕]", strict=True),
)
_QUOTES = (('\\"', '\\"'), *zip("\"'“‘«「『", "\"'”’»」』", strict=True))


def to_lines(reply: str, names: Collection[str]) -> str:
    """The reply without control tokens, and with lines in place of XML or a JSON object at its end.

    `names` are those of the actions, in lower case. An object that is not clearly one action stays.
    """
    reply = _TAG.sub(r"\n\1: \2\n", CONTROL_TOKEN.sub("", reply))
    begin, end = re.search(r"\{\s*\"", reply), reply.rfind("}") + 1
    if not begin or re.search(r"\w", reply[end:]):
        return reply
    before, _, line = reply[: begin.start()].rpartition("\n")
    marked = r"^[^\w\n]*(?:actions?|(?:final )?answer)\b[\s\d]*[:：;；][\W_]*[a-z]"
    if not re.fullmatch(r"\W*(?:actions?\b[\s\d]*)?\W*(?:json)?\s*", line, re.I) or re.search(
        marked, re.sub("json", "", before), re.I | re.M
    ):
        return reply  # the object is part of a text
    try:
        fields = list(_list_fields(json.loads(reply[begin.start() : end], strict=False), names))
    except (json.JSONDecodeError, RecursionError):  # cut short, or nested without end
        return reply
    thoughts = [value for key, value in fields if re.search("thought|think|reason", key, re.I)]
    action = _join_fields(fields, names)
    return "\n".join((before, *thoughts, f"Action: {action}")) if action else reply


def _list_fields(value: Any, names: Collection[str], key: str = "") -> Iterator[tuple[str, str]]:
    """The names and values of all fields; ("", name) for a field that has the name of an action."""
    if isinstance(value, str) and value.startswith("{"):  # arguments of a call
        value = json.loads(value, strict=False)
    if isinstance(value, dict):
        for name, inner in value.items():
            if _fold(name) in names:
                yield "", name
            yield from _list_fields(inner, names, name)
    elif isinstance(value, list):
        for inner in value:
            yield from _list_fields(inner, names, key)
    elif isinstance(value, str | int) and not isinstance(value, bool):
        yield key, str(value)


def _join_fields(fields: list[tuple[str, str]], names: Collection[str]) -> str:
    """The action that the fields of a JSON object make up; "" if that isn't clear."""
    verbs = [
        value
        for key, value in fields
        if _VERB_KEY.search(key) and _fold(re.split(r"[\[(;:\d]", value)[0]) in names
    ] or [value for key, value in fields if not key]
    texts = [value for key, value in fields if _TEXT_KEY.search(key) and value not in verbs]
    labels = [
        value
        for key, value in fields
        if key and re.fullmatch(r"\d+|window", value, re.I) and not _TEXT_KEY.search(key)
    ]
    if len(verbs) != 1 or len(texts) > 1 or len(labels) > 1:
        return ""
    verb = _fold(verbs[0]) if _fold(verbs[0]) in names else verbs[0]
    label = f" [{labels[0]}]" if labels and verb in names else ""
    return "; ".join((verb + label, *texts))


def _fold(name: str) -> str:
    return re.sub(r"[\s_-]+", "", name.lower())


def read_call(words: str) -> str:
    """`Type [3]; red shoes` for `Type(3, "red shoes")`; other words stay as they are."""
    if not (call := _CALL.fullmatch(words)):
        return words
    label = f" [{call['label']}]" if call["label"] else ""
    text = unwrap(re.sub(r"^\s*[a-z]+\s*=\s*", "", call["text"] or call["only"] or ""))
    return f"{call['name']}{label}" + (f"; {text}" if text else "")


def unwrap(text: str, quotes: bool = True) -> str:
    """The text without Markdown's signs, brackets and (if so wished) quotes around all of it."""
    text = re.sub(r"\\(?=[_*`#])", "", text.strip())
    for begin, end in _PAIRS + _QUOTES * quotes:
        whole = text.removesuffix(".") if text.endswith(f"{end}.") else text
        inner = whole.removeprefix(begin).removesuffix(end)
        alone = begin not in inner and end not in inner and inner.strip()
        if alone and whole == begin + inner + end:
            return unwrap(re.sub(r"^\w*\n", "", inner) if begin == "```" else inner, quotes)
    return text
