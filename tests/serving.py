"""An endpoint that gives the replies which a test scripts."""

import json

from flask import Flask, Response, request

from practice.loopback import Loopback


class Endpoint(Loopback):
    """An OpenAI-compatible endpoint that gives the replies put into `replies`, one per request.

    A reply is a text, (status, body, headers) or a function of the request that returns one of
    these. The last one is repeated.
    """

    def __init__(self) -> None:
        self.replies: list = []
        self.asked: list[dict] = []
        self.keys: list[str] = []
        app = Flask("endpoint")
        app.post("/v1/chat/completions")(self._answer)
        app.post("/v1/responses", endpoint="responses")(self._answer)
        super().__init__(app)
        self.base_url = f"{self.url}/v1"

    def _answer(self) -> Response:
        self.asked.append(request.get_json())
        self.keys.append(request.headers.get("Authorization", ""))
        reply = self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]
        if callable(reply):
            reply = reply(self.asked[-1])
        if isinstance(reply, str):
            reply = (200, completion(reply, self.asked[-1].get("n", 1)), {})
        status, body, headers = reply
        data = body if isinstance(body, str | bytes) else json.dumps(body)
        return Response(
            data, status, headers, content_type=headers.get("Content-Type", "application/json")
        )


def completion(text: str, n: int = 1) -> dict:
    """A chat completion as endpoints send it."""
    message = {"role": "assistant", "content": text}
    choices = [{"index": index, "message": message, "finish_reason": "stop"} for index in range(n)]
    usage = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}
    return {
        "id": "1",
        "object": "chat.completion",
        "created": 0,
        "model": "m",
        "choices": choices,
        "usage": usage,
    }
