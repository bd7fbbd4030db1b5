"""Notices when a server silently cuts prompts, as Ollama does if they exceed its context.

Ollama answers 200 and counts what it kept: as many tokens as fit, or half of them (ollama/ollama,
issue 17427).
"""

from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

SHORTEST_CONTEXT = 1000  # tokens: no server has a shorter context
REMEDIES = (
    "give it a longer one (Ollama: a Modelfile with PARAMETER num_ctx 32768, or"
    " OLLAMA_CONTEXT_LENGTH), or send less, with keep_images=1 or view=views.accessibility_tree"
)


class Size(NamedTuple):
    """A prompt's size: characters of text, pictures, and tokens as the server counted them."""

    characters: int
    pictures: int
    tokens: int

    @property
    def expected(self) -> float:
        """Tokens by rule of thumb: one per four characters, 700 per picture."""
        return self.characters / 4 + 700 * self.pictures


def size(messages: Sequence[dict], tokens: int) -> Size:
    """The size of messages in OpenAI's format."""
    contents = [message["content"] for message in messages]
    parts = [part for content in contents if not isinstance(content, str) for part in content]
    texts = [content for content in contents if isinstance(content, str)]
    texts += [part["text"] for part in parts if part["type"] == "text"]
    return Size(sum(map(len, texts)), sum(part["type"] == "image_url" for part in parts), tokens)


class Context:
    """The sizes of recent prompts, to tell whether the newest was read in full."""

    def __init__(self) -> None:
        self._before: deque[Size] = deque(maxlen=15)  # the steps of an episode

    def cuts(self, now: Size) -> bool:
        """Whether a shorter prompt had as many tokens: then only part of this one was read."""
        cut = any(self._looks_cut(before, now) for before in self._before)
        if now.tokens:
            self._before.append(now)
        return cut

    @staticmethod
    def _looks_cut(before: Size, now: Size) -> bool:
        """Whether the number of tokens did not keep up with the prompt.

        Either the prompt grew by a quarter (by rule of thumb) without more tokens, or it is no
        shorter and has a third fewer.
        """
        longer = now.characters >= before.characters and now.pictures >= before.pictures
        room = 1 if now.expected >= 1.25 * before.expected else 0.67
        return (
            longer
            and min(before.tokens, now.tokens) >= SHORTEST_CONTEXT
            and now.tokens <= before.tokens * room
        )
