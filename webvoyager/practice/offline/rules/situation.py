"""The situation: question, page and memory together, with what follows from them; what every rule looks at."""

import re
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urlsplit

from ..endpoint.conversation import Conversation
from ..memory.memory import Memory, read_memory
from ..page.page import Page
from ..question.question import GENERIC, Question, read_question
from ..question.words import content, fold, stem, tokens
from .goal import Goal
from .listing import Listing
from .page_facts import PageFacts
from .page_kind import PageKind


@dataclass(frozen=True)
class Situation:
    """One moment of an episode, as the rules see it."""

    talk: Conversation
    question: Question
    memory: Memory

    @property
    def page(self) -> Page:
        return self.talk.pages[-1]

    @cached_property
    def goal(self) -> Goal:
        return Goal(self.question, self.memory)

    @cached_property
    def kind(self) -> PageKind:
        return PageKind(self.page, self.goal)

    @cached_property
    def facts(self) -> PageFacts:
        return PageFacts(self.kind)

    @cached_property
    def listing(self) -> Listing:
        return Listing(self.page, self.facts, self.goal)


def read_situation(talk: Conversation) -> Situation:
    """The situation of a conversation; words that only name the site one is on are taken out of the question."""
    question, first = read_question(talk.question), talk.pages[0]
    host = urlsplit(first.address or talk.start).hostname or ""
    brand = re.split(r"\s*[|·•—–:]\s+|\s+-\s+", first.title)
    site = {stem(word) for word in fold(host).split(".")}
    site |= {word for part in (brand[0], brand[-1]) if len(part.split()) < 3 for word in content(part)}
    known = set(tokens(" ".join(question.names))) | GENERIC
    return Situation(talk, question.without(site - known), read_memory(talk))
