"""Reads the lexicon: one text file per topic, the same in every world.

An entry has these lines; those from the part of speech to `a:` are repeated for each of its parts:

    # word
    noun | B1 B2 | UK | US | plural: words    a world chooses one of the levels
    = label: a definition                     the label is optional
    > an example of the definition
    c: collocations
    s: synonyms
    a: antonyms
    f: word family
    t: translations, in the order of languages.json
    o: origin
"""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .records import PARTS, Sense

FOLDER = Path(__file__).parent / "lexicon"
LABELS = r"(informal|formal|literary|US English|especially historical|of a photograph): (.*)"


@dataclass
class Draft:
    """An entry before a world draws its levels and counts."""

    word: str
    topic: str
    parts: list[dict[str, Any]] = field(default_factory=list)
    lines: dict[str, str] = field(default_factory=dict)


def read(topic: str) -> list[Draft]:
    """The drafts of a topic, in the file's order."""
    drafts: list[Draft] = []
    for line in (FOLDER / f"{topic}.txt").read_text("utf-8").splitlines():
        if line.startswith("# "):
            drafts.append(Draft(line[2:], topic))
        elif line:
            _add_line(drafts[-1], line)
    return drafts


def listed(text: str) -> tuple[str, ...]:
    """Split a text at its semicolons."""
    return tuple(text.split("; ")) if text else ()


def _add_line(draft: Draft, line: str) -> None:
    mark, rest = line[:2], line[2:].strip()
    if line.split(" ")[0] in PARTS:
        name, levels, uk, us, forms = line.split(" | ")
        part = {"name": name, "levels": levels.split(), "uk": uk, "us": us, "forms": forms}
        draft.parts.append({**part, "senses": []})
    elif mark == "= ":
        labelled = re.fullmatch(LABELS, rest)
        label, definition = labelled.groups() if labelled else ("", rest)
        draft.parts[-1]["senses"].append(Sense(definition, label, ()))
    elif mark == "> ":
        sense = draft.parts[-1]["senses"].pop()
        longer = Sense(sense.definition, sense.label, (*sense.examples, rest))
        draft.parts[-1]["senses"].append(longer)
    else:
        (draft.lines if mark[0] in "fto" else draft.parts[-1])[mark[0]] = rest
