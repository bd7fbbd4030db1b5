"""What was done and learned so far, read from the thoughts of earlier steps.

Old screenshots leave the prompt, but thoughts stay. The sentences that later rules look for are
defined here, so that each is written once.
"""

import re
from dataclasses import dataclass
from itertools import takewhile

from ..endpoint.conversation import Conversation
from ..page.page import Page
from ..question.words import fold

ACTION = re.compile(
    r"Action:\s*(?P<name>\w+)(?:\s*\[(?P<label>\w+)\])?(?:\s*;\s*(?P<text>.*))?", re.DOTALL
)
NOTED = re.compile(r'Noted: "(?P<item>[^"]*)" (?P<label>.*?) = "(?P<value>[^"]*)"')
FILTERED = "I set the filter"
LIMITED = "The question wants {}."  # comes before FILTERED
SECTION = "I open the section"
SENT = "The form is filled in. I press"
ORDERED = "I want the list in order of"
OPENED = re.compile(r'I open "([^"]*)"')
FOUND = "My search found this page. I open"
WANDERED = "No link is named like what I look for. I try"
PRESSING = "This is {}. To do what was asked, I press"
PRESSED = re.compile(r"This is (.*)\. To do what was asked, I press")


@dataclass(frozen=True)
class Note:
    """Something noted in a thought: an item's property and its value, in the page's words."""

    item: str
    label: str
    value: str

    def __str__(self) -> str:
        item, value = self.item.replace('"', "'"), self.value.replace('"', "'")
        return f'Noted: "{item}" {self.label} = "{value}".'


@dataclass(frozen=True)
class PastStep:
    """One past action: the page it was done on, what it was, and the page it led to."""

    page: Page
    after: Page
    action: str
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
    def in_vain(self) -> bool:
        """Whether it changed nothing or failed."""
        return self.after.unchanged or any("failed" in note.lower() for note in self.after.notes)


@dataclass(frozen=True)
class Memory:
    """All actions so far, oldest first, and what the thoughts noted."""

    steps: tuple[PastStep, ...] = ()
    notes: tuple[Note, ...] = ()

    @property
    def queries(self) -> list[str]:
        """What was typed into fields so far."""
        return [fold(step.text) for step in self.steps if step.action == "Type"]

    def uses(self, name: str, address: str | None = None, text: str | None = None) -> int:
        """How often an element of this name was used (at this address, with this text).

        Using it means clicking it or typing into it.
        """
        acted = [step for step in self.steps if step.action in ("Click", "Type")]
        used = [step for step in acted if fold(step.target) == fold(name)]
        if address is not None:
            used = [step for step in used if step.page.address == address]
        if text is not None:
            used = [step for step in used if step.text == text]
        return len(used)

    def scrolled(self, address: str) -> int:
        """How many screens the window was scrolled down since this address was reached."""
        here = takewhile(
            lambda step: step.action == "Scroll" and step.page.address == address,
            reversed(self.steps),
        )
        return sum(1 if "down" in step.text else -1 for step in here)

    def steps_saying(self, *phrases: str) -> list[PastStep]:
        """The actions whose thoughts contain one of these phrases, oldest first."""
        return [step for step in self.steps if any(phrase in step.thought for phrase in phrases)]

    def note(self, item: str, label: str) -> Note | None:
        """The newest note on an item's property."""
        wanted = (fold(item), fold(label))
        for note in reversed(self.notes):
            if (fold(note.item), fold(note.label)) == wanted:
                return note
        return None


def read_memory(talk: Conversation) -> Memory:
    """Read past actions from the replies, and their effects from the pages that followed."""
    steps, notes = [], []
    for reply, page, after in zip(talk.replies, talk.pages, talk.pages[1:], strict=False):
        thought = reply.partition("Action:")[0].removeprefix("Thought:").strip()
        notes += [Note(*found) for found in NOTED.findall(thought)]
        if action := ACTION.search(reply):
            label, text = action["label"] or "", (action["text"] or "").strip()
            steps.append(
                PastStep(
                    page,
                    after,
                    action["name"],
                    _find_target_name(label, page, thought),
                    text,
                    thought,
                )
            )
    return Memory(tuple(steps), tuple(notes))


def _find_target_name(label: str, page: Page, thought: str) -> str:
    """The element's name: from the page if it lists the element, else from the thought.

    The thought ends by quoting the name.
    """
    known = [element.name for element in page.elements if str(element.label) == label]
    return next(iter(known or re.findall(r'"([^"]*)"', thought)[-1:]), "")
