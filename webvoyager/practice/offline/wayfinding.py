"""Rules about small hints on the way: a tab of the thing's page, a suggested spelling, the page of whom a list belongs to."""

import re
from collections.abc import Iterator

from .engine import meant
from .entering import enter_section
from .exploring import TRANSLATED, fit
from .moves import Move, click
from .pages import Element
from .ranking import ranking
from .scene import Scene
from .thoughts import NAMED_PAGE
from .words import alike, fold, tokens

# Tabs and what a question that needs them speaks of.
OPENED_FOR = (
    ({"schedule", "fixture", "result", "match", "game"}, {"meet", "met", "host", "hosted", "play", "played", "face", "beat", "lose", "lost"}),
    ({"roster", "squad", "team", "player"}, {"player", "tallest", "youngest", "oldest", "heaviest"}),
    ({"translation", "language"}, set(TRANSLATED)),
)  # fmt: skip
ABOUT = {"about", "detail", "more", "information", "info"}
TAKES_AWAY = re.compile("[×✕✖]")  # a filter that is set, not a tab
TAB = "is found behind a part of this page: I open"


def suggested(now: Scene) -> Iterator[Move]:
    """Where a page says that it has nothing, but asks whether something else was meant, take what it offers."""
    link = meant(now) if not now.thing and (now.nothing_found or now.is_results) else None
    if link and not now.history.clicked(link.name):
        yield click(link, "This may be what was meant. I open")


def turn_tab(now: Scene) -> Iterator[Move]:
    """On the thing's page, the tab whose name the question gives, or behind which such a thing stands."""
    owner = now.thing or next((name for name in now.question.names if now.about(name)), None)
    if not owner or now.question.act or now.is_results:
        return
    lists = bool(ranking(now.question.text)) or not now.things
    if not lists and all(now.known(owner, need) for need in now.needs):
        return
    for element in now.page.elements:
        if element.tag == "a" and _page_named(now, element) and not now.history.clicked(element.name):
            yield click(element, NAMED_PAGE)
    rated = [(value, element) for element in now.page.elements for value in _hints(now, element, owner)]
    for _, element in sorted(rated, key=lambda pair: -pair[0])[:2]:
        yield click(element, f"This is the page of {owner}. What is asked {TAB}")


def _page_named(now: Scene, element: Element) -> bool:
    """Whether the question speaks of the page of this name."""
    name = re.escape(fold(element.name))
    return bool(re.search(rf"\b{name} (?:page|section|part)\b", fold(now.question.text)))


def _hints(now: Scene, element: Element, owner: str) -> Iterator[float]:
    """How likely what is asked stands behind an element: folded details, or a tab of a fitting name."""
    its_own = any(alike(element.name, name) > 0.9 for name in now.question.names)
    if its_own or TAKES_AWAY.search(element.name) or now.history.clicked(element.name):
        return
    told = tokens(element.name)
    folded = element.tag == "summary" or element.expanded is False
    if folded and ABOUT & set(told) and not element.typeable:
        yield 0.6
    tab = element.tag in ("a", "button") and 0 < len(told) < 3 and not element.checked
    if tab and not now.in_foot(element) and not (now.in_header(element) and element.box.y < 120):
        said = set(tokens(now.question.text))
        hinted = any(set(told) & tabs and said & asked for tabs, asked in OPENED_FOR)
        whole = fit(now, element, False) >= 1 and len(element.name) > 3 and alike(element.name, owner) < 0.5
        if whole or hinted:
            yield 1.0 * whole + 0.8 * hinted


def enter_owner(now: Scene) -> Iterator[Move]:
    """The page of what a question names, where the list to be ranked is its own: a roster, a career."""
    if now.things or not ranking(now.question.text) or next(enter_section(now), None):
        return
    for name in now.question.names:
        link = now.find_link(name)
        if link and alike(link.name, name) > 0.9 and not now.about(name) and not now.history.clicked(link.name):
            yield click(link, f"The question is about {name}. I open")
