"""What a page tells of the thing it is about: the needed values, and whether the conditions are kept."""

import re
from collections.abc import Sequence
from functools import cached_property

from .asked import Asked
from .finding import Value, find, meets
from .pages import Line
from .values import of_kind
from .whereabouts import Whereabouts
from .words import fold, tokens

BY = re.compile(r"\bby (train|bus|coach|taxi|metro|tram|underground|ferry|boat|car|bike|foot)\b")
# What a form asks is no fact.
FIELD = re.compile(r"\bcheck[ -]?in\b|\bdates?\b|\bguests\b|\btravell?ers\b|\bpassengers\b")
OTHERS = re.compile(
    r"\b(?:related|similar|also (?:like|viewed|bought|enjoy)|more (?:like|from|by|recipes|in)|recommended)\b", re.I
)


class Told(Whereabouts):
    """The lines of the page that tell of its thing, and what they say."""

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

    def known(self, thing: str, need: Asked) -> str | None:
        """A needed value: as noted before, else as read here."""
        noted = self.history.fact(thing, need.words)
        if noted:
            return noted.value
        value = self.read(thing).get(need)
        return value.words if value else None

    def settled(self, thing: str) -> bool:
        """Whether what is to be known of a thing is known, or what is to be done is done."""
        if self.question.act:
            return thing in self.acted
        return bool(self.needs) and all(self.known(thing, need) for need in self.needs)

    def verdict(self, lines: Sequence[Line]) -> bool | None:
        """Whether what these lines tell of keeps all conditions: False if one is broken, None if one cannot be told."""
        said = [meets(condition, lines) for condition in self.question.conditions]
        if False in said:
            return False
        return None if None in said else True

    @cached_property
    def verdict_here(self) -> bool | None:
        """The verdict on the thing of this page, as far as the page shows."""
        return self.verdict(self.body)

    @cached_property
    def broken(self) -> str:
        """Which condition the thing of this page does not keep, as a sentence."""
        failed = [str(c) for c in self.question.conditions if meets(c, self.body) is False]
        return f"This page shows that {' and '.join(failed)} is not kept." if failed else ""
