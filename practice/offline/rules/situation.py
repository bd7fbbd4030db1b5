"""The situation every rule looks at: question, page, memory and what follows from them."""

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from ..endpoint.conversation import Conversation
from ..memory.memory import Memory, read_memory
from ..page.page import Page
from ..question.properties import Property
from ..question.question import GENERIC, Question, read_question
from ..question.words import content, fold, stem, tokens
from .goal import Goal
from .listing import Listing
from .page_kind import PageKind


@dataclass(frozen=True)
class Situation:
    """One moment of an episode, as the rules see it."""

    talk: Conversation
    page: Page
    question: Question
    memory: Memory
    goal: Goal
    kind: PageKind
    listing: Listing

    def known(self, item: str, need: Property) -> str | None:
        """The value of a needed property, as noted before, else as read here; None if unknown."""
        known = self.memory.note(item, need.words)
        known = known or (self.kind.facts.get(need) if item == self.kind.subject else None)
        return known.value if known else None

    def missing(self, item: str) -> list[Property]:
        """The needed properties of an item that aren't known yet."""
        return [need for need in self.goal.needs if not self.known(item, need)]

    def is_settled(self, item: str) -> bool:
        """Whether an item's needed properties are known, or its command is carried out."""
        if self.question.command:
            return item in self.goal.done_items
        return bool(self.goal.needs) and not self.missing(item)


def read_situation(talk: Conversation) -> Situation:
    """The situation of a conversation.

    Words of the question that only name the current site are removed.
    """
    question, first = read_question(talk.question), talk.pages[0]
    host = urlsplit(first.address).hostname or ""
    brand = re.split(r"\s*[|·•—–:]\s+|\s+-\s+", first.title)
    site = {stem(word) for word in fold(host).split(".")}
    site |= {
        word for part in (brand[0], brand[-1]) if len(part.split()) < 3 for word in content(part)
    }
    known = set(tokens(" ".join(question.names))) | GENERIC
    question, memory, page = question.without(site - known), read_memory(talk), talk.pages[-1]
    goal = Goal(question, memory)
    kind = PageKind(page, goal)
    return Situation(talk, page, question, memory, goal, kind, Listing(page, kind, goal))
