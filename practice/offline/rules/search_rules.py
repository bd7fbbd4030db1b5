"""Rules about finding one's way: closing what covers the page, the search box, going back."""

from collections.abc import Iterator

from ..memory.memory import SECTION
from ..page.page import Element
from ..question.words import content, fold
from .moves import Move, answer, click, write
from .situation import Situation

CLOSERS = (
    "accept", "accept all", "accept all cookies", "accept cookies", "allow all", "agree", "i agree",
    "ok", "okay", "got it", "close", "close dialog", "close popup", "close banner", "dismiss",
    "no thanks", "no, thanks", "not now", "×", "✕", "x", "reject all", "reject", "decline",
    "continue without accepting", "only necessary", "hide", "later", "maybe later",
    "only essential", "i understand", "no thank you", "only what is needed", "necessary only",
)  # fmt: skip


def dismiss(now: Situation) -> Iterator[Move]:
    """Close a dialog or a banner; each button is pressed twice at most."""
    for element in now.page.elements_named(*CLOSERS):
        if element.tag != "a" and now.memory.uses(element.name) < 2:
            yield click(element, "Something covers part of the page. I close it with")


def search_first(now: Situation) -> Iterator[Move]:
    """Search, unless what is wanted now was already searched for."""
    if not now.goal.items and now.memory.queries and now.kind.is_results:
        return  # already searched; filters do the rest
    if now.memory.steps_saying(SECTION) and (now.listing.entries or now.page.goes_on):
        return
    box, wanted = search_box(now), write_query(now)
    if box and wanted and fold(wanted) not in now.memory.queries:
        name = f" ({box.name})" if box.name else ""
        yield write(box, wanted, f"I look for this with the search box{name}: I type")


def retreat(now: Situation) -> Iterator[Move]:
    """Go back a page, six times at most."""
    if can_go_back(now):
        yield Move("This page does not help, so I go back to the one before.", "GoBack")


def can_go_back(now: Situation) -> bool:
    """Whether going back may still help."""
    actions = [step.action for step in now.memory.steps]
    in_vain = actions[-1:] == ["GoBack"] and now.memory.steps[-1].in_vain
    moved = any(step.moved for step in now.memory.steps)
    return moved and actions.count("GoBack") < 6 and not in_vain


def give_up(now: Situation) -> Iterator[Move]:
    """Say that nothing was found."""
    yield answer("I have tried what I can.", "I could not find this out.")


def search_box(now: Situation) -> Element | None:
    """The field that searches: by its type or name, else the only field one can type into."""
    fields = [element for element in now.page.elements if element.typeable]
    named = [
        e for e in fields if e.type == "search" or e.role == "searchbox" or "search" in fold(e.name)
    ]
    texts = [e for e in fields if e.type in ("", "text")]
    return next(iter(named or (texts if len(texts) == 1 else ())), None)


def write_query(now: Situation) -> str:
    """What to search for: the next named item, else the most distinctive words."""
    question = now.question
    items = [item for item in now.goal.items if not now.is_settled(item)]
    owner = next((name for name in question.names if len(name.split()) > 1), "")
    ranks = (
        question.order and question.order.kind == "number" and fold(owner) not in now.memory.queries
    )
    if items or question.search_terms:
        return (*items, *question.search_terms)[0]
    if owner and ranks:
        return owner  # what is ranked is a list on its page
    terms = [*(() if now.goal.items else question.names), *question.terms]
    terms = [term for term in terms if set(content(term)) & now.goal.unmet]
    if not terms and not now.goal.wanted:
        terms = [each.words for each in question.properties if not each.kind]
    return " ".join(terms)
