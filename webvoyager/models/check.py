"""Asks an endpoint one small question, and for the models that it has."""

import io
from dataclasses import dataclass
from typing import Any

from PIL import Image, ImageDraw

from ..records import EpisodeError
from .chat import picture
from .endpoint import Endpoint
from .refusals import Refused

WORD = "lantern"  # the word on the picture that a check sends


@dataclass(frozen=True)
class Check:
    """The result of a check.

    `pictures` says whether the model saw one: None if none was sent, or the reply was empty.
    """

    name: str
    endpoint: str
    seconds: float
    pictures: bool | None

    def __repr__(self) -> str:
        sight = {
            True: " and sees pictures",
            False: ", but did not read the word on a picture",
            None: "",
        }
        return (
            f"Check({self.name} at {self.endpoint} answered in {self.seconds:.1f}"
            f" s{sight[self.pictures]})"
        )


def make_question(pictures: bool) -> list[dict[str, Any]]:
    """The messages of a check: which word is on a small picture, or a question without one."""
    if not pictures:
        return [{"role": "user", "content": "Say: yes."}]
    drawn, file = Image.new("RGB", (320, 96), "white"), io.BytesIO()
    ImageDraw.Draw(drawn).text((40, 20), WORD, fill="black", font_size=48)
    drawn.save(file, "PNG")
    text = {"type": "text", "text": "Which word stands on the picture? Say that word alone."}
    return [{"role": "user", "content": [text, picture(file.getvalue())]}]


def choose_model(endpoint: Endpoint, usual: str) -> str:
    """The only model that a server lists, or the usual one if the server has it or lists none.

    Raises EpisodeError if the server has several others.
    """
    known = endpoint.list_models()
    if not known or usual in known:
        return usual
    if len(known) > 1:
        raise EpisodeError(
            f"{endpoint.shown_address} has several models ({_name_some(known, endpoint)}): set"
            " WEBVOYAGER_MODEL to one of them."
        )
    return known[0]


def explain_refusal(refusal: Refused, endpoint: Endpoint, name: str) -> EpisodeError:
    """The refusal, made more precise by the list of the server's models."""
    if not refusal.needs_model_list:
        return refusal
    known = endpoint.list_models()
    if known and name.removeprefix("models/") not in known:
        return EpisodeError(
            f"{endpoint.shown_address} has no model {name!r}, it has {_name_some(known, endpoint)}:"
            " set WEBVOYAGER_MODEL to one of these."
        )
    if not known and endpoint.list_models("/v1"):
        address = endpoint.shown_address.rstrip("/")
        return EpisodeError(
            f"{endpoint.shown_address} lacks its /v1: set OPENAI_BASE_URL to {address}/v1."
        )
    return refusal


def _name_some(names: list[str], endpoint: Endpoint) -> str:
    more = f" and {len(names) - 5} more" if len(names) > 5 else ""
    return endpoint.make_readable(", ".join(names[:5]) + more)
