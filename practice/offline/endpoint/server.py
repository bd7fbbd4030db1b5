"""The endpoint: chat completions, embeddings and the list of models, on loopback only."""

from flask import Flask, request
from werkzeug.exceptions import HTTPException

from ...loopback import Loopback
from .. import skills
from .embedding import build_embeddings
from .protocol import MODELS, OWNER, ApiError, build_completion, read_chat_request, refuse_unknown

CARD = {"object": "model", "created": 1_700_000_000, "owned_by": OWNER}


class Offline(Loopback):
    """Serve the offline models until `close()`; a context manager.

    `.base_url` is what an OpenAI client takes, e.g. "http://127.0.0.1:40001/v1"; any key will do.
    `port=0` takes a free one; a port in use raises OSError.
    """

    def __init__(self, port: int = 0) -> None:
        super().__init__(app(), port)
        self.base_url = f"http://127.0.0.1:{self.port}/v1"

    def __repr__(self) -> str:
        return f"<Offline {', '.join(MODELS)} at {self.base_url}>"


def app() -> Flask:
    """The Flask app behind the endpoint; every reply depends on its request alone."""
    flask = Flask(__name__, static_folder=None)
    flask.add_url_rule("/v1/models", view_func=models)
    flask.add_url_rule("/v1/models/<name>", view_func=model)
    flask.add_url_rule("/v1/chat/completions", view_func=chat, methods=["POST"])
    flask.add_url_rule("/v1/embeddings", view_func=embeddings, methods=["POST"])
    flask.register_error_handler(ApiError, lambda error: (error.body(), error.status))
    flask.register_error_handler(HTTPException, _refuse)
    return flask


def models() -> dict:
    """The models that are served."""
    return {"object": "list", "data": [{"id": name, **CARD} for name in MODELS]}


def model(name: str) -> dict:
    """One of them, by its name."""
    refuse_unknown(name)
    return {"id": name, **CARD}


def chat() -> dict:
    """A chat completion, with as many samples as are wanted."""
    wanted = read_chat_request(request.get_json(force=True, silent=True))
    return build_completion(
        wanted, [skills.reply(wanted.messages, sample) for sample in wanted.samples]
    )


def embeddings() -> dict:
    """A list of numbers for each text."""
    return build_embeddings(request.get_json(force=True, silent=True))


def _refuse(error: HTTPException) -> tuple[dict, int]:
    """A wrong address or method, refused in the same form as everything else."""
    status, message = error.code or 500, f"{error.name}: {request.method} {request.path}"
    return ApiError(message, status, code=error.name.lower().replace(" ", "_")).body(), status
