"""Rules about a site's own ways: sections and tabs whose names the question speaks of, where a search led to nothing."""

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

from .moves import Move, click
from .pages import Element
from .ranking import akin, words
from .scene import Scene
from .thoughts import NAMED_PAGE
from .wishes import Wish, wish
from .words import STOP

WAY = "The question leads there: I take the way to"
RANKED = ("ranking", "standing", "statistic", "stat", "table", "leader", "leaderboard", "chart", "top")
TRANSLATED = ("arabic", "chinese", "dutch", "french", "german", "greek", "hebrew", "hindi", "italian", "japanese", "korean",
              "polish", "portuguese", "russian", "spanish", "swedish", "turkish")  # fmt: skip
CAPITALS = re.compile(r"[A-Z]{2,5}|[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)+")
SPENT = 7  # so many ways, and no more


def barren(now: Scene) -> bool:
    """Whether a search was made and this page shows nothing that came of it."""
    shown = [e for e in now.page.elements if e.tag == "a" and not now.in_header(e) and not now.in_foot(e)]
    return now.is_results and (now.nothing_found or (not now.cards and len(shown) < 4))


def explore(now: Scene) -> Iterator[Move]:
    """Take the section, tab or list whose name fits the question best."""
    want, taken = wish(now.question), len(now.history.saying(WAY))
    elsewhere = now.things and not now.thing and not led(now)
    if now.question.act or now.question.compares or taken >= SPENT or elsewhere:
        return
    ranks = bool(want.ranking or want.place)
    rated = sorted(((fit(now, element, ranks), element) for element in ways(now)), key=lambda pair: -pair[0])
    least = 1.0 if taken or lost(now, want) else 2.0
    for value, element in rated[:3]:
        if value >= least:
            yield click(element, WAY)


def lost(now: Scene, want: Wish) -> bool:
    """Whether a way is to be looked for: on the thing's page, on one that the question named, where a search led to nothing."""
    arrived = now.thing in now.things or led(now)
    idle = bool(now.history.steps) and not now.is_results and not now.cards
    return arrived or idle or barren(now) or bool(want.place and not now.is_results)


def led(now: Scene) -> bool:
    """Whether the question named the page that the last steps led to."""
    return bool(now.history.saying(NAMED_PAGE))


def ways(now: Scene) -> list[Element]:
    """Links of few words that were not taken from here, and not often at all."""
    found = [e for e in now.page.elements if e.tag == "a" and not e.checked and not e.disabled and e.box]
    found = [e for e in found if 0 < len(words(e.name)) < 6 and not re.search(r"\d{2}:\d{2}", e.name)]
    return [e for e in found if not now.history.clicked(e.name, now.page.address) and now.history.clicked(e.name) < 2]


def brand(now: Scene) -> set[str]:
    """What the site calls itself, by its address and the end of its titles."""
    host = urlsplit(now.page.address).hostname or ""
    return {*words(host.replace(".", " ")), *words(now.page.titles[-1])}


def fit(now: Scene, element: Element, ranks: bool) -> float:
    """How well a link's name fits the question: whole words of it, more where it is a name of several."""
    said = [word for word in words(now.question.text) if word not in STOP]
    told = [word for word in words(element.name) if word not in STOP]
    if not told or set(told) <= brand(now) or _is_here(now, element.name, told):
        return 0
    met = sum(any(akin(other, word) for other in said) for word in told)
    short = any(element.name == "".join(word[0] for word in name.split()) for name in now.question.names)
    value = 0.0
    if short or met == len(told):
        called = CAPITALS.fullmatch(element.name) and (short or element.name in now.question.text)
        value = 1.0 + 0.5 * (met - 1) + 0.5 * (met > 1) + bool(called)
    elif ranks and len(told) < 3 and any(akin(word, other) for word in told for other in RANKED):
        value = 1.0
    if set(TRANSLATED) & set(said) and "translation" in told:
        value = max(value, 1.5)
    return value - 0.3 * now.in_foot(element) - 0.2 * now.history.clicked(element.name)


def _is_here(now: Scene, name: str, told: list[str]) -> bool:
    """Whether a link's name says little less than the title of this page."""
    title = words(now.page.titles[0])
    return set(told) <= set(title) and len(title) < 2 * len(words(name)) + 1
