"""The endpoint of a model: an address, a key, and one connection per process."""

import copy
import math
import os
import re
import time
import warnings
from collections.abc import Iterator
from typing import Any, Self
from urllib.parse import parse_qsl, quote, unquote, urlsplit

import httpx2
import openai

from ..records import EpisodeError
from .bodies import find_problem, read_body
from .limits import Meter
from .prices import LOOPBACK
from .refusals import is_explained

OPENAI = "https://api.openai.com/v1"
READ = 5_000  # characters of a server's message that are read
SHOWN = 300
PATIENCE = 120  # seconds that the client itself waits for a Retry-After; after more, it gives up
LONGEST_WAIT = 3600  # seconds
SHORTEST = 6  # characters: anything shorter isn't a secret
PLACEHOLDERS = {"none", "dummy", "empty", "not-needed", "sk-no-key-required", "ollama", "lm-studio"}
# how a server shows a key without its middle: sk-ab****yz, sk-ab...yz
_MASKED = re.compile(r"([\w-]*)(?:\*{2,}|\.{3,}|…+)([\w-]*)")


class Endpoint:
    """A server that speaks the OpenAI protocol: by default at OPENAI_BASE_URL, else OpenAI's.

    A copy, a loaded pickle and a forked process each open a new connection. Raises ValueError if
    the address isn't one, EpisodeError if there is no key.
    """

    def __init__(
        self, address: str | None, key: str | None, timeout: float, retries: int, meter: Meter
    ) -> None:
        self._address = (address or os.environ.get("OPENAI_BASE_URL", "")).strip() or OPENAI
        found = urlsplit(self._address)
        if found.scheme not in ("http", "https") or not found.hostname or " " in self._address:
            shown = self._address.rpartition("@")[2].partition("?")[0]  # without what may be secret
            raise ValueError(
                f"The model's address {shown!r} isn't an address: it needs http:// or https:// and"
                " a host, as in http://127.0.0.1:11434/v1."
            )
        self.host: str = found.hostname
        self._passed_key, self._timeout, self._retries = key, timeout, retries
        self._meter = meter
        self._client: openai.OpenAI | None = self._open()
        self._process = os.getpid()

    @property
    def is_local(self) -> bool:
        """Whether it is on this machine; then no proxy is used."""
        return self.host in LOOPBACK

    @property
    def client(self) -> openai.OpenAI:
        """This process's connection."""
        if self._client is None or self._process != os.getpid():
            self._client, self._process = self._open(), os.getpid()
        return self._client

    def with_more_time(self, seconds: float) -> Self:
        """The same endpoint, without retries and with at least this many seconds to answer."""
        other, timeout = copy.copy(self), max(self._timeout, seconds)
        other._client = self.client.with_options(
            max_retries=0, timeout=httpx2.Timeout(timeout, connect=10)
        )
        other._process = os.getpid()
        return other

    def with_meter(self, meter: Meter) -> Self:
        """The same endpoint, whose requests another meter counts."""
        other = copy.copy(self)
        other._meter, other._client = meter, None
        return other

    def list_models(self, path: str = "") -> list[str]:
        """The models that a server lists at its address plus `path`; none if it has no list."""
        address = str(self.client.base_url).rstrip("/") + path
        server = self.client.with_options(base_url=address, max_retries=0, timeout=10)
        try:
            return [each.id.removeprefix("models/") for each in server.models.list().data]  # Gemini
        except (openai.OpenAIError, AttributeError, TypeError):  # no list of models
            return []

    @property
    def shown_address(self) -> str:
        """The address without anything that may be secret.

        A password would be before the host, a key after `?`.
        """
        address = urlsplit(str(self.client.base_url))
        host = address.netloc.rpartition("@")[2]
        return f"{address.scheme}://{host}{self._hide(address.path)}"

    @property
    def recorded_address(self) -> str:
        """The address as runs record it: also without the port, which changes."""
        address = urlsplit(str(self.client.base_url))
        return f"{address.scheme}://{address.hostname}{self._hide(address.path)}"

    def make_readable(self, words: Any) -> str:
        """The server's own words, shortened to one line, without the key."""
        return self._hide(" ".join(str(words)[:READ].split()))[:SHOWN]

    def _hide(self, words: str) -> str:
        """The words with … for each secret, in full or masked as servers show keys."""
        address = urlsplit(self._address)
        passed = [value for _, value in parse_qsl(address.query)]
        user = [unquote(part) for part in (address.username, address.password) if part]
        for secret in (self.client.api_key, *user, *passed):
            if len(secret) < SHORTEST or secret.lower() in PLACEHOLDERS:
                continue
            words = words.replace(secret, "…").replace(quote(secret, safe=""), "…")
            for shown in _MASKED.finditer(words):
                start, end = shown.groups()
                if (start and secret.startswith(start)) or (end and secret.endswith(end)):
                    words = words.replace(shown[0], "…")
        return words

    def _open(self) -> openai.OpenAI:
        passed = self._passed_key
        key = (os.environ.get("OPENAI_API_KEY", "") if passed is None else passed).strip()
        if not key:
            raise EpisodeError(
                "There is no key for the model: set OPENAI_API_KEY, or pass api_key."
            )
        if not re.fullmatch(r"[!-~]+", key):  # as in one that was copied masked
            raise ValueError("The model's key has a character that no key has: copy it again.")
        try:
            http_client = openai.DefaultHttpxClient(
                trust_env=not self.is_local,
                timeout=self._timeout,
                event_hooks={
                    "request": [self._meter.request],
                    "response": [_bound, self._read_response],
                },
            )
        except ImportError:
            raise ValueError(
                "A SOCKS proxy is named in the environment, and the package for it is missing:"
                " pip install socksio."
            ) from None
        except (ValueError, httpx2.InvalidURL, OSError):  # may quote a secret
            raise ValueError(
                "A proxy or a certificate file named in the environment cannot be used: check"
                " HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and SSL_CERT_FILE."
            ) from None
        address, _, query = self._address.partition("?")
        return openai.OpenAI(
            api_key=key,
            base_url=address,
            default_query=dict(parse_qsl(query, keep_blank_values=True)),
            timeout=self._timeout,
            max_retries=self._retries,
            http_client=http_client,
        )

    def _read_response(self, response: httpx2.Response) -> None:
        """Read what a server sends, and give an error inside a status of 200 its own status.

        The client then asks again, or does not, as after any response of that status.
        """
        response.read()
        answer = read_body(response.text)
        response.extensions["answer"] = answer
        if (problem := find_problem(response, answer)) is None:
            return
        problem = problem._replace(words=self.make_readable(problem.words))
        response.extensions["problem"] = problem
        response.status_code = int(problem.status)
        if is_explained(problem):
            response.headers["x-should-retry"] = "false"
            return
        wait = response.headers.get("Retry-After", "")
        if wait.isdigit() and PATIENCE < (seconds := int(wait)) <= LONGEST_WAIT:
            warnings.warn(
                f"{self.shown_address} asks to wait {seconds:,.0f} seconds.", stacklevel=2
            )
            self._meter.pause(seconds)
            del response.headers["Retry-After"]

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_client": None}


class _Bounded(httpx2.SyncByteStream):
    """The bytes of a reply, until its time is up.

    Otherwise a reply that arrives in small drips would never time out.
    """

    def __init__(self, stream: httpx2.SyncByteStream, end: float) -> None:
        self._stream, self._end = stream, end

    def __iter__(self) -> Iterator[bytes]:
        for part in self._stream:
            if time.monotonic() > self._end:
                raise httpx2.ReadTimeout("the reply did not end in time")
            yield part

    def close(self) -> None:
        self._stream.close()


def _bound(response: httpx2.Response) -> None:
    """Give a reply that begins now as many seconds as its request had."""
    seconds = response.request.extensions["timeout"]["read"]
    if isinstance(response.stream, httpx2.SyncByteStream):
        response.stream = _Bounded(response.stream, time.monotonic() + (seconds or math.inf))
