"""The Responses API with its web-search tool: what is sent, and how a response is read."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from .replies import Reply, Text, read_number, split_thinking, writable

TOOL = {"type": "web_search"}  # the server searches and reads; the client runs nothing
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


def to_input(messages: Sequence[dict]) -> list[dict]:
    """Chat messages in the format of the Responses API."""
    return [{**message, "content": _rename_parts(message["content"])} for message in messages]


def to_options(settings: dict) -> dict:
    """A model's settings under this API's names, and what is always sent; it has no seed."""
    options = {"include": [SOURCES], "store": False}
    names = {"temperature": "temperature", "max_tokens": "max_output_tokens"}
    return options | {theirs: settings[ours] for ours, theirs in names.items()}


def read(answer: Any) -> Found | None:
    """A response's text, searches and citations; None if it isn't a response.

    If the model comments along the way, only its final answer counts as the text.
    """
    if not isinstance(answer, dict):
        return None
    items = _list_objects(answer.get("output"))
    messages = [item for item in items if item.get("type") == "message"]
    if not messages and answer.get("status") != "incomplete":
        return None
    final = [each for each in messages if each.get("phase") == "final_answer"] or messages
    parts = [part for each in final for part in _list_objects(each.get("content"))]
    thinking, text = split_thinking("".join(map(_read_text, parts)))
    thoughts = [_read_thought(item) for item in items if item.get("type") == "reasoning"]
    calls = [item for item in items if item.get("type") == "web_search_call"]
    acts = [act for call in calls for act in _list_objects([call.get("action")])]
    return Found(
        Text(
            writable(text), writable("\n".join(filter(None, thoughts)) or thinking), _is_cut(answer)
        ),
        writable(split_thinking("".join(map(_cut_links, parts)))[1]).strip(),
        tuple(dict.fromkeys(query for act in acts for query in _list_queries(act))),
        tuple(dict.fromkeys(url for act in acts for url in _list_addresses(act))),
        tuple(dict.fromkeys(cited for part in parts for cited in _list_citations(part))),
        _count_searches(answer, calls),
    )


def count(answer: dict) -> dict[str, int]:
    """The server's token counts, under the names of the chat API; 0 if it gives none."""
    usage = answer.get("usage")
    names = {"prompt_tokens": "input_tokens", "completion_tokens": "output_tokens"}
    return {ours: read_number(usage, theirs) for ours, theirs in names.items()}


def _rename_parts(content: str | list[dict]) -> str | list[dict]:
    if isinstance(content, str):
        return content
    return [
        {"type": "input_text", "text": part["text"]}
        if part["type"] == "text"
        else {"type": "input_image", "image_url": part["image_url"]["url"], "detail": "auto"}
        for part in content
    ]


def _list_objects(value: Any) -> list[dict]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def _read_text(part: dict) -> str:
    """The words of a part, which may be a refusal."""
    words = part.get("refusal") if part.get("type") == "refusal" else part.get("text")
    return words if isinstance(words, str) else ""


def _read_thought(item: dict) -> str:
    parts = _list_objects(item.get("summary")) + _list_objects(item.get("content"))
    return "\n".join(map(_read_text, parts))


def _is_cut(answer: dict) -> bool:
    """Whether a response ended because it reached max_tokens, not because of a filter."""
    details = answer.get("incomplete_details")
    reason = details.get("reason") if isinstance(details, dict) else None
    return answer.get("status") == "incomplete" and reason in (None, "max_output_tokens")


def _list_notes(part: dict) -> list[dict]:
    notes = _list_objects(part.get("annotations"))
    cites = [note for note in notes if note.get("type") == "url_citation"]
    return [note for note in cites if isinstance(note.get("url"), str)]


def _list_citations(part: dict) -> Iterator[Citation]:
    for note in _list_notes(part):
        title = note.get("title")
        yield Citation(writable(note["url"]), writable(title if isinstance(title, str) else ""))


def _cut_links(part: dict) -> str:
    """A part's words without its citation links.

    Some servers annotate the link itself, others the words that the page supports: these stay.
    """
    text = _read_text(part)
    spans = [(note.get("start_index"), note.get("end_index")) for note in _list_notes(part)]
    known = {span for span in spans if all(type(place) is int for place in span)}
    for start, end in sorted(known, reverse=True):
        if "](" in text[start:end]:
            text = _EMPTY.sub("", text[:start].rstrip() + text[end:])
    return text


def _list_queries(act: dict) -> list[str]:
    """The queries of a search, in the API's older or newer format."""
    several = act.get("queries")
    queries = several if isinstance(several, list) and several else [act.get("query")]
    return [writable(query) for query in queries if isinstance(query, str) and query]


def _list_addresses(act: dict) -> list[str]:
    """The addresses that a search found, or the address of a page that was opened."""
    addresses = [each.get("url") for each in (act, *_list_objects(act.get("sources")))]
    return [writable(address) for address in addresses if isinstance(address, str)]


def _count_searches(answer: dict, calls: Sequence[dict]) -> int:
    """The number of searches billed, or of those shown if the server gives no count.

    Opening a page is not billed.
    """
    usage = answer.get("tool_usage")
    reported = usage.get("web_search") if isinstance(usage, dict) else None
    if isinstance(reported, dict) and "num_requests" in reported:
        return read_number(reported, "num_requests")
    kinds = [act.get("type") for call in calls for act in _list_objects([call.get("action")])]
    return len(calls) - sum(kind in ("open_page", "find_in_page") for kind in kinds)
