"""What was done and learned so far. Old screenshots are gone; what the thoughts say stays, so it is read from them."""

import re
from dataclasses import dataclass

from .pages import Page
from .reading import Conversation
from .words import fold

ACTION = re.compile(r"Action:\s*(?P<name>\w+)(?:\s*\[(?P<label>\w+)\])?(?:\s*;\s*(?P<text>.*))?", re.DOTALL)
NOTED = re.compile(r'Noted: "(?P<thing>[^"]*)" (?P<label>.*?) = "(?P<value>[^"]*)"')
CHOSEN = re.compile(r'Chosen: "([^"]*)"')
RULED_OUT = re.compile(r'Ruled out: "([^"]*)"')


@dataclass(frozen=True)
class Fact:
    """Something noted in a thought: a thing's property and its value, in the page's words."""

    thing: str
    label: str
    value: str

    def __str__(self) -> str:
        thing, value = self.thing.replace('"', "'"), self.value.replace('"', "'")
        return f'Noted: "{thing}" {self.label} = "{value}".'


@dataclass(frozen=True)
class Past:
    """One action done: on which page, what it was, which page it led to."""

    page: Page
    after: Page
    name: str
    target: str  # the name of the element, as the thought quotes it
    text: str
    thought: str

    @property
    def moved(self) -> bool:
        return self.page.address != self.after.address

    @property
    def choice(self) -> str:
        """What was chosen: an option of a list, else the element itself."""
        return self.text or self.target

    @property
    def vain(self) -> bool:
        """Whether nothing came of it."""
        return self.after.unchanged or any("failed" in note.lower() for note in self.after.notes)


@dataclass(frozen=True)
class History:
    """All actions so far, oldest first, and what the thoughts noted."""

    steps: tuple[Past, ...] = ()
    facts: tuple[Fact, ...] = ()
    ruled_out: frozenset[str] = frozenset()
    chosen: str = ""  # the entry of a list that was settled on

    @property
    def last(self) -> Past | None:
        return self.steps[-1] if self.steps else None

    @property
    def queries(self) -> list[str]:
        """What was typed into fields so far."""
        return [fold(past.text) for past in self.steps if past.name == "Type"]

    def clicked(self, name: str, address: str | None = None) -> int:
        """How often an element of this name was clicked (at this address, if one is given)."""
        return sum(
            past.name in ("Click", "Type") and fold(past.target) == fold(name) and address in (None, past.page.address)
            for past in self.steps
        )

    def typed(self, text: str, name: str, address: str | None = None) -> int:
        """How often this text was typed into a field of this name (at this address, if one is given)."""
        into = [past for past in self.steps if past.name == "Type" and fold(past.target) == fold(name)]
        return sum(past.text == text and address in (None, past.page.address) for past in into)

    def scrolled(self, address: str) -> int:
        """How many screens the window was scrolled down since this address was reached."""
        count = 0
        for past in reversed(self.steps):
            if past.name != "Scroll" or past.page.address != address:
                break
            count += 1 if "down" in past.text else -1
        return count

    def saying(self, *words: str) -> list[Past]:
        """The actions whose thoughts hold one of these, oldest first."""
        return [past for past in self.steps if any(part in past.thought for part in words)]

    def fact(self, thing: str, label: str) -> Fact | None:
        """The newest note on a thing's property."""
        return next(
            (f for f in reversed(self.facts) if fold(f.thing) == fold(thing) and fold(f.label) == fold(label)), None
        )


def history(talk: Conversation) -> History:
    """Read what was done from the replies, and what each led to from the page that followed."""
    steps, facts, out, chosen = [], [], set(), ""
    for reply, page, after in zip(talk.replies, talk.pages, talk.pages[1:], strict=False):
        thought = reply.partition("Action:")[0].removeprefix("Thought:").strip()
        facts += [Fact(*found) for found in NOTED.findall(thought)]
        out |= {fold(name) for name in RULED_OUT.findall(thought)}
        chosen = (CHOSEN.findall(thought) or [chosen])[-1]
        if action := ACTION.search(reply):
            label, text = action["label"] or "", (action["text"] or "").strip()
            steps.append(Past(page, after, action["name"], _target(label, page, thought), text, thought))
    return History(tuple(steps), tuple(facts), frozenset(out), chosen)


def _target(label: str, page: Page, thought: str) -> str:
    """The element's name: from its line while that is kept, later from the last quotation in the thought."""
    known = next((element.name for element in page.elements if str(element.label) == label), None)
    if known is not None:
        return known
    quoted = re.findall(r'"([^"]*)"', thought)
    return quoted[-1] if quoted else ""
