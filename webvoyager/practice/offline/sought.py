"""What is sought: the things and properties that a question wants, and what of it no filter takes care of yet."""

from dataclasses import dataclass
from functools import cached_property

from .asked import Asked
from .history import History
from .pages import Page
from .question import Question
from .reading import Conversation
from .thoughts import FILTERED, SECTION
from .words import content


@dataclass(frozen=True)
class Sought:
    """The question with the conversation so far."""

    talk: Conversation
    question: Question
    history: History

    @property
    def page(self) -> Page:
        return self.talk.page

    @property
    def left(self) -> int:
        """How many actions are left, this one included."""
        return self.talk.limit - self.talk.step + 1

    @cached_property
    def things(self) -> tuple[str, ...]:
        """The things whose own pages are to be read: what the question names, unless that only narrows a list."""
        if self.history.chosen:
            return (self.history.chosen,)
        if self.question.trip.start and self.question.trip.end:
            return ()  # a journey is looked for; who offers it is a word to choose by
        seeks = self.question.conditions or (self.question.order and not self.question.compares)
        seeks = seeks and not any(len(name.split()) > 4 for name in self.question.names)  # long names are titles
        return () if seeks or self.question.counts else self.question.names

    @cached_property
    def needs(self) -> tuple[Asked, ...]:
        """The properties to read of each thing; a comparison needs what it goes by."""
        order, needs = self.question.order, self.question.asked
        if order and self.question.compares and not any(order.label in need.stems for need in needs):
            needs = (*needs, Asked((order.label,), order.kind, order.label))
        if not needs and self.question.names and not self.question.act and not self.question.wants_name:
            words = " ".join(self.question.terms)  # the question has no known form: its words must do
            needs = (Asked(tuple(content(words)), "", words),) if words else ()
        return needs

    @cached_property
    def wanted(self) -> tuple[str, ...]:
        """The stems that say what a list's entry should be."""
        words = [*self.question.terms, *(() if self.things else self.question.names)]
        return tuple(dict.fromkeys(word for text in words for word in content(text)))

    @property
    def own_words(self) -> set[str]:
        """The stems of the question's words that no property, condition or order explains."""
        return {word for term in self.question.terms for word in content(term)}

    @cached_property
    def unmet(self) -> frozenset[str]:
        """The wanted stems that no filter or section chosen so far takes care of."""
        chosen = [past.choice for past in self.history.saying(FILTERED, SECTION) if not past.vain]
        met = {word for name in chosen for word in content(name)}
        for name in self.question.names:
            met |= set(content(name)) if met & set(content(name)) else set()  # "Soups" stood for "Soups & Stews"
        return frozenset(self.wanted) - met

    @cached_property
    def in_section(self) -> bool:
        """Whether a section was opened whose list is being narrowed."""
        return bool(self.history.saying(SECTION))
