"""The OpenAI chat format: reads and checks requests, builds replies and errors."""

import base64
import binascii
import hashlib
import io
import json
import math
import random
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from PIL import Image

from ..eyes import TesseractError, look

MODEL = "offline-rules"  # reads the page chunk in pictures
EYES = "offline-eyes"  # the same rules, but reads the pixels
MODELS = (MODEL, EYES)
RULES = "offline-rules-2026.11"  # sent as system_fingerprint: change it when replies change
OWNER = "rules, not a language model"
ROLES = ("system", "developer", "user", "assistant", "tool")
PAGE_CHUNK = "webvoyager"  # the PNG text chunk that carries what a reader with eyes would see
UNREADABLE = (binascii.Error, OSError, ValueError, SyntaxError)  # raised for broken files
USUAL_SEEDS = (0, 42)  # 0 for a request without a seed; 42 is what webvoyager's Model sends
TILE, TILE_TOKENS, PICTURE_TOKENS = 512, 170, 85  # the usual estimate of a picture's tokens


class ApiError(Exception):
    """A refused request; `body()` is OpenAI's error object, `status` the HTTP status."""

    def __init__(
        self, message: str, status: int = 400, code: str | None = None, param: str | None = None
    ) -> None:
        super().__init__(message)
        self.status, self.code, self.param = status, code, param

    def body(self) -> dict:
        kind = "invalid_request_error" if self.status < 500 else "server_error"
        return {
            "error": {"message": str(self), "type": kind, "param": self.param, "code": self.code}
        }


@dataclass(frozen=True, eq=False)
class Picture:
    """A picture in a message: its size in pixels, and the page it shows.

    The page was sent with it or is read from the pixels. A picture equals only itself.
    """

    width: int
    height: int
    page: dict | None = None

    @property
    def tokens(self) -> int:
        return PICTURE_TOKENS + TILE_TOKENS * math.ceil(self.width / TILE) * math.ceil(
            self.height / TILE
        )


@dataclass(frozen=True)
class Message:
    """One message: its role, its text parts joined, and its pictures."""

    role: str
    text: str
    pictures: tuple[Picture, ...] = ()


@dataclass(frozen=True)
class Sample:
    """Which of several replies is wanted.

    Number 0 is the best one the rules know, unless the request has an unusual seed, which asks
    for another draw. Draws depend on the words of the request (`digest`), not on its pictures: a
    page may be drawn with other pixels another time.
    """

    digest: str = ""
    seed: int = 0
    temperature: float = 1.0
    index: int = 0
    top_p: float = 1.0  # only the simulated agent uses it

    def pick(self, ranked: list) -> Any:
        """The best of `ranked` at temperature 0, or for sample 0 with a usual seed; else any.

        Better ones are drawn more often.
        """
        first = self.index == 0 and self.seed in USUAL_SEEDS
        if first or self.temperature == 0:
            return ranked[0]
        draw = random.Random(f"{self.digest}/{self.seed}/{self.index}")
        weights = [math.exp(-rank / self.temperature) for rank in range(len(ranked))]
        return draw.choices(ranked, weights)[0]


@dataclass(frozen=True)
class ChatRequest:
    """A checked request: model, messages, samples wanted, maximum length of a reply."""

    model: str
    messages: tuple[Message, ...]
    digest: str
    samples: tuple[Sample, ...]
    max_tokens: int | None = None


def count_tokens(text: str) -> int:
    """An estimate: four characters per token, as in everyday English."""
    return math.ceil(len(text) / 4)


def read_chat_request(body: object, models: Collection[str] = MODELS) -> ChatRequest:
    """Turn a decoded JSON body into a ChatRequest; ApiError says what is wrong with it."""
    check_model(body, models)
    if body.get("stream"):
        raise ApiError(
            "This endpoint does not stream: leave out 'stream'.",
            code="unsupported_value",
            param="stream",
        )
    messages = body.get("messages")
    if not isinstance(messages, list) or not messages:
        raise ApiError(
            "'messages' must be a non-empty array.", code="invalid_type", param="messages"
        )
    digest = hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()
    seed = read_number(body, "seed", 0, -(2**63), 2**63 - 1)
    temperature = read_number(body, "temperature", 1.0, 0, 2, kinds=(int, float))
    top_p = read_number(body, "top_p", 1.0, 0, 1, kinds=(int, float))
    names = ("max_completion_tokens", "max_tokens")
    limits = [read_number(body, name, None, 1, 10**9) for name in names]
    read = [
        _read_message(message, f"messages[{number}]", body["model"])
        for number, message in enumerate(messages)
    ]
    count = read_number(body, "n", 1, 1, 128)
    words = json.dumps([(message.role, message.text) for message in read])
    drawn = hashlib.sha256(words.encode()).hexdigest()
    return ChatRequest(
        model=body["model"],
        messages=tuple(read),
        digest=digest,
        samples=tuple(Sample(drawn, seed, temperature, index, top_p) for index in range(count)),
        max_tokens=limits[0] or limits[1],
    )


def check_model(body: object, models: Collection[str] = MODELS) -> None:
    """Refuse a body that isn't a JSON object, or a model that isn't served here.

    A body that wasn't JSON at all arrives as None.
    """
    if not isinstance(body, dict):
        raise ApiError("The body must be a JSON object.", code="invalid_json")
    model = body.get("model")
    if not isinstance(model, str) or not model:
        raise ApiError(
            "You must provide a 'model'.", code="missing_required_parameter", param="model"
        )
    refuse_unknown(model, models)


def refuse_unknown(model: str, models: Collection[str] = MODELS) -> None:
    """Raise ApiError for a model that isn't served here."""
    if model not in models:
        raise ApiError(
            f"The model '{model}' does not exist here.", 404, code="model_not_found", param="model"
        )


def build_completion(request: ChatRequest, replies: list[str], version: str = RULES) -> dict:
    """The chat.completion object; `version` says which rules or weights made the replies.

    Its id and date are derived from the request, so the same request gets the same bytes.
    """
    prompt = sum(
        count_tokens(each.text) + sum(shown.tokens for shown in each.pictures)
        for each in request.messages
    )
    choices = [
        _build_choice(index, reply, request.max_tokens) for index, reply in enumerate(replies)
    ]
    written = sum(count_tokens(choice["message"]["content"]) for choice in choices)
    total = prompt + written
    return {
        "id": f"chatcmpl-{request.digest[:24]}",
        "object": "chat.completion",
        "created": 1_700_000_000 + int(request.digest[:6], 16),
        "model": request.model,
        "system_fingerprint": version,
        "choices": choices,
        "usage": {"prompt_tokens": prompt, "completion_tokens": written, "total_tokens": total},
    }


def _build_choice(index: int, reply: str, max_tokens: int | None) -> dict:
    cut = max_tokens is not None and count_tokens(reply) > max_tokens
    content = reply[: max_tokens * 4] if cut else reply
    message = {"role": "assistant", "content": content, "refusal": None}
    reason = "length" if cut else "stop"
    return {"index": index, "message": message, "logprobs": None, "finish_reason": reason}


def read_number(
    body: dict, name: str, default: float, low: float, high: float, kinds: tuple = (int,)
) -> float:
    """A number from a body, or `default` without one; raises ApiError if it is out of bounds."""
    value = body.get(name)
    if value is None:
        return default
    if not isinstance(value, kinds) or isinstance(value, bool) or not low <= value <= high:
        raise ApiError(
            f"'{name}' must be a number from {low} to {high}.", code="invalid_value", param=name
        )
    return value


def _read_message(message: object, where: str, model: str) -> Message:
    if not isinstance(message, dict) or message.get("role") not in ROLES:
        raise ApiError(
            f"{where} needs a role, one of {', '.join(ROLES)}.", code="invalid_value", param=where
        )
    content = message.get("content")
    content = [{"type": "text", "text": content}] if isinstance(content, str) else content
    if not isinstance(content, list) or not all(isinstance(part, dict) for part in content):
        raise ApiError(
            f"{where}.content must be text or a list of parts.", code="invalid_type", param=where
        )
    texts, pictures = [], []
    for number, part in enumerate(content):
        place = f"{where}.content[{number}]"
        if part.get("type") == "text" and isinstance(part.get("text"), str):
            texts.append(part["text"])
        elif part.get("type") == "image_url" and isinstance(part.get("image_url"), dict):
            pictures.append(_read_picture(part["image_url"].get("url"), place, model))
        else:
            raise ApiError(
                f"{place} must be a text or an image_url part.", code="invalid_value", param=place
            )
    return Message(message["role"], "\n".join(texts), tuple(pictures))


def _read_picture(url: object, place: str, model: str) -> Picture:
    """Read a picture from a data URL, as the model sees it; nothing is ever fetched."""
    if not isinstance(url, str) or not url.startswith("data:image/") or ";base64," not in url:
        raise ApiError(
            f"{place} must be a data:image/…;base64 URL.", code="invalid_image_url", param=place
        )
    try:
        file = base64.b64decode(url.split(",", 1)[1], validate=True)
        with Image.open(io.BytesIO(file)) as image:
            if model == EYES:
                return Picture(image.width, image.height, look(file))
            text = image.info.get(PAGE_CHUNK)  # in front of the pixels, which need no decoding
            image.verify()
            return Picture(image.width, image.height, json.loads(text) if text else None)
    except TesseractError as error:
        # Status 424, a failed dependency: clients don't repeat the request.
        raise ApiError(str(error), 424, code="tesseract_failed") from error
    except UNREADABLE as error:
        words = f"{place} isn't a readable picture."
        raise ApiError(words, code="invalid_image", param=place) from error
