"""Chat messages: what is sent, in OpenAI's format, and how a reply is read."""

import io
import json
import re
import struct
import zlib
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Annotated, Any

import msgspec
from PIL import Image

from .. import drawing
from ..records import Observation, Task
from .replies import split_thinking

PAGE_TEXT = "webvoyager"  # the PNG text chunk that the offline model reads in place of pixels
_THINKS = re.compile("think|thought|reason|summary", re.I)  # a part's type, or a message's field
_WORDS = ("text", "thinking", "reasoning", "reasoning_text", "summary", "content", "value")
_CUT, _WHOLE = ("length", "max_tokens"), ("", "stop", "end_turn")  # why a reply ends


def writable(text: str) -> str:
    """The text with "?" for half characters (lone surrogates), which UTF-8 cannot hold."""
    return text.encode("utf-8", "replace").decode()


# --- what is sent ---


def screenshot(observation: Observation, style: str | drawing.Style = "black") -> dict[str, Any]:
    """An observation's screenshot as a message part; its numbers are drawn when it is sent."""
    return {"type": "screenshot", "observation": observation, "style": style}


def picture(data: bytes) -> dict[str, Any]:
    """A PNG, JPEG or WebP as a message part."""
    return {"type": "image_url", "image_url": {"url": drawing.address(data)}}


def task_images(task: Task) -> list[dict[str, Any]]:
    """The pictures that come with a task, as message parts."""
    return [{"type": "image_url", "image_url": {"url": image}} for image in task.images]


def to_openai(message: dict[str, Any], page_text: bool = False) -> dict[str, Any]:
    """The message in OpenAI's format, with each screenshot as a numbered PNG in base64."""
    if isinstance(message["content"], str):
        return {**message, "content": writable(message["content"])}
    parts = []
    for part in message["content"]:
        if part["type"] == "text":
            part = {**part, "text": writable(part["text"])}
        elif part["type"] == "screenshot":
            drawn = part["observation"].marked(part["style"])
            part = picture(_add_page_text(drawn, part["observation"]) if page_text else drawn)
        parts.append(part)
    return {**message, "content": parts}


def make_plain(messages: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The messages for a server that takes no system message, or no parts where all are text.

    The system's text is put into the first user message.
    """
    system, *others = [{**each, "content": _list_parts(each)} for each in messages]
    if system["role"] == "system" and others:
        others[0]["content"] = system["content"] + others[0]["content"]
    else:
        others.insert(0, system)
    for each in others:
        if all(part["type"] == "text" for part in each["content"]):
            each["content"] = "\n\n".join(part["text"] for part in each["content"])
    return others


def _list_parts(message: dict[str, Any]) -> list[dict[str, Any]]:
    said = message["content"]
    return [{"type": "text", "text": said}] if isinstance(said, str) else [*said]


def _add_page_text(png: bytes, observation: Observation) -> bytes:
    """The PNG with a text chunk that holds what it shows: words and marks, with their boxes."""
    boxes = [[mark.label, *box] for mark in observation.marks for box in mark.boxes]
    page = {
        "lines": observation.lines,
        "viewport": Image.open(io.BytesIO(png)).size,
        "marks": boxes,
    }
    words = zlib.compress(writable(json.dumps(page, ensure_ascii=False)).encode())
    # compressed, method 0, no language, no translation
    chunk = b"iTXt" + PAGE_TEXT.encode() + b"\0\1\0\0\0" + words
    framed = struct.pack(">I", len(chunk) - 4) + chunk + struct.pack(">I", zlib.crc32(chunk))
    return png[:33] + framed + png[33:]  # 33: after the signature and the header chunk


# --- what comes back ---


@dataclass(frozen=True)
class Text:
    """One sample: what was said, the thinking before it, and whether it was cut short.

    `instead` says what came in place of a reply in words, as in "a refusal"; "" if nothing did.
    """

    content: str
    reasoning: str = ""
    cut: bool = False
    instead: str = ""


@dataclass(frozen=True)
class Reply:
    """What a model said: n texts, tokens as the server counted them, US dollars, seconds.

    `cost` is None if the price is not known. `reasonings` holds the thinking before each text,
    which is not part of the text; `cuts` says whether each text ended because it reached
    max_tokens; `insteads` says what came in place of each text, as in "a refusal". Thinking counts
    towards completion_tokens.
    """

    texts: tuple[str, ...]
    usage: dict[str, int] = field(default_factory=dict)
    cost: float | None = None
    seconds: float = 0.0
    reasonings: tuple[str, ...] = ("",)
    cuts: tuple[bool, ...] = (False,)
    insteads: tuple[str, ...] = ("",)

    @property
    def text(self) -> str:
        """The first text."""
        return self.texts[0]

    @property
    def reasoning(self) -> str:
        """The thinking before the first text."""
        return self.reasonings[0]

    @property
    def cut(self) -> bool:
        """Whether the first text was cut short."""
        return self.cuts[0]


class _Choice(msgspec.Struct):
    message: dict[str, Any] | None = None  # read by hand: each server has parts of its own
    text: str | None = None  # in place of the message, on older servers
    finish_reason: Any = None


class _Completion(msgspec.Struct):
    choices: Annotated[list[_Choice], msgspec.Meta(min_length=1)]


class _Usage(msgspec.Struct):
    prompt_tokens: Annotated[int, msgspec.Meta(ge=0)] = 0
    completion_tokens: Annotated[int, msgspec.Meta(ge=0)] = 0
    total_tokens: Annotated[int, msgspec.Meta(ge=0)] = 0


def read(answer: Any) -> list[Text]:
    """The texts of a chat completion; raises ValueError if it isn't one."""
    return [_read_choice(choice) for choice in msgspec.convert(answer, _Completion).choices]


def _read_choice(choice: _Choice) -> Text:
    if choice.message is None and choice.text is None:
        raise ValueError("a choice has neither a message nor a text")
    message = choice.message or {"content": choice.text}
    content = message.get("content")
    parts = content if isinstance(content, list) else [content]
    typed = [part for part in parts if isinstance(part, dict)]
    thinking = [it for it in typed if _THINKS.search(str(it.get("type"))) or it.get("thought")]
    thought, reply = split_thinking(_collect_words([it for it in parts if it not in thinking]))
    apart = [_collect_words(said) for name, said in message.items() if _THINKS.match(name)]
    reasoning = next(filter(None, [*apart, _collect_words(thinking), thought]), "")
    calls = [*(message.get("tool_calls") or ()), message.get("function_call")]
    calls = [*filter(None, calls), *(it for it in typed if "tool_use" in str(it.get("type")))]
    if re.search(r"^[^\w\n]*action[^\w\n]*:", reply, re.I | re.M):  # it is written, too
        calls = []
    reply = "\n".join(filter(None, [reply, *(f"Action: {_write_call(it)}" for it in calls)]))
    refusals = [message.get("refusal"), *(part.get("refusal") for part in typed)]
    refusal = " ".join(filter(None, map(_collect_words, refusals))).strip()
    end, instead = str(choice.finish_reason or "").lower(), ""
    if refusal and not reply.strip():
        instead = f'a refusal ("{refusal[:200]}")'
    elif calls:
        instead = "a native tool call in place of a line of text"
    elif end == "content_filter" or not (reply.strip() or end in (*_CUT, *_WHOLE)):
        instead = f'stopped by the provider ("{end}")'
    return Text(writable(reply), writable(reasoning), end in _CUT, writable(instead))


def _collect_words(said: Any) -> str:
    """The words in a part of a message, whatever its shape; "" if it has none."""
    if isinstance(said, list):
        return "".join(map(_collect_words, said))
    if isinstance(said, dict):
        return next(filter(None, (_collect_words(said.get(name)) for name in _WORDS)), "")
    return said if isinstance(said, str) else ""


def _write_call(call: dict[str, Any]) -> str:
    """A native tool call as a line of text: Type {"label": 3, "text": "red"} is Type [3]; red."""
    called = call.get("function") or call.get("custom") or call
    given = called.get("arguments", called.get("input"))
    if isinstance(given, str):
        with suppress(msgspec.DecodeError):  # else its words are kept
            given = msgspec.json.decode(given)
    values = [*given.values()] if isinstance(given, dict) else [given] if given else []
    numbers_first = sorted(values, key=lambda value: isinstance(value, str))
    target = [it for it in numbers_first if re.fullmatch(r"\d+|window", str(it), re.I)][:1]
    for found in target:
        values.remove(found)
    words = "".join(f" [{found}]" for found in target)
    text = ",".join(map(str, values))
    return f"{str(called.get('name')).replace('_', ' ')}{words}" + (f"; {text}" if text else "")


def count(answer: dict[str, Any]) -> dict[str, int]:
    """The server's token counts; 0 if they are missing or make no sense.

    Some servers count thinking in total_tokens alone (Gemini): it is part of completion_tokens.
    """
    try:
        usage = msgspec.convert(answer.get("usage"), _Usage)
    except msgspec.ValidationError:
        usage = _Usage()
    sent, received = usage.prompt_tokens, usage.completion_tokens
    written = max(received, usage.total_tokens - sent) if sent else received
    return {"prompt_tokens": sent, "completion_tokens": written}
