"""Where one is: on results, on the page of a thing, in its header or foot, after the act."""

import re
from functools import cached_property

from .naming import bare
from .pages import Element
from .sought import Sought
from .thoughts import DONE, OPENED, PART, PRESSED
from .words import alike, fold, names, tokens

RESULTS = re.compile(r"\b(?:results?|search(?:ed|ing)?|showing|matches)\b", re.IGNORECASE)
QUERY = re.compile(r"[?&](?:q|query|search|s|k|keywords?|terms?|text)=", re.IGNORECASE)
MEETING = re.compile(r"\w (?:at|v|vs\.?|versus|against) \w")  # of two, so the page of neither
NOTHING = re.compile(
    r"\b(?:no (?:results?|matches|\w+ (?:found|match(?:ed|es)?))|nothing (?:found|matche[sd])|0 (?:results|matches)"
    r"|nothing fits|no \w+ is called|no entry for|not in our|we have no|page not found|error 404|did not match"
    r"|couldn't find|could not find|no \w+ matched)\b"
)


class Whereabouts(Sought):
    """What the page in view is, by its words, its address and the way that led to it."""

    @cached_property
    def is_results(self) -> bool:
        """Whether this page lists what a search found."""
        top = self.page.headings[:2] if self.page.at_top else ()  # further down, a part may be called "Results"
        heads = " ".join(line.text for line in top)
        return self.after_form or bool(QUERY.search(self.page.address) or RESULTS.search(f"{self.page.title} {heads}"))

    @cached_property
    def after_form(self) -> bool:
        """Whether the button of a form led here from another page."""
        return any(past.after.path == self.page.path != past.page.path for past in self.history.saying(PRESSED))

    @cached_property
    def nothing_found(self) -> bool:
        return bool(NOTHING.search(self.page.folded))

    def about(self, thing: str) -> bool:
        """Whether this page is the thing's own: its heading or title says so, or its link led here."""
        if self.is_results:
            return False
        heads = [line.text for line in self.page.headings[:3]] + self.page.titles
        heads.append(" ".join(line.text for line in sorted(self.page.headings[:3], key=lambda line: line.y)))
        heads = [head for head in heads if not MEETING.search(fold(head)) or MEETING.search(fold(thing))]
        told = (thing, *filter(None, [bare(thing)]))  # where it lies stands elsewhere on its page
        if any(_is_named(head, each) for head in heads for each in told):
            return True
        return self.entered is not None and alike(self.entered, thing) > 0.7

    def may_scroll(self, most: int) -> bool:
        """Whether more of the page lies below, and fewer screens than that were scrolled yet."""
        return self.page.goes_on and self.history.scrolled(self.page.address) < most

    def in_header(self, element: Element) -> bool:
        """Whether an element stands where sites have their menus: at the very top."""
        return element.box is not None and element.box.y + self.page.above * self.page.viewport[1] < 150

    def in_foot(self, element: Element) -> bool:
        """Whether an element stands at the very end of the page, where every page of a site has the same links."""
        end = (1 + self.page.below) * self.page.viewport[1]
        return element.box is None or end - element.box.y < 330

    @cached_property
    def entered(self) -> str | None:
        """The entry that was opened to come to this page, None where it was reached otherwise."""
        for past in reversed(self.history.steps):
            if past.moved and past.after.address.split("#")[0] == self.page.address.split("#")[0]:
                opened = OPENED.search(past.thought)
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

    @cached_property
    def acted(self) -> tuple[str, ...]:
        """The things for which the wanted button was pressed."""
        presses = [(past, DONE.search(past.thought)) for past in self.history.steps if not past.vain]
        return tuple(dict.fromkeys(found[1] for _, found in presses if found))

    @cached_property
    def done(self) -> bool:
        """Whether what is to be done was done for everything."""
        return bool(self.acted) and set(self.things) <= set(self.acted)


def _is_named(head: str, thing: str) -> bool:
    """Whether a heading holds a thing's name and not much else."""
    return names(head, thing) and len(tokens(head)) < 2 * len(tokens(thing)) + 3
