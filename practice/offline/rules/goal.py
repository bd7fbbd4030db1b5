"""The goal: the items and properties that a question wants, and what is still to be done."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ..memory.memory import FILTERED, PRESSED, SECTION, Memory
from ..page.facts import meets
from ..page.page import Line
from ..question.properties import Property
from ..question.question import Question
from ..question.words import content


@dataclass(frozen=True)
class Goal:
    """What the question wants, given what was done so far."""

    question: Question
    memory: Memory

    @cached_property
    def items(self) -> tuple[str, ...]:
        """The items whose pages are to be read.

        These are the names in the question, unless a name only narrows a list.
        """
        question = self.question
        seeks = question.conditions or (question.order and not question.compares)
        # Long names are titles.
        seeks = seeks and not any(len(name.split()) > 4 for name in question.names)
        return () if seeks or question.counts else question.names

    @cached_property
    def needs(self) -> tuple[Property, ...]:
        """The properties to read of each item; a comparison adds the one it compares by."""
        question = self.question
        order, needs = question.order, question.properties
        if order and question.compares and not any(order.label in need.stems for need in needs):
            needs = (*needs, Property((order.label,), order.kind, order.label))
        if not needs and question.names and not question.command and not question.wants_name:
            words = " ".join(question.terms)  # the question has no known form: use its words
            needs = (Property(tuple(content(words)), "", words),) if words else ()
        return needs

    @cached_property
    def wanted(self) -> frozenset[str]:
        """The stems that describe the wanted entry of a list."""
        names = () if self.items else self.question.names
        return frozenset(content(" ".join([*self.question.terms, *names])))

    @property
    def term_words(self) -> set[str]:
        """The stems of the question's words that no property, condition or order explains."""
        return set(content(" ".join(self.question.terms)))

    @cached_property
    def unmet(self) -> frozenset[str]:
        """The wanted stems that no filter or section chosen so far covers."""
        chosen = [
            step.choice for step in self.memory.steps_saying(FILTERED, SECTION) if not step.in_vain
        ]
        met = set(content(" ".join(chosen)))
        names = [set(content(name)) for name in self.question.names]
        # "Soups" may be short for "Soups & Stews".
        return self.wanted - met.union(*(name for name in names if met & name))

    def keeps_conditions(self, lines: Sequence[Line]) -> bool | None:
        """Whether these lines meet all conditions: False if one is broken, None if unknown."""
        verdicts = [meets(condition, lines) for condition in self.question.conditions]
        if False in verdicts:
            return False
        return None if None in verdicts else True

    @cached_property
    def done_items(self) -> tuple[str, ...]:
        """The items for which the wanted button was pressed."""
        presses = [PRESSED.search(step.thought) for step in self.memory.steps if not step.in_vain]
        return tuple(dict.fromkeys(found[1] for found in presses if found))

    @cached_property
    def done(self) -> bool:
        """Whether the command was carried out for every item."""
        return bool(self.done_items) and set(self.items) <= set(self.done_items)
