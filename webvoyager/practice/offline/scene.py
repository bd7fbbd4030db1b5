"""The scene: question, page and history together, with what follows from them; what every rule looks at."""

import re
from dataclasses import replace
from functools import cached_property
from urllib.parse import urlsplit

from .entries import Card, cards
from .finding import rank
from .history import Fact, history
from .journey import rows
from .ordering import sorts
from .pages import Element, Line
from .question import GENERIC, question
from .reading import Conversation
from .thoughts import ORDERED
from .told import Told
from .whereabouts import MEETING
from .words import alike, content, fold, names, share, stem, tokens

MORE = re.compile(r"(?:show|load|view|see) (?:\d+ |all )?more(?: \w+)?$")


class Scene(Told):
    """One moment of an episode, as the rules see it; here, the list in view and its links."""

    @cached_property
    def cards(self) -> list[Card]:
        found = rows(self.page) if self.question.trip.start else cards(self.page)
        found = [replace(card, lines=tuple(line for line in card.lines if not self._on_map(line))) for card in found]
        return [card for card in found if not (self.after_form and card.element and self.in_header(card.element))]

    def _on_map(self, line: Line) -> bool:
        """Whether a line is a pin on a map, which only looks like the entry's own."""
        return any(e.box and e.box.holds(line) and re.search(r"\bmap$", fold(e.name)) for e in self.page.elements)

    @cached_property
    def best_noted(self) -> Fact | None:
        """The best entry of a list so far, by the wanted order."""
        order = self.question.order
        noted = [fact for fact in self.history.facts if order and fact.label == order.label]
        return noted[-1] if noted and not self.question.compares else None

    @cached_property
    def has_more(self) -> bool:
        """Whether more of the list lies below or on a next page."""
        usable = [fold(element.name) for element in self.page.elements if not element.disabled]
        return self.page.goes_on or any(name.startswith("next") or MORE.match(name) for name in usable)

    def relevance(self, text: str) -> float:
        """Which part of what is unmet, as far as it tells this list's entries apart, a text names."""
        telling = self.unmet & {word for card in self.cards for word in content(card.text)}
        return share(telling, content(text)) if telling else 1.0

    @cached_property
    def candidates(self) -> list[Card]:
        """The entries on this page that may be what is wanted, the most fitting first."""
        shown = [
            c for c in self.cards if fold(c.title) not in self.history.ruled_out and self.verdict(c.lines) is not False
        ]
        shown = [card for card in shown if not card.paid] or shown
        best = max((self.relevance(card.text) for card in shown), default=0)
        fit = [card for card in shown if self.relevance(card.text) >= 0.8 * best]
        if self.question.order:
            ranked = [(rank(self.question.order, card.lines), card) for card in fit]
            known = [(value, card) for value, card in ranked if value is not None]
            return [card for _, card in sorted(known, key=lambda pair: -pair[0])] or fit
        return sorted(fit, key=lambda card: (-self.relevance(card.text), self.verdict(card.lines) is None))

    @cached_property
    def is_sorted(self) -> bool:
        """Whether the list here is in the wanted order: a control says so, or was used for it."""
        order = self.question.order
        if not order:
            return True
        newest = order.kind == "date" and order.most
        if newest and re.search(r"newest first|most recent first|latest first", self.page.folded):
            return True
        shown = [element.value for element in self.page.elements if element.tag == "select"]
        used = [past.choice for past in self.history.saying(ORDERED)]
        return any(sorts(text, order) for text in shown + used)

    def speaks(self, element: Element) -> float:
        """How much a link, with the line right below it, speaks of what is asked: 0 to 1."""
        wanted = {*self.wanted, *(word for need in self.needs for word in need.stems)}
        near = [line.text for line in self.page.lines if element.box and -4 <= line.y - element.box.bottom < 12]
        near = near if len(near) == 1 else []
        begun, name = {word[:5] for word in wanted}, {word[:5] for word in content(element.name)}
        said = name | {word[:5] for text in near for word in content(text)}
        return len(begun & said) / max(2, len(wanted)) + 0.5 * (bool(name) and name <= begun)

    def find_link(self, thing: str) -> Element | None:
        """The link that leads to a thing by name, the one that says least else."""
        links = [element for element in self.page.elements if element.tag == "a"]
        fitting = [link for link in links if names(link.name, thing) or alike(link.name, thing) > 0.75]
        link = min(fitting, key=lambda element: len(element.name), default=None)
        longer = link and len(tokens(link.name)) > 2 * len(tokens(thing)) + 1 and MEETING.search(fold(link.name))
        return None if longer and not MEETING.search(fold(thing)) else link


def scene(talk: Conversation) -> Scene:
    """The scene of a conversation; words that only name the site one is on are taken out of the question."""
    first = talk.pages[0]
    host = urlsplit(first.address or talk.start).hostname or ""
    brand = re.split(r"\s*[|·•—–:]\s+|\s+-\s+", first.title)
    site = {stem(word) for word in fold(host).split(".")}
    site |= {word for part in (brand[0], brand[-1]) if len(part.split()) < 3 for word in content(part)}
    asked = question(talk.question)
    known = set(tokens(" ".join(asked.names))) | GENERIC
    past = history(talk)
    return Scene(talk, replace(asked.without(site - known)), past)
