"""The format of OpenAI's Responses API, with one tool: web search."""

import hashlib
import json
from collections.abc import Collection
from dataclasses import dataclass

from .protocol import ApiError, Message, check_model, count_tokens, read_number

TOOLS = ("web_search", "web_search_2025_08_26")
ROLES = ("system", "developer", "user", "assistant")
TEXTS = ("input_text", "output_text")
PICTURE = "input_image"
SOURCES = "web_search_call.action.sources"  # in `include`: asks for what each search found


@dataclass(frozen=True)
class Search:
    """A query and the addresses it found."""

    query: str
    found: tuple[str, ...] = ()


@dataclass(frozen=True)
class Finding:
    """The result of a web search: an answer, and how it was found."""

    text: str
    acts: tuple[Search | str, ...] = ()  # searches, and the addresses of pages that were opened
    source: tuple[str, str] | None = None  # address and title of the page that says it
    read: int = 0  # the number of characters read for it


@dataclass(frozen=True)
class ResponseRequest:
    """A checked request for a response."""

    model: str
    messages: tuple[Message, ...]
    digest: str
    echo: dict  # the parts of the request that the response repeats
    max_tokens: int | None = None
    sources: bool = False  # whether to say what each search found


def read_response_request(body: object, models: Collection[str]) -> ResponseRequest:
    """Turn a decoded JSON body into a ResponseRequest; ApiError says what is wrong with it."""
    check_model(body, models)
    if body.get("stream"):
        raise ApiError(
            "This endpoint does not stream: leave out 'stream'.",
            code="unsupported_value",
            param="stream",
        )
    tools = body.get("tools")
    kinds = [each.get("type") if isinstance(each, dict) else each for each in tools or ()]
    if not kinds or not set(kinds) <= set(TOOLS):
        raise ApiError(
            f"The only tool here is {TOOLS[0]!r}, and a request must name it: got {kinds}.",
            code="invalid_value",
            param="tools",
        )
    given, instructions = body.get("input"), body.get("instructions")
    given = [{"role": "user", "content": given}] if isinstance(given, str) else given
    if not isinstance(given, list) or not given:
        raise ApiError("'input' must be a text or a list of messages.", param="input")
    system = [{"role": "system", "content": instructions}] if instructions else []
    temperature = read_number(body, "temperature", 1.0, 0, 2, kinds=(int, float))
    messages = [_read_message(each, f"input[{n}]") for n, each in enumerate([*system, *given])]
    return ResponseRequest(
        body["model"],
        tuple(messages),
        hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest(),
        {"instructions": instructions, "temperature": temperature, "tools": tools},
        read_number(body, "max_output_tokens", None, 1, 10**9),
        SOURCES in (body.get("include") or ()),
    )


def build_response(request: ResponseRequest, found: Finding) -> dict:
    """The response object; the same request and web give the same bytes."""
    text, notes = _cite(found)
    cut = request.max_tokens is not None and count_tokens(text) > request.max_tokens
    if cut:
        text, notes = text[: request.max_tokens * 4], []
    output = {"type": "output_text", "text": text, "annotations": notes}
    status, key = "incomplete" if cut else "completed", request.digest[:24]
    message = {
        "id": f"msg_{key}",
        "type": "message",
        "status": status,
        "role": "assistant",
        "content": [output],
    }
    acts = [act if request.sources else _drop_sources(act) for act in found.acts]
    calls = [_build_call(f"ws_{key}_{n}", act) for n, act in enumerate(acts)]
    sent = sum(count_tokens(message.text) for message in request.messages) + found.read // 4
    searches = sum(isinstance(act, Search) for act in found.acts)
    return {
        "id": f"resp_{key}",
        "object": "response",
        "created_at": 1_700_000_000 + int(request.digest[:6], 16),
        "status": status,
        "error": None,
        "incomplete_details": {"reason": "max_output_tokens"} if cut else None,
        "model": request.model,
        "output": [*calls, message],
        "parallel_tool_calls": False,
        "tool_choice": "auto",
        **request.echo,
        "max_output_tokens": request.max_tokens,
        "usage": _build_usage(sent, count_tokens(text)),
        "tool_usage": _build_tool_usage(searches),
    }


def _read_message(message: object, where: str) -> Message:
    content = message.get("content") if isinstance(message, dict) else None
    if content is None or message.get("role") not in ROLES:
        raise ApiError(
            f"{where} must be a message with content and a role, one of {', '.join(ROLES)}.",
            code="invalid_value",
            param=where,
        )
    parts = [{"type": TEXTS[0], "text": content}] if isinstance(content, str) else content
    parts = parts if isinstance(parts, list) else [parts]
    kinds = [part.get("type") if isinstance(part, dict) else "" for part in parts]
    # the tool reads text only: pictures are skipped
    read = [part for part, kind in zip(parts, kinds, strict=True) if kind != PICTURE]
    texts = [part.get("text") for part in read if isinstance(part, dict)]
    known = texts and set(kinds) <= {*TEXTS, PICTURE}
    if not known or not all(isinstance(text, str) for text in texts):
        raise ApiError(
            f"{where} must have text, and may have pictures besides.",
            code="invalid_value",
            param=where,
        )
    return Message(message["role"], "\n".join(texts))


def _cite(found: Finding) -> tuple[str, list[dict]]:
    """The answer with a link to its source after it, and the annotation that marks the link."""
    if not found.source:
        return found.text, []
    url, title = found.source
    link = f"([{title.replace('[', '(').replace(']', ')')}]({url}))"
    start = len(found.text) + 1
    note = {"type": "url_citation", "url": url, "title": title, "start_index": start}
    return f"{found.text} {link}", [{**note, "end_index": start + len(link)}]


def _drop_sources(act: Search | str) -> Search | str:
    return Search(act.query) if isinstance(act, Search) else act


def _build_call(name: str, act: Search | str) -> dict:
    if isinstance(act, Search):
        sources = [{"type": "url", "url": url} for url in act.found] or None
        action = {"type": "search", "query": act.query, "queries": [act.query], "sources": sources}
    else:
        action = {"type": "open_page", "url": act}
    return {"id": name, "type": "web_search_call", "status": "completed", "action": action}


def _build_usage(sent: int, written: int) -> dict:
    """The numbers of tokens; pages read on the way count as input, as with hosted models."""
    return {
        "input_tokens": sent,
        "input_tokens_details": {"cached_tokens": 0, "cache_write_tokens": 0},
        "output_tokens": written,
        "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": sent + written,
    }


def _build_tool_usage(searches: int) -> dict:
    pictures = {
        "input_tokens": 0,
        "input_tokens_details": {"image_tokens": 0, "text_tokens": 0},
        "output_tokens": 0,
        "total_tokens": 0,
    }
    return {"image_gen": pictures, "web_search": {"num_requests": searches}}
