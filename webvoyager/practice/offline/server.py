"""The endpoint: chat completions, embeddings and the list of models, on loopback only."""

import json
import threading
from types import TracebackType

from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException
from werkzeug.serving import WSGIRequestHandler, make_server

from . import embedding, skills
from .protocol import MODEL, OWNER, ApiError, chat_request, completion

CARD = {"id": MODEL, "object": "model", "created": 1_700_000_000, "owned_by": OWNER}


class Offline:
    """Serve the offline model until `close()`; a context manager.

    `.base_url` is what an OpenAI client takes, e.g. "http://127.0.0.1:40001/v1"; any key will do.
    `port=0` takes a free one; a port in use raises OSError.
    """

    def __init__(self, port: int = 0) -> None:
        try:
            self._server = make_server("127.0.0.1", port, app(), threaded=True, request_handler=_Quiet)
        except (OSError, SystemExit) as error:
            raise OSError(f"Port {port} is in use: choose another, or 0 for any free one.") from error
        self.base_url = f"http://127.0.0.1:{self._server.port}/v1"
        self._thread = threading.Thread(target=self._server.serve_forever, name="offline model", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop serving; closing twice is fine."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def __enter__(self) -> "Offline":
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Offline {MODEL} at {self.base_url}>"


class _Quiet(WSGIRequestHandler):
    """A notebook's output is for the reader, not for an access log."""

    def log(self, type: str, message: str, *args: object) -> None:
        pass


def app() -> Flask:
    """The Flask app behind the endpoint; every reply depends on its request alone."""
    flask = Flask(__name__, static_folder=None)
    flask.add_url_rule("/v1/models", view_func=models)
    flask.add_url_rule("/v1/models/<name>", view_func=model)
    flask.add_url_rule("/v1/chat/completions", view_func=chat, methods=["POST"])
    flask.add_url_rule("/v1/embeddings", view_func=embeddings, methods=["POST"])
    flask.register_error_handler(ApiError, lambda error: _json(error.body(), error.status))
    flask.register_error_handler(HTTPException, _http_error)
    return flask


def models() -> Response:
    return _json({"object": "list", "data": [CARD]})


def model(name: str) -> Response:
    if name != MODEL:
        raise ApiError(f"The model '{name}' does not exist here.", 404, code="model_not_found", param="model")
    return _json(CARD)


def chat() -> Response:
    asked = chat_request(_body())
    return _json(completion(asked, [skills.reply(asked.turns, sample) for sample in asked.samples()]))


def embeddings() -> Response:
    return _json(embedding.response(_body()))


def _body() -> object:
    try:
        return json.loads(request.get_data())
    except ValueError as error:
        raise ApiError("The body is not valid JSON.", code="invalid_json") from error


def _http_error(error: HTTPException) -> Response:
    """A wrong address or method, told in the same form as every other refusal."""
    message = f"{error.name}: {request.method} {request.path}"
    return _json(ApiError(message, error.code or 500, code=error.name.lower().replace(" ", "_")).body(), error.code)


def _json(body: dict, status: int | None = 200) -> Response:
    return Response(json.dumps(body), status, mimetype="application/json")
