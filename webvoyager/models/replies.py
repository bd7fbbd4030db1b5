"""A model's reply: its texts, the thinking before each of them, and the tokens used."""

import re
from dataclasses import dataclass, field
from typing import Any

# some servers drop the opening tag
THINKING = re.compile(r"\s*+(?:<think(?:ing)?>)?(.*?)</think(?:ing)?>\s*", re.DOTALL)
# a reply that was cut has no closing tag
STILL_THINKING = re.compile(r"\s*<think(?:ing)?>(.*)", re.DOTALL)


@dataclass(frozen=True)
class Text:
    """One sample: what was said, the thinking before it, and whether it was cut short."""

    content: str
    reasoning: str = ""
    cut: bool = False


@dataclass(frozen=True)
class Reply:
    """What a model said: n texts, tokens as the server counted them, US dollars, seconds.

    `cost` is None if the price is not known. `reasonings` holds the thinking before each text,
    which is not part of the text; `cuts` says whether each text ended because it reached
    max_tokens. Thinking counts towards completion_tokens.
    """

    texts: tuple[str, ...]
    usage: dict[str, int] = field(default_factory=dict)
    cost: float | None = None
    seconds: float = 0.0
    reasonings: tuple[str, ...] = ("",)
    cuts: tuple[bool, ...] = (False,)

    @property
    def text(self) -> str:
        """The first text."""
        return self.texts[0]

    @property
    def reasoning(self) -> str:
        """The thinking before the first text."""
        return self.reasonings[0]

    @property
    def cut(self) -> bool:
        """Whether the first text was cut short."""
        return self.cuts[0]


def read(answer: Any) -> list[Text]:
    """The texts of a chat completion; an empty list if it is malformed.

    Content may come in parts, or in the format of older servers.
    """
    choices = answer.get("choices") if isinstance(answer, dict) else None
    if not isinstance(choices, list) or not all(isinstance(choice, dict) for choice in choices):
        return []
    found = [_read_choice(choice) for choice in choices]
    return [] if None in found else found


def count(answer: dict) -> dict[str, int]:
    """The server's token counts; 0 for one that is missing or makes no sense.

    Some servers count thinking in total_tokens alone (Gemini): it is part of completion_tokens.
    """
    usage = answer.get("usage")
    sent, received, total = (
        read_number(usage, f"{name}_tokens") for name in ("prompt", "completion", "total")
    )
    written = max(received, total - sent) if sent else received
    return {"prompt_tokens": sent, "completion_tokens": written}


def writable(text: str) -> str:
    """The text with "?" for half characters (lone surrogates), which UTF-8 cannot hold."""
    return text.encode("utf-8", "replace").decode()


def read_number(usage: Any, name: str) -> int:
    """A count in a server's object; 0 if it is missing or makes no sense."""
    found = usage.get(name) if isinstance(usage, dict) else None
    is_valid = isinstance(found, int | float) and not isinstance(found, bool) and 0 <= found < 1e12
    return int(found) if is_valid else 0


def split_thinking(content: str) -> tuple[str, str]:
    """Split a reply into the thinking and what was said after it."""
    if found := THINKING.match(content):
        return found[1].strip(), content[found.end() :]
    if found := STILL_THINKING.match(content):
        return found[1].strip(), ""
    return "", content


def _read_choice(choice: dict) -> Text | None:
    message = choice.get("message", {"content": choice.get("text", choice)})
    # Gemini leaves `content` out of a reply that was cut while it thought
    content = message.get("content", message.get("text")) if isinstance(message, dict) else 0
    parts = content if isinstance(content, list) else ["" if content is None else content]
    parts = [part.get("text") if isinstance(part, dict) else part for part in parts]
    if not all(isinstance(part, str) for part in parts):
        return None
    thought, reply = split_thinking("".join(parts))
    # the first by vLLM and Ollama, the second by llama.cpp and older vLLM
    fields = [message.get(name) for name in ("reasoning", "reasoning_content")]
    reasoning = next((words for words in fields if isinstance(words, str) and words), thought)
    return Text(
        writable(reply),
        writable(reasoning),
        choice.get("finish_reason") == "length",
    )
