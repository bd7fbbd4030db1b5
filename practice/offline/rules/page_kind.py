"""The kind of a page: search results or an item's page; its facts, its header, its footer."""

import re
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urlsplit

from ..memory.memory import OPENED, SENT
from ..page.facts import find_fact
from ..page.labels import Fact
from ..page.page import Element, Line, Page
from ..question.properties import Property
from ..question.words import contains_phrase, fold, tokens
from .goal import Goal

RESULTS = re.compile(r"\b(?:results?|search(?:ed|ing)?|showing|matches)\b", re.I)
QUERY = re.compile(r"[?&](?:q|query|search|s|k|keywords?|terms?|text)=", re.I)
OTHERS = re.compile(
    r"\b(?:related|similar|also (?:like|viewed|bought|enjoy)|more"
    r" (?:like|from|by|in)|recommended)\b"
)
HEADER, FOOT = 150, 330  # pixels from the top and from the end of a page


@dataclass(frozen=True)
class PageKind:
    """What the page in view is, judging by its words, its address and how it was reached."""

    page: Page
    goal: Goal

    @cached_property
    def is_results(self) -> bool:
        """Whether this page lists what a search found."""
        # Further down the page, a part may be called "Results".
        top = self.page.headings[:2] if self.page.above < 0.05 else ()
        heads = " ".join(line.text for line in top)
        sent = any(
            step.after.address == self.page.address for step in self.goal.memory.steps_saying(SENT)
        )
        searched = QUERY.search(self.page.address) or RESULTS.search(f"{self.page.title} {heads}")
        return bool(searched) or (sent and not self.goal.items)

    def is_about(self, item: str) -> bool:
        """Whether this is the item's page, by its heading, its title or the link that led here."""
        if self.is_results:
            return False
        top = [line for line in self.page.headings[:3] if not self._is_one_of_several(line, item)]
        top = sorted(top, key=lambda line: line.y)
        heads = [
            *(line.text for line in top),
            *self.page.titles,
            " ".join(line.text for line in top),
        ]
        short = [head for head in heads if len(tokens(head)) < 2 * len(tokens(item)) + 3]
        return any(contains_phrase(head, item) for head in (*short, self.opened_entry or ""))

    def _is_one_of_several(self, heading: Line, item: str) -> bool:
        """Whether a heading with the item's name is a link, or heads one of several things."""
        if not contains_phrase(heading.text, item):
            return False
        links = [e.box for e in self.page.elements if e.leads_on and e.box]
        peers = [
            line
            for line in self.page.headings
            if abs(line.h - heading.h) < 2 and not contains_phrase(line.text, item)
            if abs(line.y - heading.y) > 2.2 * heading.h or abs(line.x - heading.x) > heading.w
        ]
        larger = any(line.h > heading.h + 2 for line in self.page.headings)
        return any(box.contains(heading) for box in links) or (bool(peers) and larger)

    @cached_property
    def opened_entry(self) -> str | None:
        """The list entry that led to this page; None if it was reached in another way."""
        for step in reversed(self.goal.memory.steps):
            if step.moved and step.after.address.split("#")[0] == self.page.address.split("#")[0]:
                opened = OPENED.search(step.thought)
                return opened[1] if opened and step.action == "Click" else None
        return None

    @cached_property
    def item(self) -> str | None:
        """The wanted item that this page is about; None on lists and elsewhere."""
        if self.goal.items:
            return next((item for item in self.goal.items if self.is_about(item)), None)
        return self.opened_entry

    @cached_property
    def subject(self) -> str | None:
        """The item to read this page for: its own or, once a command is done, the one acted on."""
        return self.goal.done_items[0] if self.goal.done else self.item

    @cached_property
    def body(self) -> list[Line]:
        """The lines to read; on an item's page, those without the menu and "You may also like"."""
        if not self.item:
            return list(self.page.body)
        menu = [e.box for e in self.page.elements if e.tag == "a" and e.box and self.in_menu(e)]
        others = [line.y for line in self.page.headings if OTHERS.search(fold(line.text))]
        end = min(others, default=float("inf"))
        lines = [line for line in self.page.body if line.y < end]
        return [
            line
            for line in lines
            if line.y >= HEADER or not any(box.contains(line) for box in menu)
        ]

    @cached_property
    def facts(self) -> dict[Property, Fact]:
        """What the page says of the needed properties of its subject."""
        needs = self.goal.needs if self.subject else ()
        return {need: fact for need in needs if (fact := self._find_fact(need))}

    def _find_fact(self, need: Property) -> Fact | None:
        """What the page says of a property: rather of a part that the question speaks of."""
        parts = self.goal.term_words
        return (find_fact(need, self.body, about=parts) if parts else None) or find_fact(
            need, self.body
        )

    def may_scroll(self, most: int = 6) -> bool:
        """Whether the page continues below, and fewer than `most` screens were scrolled."""
        return self.page.goes_on and self.goal.memory.scrolled(self.page.address) < most

    def in_menu(self, element: Element) -> bool:
        """Whether an element is at the very top, or fixed on the screen.

        It is fixed if it was at the same place on another page or before scrolling.
        """
        if element.box is None:
            return False
        return (
            element in self._fixed_elements
            or element.box.y + self.page.above * self.page.viewport[1] < HEADER
        )

    @cached_property
    def _fixed_elements(self) -> list[Element]:
        here, path = self.page, urlsplit(self.page.address).path
        seen = [step.page for step in self.goal.memory.steps[-3:]]
        others = [
            p for p in seen if urlsplit(p.address).path != path or abs(p.above - here.above) > 0.1
        ]
        before = {(element.name, element.box) for page in others for element in page.elements}
        return [element for element in here.elements if (element.name, element.box) in before]

    def in_foot(self, element: Element) -> bool:
        """Whether an element is at the very end, where every page of a site has the same links."""
        end = (1 + self.page.below) * self.page.viewport[1]
        return element.box is None or end - element.box.y < FOOT
