"""What is sent: screenshots and pictures as message parts, messages in OpenAI's format."""

import io
import json
import struct
import zlib

from PIL import Image

from .. import drawing
from ..records import Observation, Task
from .replies import writable

PAGE_TEXT = "webvoyager"  # the PNG text chunk that the offline model reads in place of pixels


def screenshot(observation: Observation, style: str = "black") -> dict:
    """An observation's screenshot as a message part; its numbers are drawn when it is sent."""
    return {"type": "screenshot", "observation": observation, "style": style}


def picture(data: bytes) -> dict:
    """A PNG, JPEG or WebP as a message part."""
    return {"type": "image_url", "image_url": {"url": drawing.address(data)}}


def task_images(task: Task) -> list[dict]:
    """The pictures that come with a task, as message parts."""
    return [{"type": "image_url", "image_url": {"url": image}} for image in task.images]


def to_openai(message: dict, page_text: bool = False) -> dict:
    """The message in OpenAI's format, with each screenshot as a numbered PNG in base64."""
    if isinstance(message["content"], str):
        return {**message, "content": writable(message["content"])}
    return {**message, "content": [_make_sendable(part, page_text) for part in message["content"]]}


def _make_sendable(part: dict, page_text: bool) -> dict:
    if part["type"] == "text":
        return {**part, "text": writable(part["text"])}
    if part["type"] != "screenshot":
        return part
    observation = part["observation"]
    drawn = observation.marked(part["style"])
    return picture(_add_page_text(drawn, observation) if page_text else drawn)


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
