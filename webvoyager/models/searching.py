"""The Responses API with its web-search tool: what is sent, and how a response is read."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from .chat import Reply, Text, writable
from .replies import split_thinking

TOOL = {"type": "web_search"}  # the server searches and reads; the client runs nothing
IMAGE = {"type": "input_image", "detail": "auto"}
SOURCES = "web_search_call.action.sources"  # the server sends them only on request
# What is left of brackets whose links were cut.
_EMPTY = re.compile(r"\s*[(\[](?:[\s,;]|\band\b)*[)\]]")


@dataclass(frozen=True)
class Citation:
    """A page that a reply cites: its address and title."""

    url: str
    title: str = ""


@dataclass(frozen=True)
class Searched(Reply):
    """A reply, the searches made for it, and the pages it is based on.

    `queries` are the searches that the server reports, `sources` the addresses that were found or
    opened, `citations` the pages that the text cites. `plain_text` is the text without its citation
    links.
    """

    plain_text: str = ""
    queries: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    citations: tuple[Citation, ...] = ()


@dataclass(frozen=True)
class Found:
    """The contents of a response, and the number of searches that the server bills."""

    text: Text
    plain_text: str
    queries: tuple[str, ...]
    sources: tuple[str, ...]
    citations: tuple[Citation, ...]
    searches: int


def to_input(messages: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Chat messages in the format of the Responses API."""
    found = []
    for message in messages:
        content = message["content"]
        if not isinstance(content, str):
            content = [
                {"type": "input_text", "text": part["text"]}
                if part["type"] == "text"
                else {**IMAGE, "image_url": part["image_url"]["url"]}
                for part in content
            ]
        found.append({**message, "content": content})
    return found


def to_options(settings: dict[str, Any]) -> dict[str, Any]:
    """A model's settings under this API's names, and what is always sent; it has no seed."""
    options = {"include": [SOURCES], "store": False}
    names = {"temperature": "temperature", "max_tokens": "max_output_tokens"}
    return options | {theirs: settings[ours] for ours, theirs in names.items()}


class _Node(msgspec.Struct):
    """A part of a response, as far as it is read: what was done, a text, a note or a source."""

    type: str = ""
    phase: str | None = None
    action: "_Node | None" = None
    content: "list[_Node] | None" = None
    summary: "list[_Node] | None" = None
    text: str | None = ""
    refusal: str | None = ""
    annotations: "list[_Node] | None" = None
    url: str | None = None
    title: str | None = None
    start_index: int | None = None
    end_index: int | None = None
    query: str | None = None
    queries: list[str] | None = None  # in the API's newer format
    sources: "list[_Node] | None" = None

    @property
    def words(self) -> str:
        return (self.refusal if self.type == "refusal" else self.text) or ""

    @property
    def cited(self) -> "list[_Node]":
        return [note for note in self.annotations or () if note.type == "url_citation" and note.url]

    @property
    def without_links(self) -> str:
        """Its words without its citation links.

        Some servers annotate the link itself, others the words that the page supports: these stay.
        """
        text, spans = self.words, {(note.start_index, note.end_index) for note in self.cited}
        known = [(start, end) for start, end in spans if start is not None and end is not None]
        for start, end in sorted(known, reverse=True):
            if "](" in text[start:end]:
                text = _EMPTY.sub("", text[:start].rstrip() + text[end:])
        return text


class _Response(msgspec.Struct):
    output: list[_Node]
    status: str | None = None
    incomplete_details: dict | None = None
    tool_usage: dict[str, Any] | None = None


def read(answer: Any) -> Found:
    """A response's text, searches and citations; raises ValueError if it isn't a response.

    If the model comments along the way, only its final answer counts as the text.
    """
    response = msgspec.convert(answer, _Response)
    messages = [item for item in response.output if item.type == "message"]
    if not messages and response.status != "incomplete":
        raise ValueError("a response has no message")
    final = [each for each in messages if each.phase == "final_answer"] or messages
    parts = [part for each in final for part in each.content or ()]
    thinking, text = split_thinking("".join(part.words for part in parts))
    thoughts = [
        "\n".join(part.words for part in [*(item.summary or ()), *(item.content or ())])
        for item in response.output
        if item.type == "reasoning"
    ]
    reason = (response.incomplete_details or {}).get("reason")
    cut = response.status == "incomplete" and reason in (None, "max_output_tokens")
    calls = [item.action for item in response.output if item.type == "web_search_call"]
    queries: list[str | None] = []
    sources: list[str | None] = []
    for act in filter(None, calls):
        queries += act.queries or [act.query]
        sources += [act.url, *(source.url for source in act.sources or ())]
    opened = sum(act is not None and act.type in ("open_page", "find_in_page") for act in calls)
    billed = ((response.tool_usage or {}).get("web_search") or {}).get("num_requests")
    cited = [(note.url, note.title) for part in parts for note in part.cited]
    return Found(
        Text(writable(text), writable("\n".join(filter(None, thoughts)) or thinking), cut),
        writable(split_thinking("".join(part.without_links for part in parts))[1]).strip(),
        tuple(dict.fromkeys(writable(query) for query in queries if query)),
        tuple(dict.fromkeys(writable(url) for url in sources if url)),
        tuple(dict.fromkeys(Citation(writable(url or ""), writable(t or "")) for url, t in cited)),
        len(calls) - opened if billed is None else billed,
    )


def count(answer: dict[str, Any]) -> dict[str, int]:
    """The server's token counts, under the names of the chat API; 0 if it gives none."""
    usage = answer.get("usage") or {}
    names = {"prompt_tokens": "input_tokens", "completion_tokens": "output_tokens"}
    return {ours: usage.get(theirs) or 0 for ours, theirs in names.items()}
