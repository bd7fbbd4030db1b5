"""Reads the body of a response: JSON, a stream of it, or an error inside a status of 200."""

import json
import re
from collections.abc import Iterable
from typing import Any

import httpx2

from .refusals import ASKED, CHAT, UNKNOWN, Problem

WHOLE = ("role", "type", "id", "name", "index", "finish_reason")  # in a stream, never continued


def read_body(text: str) -> Any:
    """The body as data, with the pieces of a stream joined; None if it is neither."""
    try:
        if not re.match(r"\s*(?:data|event|id|retry)?:", text):
            return json.loads(text)
        return _join_pieces(map(json.loads, re.findall(r"^data:\s*(\{.*)$", text, re.M)))
    except ValueError:
        return None


def find_problem(response: httpx2.Response, answer: Any) -> Problem | None:
    """What a response complains of; None if nothing, or if it is a web page of status 200.

    Gateways pass on the error of the provider behind them with status 200. It then has the status
    that it names, else 400 if its name blames the request, else UNKNOWN.
    """
    status, path = response.status_code, response.request.url.path
    asked = next((kind for end, kind in ASKED.items() if path.endswith(end)), "")
    if isinstance(answer, list) and len(answer) == 1:  # Gemini
        answer = answer[0]
    error = answer if status >= 400 else _find_error(answer, asked)
    if answer is None and (status >= 400 or not response.text.lstrip().startswith("<")):
        error = response.text
    if error is None:
        return None
    error = (isinstance(error, dict) and error.get("error")) or error
    named = error if isinstance(error, dict) else {}
    codes = [str(named.get(key) or "") for key in ("code", "status", "status_code", "type")]
    if status < 400:
        stated = [int(code) for code in codes if re.fullmatch(r"[45]\d\d", code)]
        to_blame = re.search("invalid|auth|permission|not_?found|unsupported", str(codes), re.I)
        status = stated[0] if stated else 400 if to_blame else UNKNOWN
    words = named.get("message") or named.get("detail") or error
    if isinstance(details := named.get("metadata"), dict):  # OpenRouter's provider
        words = f"{words} {details.get('raw', '')}".strip()
    pictures = b"image_url" in response.request.content
    return Problem(status, words, " ".join(codes), str(named.get("param") or ""), asked, pictures)


def _find_error(answer: Any, asked: str) -> Any:
    """The error in an answer of status 200, or in its choices; a chat must have a choice."""
    if not isinstance(answer, dict):
        return None
    choices = answer.get("choices") or []
    known = [choice for choice in choices if isinstance(choice, dict)]
    failed = [it for it in known if it.get("error") or it.get("finish_reason") == "error"]
    if answer.get("error") or failed:
        return answer.get("error") or failed[0]
    return answer if asked == CHAT and not choices else None


def _join_pieces(pieces: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """The completion that a stream's pieces make up; in the Responses API, the last one has it."""
    choices: dict[int, dict[str, Any]] = {}
    answer: dict[str, Any] = {}
    for piece in pieces:
        answer |= {name: value for name, value in piece.items() if value}
        for choice in piece.get("choices") or ():
            said = {"message": choice.get("delta") or {"content": choice.get("text")}}
            index = choice.get("index", 0)
            choices[index] = _join(choices.get(index, {}), {**choice, **said})
    return answer.get("response") or {**answer, "choices": [*choices.values()]}


def _join(old: Any, new: Any) -> Any:
    """A value of a stream with its continuation."""
    if isinstance(old, dict) and isinstance(new, dict):
        known = {name: value for name, value in new.items() if value is not None}
        return old | {
            name: value if name in WHOLE else _join(old.get(name), value)
            for name, value in known.items()
        }
    if isinstance(old, list) and isinstance(new, list):
        for part in new:
            at = part.get("index", len(old)) if isinstance(part, dict) else len(old)
            old = [*old[:at], _join(old[at], part) if at < len(old) else part, *old[at + 1 :]]
        return old
    return old + new if isinstance(old, str) and isinstance(new, str) else new
