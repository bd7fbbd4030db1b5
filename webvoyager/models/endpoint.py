"""The endpoint of a model: an address, a key, and one connection per process."""

import copy
import os
import re
from typing import Any, Self
from urllib.parse import parse_qsl, unquote, urlsplit

import httpx2
import openai

from .deadline import bound
from .keys import find_key, hide
from .limits import Meter
from .prices import LOOPBACK

OPENAI = "https://api.openai.com/v1"
READ = 5_000  # characters of a server's message that are read
SHOWN = 300


class Endpoint:
    """A server that speaks the OpenAI protocol: by default at OPENAI_BASE_URL, else OpenAI's.

    A copy, a loaded pickle and a forked process each open a new connection. Raises ValueError if
    the address isn't one.
    """

    def __init__(
        self, address: str | None, key: str | None, timeout: float, retries: int, meter: Meter
    ) -> None:
        self._address = (address or os.environ.get("OPENAI_BASE_URL", "")).strip() or OPENAI
        self.host = _find_host(self._address)
        self._passed_key, self._timeout, self._retries = key, timeout, retries
        self._meter = meter
        self._client, self._process = self._open(), os.getpid()

    @property
    def is_local(self) -> bool:
        """Whether it is on this machine; then no proxy is used."""
        return self.host in LOOPBACK

    @property
    def client(self) -> openai.OpenAI:
        """This process's connection."""
        if self._process != os.getpid():
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
        other._meter, other._client, other._process = meter, None, None
        return other

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
        address = urlsplit(self._address)
        passed = [value for _, value in parse_qsl(address.query)]
        user = [unquote(part) for part in (address.username, address.password) if part]
        return hide(words, [self.client.api_key, *user, *passed])

    def _open(self) -> openai.OpenAI:
        try:
            http_client = openai.DefaultHttpxClient(
                trust_env=not self.is_local,
                timeout=self._timeout,
                event_hooks={"request": [self._meter.request], "response": [bound]},
            )
        except (ValueError, httpx2.InvalidURL, ImportError, OSError):  # may quote a secret
            raise ValueError(
                "A proxy or a certificate file named in the environment cannot be used: check"
                " HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and SSL_CERT_FILE."
            ) from None
        return openai.OpenAI(
            api_key=find_key(self._passed_key),
            base_url=self._address,
            timeout=self._timeout,
            max_retries=self._retries,
            http_client=http_client,
        )

    def __getstate__(self) -> dict:
        return {**self.__dict__, "_client": None, "_process": None}


def _find_host(address: str) -> str:
    """The host in an endpoint's address; raises ValueError if there is none."""
    found = urlsplit(address)
    if found.scheme in ("http", "https") and found.hostname and not re.search(r"\s", address):
        return found.hostname
    shown = address.rpartition("@")[2].partition("?")[0]  # without anything that may be secret
    raise ValueError(
        f"The model's address {shown!r} isn't an address: it needs http:// or https:// and a host,"
        " as in http://127.0.0.1:11434/v1."
    )
