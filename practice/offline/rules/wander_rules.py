"""Rules for sites that lead nowhere by name: open what a search found, then page after page."""

from collections.abc import Iterator

from ..memory.memory import FOUND, WANDERED
from ..page.page import Element
from ..question.words import content, fold, has_form, tokens
from .moves import Move, click, scroll
from .search_rules import can_go_back
from .situation import Situation

MOST_FOUND, MOST_WANDERED = 3, 8
# Words of links that every site has and that hold no answers, and whole names of such links.
_NOWHERE = """
log login sign signin signup register edit privacy term cookie cart basket bag checkout wishlist
upload print printable share rss feed subscribe disclaimer imprint reply skip jump download theme
"""
NOWHERE = frozenset(_NOWHERE.split())
CHROME = (
    "view history", "view source", "history of this page", "recent changes", "random page", "top",
    "back to top", "what links here", "old revisions", "page tools", "account", "my account",
)  # fmt: skip


def open_found(now: Situation) -> Iterator[Move]:
    """Open the pages that a search found, one after the other, the most fitting first."""
    opened = now.memory.steps_saying(FOUND)
    if not _looks_up(now) or not now.kind.is_results or len(opened) >= MOST_FOUND:
        return
    asked = content(now.question.text)
    links = [e for e in _list_links(now) if not now.kind.in_menu(e) and not now.kind.in_foot(e)]
    links = [e for e in links if any(has_form(word, content(e.name)) for word in asked)]
    for element in sorted(links, key=lambda element: -_rate_link(now, element)):
        yield click(element, FOUND)


def wander(now: Situation) -> Iterator[Move]:
    """Open the links of a site one after the other, those with words of the question first.

    This begins where there is nothing else to try and no page to go back to.
    """
    wandered = len(now.memory.steps_saying(WANDERED))
    begins = not wandered and can_go_back(now)
    if not _looks_up(now) or begins or wandered >= MOST_WANDERED:
        return
    links = sorted(_list_links(now), key=lambda element: -_rate_link(now, element))
    if (not links or _rate_link(now, links[0]) < 1) and now.kind.may_scroll(3):
        yield scroll("No link here is named like what I look for, and more of the page lies below.")
    for element in links:
        yield click(element, WANDERED)


def _looks_up(now: Situation) -> bool:
    """Whether the question asks for something that is written on some page."""
    question = now.question
    return not (question.command or question.compares or question.counts or question.trip)


def _list_links(now: Situation) -> list[Element]:
    """The links to other pages that weren't used and may hold an answer."""
    here = {fold(now.page.title), *map(fold, now.page.titles)}  # this page, and the site's name
    links = [e for e in now.page.elements if e.leads_on and e.box and not e.checked]
    links = [e for e in links if fold(e.name) not in here and not now.memory.uses(e.name)]
    links = [e for e in links if fold(e.name) not in CHROME]
    return [e for e in links if set(tokens(e.name)) and not NOWHERE & set(tokens(e.name))]


def _rate_link(now: Situation, element: Element) -> float:
    """How many of the question's words a link has, and half of those in the lines around it."""
    asked = {*content(now.question.text)}
    name = content(element.name)
    beside = [line for line in now.page.body if line.y - 4 <= element.box.y + element.box.h]
    beside = [line for line in beside if line.bottom + 40 >= element.box.y]
    around = content(" ".join(line.text for line in beside if line.x >= element.box.x - 40))
    met = sum(has_form(word, name) for word in asked)
    near = sum(has_form(word, around) for word in asked)
    return met + 0.5 * near - 0.3 * now.kind.in_foot(element)
