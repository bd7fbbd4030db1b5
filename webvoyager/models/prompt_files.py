"""The prompts: texts with slots, one file each in prompts/, or your own in their place."""

import hashlib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from jinja2 import (
    Environment,
    FileSystemLoader,
    StrictUndefined,
    TemplateSyntaxError,
    meta,
)

from .chat import writable
from .text_files import read_text

PROMPTS = Path(__file__).parents[1] / "prompts"
AGENT = ("agent", "observation", "task")  # the prompts of every episode in a browser
Own = Sequence[tuple[str, str]]  # names and texts of prompts that take the place of the kit's
Prompts = str | Path | Mapping[str, str | Path] | Own  # what `read_prompts` reads them from
_kit = Environment(
    loader=FileSystemLoader(PROMPTS),
    undefined=StrictUndefined,
    keep_trailing_newline=True,
    autoescape=False,
)
_from_string = cache(_kit.from_string)


def fill(prompt: str, own: Own = (), /, **slots: object) -> str:
    """The prompt of this name with its slots filled: from `own`, or else `prompts/<prompt>.md`.

    A slot without a value raises an error.
    """
    text = dict(own).get(prompt)
    template = _kit.get_template(f"{prompt}.md") if text is None else _from_string(text)
    return writable(template.render(**slots))


def fenced(words: str, name: str) -> str:
    """Text from others, between two markers that it cannot contain: data, not instructions."""
    words = writable(words)
    mark = f"{name}-{hashlib.sha256(words.encode()).hexdigest()[:8]}"
    return f"<{mark}>\n{words}\n</{mark}>"


_kit.filters["fenced"] = fenced


def prompt_texts() -> dict[str, str]:
    """The kit's prompts by name, as in their files: copy one and change it for `prompts=`."""
    return {file.stem: file.read_text("utf-8") for file in sorted(PROMPTS.glob("*.md"))}


def read_prompts(given: Prompts) -> tuple[tuple[str, str], ...]:
    """Your prompts by name and text: from a folder of files such as agent.md, or a dict.

    The dict has a text, or the path to one, for each name. Those that are the same as the kit's are
    left out. Raises ValueError for a prompt that doesn't exist, that uses a slot which nobody
    fills, or that cannot be read.
    """
    if isinstance(given, str | Path):
        folder = Path(given)
        given = {file.stem: file for file in sorted(folder.glob("*.md"))}
        if not given:
            raise ValueError(f"{folder} has no prompts: put files such as agent.md into it.")
    texts = {
        name: read_text(text) if isinstance(text, Path) else text
        for name, text in dict(given).items()
    }
    kit = prompt_texts() if texts else {}
    for name, text in texts.items():
        if name not in kit:
            raise ValueError(f"There is no prompt {name!r}; there are {', '.join(kit)}.")
        try:
            known = meta.find_undeclared_variables(_kit.parse(kit[name]))
            slots = meta.find_undeclared_variables(_kit.parse(text))
        except TemplateSyntaxError as error:
            raise ValueError(
                f"Your prompt {name!r} cannot be read: {error.message} (line {error.lineno})."
            ) from None
        if unknown := sorted(slots - known):
            raise ValueError(
                f"Your prompt {name!r} has the slot {unknown[0]!r}, which nobody fills; its slots"
                f" are: {', '.join(sorted(known)) or 'none'}."
            )
    return tuple(sorted((name, text) for name, text in texts.items() if text != kit[name]))


def prompt_hashes(*names: str, own: Own = ()) -> dict[str, str]:
    """The first 12 digits of each prompt's SHA-256, by the prompt's name.

    Without names: the agent's prompts. Those of `own` are included.
    """
    chosen = {name: (PROMPTS / f"{name}.md").read_bytes() for name in names or AGENT}
    chosen |= {name: text.encode() for name, text in own}
    return {name: hashlib.sha256(data).hexdigest()[:12] for name, data in chosen.items()}


def own_suffix(own: Own, used: Sequence[str]) -> str:
    """What to add to a name to say which of the used prompts are yours: ", own judge 3fa2b1"."""
    hashes = prompt_hashes(*used, own=own)
    yours = [name for name, _ in own if name in used]
    return "".join(f", own {name} {hashes[name][:6]}" for name in yours)
