"""Chat messages: what is sent, in OpenAI's format, and how a reply is read."""

import io
import json
import re
import struct
import zlib
from dataclasses import dataclass, field
from typing import Annotated, Any

import msgspec
from PIL import Image

from .. import drawing
from ..records import Observation, Task

PAGE_TEXT = "webvoyager"  # the PNG text chunk that the offline model reads in place of pixels
# some servers drop the opening tag
THINKING = re.compile(r"\s*+(?:<think(?:ing)?>)?(.*?)</think(?:ing)?>\s*", re.DOTALL)
# a reply that was cut has no closing tag
STILL_THINKING = re.compile(r"\s*<think(?:ing)?>(.*)", re.DOTALL)


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
    """One sample: what was said, the thinking before it, and whether it was cut short."""

    content: str
    reasoning: str = ""
    cut: bool = False


@dataclass(frozen=True)
class Reply:
    """What a model said: n texts, tokens as the server counted them, US dollars, seconds.

    `cost` is None if the price is not known. `reasonings` holds the thinking before each text,
    which is not part of the text; `cuts` says whether each text ended because it reached
    max_tokens. Thinking counts towards completion_tokens.
    """

    texts: tuple[str, ...]
    usage: dict[str, int] = field(default_factory=dict)
    cost: float | None = None
    seconds: float = 0.0
    reasonings: tuple[str, ...] = ("",)
    cuts: tuple[bool, ...] = (False,)

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


class _Part(msgspec.Struct):
    text: str = ""


class _Message(msgspec.Struct):
    # Gemini leaves `content` out of a reply that was cut while it thought; others send parts
    content: str | list[str | _Part] | None = None
    reasoning: str | None = None  # vLLM and Ollama
    reasoning_content: str | None = None  # llama.cpp and older vLLM


class _Choice(msgspec.Struct):
    message: _Message | None = None
    text: str | None = None  # in place of the message, on older servers
    finish_reason: str | None = None


class _Completion(msgspec.Struct):
    choices: Annotated[list[_Choice], msgspec.Meta(min_length=1)]


class _Usage(msgspec.Struct):
    prompt_tokens: Annotated[int, msgspec.Meta(ge=0)] = 0
    completion_tokens: Annotated[int, msgspec.Meta(ge=0)] = 0
    total_tokens: Annotated[int, msgspec.Meta(ge=0)] = 0


def read(answer: Any) -> list[Text]:
    """The texts of a chat completion; raises ValueError if it isn't one."""
    texts = []
    for choice in msgspec.convert(answer, _Completion).choices:
        if choice.message is None and choice.text is None:
            raise ValueError("a choice has neither a message nor a text")
        message = choice.message or _Message(choice.text)
        content = message.content or ""
        parts = [part if isinstance(part, str) else part.text for part in content]
        thought, reply = split_thinking("".join(parts))
        reasoning = message.reasoning or message.reasoning_content or thought
        cut = choice.finish_reason == "length"
        texts.append(Text(writable(reply), writable(reasoning), cut))
    return texts


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


def split_thinking(content: str) -> tuple[str, str]:
    """Split a reply into the thinking and what was said after it."""
    if found := THINKING.match(content):
        return found[1].strip(), content[found.end() :]
    if found := STILL_THINKING.match(content):
        return found[1].strip(), ""
    return "", content
