"""Is there a model? A small question to an endpoint, and what its answer tells."""

import io
import json
from dataclasses import dataclass

import openai
from PIL import Image, ImageDraw

from ..records import EpisodeError
from .endpoint import Endpoint
from .messages import picture
from .refusals import Refused

WORD = "lantern"  # stands on the picture that a model is checked with


@dataclass(frozen=True)
class Check:
    """The answer to a check.

    `pictures` says whether it saw one: None where none was sent, or the reply did not tell.
    """

    name: str
    endpoint: str
    seconds: float
    pictures: bool | None

    def __repr__(self) -> str:
        eyes = {
            True: " and sees pictures",
            False: ", but did not read the word on a picture",
            None: "",
        }
        return (
            f"Check({self.name} at {self.endpoint} answered in {self.seconds:.1f}"
            f" s{eyes[self.pictures]})"
        )


def question(pictures: bool) -> list[dict]:
    """The messages of a check: which word stands on a small picture, or no picture at all."""
    if not pictures:
        return [{"role": "user", "content": "Say: yes."}]
    drawn, file = Image.new("RGB", (320, 96), "white"), io.BytesIO()
    ImageDraw.Draw(drawn).text((40, 20), WORD, fill="black", font_size=48)
    drawn.save(file, "PNG")
    text = {"type": "text", "text": "Which word stands on the picture? Say that word alone."}
    return [{"role": "user", "content": [text, picture(file.getvalue())]}]


def chosen(endpoint: Endpoint, usual: str) -> str:
    """The only model a server lists, or the usual one where it has that or lists none.

    EpisodeError where it has several others.
    """
    known = _list_models(endpoint)
    if not known or usual in known:
        return usual
    if len(known) > 1:
        models = endpoint.make_readable(_name_some(known))
        raise EpisodeError(
            f"{endpoint.where} has several models ({models}): set WEBVOYAGER_MODEL to one of them."
        )
    return known[0]


def explained(refusal: Refused, endpoint: Endpoint, name: str) -> EpisodeError:
    """The refusal, told more precisely by what the server says it has."""
    if not refusal.asks_what_is_there:
        return refusal
    known = _list_models(endpoint)
    if known and name not in known:
        has = f"it has {endpoint.make_readable(_name_some(known))}"
        return EpisodeError(
            f"{endpoint.where} has no model {name!r}, {has}: set WEBVOYAGER_MODEL to one of its"
            " own."
        )
    if not known and _list_models(endpoint, "/v1"):
        address = endpoint.where.rstrip("/")
        return EpisodeError(f"{endpoint.where} lacks its /v1: set OPENAI_BASE_URL to {address}/v1.")
    return refusal


def _name_some(names: list[str]) -> str:
    return ", ".join(names[:5]) + (f" and {len(names) - 5} more" if len(names) > 5 else "")


def _list_models(endpoint: Endpoint, further: str = "") -> list[str]:
    """The models that a server lists at its address, or further in; none where it lists none."""
    address = str(endpoint.client.base_url).rstrip("/") + further
    there = endpoint.client.with_options(base_url=address, max_retries=0, timeout=10)
    try:
        return [
            str(row["id"]) for row in json.loads(there.models.with_raw_response.list().text)["data"]
        ]
    except (openai.OpenAIError, ValueError, LookupError, TypeError):  # no list of models
        return []
