"""The fixed words, read once: topics, partners, and the sentences that courses are made of."""

from collections.abc import Mapping
from typing import Any

from ...kit.catalogue import catalogue
from ...kit.formats import capitalised
from ...kit.once import once

read = catalogue(__file__)


@once
def rows(name: str) -> list[dict[str, Any]]:
    """The rows of catalogue/<name>.csv; a value with "|" in it is a tuple."""
    return [
        {key: tuple(value.split("|")) if "|" in value else value for key, value in row.items()}
        for row in read(f"{name}.csv")
    ]


def in_sentence(topic: str) -> str:
    """A topic within a sentence: "data visualisation", "academic English"."""
    proper = read("course_words.json")["proper_words"]
    return " ".join(word if word in proper else word.lower() for word in topic.split())


def slots(topic: str, concept: str, **more: object) -> Mapping[str, object]:
    """The slots that most sentences have, with those given besides."""
    return {
        "topic": topic,
        "topic_lower": in_sentence(topic),
        "concept": concept,
        "Concept": capitalised(concept),
        **more,
    }
