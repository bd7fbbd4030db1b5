"""The endpoint: chat completions, embeddings and the list of models, on loopback only."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from flask import Flask, request
from werkzeug.exceptions import HTTPException

from ...loopback import Loopback
from .. import skills
from ..skills import web_search
from .embedding import build_embeddings
from .protocol import (
    MODELS,
    OWNER,
    RULES,
    ApiError,
    Message,
    Sample,
    build_completion,
    read_chat_request,
    refuse_unknown,
)
from .responses import Finding, build_response, read_response_request
from .web import Web

CARD = {"object": "model", "created": 1_700_000_000}


@dataclass(frozen=True)
class Served:
    """A model behind the endpoint: how it replies, what it is, and the version of its replies.

    `search` answers by searching the web; None for a model that can't.
    """

    reply: Callable[[tuple[Message, ...], Sample], str]
    owner: str = OWNER
    version: str = RULES
    search: Callable[[tuple[Message, ...], Web], Finding] | None = None


RULE_MODELS = {name: Served(skills.reply, search=web_search.find) for name in MODELS}


class Offline(Loopback):
    """Serves the offline models until `close()`; a context manager.

    `.base_url` is what an OpenAI client takes, e.g. "http://127.0.0.1:40001/v1", with any key, such
    as "none". `port=0` picks a free port; a port in use raises OSError. `more` has further models
    by name. `web` is what the web-search tool of the Responses API searches; without it, that is
    refused.
    """

    def __init__(
        self, port: int = 0, more: Mapping[str, Served] | None = None, web: Web | None = None
    ) -> None:
        self.models = {**RULE_MODELS, **(more or {})}
        super().__init__(app(self.models, web), port)
        self.base_url = f"http://127.0.0.1:{self.port}/v1"

    def __repr__(self) -> str:
        return f"<Offline {', '.join(self.models)} at {self.base_url}>"


def app(models: Mapping[str, Served] = RULE_MODELS, web: Web | None = None) -> Flask:
    """The Flask app behind the endpoint; a reply depends only on its request and on the web."""
    flask = Flask(__name__, static_folder=None)

    def _describe_model(name: str) -> dict:
        return {"id": name, **CARD, "owned_by": models[name].owner}

    @flask.get("/v1/models")
    def list_models() -> dict:
        return {"object": "list", "data": [_describe_model(name) for name in models]}

    @flask.get("/v1/models/<name>")
    def show_model(name: str) -> dict:
        refuse_unknown(name, models)
        return _describe_model(name)

    @flask.post("/v1/chat/completions")
    def chat() -> dict:
        wanted = read_chat_request(request.get_json(force=True, silent=True), models)
        served = models[wanted.model]
        replies = [served.reply(wanted.messages, sample) for sample in wanted.samples]
        return build_completion(wanted, replies, served.version)

    @flask.post("/v1/responses")
    def respond() -> dict:
        wanted = read_response_request(request.get_json(force=True, silent=True), models)
        search = models[wanted.model].search
        if search is None or web is None:
            lacks = "there is no web to search here" if search else f"{wanted.model!r} can't search"
            words = f"The tool 'web_search' is not supported: {lacks}."
            raise ApiError(words, code="unsupported_tool", param="tools")
        return build_response(wanted, search(wanted.messages, web))

    @flask.post("/v1/embeddings")
    def embed() -> dict:
        return build_embeddings(request.get_json(force=True, silent=True), models)

    flask.register_error_handler(ApiError, lambda error: (error.body(), error.status))
    flask.register_error_handler(HTTPException, _refuse)
    return flask


def _refuse(error: HTTPException) -> tuple[dict, int]:
    """A wrong address or method, refused in the same form as everything else."""
    status, message = error.code or 500, f"{error.name}: {request.method} {request.path}"
    return ApiError(message, status, code=error.name.lower().replace(" ", "_")).body(), status
