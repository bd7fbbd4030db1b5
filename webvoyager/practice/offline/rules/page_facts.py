"""What a page tells of the thing it is about: the needed values, and whether the conditions are kept."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ..page.facts import Fact, find_fact, meets
from ..page.page import Line
from ..question.properties import Property
from .page_kind import HEADER, PageKind

OTHERS = re.compile(
    r"\b(?:related|similar|also (?:like|viewed|bought|enjoy)|more (?:like|from|by|in)|recommended)\b", re.IGNORECASE
)


@dataclass(frozen=True)
class PageFacts:
    """The lines of the page that tell of its thing, and what they say."""

    kind: PageKind

    @cached_property
    def body(self) -> list[Line]:
        """The lines to read: on a thing's page neither those in the menu nor those under "You may also like"."""
        page = self.kind.page
        if not self.kind.thing:
            return list(page.body)
        menu = [e.box for e in page.elements if e.tag == "a" and e.box and self.kind.in_menu(e)]
        end = min((line.y for line in page.headings if OTHERS.search(line.text)), default=float("inf"))
        lines = [line for line in page.body if line.y < end]
        return [line for line in lines if not (line.y < HEADER and any(box.contains(line) for box in menu))]

    @cached_property
    def found(self) -> dict[Property, Fact]:
        """What this page says of the needed properties of its thing."""
        needs = self.kind.goal.needs if self.kind.subject else ()
        return {need: fact for need in needs if (fact := find_fact(need, self.body))}

    def known(self, thing: str, need: Property) -> str | None:
        """A needed value: as noted before, else as read here."""
        known = self.kind.goal.memory.note(thing, need.words)
        known = known or (self.found.get(need) if thing == self.kind.subject else None)
        return known.value if known else None

    def missing(self, thing: str) -> list[Property]:
        """The needed properties of a thing that are not known yet."""
        return [need for need in self.kind.goal.needs if not self.known(thing, need)]

    def is_settled(self, thing: str) -> bool:
        """Whether what is to be known of a thing is known, or what is to be done is done."""
        goal = self.kind.goal
        if goal.question.command:
            return thing in goal.done_for
        return bool(goal.needs) and not self.missing(thing)

    def keeps_conditions(self, lines: Sequence[Line]) -> bool | None:
        """Whether these lines keep all conditions: False if one is broken, None if one cannot be told."""
        verdicts = [meets(condition, lines) for condition in self.kind.goal.question.conditions]
        if False in verdicts:
            return False
        return None if None in verdicts else True
