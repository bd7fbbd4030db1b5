"""The fixed words, read once: topics, partners, and the sentences that courses are made of."""

from collections.abc import Mapping

from ...kit.catalogue import catalogue
from ...kit.formats import capitalised

read = catalogue(__file__)


def in_sentence(topic: str) -> str:
    """A topic within a sentence: "data visualisation", "academic English"."""
    proper = read("course_words.json")["proper_words"]
    return " ".join(word if word in proper else word.lower() for word in topic.split())


def slots(topic: str, concept: str, **more: object) -> Mapping[str, object]:
    """The slots that most sentences have, with those given besides."""
    topics = {"topic": topic, "topic_lower": in_sentence(topic)}
    return topics | {"concept": concept, "Concept": capitalised(concept)} | more
