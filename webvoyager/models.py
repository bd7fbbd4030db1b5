"""A model behind the OpenAI protocol: the only room that knows openai. Asks, counts, prices, fills prompts."""

import base64
import csv
import hashlib
import io
import json
import math
import re
import struct
import time
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx2
import openai
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from PIL import Image

from .records import EndpointRefused, EpisodeError, Observation

PRICES = Path(__file__).parent.parent / "data" / "prices.csv"
PAGE_TEXT = "webvoyager"  # the PNG text chunk that the offline model reads in place of pixels
_prompts = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "prompts"),
    undefined=StrictUndefined,
    keep_trailing_newline=True,
    autoescape=False,
)


@dataclass(frozen=True)
class Reply:
    """What a model said: n texts, the tokens as the server counted them, US dollars (None: unknown), seconds."""

    texts: tuple[str, ...]
    usage: dict[str, int] = field(default_factory=dict)
    cost: float | None = None
    seconds: float = 0.0

    @property
    def text(self) -> str:
        """The first text."""
        return self.texts[0]


class Model:
    """A model by its name at an endpoint that speaks the OpenAI protocol.

    `page_text` writes the page's text into the pictures that are sent, for the offline model, which has no eyes; any
    other model is sent pixels. `timeout` bounds a call in seconds, from its first byte to its last; `retries` counts
    further tries after 429, 5xx, time-outs and cut connections. A model on this machine is asked past any proxy.
    """

    def __init__(
        self,
        name: str,
        base_url: str | None = None,
        api_key: str | None = None,
        temperature: float | None = 1.0,
        seed: int | None = 42,
        *,
        page_text: bool = False,
        embedding: str = "text-embedding-3-small",
        timeout: float = 120.0,
        retries: int = 5,
    ) -> None:
        here = urlsplit(base_url or "").hostname in ("127.0.0.1", "localhost", "::1")
        if page_text and not here:
            raise ValueError("page_text is for a model on this machine: give a loopback base_url, or leave it out.")
        self.name, self.page_text, self.embedding = name, page_text, embedding
        self._asked_for = {"temperature": temperature, "seed": seed}
        self._settings = {**self._asked_for}
        hooks = {"response": [_bound]}
        line = openai.DefaultHttpxClient(trust_env=not here, timeout=timeout, event_hooks=hooks)
        wanted = {"base_url": base_url, "timeout": timeout, "max_retries": retries, "http_client": line}
        try:
            self._client = openai.OpenAI(api_key=api_key, **wanted)
        except openai.OpenAIError as error:
            raise EpisodeError("There is no key for the model: set OPENAI_API_KEY, or pass api_key.") from error

    def ask(self, messages: Sequence[dict], n: int = 1, temperature: float | None = None) -> Reply:
        """One call, `n` samples; EpisodeError, in one sentence, where the endpoint cannot or will not answer.

        `temperature` is for this call, in place of the model's own. A setting that this model refuses (temperature,
        seed, n) is left out from then on.
        """
        start = time.perf_counter()
        sent = [to_openai(message, self.page_text) for message in messages]
        texts: list[str] = []
        usage = {"prompt_tokens": 0, "completion_tokens": 0}
        while len(texts) < n:
            answer = self._create(sent, n - len(texts), temperature)
            texts += _texts(answer)
            usage = {name: usage[name] + _count(answer.get("usage"), name) for name in usage}
        return Reply(tuple(texts[:n]), usage, price(self.name, usage), time.perf_counter() - start)

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """A vector for each text, from the endpoint's embedding model."""
        try:
            return [row.embedding for row in self._client.embeddings.create(model=self.embedding, input=[*texts]).data]
        except openai.OpenAIError as error:
            raise self._fault(error) from None
        except (AttributeError, TypeError, ValueError):
            raise EpisodeError(f"{self._where} answered with something that is no list of embeddings.") from None

    def _create(self, messages: Sequence[dict], n: int, temperature: float | None) -> dict:
        """A chat completion as the endpoint sent it; errors are raised without their cause, which may hold the key."""
        while True:
            settings = {name: value for name, value in self._settings.items() if value is not None}
            settings |= {"n": n} if n > 1 and self._settings.get("n", True) else {}
            settings |= {"temperature": temperature} if temperature is not None and "temperature" in settings else {}
            try:
                call = self._client.chat.completions.with_raw_response.create
                answer = json.loads(call(model=self.name, messages=[*messages], **settings).text)
            except (openai.BadRequestError, openai.UnprocessableEntityError) as error:
                if not (refused := _refused(error, settings)):
                    raise self._fault(error) from None
                self._settings[refused] = None  # adapted to once, remembered for all later calls
                continue
            except openai.OpenAIError as error:
                raise self._fault(error) from None
            except (ValueError, RecursionError):  # a body that is not even JSON
                answer = None
            if not _texts(answer):
                raise EpisodeError(f"{self._where} answered with something that is no chat completion.")
            return answer

    @property
    def _where(self) -> str:
        """The endpoint's address without what may be secret in it: a password before the host, a key behind `?`."""
        address = urlsplit(str(self._client.base_url))
        port = f":{address.port}" if address.port else ""
        return f"{address.scheme}://{address.hostname}{port}{address.path}"

    def _fault(self, error: openai.OpenAIError) -> EpisodeError:
        """What to raise for the endpoint's error: EndpointRefused where no other call would fare better."""
        slow = isinstance(error, openai.APITimeoutError)
        unreachable = isinstance(error, openai.APIConnectionError) and not slow
        hopeless = unreachable or getattr(error, "status_code", None) in (401, 402, 403, 404)
        refused = hopeless or getattr(error, "code", "") == "insufficient_quota"
        return (EndpointRefused if refused else EpisodeError)(self._sentence(error))

    def _sentence(self, error: openai.OpenAIError) -> str:
        """The endpoint's refusal as one sentence that says what to do; never with the key in it."""
        where, code = self._where, getattr(error, "code", "")
        status = getattr(error, "status_code", None)
        message = " ".join(str(getattr(error, "message", error)).split())
        message = message.replace(self._client.api_key, "…")[:300]
        if isinstance(error, openai.APIConnectionError):
            slow = isinstance(error, openai.APITimeoutError)
            return f"{where} {'did not answer in time' if slow else 'cannot be reached'}: is the address right?"
        reasons = {
            401: f"{where} refused the key (401): check OPENAI_API_KEY. It said: {message}",
            403: f"{where} does not let this key use {self.name} (403). It said: {message}",
            404: f"{where} has no model {self.name!r} (404): check WEBVOYAGER_MODEL. It said: {message}",
            429: f"{where} still says too many requests (429): wait, or run fewer at once. It said: {message}",
        }
        if code == "insufficient_quota":
            return f"The account at {where} has no credit left (insufficient_quota)."
        return reasons.get(status, f"{where} failed ({status or type(error).__name__}): {message}")

    @property
    def about(self) -> dict:
        """What a run keeps of it: name, endpoint (no port, no key, nothing secret), temperature, seed."""
        address = urlsplit(str(self._client.base_url))
        endpoint = f"{address.scheme}://{address.hostname}{address.path}"
        return {"name": self.name, "endpoint": endpoint, **self._asked_for}

    def __repr__(self) -> str:
        return f"Model({self.name} at {self._where})"


class _Bounded(httpx2.SyncByteStream):
    """The bytes of an answer, as long as they come in time: an answer that drips would never be too slow by itself."""

    def __init__(self, stream: httpx2.SyncByteStream, end: float) -> None:
        self._stream, self._end = stream, end

    def __iter__(self) -> Iterator[bytes]:
        for part in self._stream:
            if time.monotonic() > self._end:
                raise httpx2.ReadTimeout("the answer did not come to its end in time")
            yield part

    def close(self) -> None:
        self._stream.close()


def _bound(response: httpx2.Response) -> None:
    """Give an answer that begins now as long as its request was given."""
    seconds = response.request.extensions["timeout"]["read"]
    response.stream = _Bounded(response.stream, time.monotonic() + (seconds or math.inf))


def _texts(answer: Any) -> list[str]:
    """The texts of a chat completion, also where content comes in parts or as older servers have it; none where bad."""
    choices = answer.get("choices") if isinstance(answer, dict) else None
    if not isinstance(choices, list) or not all(isinstance(choice, dict) for choice in choices):
        return []
    messages = [choice.get("message", {"content": choice.get("text", choice)}) for choice in choices]
    contents = [message.get("content", message) if isinstance(message, dict) else 0 for message in messages]
    parts = [content if isinstance(content, list) else ["" if content is None else content] for content in contents]
    parts = [[part.get("text") if isinstance(part, dict) else part for part in content] for content in parts]
    if not all(isinstance(part, str) for content in parts for part in content):
        return []
    return [
        "".join(content).encode("utf-8", "replace").decode() for content in parts
    ]  # a file holds no half characters


def _count(usage: Any, name: str) -> int:
    """A number of tokens as the server counted them; 0 where it tells none that makes sense."""
    found = usage.get(name) if isinstance(usage, dict) else None
    sound = isinstance(found, int | float) and not isinstance(found, bool) and 0 <= found < 1e12
    return int(found) if sound else 0


def fill(prompt: str, **slots: object) -> str:
    """The prompt in `prompts/<prompt>.md` with its slots filled; a slot that is missing raises."""
    return _prompts.get_template(f"{prompt}.md").render(**slots)


def fenced(words: str, name: str) -> str:
    """Words of others between two marks that they cannot hold themselves: data for a model, and no instructions."""
    mark = f"{name}-{hashlib.sha256(words.encode()).hexdigest()[:8]}"
    return f"<{mark}>\n{words}\n</{mark}>"


_prompts.filters["fenced"] = fenced


def prompt_hashes(*names: str) -> dict[str, str]:
    """Which prompts these are, by default the agent's: the first 12 digits of each file's SHA-256, by its name."""
    folder = Path(__file__).parent / "prompts"
    chosen = names or ("agent", "observation", "task")
    return {name: hashlib.sha256((folder / f"{name}.md").read_bytes()).hexdigest()[:12] for name in chosen}


def screenshot(observation: Observation, style: str = "black") -> dict:
    """What the observation shows, as a part of a message; its numbers are drawn when it is sent."""
    return {"type": "screenshot", "observation": observation, "style": style}


def picture(png: bytes) -> dict:
    """A PNG as a part of a message."""
    return {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{base64.b64encode(png).decode()}"}}


def to_openai(message: dict, page_text: bool = False) -> dict:
    """The message in the form that OpenAI's protocol has: each screenshot a PNG with its numbers, in base64."""
    if isinstance(message["content"], str):
        return message
    return {**message, "content": [_sendable(part, page_text) for part in message["content"]]}


def price(name: str, usage: dict[str, int]) -> float | None:
    """US dollars for these tokens by data/prices.csv; None where the model is not listed there."""
    rates = _prices()
    row = rates.get(name) or rates.get(re.sub(r"-\d{4}-\d{2}-\d{2}$", "", name))  # a dated version of a listed model
    if row is None:
        return None
    return (usage["prompt_tokens"] * row[0] + usage["completion_tokens"] * row[1]) / 1e6


@cache
def _prices() -> dict[str, tuple[float, float]]:
    if not PRICES.exists():
        return {}
    with PRICES.open(newline="", encoding="utf-8") as file:
        return {row["model"]: (float(row["input"]), float(row["output"])) for row in csv.DictReader(file)}


def _sendable(part: dict, page_text: bool) -> dict:
    if part["type"] != "screenshot":
        return part
    observation = part["observation"]
    drawn = observation.marked(part["style"])
    return picture(_with_page_text(drawn, observation) if page_text else drawn)


def _with_page_text(png: bytes, observation: Observation) -> bytes:
    """The PNG with a text chunk that says what a reader with eyes would see: words and marks with their boxes."""
    boxes = [[mark.label, *box] for mark in observation.marks for box in mark.boxes]
    page = {"lines": observation.lines, "viewport": Image.open(io.BytesIO(png)).size, "marks": boxes}
    words = zlib.compress(json.dumps(page, ensure_ascii=False).encode())
    chunk = b"iTXt" + PAGE_TEXT.encode() + b"\0\1\0\0\0" + words  # compressed, method 0, no language, no translation
    framed = struct.pack(">I", len(chunk) - 4) + chunk + struct.pack(">I", zlib.crc32(chunk))
    return png[:33] + framed + png[33:]  # 33: behind the signature and the header chunk


def _refused(error: openai.APIStatusError, settings: dict) -> str | None:
    """Which of the settings sent the endpoint will not take, None where the fault lies elsewhere."""
    message = f"{getattr(error, 'param', '')} {error.message}".lower()
    return next((name for name in settings if re.search(rf"\b{name}\b", message)), None)
