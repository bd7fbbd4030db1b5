"""A model's key, and how to keep it out of what servers say."""

import os
import re
from collections.abc import Iterable
from urllib.parse import quote

from ..records import EpisodeError

SHORTEST = 6  # characters: anything shorter isn't a secret
PLACEHOLDERS = {"none", "dummy", "empty", "not-needed", "sk-no-key-required", "ollama", "lm-studio"}
# how a server shows a key without its middle: sk-ab****yz, sk-ab...yz
_MASKED = re.compile(r"([\w-]*)(?:\*{2,}|\.{3,}|…+)([\w-]*)")


def find_key(passed: str | None) -> str:
    """The key that was passed, or else OPENAI_API_KEY; EpisodeError if there is none.

    ValueError for a key with blanks or letters that no key has, as in one that was copied masked.
    """
    key = (os.environ.get("OPENAI_API_KEY", "") if passed is None else passed).strip()
    if not key:
        raise EpisodeError("There is no key for the model: set OPENAI_API_KEY, or pass api_key.")
    if not re.fullmatch(r"[!-~]+", key):
        raise ValueError("The model's key has a character that no key has: copy it again.")
    return key


def hide(words: str, secrets: Iterable[str]) -> str:
    """The words with … for each secret, in full or masked as servers show keys."""
    for secret in secrets:
        if len(secret) < SHORTEST or secret.lower() in PLACEHOLDERS:
            continue
        words = words.replace(secret, "…").replace(quote(secret, safe=""), "…")
        words = _MASKED.sub(lambda shown, of=secret: "…" if _masks(shown, of) else shown[0], words)
    return words


def _masks(shown: re.Match[str], secret: str) -> bool:
    start, end = shown.groups()
    return bool(start and secret.startswith(start)) or bool(end and secret.endswith(end))
