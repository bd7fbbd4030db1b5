"""The scene: question, page and history together, with what follows from them; what every rule looks at."""

import re
from dataclasses import dataclass, replace
from functools import cached_property
from urllib.parse import urlsplit

from .asked import Asked
from .finding import Value, find, meets, rank
from .history import Fact, History, history
from .journey import rows
from .layout import Card, cards
from .ordering import sorts
from .question import GENERIC, Question, question
from .reading import Conversation, Element, Line, Page
from .values import of_kind
from .words import alike, content, fold, names, share, stem, tokens

RESULTS = re.compile(r"\b(?:results?|search(?:ed|ing)?|showing|matches)\b", re.IGNORECASE)
QUERY = re.compile(r"[?&](?:q|query|search|s|k|keywords?|terms?|text)=", re.IGNORECASE)
SET = re.compile(r"I set the filter|I open the section")
PART = re.compile(r"This is the page of (.*), but I do not see the .*\. I look ")
PRESSED = re.compile(r"This is (.*)\. To do what was asked, I press")
BY = re.compile(r"\bby (train|bus|coach|taxi|metro|tram|underground|ferry|boat|car|bike|foot)\b")
FIELD = re.compile(
    r"\bcheck[ -]?in\b|\bdates?\b|\bguests\b|\btravell?ers\b|\bpassengers\b"
)  # what a form asks is no fact
MORE = re.compile(r"(?:show|load|view|see) (?:\d+ |all )?more(?: \w+)?$")
OTHERS = re.compile(
    r"\b(?:related|similar|also (?:like|viewed|bought|enjoy)|more (?:like|from|by|recipes|in)|recommended)\b", re.I
)
MEETING = re.compile(r"\w (?:at|v|vs\.?|versus|against) \w")  # of two, so the page of neither
NOTHING = re.compile(
    r"\b(?:no (?:results?|matches|\w+ (?:found|match(?:ed|es)?))|nothing (?:found|matche[sd])|0 (?:results|matches)"
    r"|nothing fits|no \w+ is called|no entry for|not in our|we have no|page not found|error 404|did not match"
    r"|couldn't find|could not find|no \w+ matched)\b"
)


@dataclass(frozen=True)
class Scene:
    """One moment of an episode, as the rules see it."""

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

    # --- what is sought ---

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

    def settled(self, thing: str) -> bool:
        """Whether what is to be known of a thing is known, or what is to be done is done."""
        if self.question.act:
            return thing in self.acted
        return bool(self.needs) and all(self.known(thing, need) for need in self.needs)

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
        chosen = [past.text or past.target for past in self.history.steps if SET.search(past.thought) and not past.vain]
        met = {word for name in chosen for word in content(name)}
        for name in self.question.names:
            met |= set(content(name)) if met & set(content(name)) else set()  # "Soups" stood for "Soups & Stews"
        return frozenset(self.wanted) - met

    @cached_property
    def in_section(self) -> bool:
        """Whether a section was opened whose list is being narrowed."""
        return any("I open the section" in past.thought for past in self.history.steps)

    # --- where one is ---

    @cached_property
    def is_results(self) -> bool:
        """Whether this page lists what a search found."""
        top = self.page.headings[:2] if self.page.above < 0.05 else ()  # further down, a part may be called "Results"
        heads = " ".join(line.text for line in top)
        return self.after_form or bool(QUERY.search(self.page.address) or RESULTS.search(f"{self.page.title} {heads}"))

    @cached_property
    def after_form(self) -> bool:
        """Whether the button of a form led here from another page."""
        here = self.page.address.split("?")[0]
        pressed = [past for past in self.history.steps if "The form is filled in" in past.thought]
        return any(past.after.address.split("?")[0] == here != past.page.address.split("?")[0] for past in pressed)

    @cached_property
    def nothing_found(self) -> bool:
        return bool(NOTHING.search(self.page.folded))

    def about(self, thing: str) -> bool:
        """Whether this page is the thing's own: its heading or title says so, or its link led here."""
        if self.is_results:
            return False
        heads = [line.text for line in self.page.headings[:3]] + re.split(r"\s+[|·•—–-]\s+", self.page.title)
        heads.append(" ".join(line.text for line in sorted(self.page.headings[:3], key=lambda line: line.y)))
        heads = [head for head in heads if not MEETING.search(fold(head)) or MEETING.search(fold(thing))]
        bare = re.split(r" (?:in|at|near) (?=[A-Z])", thing)[0]  # where it lies stands elsewhere on its page
        told = (thing, bare) if len(bare.split()) > 1 else (thing,)
        return any(
            names(head, each) and len(tokens(head)) < 2 * len(tokens(each)) + 3 for head in heads for each in told
        ) or (self.entered is not None and alike(self.entered, thing) > 0.7)

    def in_header(self, element: Element) -> bool:
        """Whether an element stands where sites have their menus: at the very top."""
        return element.box is not None and element.box.y + self.page.above * self.page.viewport[1] < 150

    def in_foot(self, element: Element) -> bool:
        """Whether an element stands at the very end of the page, where every page of a site has the same links."""
        end = (1 + self.page.below) * self.page.viewport[1]
        return element.box is None or end - element.box.y < 330

    @cached_property
    def question_properties(self) -> set[str]:
        """Words that name a property to choose, as in "Color Red"."""
        return {"color", "colour", "size", "option", "choose", "select", "style", "variant"}

    @cached_property
    def entered(self) -> str | None:
        """The entry that was opened to come to this page, None where it was reached otherwise."""
        for past in reversed(self.history.steps):
            if past.moved and past.after.address.split("#")[0] == self.page.address.split("#")[0]:
                opened = re.search(r'I open "([^"]*)"', past.thought)
                return opened[1] if opened and past.name == "Click" else None
        return None

    @cached_property
    def thing(self) -> str | None:
        """The sought thing that this page is about, None on lists and elsewhere."""
        part = next((past for past in reversed(self.history.steps) if past.moved), None)
        if part and part.after.address == self.page.address and (found := PART.search(part.thought)):
            return found[1]
        if self.things:
            return next((thing for thing in self.things if self.about(thing)), None)
        return self.entered

    @cached_property
    def subject(self) -> str | None:
        """What this page can tell about: its thing, or the things that were acted on, once that is done."""
        return self.acted[0] if self.done else self.thing

    # --- what can be read ---

    @cached_property
    def cards(self) -> list[Card]:
        found = rows(self.page) if self.question.trip.start else cards(self.page)
        found = [replace(card, lines=tuple(line for line in card.lines if not self._on_map(line))) for card in found]
        return [card for card in found if not (self.after_form and card.element and self.in_header(card.element))]

    def _on_map(self, line: Line) -> bool:
        """Whether a line is a pin on a map, which only looks like the entry's own."""
        return any(e.box and e.box.holds(line) and re.search(r"\bmap$", fold(e.name)) for e in self.page.elements)

    def read(self, thing: str) -> dict[Asked, Value]:
        """What this page says of the thing's needed properties, if it is the thing's page."""
        if thing != self.subject:
            return {}
        by = BY.search(fold(self.question.text))  # a row of that name tells it
        found = {need: self._by(need, by[1]) if by else find(need, self.body) for need in self.needs}
        return {need: value for need, value in found.items() if value}

    def _by(self, need: Asked, means: str) -> Value | None:
        """What is asked of one way to go: beside its name, or in the row of that name."""
        for line in self.body:
            if means in tokens(line.text) and need.kind and (words := of_kind(need.kind, line.text)):
                return Value(words, line.text, 1.0)
        return find(need, self.body, {means}) or (find(need, self.body) if len(need.stems) > 1 else None)

    @cached_property
    def body(self) -> list[Line]:
        """The lines to read: not those in fields, nor on a thing's page those under "You may also like"."""
        menu = [e.box for e in self.page.elements if e.tag == "a" and e.box and self.in_header(e)] if self.thing else []
        others = [line.y for line in self.page.headings if OTHERS.search(line.text)] if self.thing else []
        fields = [e.box for e in self.page.elements if e.box and e.tag == "summary" and FIELD.search(fold(e.name))]
        lines = [line for line in self.page.body if line.y < min(others, default=line.y + 1)]
        lines = [line for line in lines if not any(box.holds(line) for box in fields)]
        return [line for line in lines if not (line.y < 150 and any(box.holds(line) for box in menu))]

    @cached_property
    def recent(self) -> list[Line]:
        """The lines of this page in all screenshots that are kept."""
        shown = [page for page in self.talk.pages if page.address == self.page.address]
        lines = [line for page in shown[:-1] for line in page.body] + self.body
        return list({(line.x, line.text): line for line in lines}.values())

    def known(self, thing: str, need: Asked) -> str | None:
        """A needed value: as noted before, else as read here."""
        noted = self.history.fact(thing, need.words)
        if noted:
            return noted.value
        value = self.read(thing).get(need)
        return value.words if value else None

    def verdict(self, card: Card) -> bool | None:
        """Whether an entry keeps all conditions: False if one is broken, None if one cannot be told."""
        said = [meets(condition, card.lines) for condition in self.question.conditions]
        return False if False in said else None if None in said else True

    @cached_property
    def verdict_here(self) -> bool | None:
        """Whether the thing of this page keeps all conditions, as far as the page shows."""
        said = [meets(condition, self.body) for condition in self.question.conditions]
        return False if False in said else None if None in said else True

    @cached_property
    def broken(self) -> str:
        """Which condition the thing of this page does not keep, as a sentence."""
        failed = [str(c) for c in self.question.conditions if meets(c, self.body) is False]
        return f"This page shows that {' and '.join(failed)} is not kept." if failed else ""

    @cached_property
    def best_noted(self) -> Fact | None:
        """The best entry of a list so far, by the wanted order."""
        order = self.question.order
        noted = [fact for fact in self.history.facts if order and fact.label == order.label]
        return noted[-1] if noted and not self.question.compares else None

    @cached_property
    def has_more(self) -> bool:
        """Whether more of the list lies below or on a next page."""
        turn = any(
            (fold(e.name).startswith("next") or MORE.match(fold(e.name))) and not e.disabled for e in self.page.elements
        )
        return self.page.below > 0.05 or turn

    @cached_property
    def acted(self) -> tuple[str, ...]:
        """The things for which the wanted button was pressed."""
        presses = [(past, PRESSED.search(past.thought)) for past in self.history.steps if not past.vain]
        return tuple(dict.fromkeys(found[1] for _, found in presses if found))

    @cached_property
    def done(self) -> bool:
        """Whether what is to be done was done for everything."""
        return bool(self.acted) and set(self.things) <= set(self.acted)

    def relevance(self, text: str) -> float:
        """Which part of what is unmet, as far as it tells this list's entries apart, a text names."""
        telling = self.unmet & {word for card in self.cards for word in content(card.text)}
        return share(telling, content(text)) if telling else 1.0

    @cached_property
    def candidates(self) -> list[Card]:
        """The entries on this page that may be what is wanted, the most fitting first."""
        shown = [c for c in self.cards if fold(c.title) not in self.history.ruled_out and self.verdict(c) is not False]
        shown = [card for card in shown if not card.paid] or shown
        best = max((self.relevance(card.text) for card in shown), default=0)
        fit = [card for card in shown if self.relevance(card.text) >= 0.8 * best]
        if self.question.order:
            ranked = [(rank(self.question.order, card.lines), card) for card in fit]
            known = [(value, card) for value, card in ranked if value is not None]
            return [card for _, card in sorted(known, key=lambda pair: -pair[0])] or fit
        return sorted(fit, key=lambda card: (-self.relevance(card.text), self.verdict(card) is None))

    @cached_property
    def is_sorted(self) -> bool:
        """Whether the list here is in the wanted order: a control says so, or was used for it."""
        order = self.question.order
        if not order:
            return True
        if (
            order.kind == "date"
            and order.most
            and re.search(r"newest first|most recent first|latest first", self.page.folded)
        ):
            return True
        shown = [element.value for element in self.page.elements if element.tag == "select"]
        used = [past.text or past.target for past in self.history.steps if "in order of" in past.thought]
        return any(sorts(text, order) for text in shown + used)

    def speaks(self, element: Element) -> float:
        """How much a link, with the line right below it, speaks of what is asked: 0 to 1."""
        wanted = {*self.wanted, *(word for need in self.needs for word in need.stems)}
        near = [line.text for line in self.page.lines if element.box and -4 <= line.y - element.box.bottom < 12]
        near = near if len(near) == 1 else []
        said = {word[:5] for text in (element.name, *near) for word in content(text)}
        hits = {word[:5] for word in wanted} & said
        name = {word[:5] for word in content(element.name)}
        return len(hits) / max(2, len(wanted)) + (0.5 if name and name <= {word[:5] for word in wanted} else 0)

    def find_link(self, thing: str) -> Element | None:
        """The link that leads to a thing by name, the one that says least else."""
        fitting = [
            element
            for element in self.page.elements
            if element.tag == "a" and (names(element.name, thing) or alike(element.name, thing) > 0.75)
        ]
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
