"""`Model` asks a model over the OpenAI protocol: it retries, adapts, counts tokens and costs."""

import copy
import re
import time
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Self

import httpx2
import openai

from ..records import EpisodeError
from . import chat, prices, searching
from .chat import Reply, Text, to_openai
from .check import WORD, Check, choose_model, explain_refusal, make_question
from .context import REMEDIES, Context, size
from .endpoint import Endpoint
from .limits import Limits, Meter
from .recordings import Recording, make_call
from .refusals import ASKED, CHAT, EMBEDDING, SEARCH, Problem, Refused, make_refusal
from .searching import Searched
from .stand_ins import ANSWER_KEY, is_simulated

CHECK_TOKENS = 64  # tokens that the reply to a check may have
NO_LIMITS = Limits()
LOADING = 300.0  # seconds: a server on this machine may first have to load its model
OTHER_NAMES = {"n": "n|candidates?|candidate_?count"}  # what servers call a setting (Gemini)
PATHS = {kind: path for path, kind in ASKED.items()}
STREAM = {"stream": True, "stream_options": {"include_usage": True}}
NO_SETTINGS = {"model", "messages", "input", "tools", "include", "store"}
REPLACED = {"n", "max_tokens", "roles and parts", *STREAM}  # by something else


class Model:
    """A model, by its name, at an endpoint that speaks the OpenAI protocol.

    `page_text` writes the page's text into the pictures that are sent. It is for the offline model,
    which cannot see; any other model gets only pixels. `max_tokens` limits a reply, thinking
    included (1,000 in the paper; None: no limit). `timeout` is in seconds: how long a reply may
    take to begin, and then to arrive. `retries` is the number of further attempts after a 429, a
    5xx (also one inside a status of 200), a time-out or a cut connection; a Retry-After of up to an
    hour is waited for. A model on this machine is asked without a proxy. `rate` is the price, or
    None if data/prices.csv has none for this model at this host.

    `record` and `replay` are files: with `record`, all calls and their answers are kept; with
    `replay`, they are answered from there, and no server and no key are needed (see `Recording`).
    Tokens and cost are then those of the recorded calls, although nothing is paid. `limits` are for
    all its calls in this process together (see `Limits`).

    A Model can be copied, pickled for another process, and used after a fork. A pickle contains
    `base_url` and an `api_key` that was passed, so do not store it. A key from OPENAI_API_KEY is
    not in it; it is read again where the pickle is loaded.
    """

    def __init__(
        self,
        name: str,
        base_url: str | None = None,
        api_key: str | None = None,
        temperature: float | None = 1.0,
        seed: int | None = 42,
        *,
        max_tokens: int | None = 1000,
        page_text: bool = False,
        embedding: str = "text-embedding-3-small",
        timeout: float = 120.0,
        retries: int = 5,
        record: str | Path | None = None,
        replay: str | Path | None = None,
        limits: Limits = NO_LIMITS,
    ) -> None:
        self._settings = {"temperature": temperature, "seed": seed, "max_tokens": max_tokens}
        self._recording, self._meter = Recording(record, replay), Meter(limits)
        if replay and not record:  # nothing will be asked
            base_url, api_key = base_url or self._recording.tape.endpoint, api_key or "none"
        self._endpoint = Endpoint(base_url, api_key, timeout, retries, self._meter)
        if page_text and not self._endpoint.is_local:
            raise ValueError(
                "page_text is for a model on this machine: give a loopback base_url, or leave it"
                " out."
            )
        self.name, self.page_text, self.embedding = name, page_text, embedding
        self.rate = prices.rate(name, self._endpoint.host)
        self._unsupported: set[str] = set()  # settings that were refused; left out from then on
        self._warned: set[str] = set()
        self._context = Context()

    def ask(self, messages: Sequence[dict], n: int = 1, **settings: float | None) -> Reply:
        """Ask for `n` replies, at least 1.

        Raises EpisodeError when the endpoint cannot or will not answer.

        `settings` (temperature, seed, max_tokens) override the model's own for this call. A setting
        that the model refuses is left out from then on, with a warning. Warns once of each thing
        that a server does silently, such as cutting a prompt or sending an empty reply.
        """
        start = time.perf_counter()
        sent = [to_openai(message, self.page_text) for message in messages]
        texts, usage = self._draw_samples(sent, n, settings)
        cuts = len(texts) == 1 and self._context.cuts(size(sent, usage["prompt_tokens"]))
        self._warn_of_oddities(texts, usage, cuts_prompt=cuts)
        return Reply(
            tuple(text.content for text in texts),
            usage,
            self._price(usage),
            time.perf_counter() - start,
            tuple(text.reasoning for text in texts),
            tuple(text.cut for text in texts),
            tuple(text.instead for text in texts),
        )

    def search(self, question: str | Sequence[dict], **settings: float | None) -> Searched:
        """Ask through the Responses API with its web-search tool: the server searches and reads.

        `question` is a text, or messages as in `ask`. `settings` (temperature, max_tokens) override
        the model's own; this API has no seed. `cost` includes the searches; it is None if
        data/prices.csv lacks the price of the model, or of web_search, at this host. Warns once if
        the model answers without a search. Raises EpisodeError when the endpoint has no such tool,
        or cannot or will not answer.
        """
        start = time.perf_counter()
        asked = [{"role": "user", "content": question}] if isinstance(question, str) else question
        sent = searching.to_input([to_openai(message) for message in asked])
        options = searching.to_options({**self._settings, **settings})
        answer = self._request(SEARCH, sent, options)
        found, usage = searching.read(answer), searching.count(answer)
        self._warn_of_oddities([found.text], usage, searched=found.searches > 0)
        return Searched(
            (found.text.content,),
            usage,
            self._price(usage, found.searches),
            time.perf_counter() - start,
            (found.text.reasoning,),
            (found.text.cut,),
            (found.text.instead,),
            found.plain_text,
            found.queries,
            found.sources,
            found.citations,
        )

    def check(self, pictures: bool = True) -> Check:
        """Ask one small question, once, to see whether the model answers and sees pictures.

        With pictures=False, no picture is sent. Allows at least five minutes, since a server may
        have to load its model first. Raises EpisodeError with the cause and what to do.
        """
        start = time.perf_counter()
        probe = copy.copy(self)
        probe._endpoint = self._endpoint.with_more_time(LOADING)
        probe._recording = Recording()
        try:
            texts, _ = probe._draw_samples(make_question(pictures), 1, {"max_tokens": CHECK_TOKENS})
        except Refused as refusal:
            raise explain_refusal(refusal, self._endpoint, self.name) from None
        text = texts[0].content
        seen = WORD in text.lower() if pictures and text.strip() else None
        return Check(self.name, self._endpoint.shown_address, time.perf_counter() - start, seen)

    def find_name(self) -> str:
        """The name of the model to ask for when none was given.

        It is the server's only model, or this one if the server has it or lists none. Raises
        EpisodeError if the server has several others.
        """
        return choose_model(self._endpoint, self.name)

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """One vector per text, from the embedding model that `Model(embedding=…)` names.

        Raises EpisodeError when the endpoint has no such model, or no embeddings at all.
        """

        def ask() -> list[list[float]]:
            embeddings = self._endpoint.client.embeddings
            try:
                found = embeddings.create(model=self.embedding, input=[*texts])
                return [row.embedding for row in found.data]
            except openai.OpenAIError as error:
                raise self._explain_error(error, EMBEDDING) from None
            except (AttributeError, TypeError, ValueError):
                raise EpisodeError(
                    f"{self._endpoint.shown_address} answered, but not with a list of embeddings."
                ) from None

        return self._answer(EMBEDDING, texts, {}, ask)

    def _draw_samples(
        self, sent: Sequence[dict], n: int, settings: dict[str, float | None]
    ) -> tuple[list[Text], dict[str, int]]:
        """All `n` samples, in several calls if the server ignores `n`."""
        texts: list[Text] = []
        usage = {"prompt_tokens": 0, "completion_tokens": 0}
        while (missing := n - len(texts)) > 0:
            more = {"n": missing if missing > 1 else None}
            answer = self._request(CHAT, sent, {**self._settings, **settings, **more})
            texts += chat.read(answer)
            usage = {name: usage[name] + more for name, more in chat.count(answer).items()}
        return texts[:n], usage

    def _request(self, kind: str, sent: Sequence[dict], settings: dict[str, Any]) -> dict[str, Any]:
        """A chat completion, or a response of the web-search tool, as the endpoint sent it."""

        def ask() -> dict[str, Any]:
            self._meter.begin_call()
            answer = self._exchange(kind, sent, settings)
            if kind == CHAT:
                usage, searches = chat.count(answer), 0
            else:
                usage, searches = searching.count(answer), searching.read(answer).searches
            self._meter.end_call(self._price(usage, searches) or 0.0, sum(usage.values()))
            return answer

        return self._answer(kind, sent, settings, ask)

    def _answer(
        self, kind: str, sent: Sequence[dict | str], settings: dict, ask: Callable[[], Any]
    ) -> Any:
        """The answer to a call: recorded, or that of `ask`."""
        if self.limits.cost is not None:
            prices.require_price(self, "leave out the limit on cost")
        name = self.embedding if kind == EMBEDDING else self.name
        call = make_call(kind, name, settings, sent)
        return self._recording.answer(call, self._endpoint.recorded_address, ask)

    def _exchange(
        self, kind: str, sent: Sequence[dict], settings: dict[str, Any]
    ) -> dict[str, Any]:
        """The endpoint's answer, asked for again without what the model refuses.

        Errors are raised without their cause, which may contain the key.
        """
        while True:
            refused = frozenset(self._unsupported)  # other threads may add to it
            body = self._make_body(kind, sent, settings, refused)
            try:
                post = self._endpoint.client.post
                response = post(PATHS[kind], body=body, cast_to=httpx2.Response)
                answer = response.extensions["answer"]
                (chat if kind == CHAT else searching).read(answer)
                return answer
            except openai.OpenAIError as error:
                refusal = self._explain_error(error, kind)
                name = _find_unsupported(error, body) or getattr(refusal, "instead", "")
                if not name or name in refused:
                    raise refusal from None
                self._unsupported.add(name)  # remembered for all later calls
            except ValueError:  # a web page, or a choice without a message
                where = self._endpoint.shown_address
                raise make_refusal(where, self.name, Problem(200, "", asked=kind)) from None

    def _make_body(
        self, kind: str, sent: Sequence[dict], settings: dict[str, Any], refused: frozenset[str]
    ) -> dict[str, Any]:
        """A request without what was refused, or with something else in its place."""
        asked: dict[str, Any] = {"input": sent, "tools": [searching.TOOL]}
        if kind == CHAT:
            asked = {"messages": chat.make_plain(sent) if "roles and parts" in refused else sent}
        kept = {
            name: value
            for name, value in settings.items()
            if value is not None and name not in refused
        }
        if "max_tokens" in refused and settings.get("max_tokens") is not None:
            # its name for reasoning models
            kept["max_completion_tokens"] = settings["max_tokens"]
        if "stream" in refused:  # what was refused is a reply in one piece
            kept |= STREAM
        for name in refused & {"max_completion_tokens", "stream_options"}:
            kept.pop(name, None)
        return {"model": self.name, **asked, **kept}

    def _warn_of_oddities(
        self,
        texts: Sequence[Text],
        usage: dict[str, int],
        cuts_prompt: bool = False,
        searched: bool = True,
    ) -> None:
        """Warn, once of each, of settings that are left out and of what a server does silently."""
        found = {
            name: f"does not accept the setting {name}: it is left out from now on, and the"
            " server's own default applies"
            for name in sorted(self._unsupported - REPLACED)
        }
        if "roles and parts" in self._unsupported:
            found["plain"] = "takes plain messages alone: the system's text is in the first one"
        counted = usage["prompt_tokens"]
        if cuts_prompt:
            found["context"] = (
                f"seems to read only part of the prompt: it counted {counted:,} tokens, no more"
                f" than for a shorter prompt. Its context is full: {REMEDIES}"
            )
        if not counted:
            limits = "no limit on dollars or tokens is ever reached"
            found["usage"] = f"does not count its tokens: {limits}"
        silent = [text for text in texts if not text.content.strip()]
        if any(text.cut for text in silent):
            remedy = "thinking counts, too; give Model(max_tokens=4000), or None for no limit"
            found["cut"] = f"was cut at max_tokens before it said anything: {remedy}"
        elif odd := next((text.instead for text in texts if text.instead), ""):
            found["instead"] = f"sent a reply that was {odd}"
        elif silent:
            thought = " but thought aloud: see Step.reasoning" if silent[0].reasoning else ""
            found["empty"] = f"sent an empty reply{thought}"
        if not searched:
            found["search"] = "answered without a search: does it have a web-search tool?"
        for kind in found.keys() - self._warned:
            sentence = f"{self} {found[kind]}"
            warnings.warn(sentence if sentence[-1] == "?" else f"{sentence}.", stacklevel=3)
        self._warned |= found.keys()

    def _price(self, usage: dict[str, int], searches: int = 0) -> float | None:
        """US dollars for tokens and searches; None if a price is not known.

        Searches by a server on this machine cost nothing.
        """
        if self.rate is None:
            return None
        cost = self.rate.cost(usage)
        if searches and not self._endpoint.is_local:
            price = prices.rate(searching.TOOL["type"], self._endpoint.host)
            return cost + searches * price.input / 1e6 if price else None  # it is for a million
        return cost

    def _explain_error(self, error: openai.OpenAIError, asked: str) -> EpisodeError:
        """The endpoint's refusal or silence as one sentence: what to do, but never the key."""
        where = self._endpoint.shown_address
        if isinstance(error, openai.APITimeoutError) and not isinstance(
            error.__cause__, httpx2.ConnectTimeout
        ):
            remedy = "a model may still be loading, or be slow: Model(timeout=…) waits longer"
            return EpisodeError(f"{where} was reached but did not answer in time; {remedy}.")
        if isinstance(error, openai.APIConnectionError):
            return EpisodeError(f"{where} cannot be reached: is the address right?", for_all=True)
        if isinstance(error, openai.APIStatusError):
            problem = error.response.extensions["problem"]
        else:
            words = self._endpoint.make_readable(error)
            problem = Problem(type(error).__name__, words, asked=asked)
        return make_refusal(where, self.embedding if asked == EMBEDDING else self.name, problem)

    def with_recording(
        self, record: str | Path | None = None, replay: str | Path | None = None
    ) -> Self:
        """The same model with another recording (`Model(record=…, replay=…)`)."""
        other = copy.copy(self)
        other._recording = Recording(record, replay)
        return other

    def with_limits(self, limits: Limits | Meter) -> Self:
        """The same model with other limits, or with a meter that other models share."""
        other = copy.copy(self)
        other._meter = limits if isinstance(limits, Meter) else Meter(limits)
        other._endpoint = self._endpoint.with_meter(other._meter)
        return other

    def with_seed(self, seed: int) -> Self:
        """The same model with another seed."""
        other = copy.copy(self)
        other._settings = {**self._settings, "seed": seed}
        return other

    @property
    def limits(self) -> Limits:
        """The limits for all its calls."""
        return self._meter.limits

    @property
    def replays(self) -> bool:
        """Whether every answer comes from a recording, and nothing is asked."""
        return self._recording.replay is not None and self._recording.record is None

    @property
    def about(self) -> dict[str, Any]:
        """What a run records of the model: name, endpoint, temperature, seed, max_tokens.

        The endpoint comes without port, key or anything else that may be secret. A simulated agent
        is recorded as one; a replay names its recording.
        """
        what = {"what": ANSWER_KEY} if is_simulated(self.name) else {}
        if replay := self._recording.replay:
            what["replay"] = replay.name
        return {
            "name": self.name,
            "endpoint": self._endpoint.recorded_address,
            **what,
            **self._settings,
        }

    def __repr__(self) -> str:
        return f"Model({self.name} at {self._endpoint.shown_address})"


def _find_unsupported(error: openai.OpenAIError, body: dict[str, Any]) -> str | None:
    """The setting that the endpoint refuses, of those sent; None if the fault lies elsewhere."""
    if not isinstance(error, openai.BadRequestError | openai.UnprocessableEntityError):
        return None
    problem = error.response.extensions["problem"]
    named = rf"(?<!\w){re.escape(body['model'])}(?!\w)"
    message = re.sub(named, "", f"{problem.param} {problem.words}", flags=re.IGNORECASE).lower()
    if re.search(r"too (large|long)|context|^(messages|model)\b", message):  # not a setting's fault
        return None
    patterns = {
        name: rf"(?<![\w/\\-])({OTHER_NAMES.get(name, name)})(?![\w/-])"  # "seed-2" is a model
        for name in body.keys() - NO_SETTINGS
    }
    return next((name for name in body if re.search(patterns.get(name, "^\b$"), message)), None)
