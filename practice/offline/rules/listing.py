"""The list entries in view: which may be wanted, and whether their order is right."""

import re
from dataclasses import dataclass
from functools import cached_property

from ..memory.memory import ORDERED
from ..page.entries import Entry, find_entries
from ..page.facts import measure
from ..page.page import Element, Page
from ..question.superlatives import sorts_by
from ..question.words import content, fold, has_form
from .goal import Goal
from .page_kind import PageKind

NEXT = re.compile(
    r"(?:next(?: page)?|older|[›»→]|(?:(?:show|load|view|see) (?:\d+ |all )?)?more(?: [a-z]+)?)\W*$"
)


@dataclass(frozen=True)
class Listing:
    """The entries of the list on the page in view."""

    page: Page
    kind: PageKind
    goal: Goal

    @cached_property
    def entries(self) -> list[Entry]:
        """The list's entries, without links in the header, which lead to the site's sections."""
        return [entry for entry in find_entries(self.page) if not self.kind.in_menu(entry.element)]

    @property
    def next_links(self) -> list[Element]:
        """The links and buttons that lead to more of the list."""
        return [e for e in self.page.elements if NEXT.match(fold(e.name)) and not e.disabled]

    def relevance(self, entry: Entry) -> float:
        """The share of the unmet words that an entry names.

        Only words that occur in this list count; the share is 1 if there are none.
        """
        telling = self.goal.unmet & {word for other in self.entries for word in content(other.text)}
        return len(telling & set(content(entry.text))) / len(telling) if telling else 1.0

    @cached_property
    def is_wanted(self) -> bool:
        """Whether the list, its page or what led here speaks of anything that is wanted."""
        memory = self.goal.memory
        chosen = [step.choice for step in memory.steps]
        shown = [self.page.title, *(line.text for line in self.page.headings), *chosen]
        shown += [*memory.queries, *(entry.text for entry in self.entries)]
        words = content(" ".join(shown))
        return not self.goal.wanted or any(has_form(word, words) for word in self.goal.wanted)

    @cached_property
    def candidates(self) -> list[Entry]:
        """The entries on this page that may be wanted, the most fitting first."""
        left = [e for e in self.entries if self.goal.keeps_conditions(e.lines) is not False]
        left = [e for e in left if not e.sponsored] or left
        best = max(map(self.relevance, left), default=0)
        fitting = [entry for entry in left if self.relevance(entry) >= 0.8 * best]
        order = self.goal.question.order
        if order:
            values = [(measure(order.label, order.kind, entry.lines), entry) for entry in fitting]
            known = [pair for pair in values if pair[0] is not None]
            return [
                entry for _, entry in sorted(known, key=lambda pair: pair[0], reverse=order.most)
            ] or fitting
        return sorted(fitting, key=self.relevance, reverse=True)

    @cached_property
    def is_ready(self) -> bool:
        """Whether the best entry is in view.

        The list must be in the wanted order or end here. The entry must fit, unless the list ends
        here or three screens of it were scrolled.
        """
        has_more = self.page.goes_on or bool(self.next_links)
        if self.goal.question.order and not self.is_sorted and has_more:
            return False
        fits = self.relevance(self.candidates[0]) >= 0.99
        return fits or not has_more or self.goal.memory.scrolled(self.page.address) >= 3

    @cached_property
    def is_sorted(self) -> bool:
        """Whether the list is in the wanted order: a control says so, or was used for it."""
        order = self.goal.question.order
        if not order:
            return True
        shown = [element.value for element in self.page.elements if element.tag == "select"]
        used = [step.choice for step in self.goal.memory.steps_saying(ORDERED)]
        first = re.findall(
            r"(?:newest|most recent|latest) first",
            fold(" ".join(line.text for line in self.page.body)),
        )
        return any(sorts_by(text, order) for text in (*shown, *used, *first))
