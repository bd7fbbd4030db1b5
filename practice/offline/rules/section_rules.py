"""Rules about a site's navigation: sections, tabs and links whose names are in the question."""

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

from ..memory.memory import SECTION
from ..page.page import Element
from ..question.words import SMALL, STOP, content, same_word, tokens
from .moves import Move, click
from .search_rules import search_box
from .situation import Situation

EXPLORED = "The question leads there: I take the way to"
MOST_EXPLORED = 7
RANKED = ("ranking", "standing", "statistic", "table", "leader", "leaderboard", "chart", "top")


def enter_section(now: Situation) -> Iterator[Move]:
    """Open a link named like part of what is wanted; its list is shorter than a search's."""
    question = now.question
    narrows = question.conditions or question.order or question.counts
    if now.goal.items or now.kind.is_results or not narrows:
        return
    ranks_numbers = question.order and question.order.kind == "number"
    if ranks_numbers and any(" " in name for name in question.names):
        return  # the list is on the page of the thing named
    names = [set(content(name)) for name in (*question.names, *question.terms)]
    for element in now.page.elements:
        words = set(content(element.name))
        named = any(words and words <= name and len(words) >= len(name) / 2 for name in names)
        wanted = named and words <= now.goal.unmet
        if element.tag == "a" and wanted and not now.memory.uses(element.name):
            yield click(element, f"The question speaks of this. {SECTION}")


def explore(now: Situation) -> Iterator[Move]:
    """Take the section, tab or list whose name fits the question best."""
    question, taken = now.question, len(now.memory.steps_saying(EXPLORED))
    elsewhere = now.goal.items and not now.kind.item and search_box(now)  # a search leads there
    if question.command or question.compares or taken >= MOST_EXPLORED or elsewhere:
        return
    links = [
        e for e in now.page.elements if e.tag == "a" and e.box and not e.checked and not e.disabled
    ]
    links = [e for e in links if len(tokens(e.name, SMALL)) < 6]
    links = [e for e in links if not re.search(r"\d{2}:\d{2}", e.name)]
    links = [e for e in links if not now.memory.uses(e.name, now.page.address)]
    links = [e for e in links if now.memory.uses(e.name) < 2]
    rated = [(_rate_name(now, element), element) for element in links]
    lost = now.goal.items or (now.memory.steps and not now.listing.entries)  # no list is in view
    least = 1.0 if taken or lost else 2.0
    for fit, element in sorted(rated, key=lambda pair: -pair[0])[:3]:
        if fit >= least:
            yield click(element, EXPLORED)


def _rate_name(now: Situation, element: Element) -> float:
    """How well the name of a section or tab fits the question; names of several words win."""
    asked = [word for word in tokens(now.question.text, SMALL) if word not in STOP]
    name = [word for word in tokens(element.name, SMALL) if word not in STOP]
    site = urlsplit(now.page.address).hostname or ""
    brand = {*tokens(site.replace(".", " "), SMALL), *tokens(now.page.titles[-1], SMALL)}
    here = tokens(now.page.titles[0], SMALL)
    if not name or set(name) <= brand or (set(name) <= set(here) and len(here) < 2 * len(name) + 1):
        return 0
    if element.name in ("".join(word[0] for word in words.split()) for words in now.question.names):
        return 2.0  # "BHL" for a name of three words
    met, value = sum(any(same_word(word, other) for other in asked) for word in name), 0.0
    if met == len(name):
        whole = (met > 1 or element.name.isupper()) and element.name in now.question.text
        value = 1.0 + 0.5 * (met - 1) + 0.5 * (met > 1) + whole
    elif now.question.order and len(name) < 3:
        # "Statistics" is a likely name for a page that ranks.
        value = 1.0 * any(same_word(word, other) for word in name for other in RANKED)
    return value - 0.3 * now.kind.in_foot(element) - 0.2 * now.memory.uses(element.name)
