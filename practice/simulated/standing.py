"""Where the simulated agent is on the oracle's way, and what the right next step is.

It knows this from the conversation alone: from the current page, and from its own replies, which
say what it did. Off the way it does what a person would do: it closes what covers the page, looks
further down, goes back, or begins again from the first page.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ..learned.state import Done, find_role, read_done
from ..offline.endpoint.conversation import Conversation
from ..offline.page.page import Element, Page
from ..offline.question.words import fold
from .ways import Way, compare, describe

ACTION = re.compile(r"^Action: (?:(?P<verb>\w+)(?: \[(?:\d+|WINDOW)\])?(?:;|$))", re.MULTILINE)
CLOSERS = ("got it", "close", "no thanks", "dismiss", "not now", "accept", "ok", "maybe later")
GIVES_UP = "I could not find this out."


@dataclass(frozen=True)
class Standing:
    """The state of an episode as the agent knows it."""

    way: Way
    page: Page
    done: tuple[Done | None, ...]  # its actions so far; None for a reply that could not be parsed
    stop: int | None  # the index of its stop on the way; None off the way

    @property
    def step(self) -> int:
        """The number of the step that comes now, from 1."""
        return len(self.done) + 1


@dataclass(frozen=True)
class Move:
    """An action, and the element that it uses."""

    done: Done
    element: Element | None = None

    @property
    def action(self) -> str:
        """The action as a model writes it."""
        verb, text = self.done.action, self.done.text
        if verb == "Scroll":
            return f"Scroll [WINDOW]; {text}"
        if verb == "ANSWER":
            return f"ANSWER; {text}"
        if self.element is None:
            return verb
        typed = f"; {text}" if verb == "Type" else ""
        return f"{verb} [{self.element.label}]{typed}"


def find_standing(way: Way, talk: Conversation) -> Standing:
    """Find where a conversation is on a way."""
    done = tuple(map(read_reply, talk.replies))
    page = talk.pages[-1]
    return Standing(way, page, done, _find_stop(way, done, page))


def read_reply(reply: str) -> Done | None:
    """What a reply of this agent did; None if its action could not be parsed."""
    action = ACTION.search(reply)
    return read_done(reply) if action else None


def _find_stop(way: Way, done: Sequence[Done | None], page: Page) -> int | None:
    """The index of the stop at which the oracle saw the page most like this one; None if unknown.

    It is never past the first stop that isn't done yet, so that no action is skipped.
    """
    reached = 0
    for each in done:
        if reached < len(way.stops) - 1 and way.stops[reached].done == each:
            reached += 1
    looks = describe(page.elements)
    here = [
        (round(compare(looks, stop.looks), 2), number == reached, number)
        for number, stop in enumerate(way.stops[: reached + 1])
        if stop.address == page.address
    ]
    return max(here)[-1] if here else None


def find_right(standing: Standing) -> Move:
    """The right next step: the oracle's, or the one that leads back to its way."""
    if standing.stop is None:
        return _go_back(standing)
    stop = standing.way.stops[standing.stop]
    if stop.label is None:
        return Move(stop.done)
    element = find_element(standing.page, stop.label, stop.done.role, stop.done.name)
    if element:
        return Move(stop.done, element)
    return _bring_into_view(standing)


def find_element(page: Page, label: int, role: str, name: str) -> Element | None:
    """The element with this role and name; of several, the one with this number, or the first."""
    same = [each for each in page.elements if find_role(each) == role and _quote(each.name) == name]
    return next((each for each in same if each.label == label), same[0] if same else None)


def click(element: Element) -> Move:
    """A click on an element."""
    return Move(Done("Click", find_role(element), element.name), element)


def find_closer(page: Page) -> Element | None:
    """The element that closes a dialog covering the page, if there is one."""
    named = page.elements_named(*CLOSERS)
    return named[0] if named else None


def _bring_into_view(standing: Standing) -> Move:
    """What to do if the expected element isn't in view: close a dialog, scroll, or go back."""
    page = standing.page
    if closer := find_closer(page):
        return click(closer)
    ups = _count_last(standing.done, Done("Scroll", text="up"))
    if page.goes_on and not ups:
        return Move(Done("Scroll", text="down"))
    if page.above > 0.05 and ups < 3:
        return Move(Done("Scroll", text="up"))
    return _go_back(standing)


def _go_back(standing: Standing) -> Move:
    """Go back a page; if that changes nothing, go to the first page; otherwise give up."""
    page, last = standing.page, standing.done[-1:]
    if closer := find_closer(page):
        return click(closer)
    if last != (Done("GoBack"),) or not page.unchanged:
        return Move(Done("GoBack"))
    links = [each for each in page.elements if fold(each.name) in standing.way.home]
    return click(links[0]) if links else Move(Done("ANSWER", text=GIVES_UP))


def _quote(text: str) -> str:
    """A text as a reply quotes it: on one line, with its own quotation marks made straight."""
    return " ".join(text.replace("“", '"').replace("”", '"').split())


def _count_last(done: Sequence[Done | None], wanted: Done) -> int:
    """How many times in a row something was done last."""
    count = 0
    for each in reversed(done):
        if each != wanted:
            break
        count += 1
    return count
