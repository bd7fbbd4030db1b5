"""A model's key: checked before it is sent, and hidden in what servers say."""

import base64
import os
import re
import sys
from collections.abc import Iterable
from typing import Self

from ..records import EpisodeError

SHORTEST = 6  # letters and digits: anything shorter isn't a secret
ACROSS = 10  # as many in a row are a piece of a key, even with blanks between them
STAND_INS = {  # placeholders for servers that need no key, without punctuation
    "none", "null", "empty", "dummy", "nokey", "noneed", "notneeded", "notused", "notrequired",
    "skno", "sknokeyrequired", "unused", "ollama", "lmstudio", "llamacpp", "vllm", "openai",
    "apikey", "localhost",
}  # fmt: skip
# one character, however it is written: %73, &#115; &#x73; \u0073 \x73, or as it is
_CHARACTER = re.compile(
    r"%(?:25)*([0-9a-f]{2})|\\+u([0-9a-f]{4})|\\+x([0-9a-f]{2})|&#x([0-9a-f]{1,6});"
    r"|&#([0-9]{1,7});|(.)",
    re.IGNORECASE | re.DOTALL,
)
_WORD = re.compile(
    r"[\w\-./+=%\\&#;*…•~]+"
)  # characters that may be in a key, or mask a part of it
_MASK = re.compile(r"\*{2,}|\.{2,}|[…•]+|#{2,}|x{3,}", re.IGNORECASE)


class Key:
    """A model's key: the one that was passed, or else OPENAI_API_KEY from the environment.

    Raises EpisodeError if there is none, ValueError if it has characters that no key has. A pickle
    contains a key that was passed; one from the environment is read again where it is loaded.
    """

    def __init__(self, passed: str | None = None) -> None:
        self._passed = passed is not None
        given = passed if self._passed else os.environ.get("OPENAI_API_KEY")
        self.value = require_header("The model's key", given)
        if not self.value:
            raise EpisodeError(
                "There is no key for the model: set OPENAI_API_KEY, or pass api_key."
            )

    def __reduce__(self) -> tuple[type[Self], tuple[str, ...]]:
        return type(self), (self.value,) if self._passed else ()

    def __deepcopy__(self, memo: dict) -> Self:
        return self  # not read again: the environment may have changed

    def __repr__(self) -> str:
        return "Key(…)"


def require_header(name: str, value: str | None) -> str:
    """A header's value without white space around it; "" for None.

    Raises a ValueError that names a character no header can have, and its position, but not the
    value.
    """
    if value is not None and not isinstance(value, str):
        raise ValueError(f"{name} must be a text, not of type {type(value).__name__}.")
    stripped = (value or "").strip()
    for place, character in enumerate(stripped, 1):
        if not "!" <= character <= "~":
            raise ValueError(
                f"{name} has a character that does not belong there (U+{ord(character):04X} at"
                f" position {place}): copy it again."
            )
    return stripped


def hide(words: str, secrets: Iterable[str]) -> str:
    """The words, with … for each that contains a secret, or a piece of one, in any form."""
    forms = [form for secret in secrets for form in list_forms(secret)]
    found = [word[0] for word in _WORD.finditer(words)]
    secret = _find_pieces(found, forms) | _find_masked(found, forms)
    numbers = iter(range(len(found)))
    return _WORD.sub(lambda word: "…" if next(numbers) in secret else word[0], words)


def list_forms(secret: str) -> list[str]:
    """The forms that a secret may take: as it is, in hexadecimal digits, and inside base64.

    Only letters and digits count, in any case. Empty if it isn't a secret: short, or a placeholder.
    """
    plain = _squeeze(secret)
    if len(plain) < SHORTEST or plain in STAND_INS:
        return []
    data = secret.encode()
    # its form in base64 depends on the number of bytes before it
    parts = [base64.b64encode(bytes(before) + data).decode() for before in range(3)]
    return [plain, data.hex(), *map(_squeeze, parts)]


def _squeeze(word: str) -> str:
    """The letters and digits of a word, in lower case and without escapes."""
    characters = [_read_character(found) for found in _CHARACTER.finditer(word)]
    return "".join(character.lower() for character in characters if character.isalnum())


def _read_character(found: re.Match) -> str:
    *hexadecimal, decimal, plain = found.groups()
    code = next((int(digits, 16) for digits in hexadecimal if digits), int(decimal or 0))
    return plain or (chr(code) if code <= sys.maxunicode else "")


def _find_pieces(words: list[str], forms: list[str]) -> set[int]:
    """The indices of the words that contain a piece of a form, or lie within one."""
    characters = [(c, number) for number, word in enumerate(words) for c in _squeeze(word)]
    text, numbers = "".join(c for c, _ in characters), [number for _, number in characters]
    found: set[int] = set()
    for form in forms:
        for length in (SHORTEST, min(ACROSS, len(form))):
            for at in range(len(text) - length + 1):
                lies_in = set(numbers[at : at + length])
                if text[at : at + length] in form and (length > SHORTEST or len(lies_in) == 1):
                    found |= lies_in
    return found


def _find_masked(words: list[str], forms: list[str]) -> set[int]:
    """The indices of the words that show a form with stars or dots in place of a part."""
    found: set[int] = set()
    for number, word in enumerate(words):
        first, *others = (_squeeze(part) for part in _MASK.split(word))
        last = others[-1] if others else ""
        for form in forms:
            if (len(first) > 2 and others and form.startswith(first)) or (
                len(last) > 2 and form.endswith(last)
            ):
                found.add(number)
    return found
