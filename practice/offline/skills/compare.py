"""The skill of comparing an answer with a reference, word by word.

The texts match if the answer has all words and numbers of the reference in their order and no other
number; they differ if it has none of the words or none of the numbers. The rules understand neither
synonyms nor what belongs together.
"""

import re

from ..endpoint.protocol import Message, Sample
from ..question.words import content
from .judge import read_fenced

NAME = "comparing an answer with a reference"
LEAD = "You compare the answer of a web agent with a reference"
DENIES = re.compile(r"\b(?:not|no|never|neither|either|or|instead|than)\b|n't\b", re.I)


def is_asked(system: str) -> bool:
    """Whether a system prompt asks for a comparison."""
    return system.startswith(LEAD)


def reply(messages: tuple[Message, ...], sample: Sample) -> str:
    """What the answer has of the reference, and a verdict."""
    texts = read_fenced(messages[-1].text)
    reference, answer = texts.get("reference", ""), texts.get("answer", "")
    wanted, given = _list_parts(reference), _list_parts(answer)
    asked = {*_list_parts(texts.get("question", ""))}
    matched = [part for part in wanted if part in given]
    missing = [part for part in wanted if part not in given]
    others = [part for part in given if part[0].isdigit() and part not in {*wanted, *asked}]
    denied = bool(DENIES.search(answer)) != bool(DENIES.search(reference))
    clear = not others and not denied and _is_in_order(wanted, given)
    return "\n".join(
        [
            f"The answer claims: {answer}",
            f"It has: {', '.join(matched) or 'nothing'}.",
            f"It lacks: {', '.join(missing) or 'nothing'}.",
            f"Verdict: {_decide(matched, missing, clear)}",
        ]
    )


def _list_parts(text: str) -> list[str]:
    """The words that carry meaning and the numbers of a text, without separators of thousands."""
    return content(re.sub(r"(?<=\d),(?=\d{3})", "", text))


def _is_in_order(wanted: list[str], given: list[str]) -> bool:
    rest = iter(given)
    return all(part in rest for part in wanted)


def _decide(matched: list[str], missing: list[str], clear: bool) -> str:
    numbers = [any(part[0].isdigit() for part in parts) for parts in (matched, missing)]
    if not missing:
        return "MATCH" if matched and clear else "CANNOT TELL"
    return "DIFFERENT" if not matched or numbers == [False, True] else "CANNOT TELL"
