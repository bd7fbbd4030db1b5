"""Rules about a site's own ways: sections and tabs whose names the question speaks of, where a search led to nothing."""

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

from .moves import Move, click
from .pages import Element
from .ranking import akin, words
from .scene import Scene
from .thoughts import NAMED_PAGE
from .wishes import wish
from .words import STOP

WAY = "The question leads there: I take the way to"
RANKED = ("ranking", "standing", "statistic", "stat", "table", "leader", "leaderboard", "chart", "top")
TRANSLATED = ("arabic", "chinese", "dutch", "french", "german", "greek", "hebrew", "hindi", "italian", "japanese", "korean",
              "polish", "portuguese", "russian", "spanish", "swedish", "turkish")  # fmt: skip
SPENT = 7  # so many ways, and no more


def barren(now: Scene) -> bool:
    """Whether a search was made and this page shows nothing that came of it."""
    shown = [e for e in now.page.elements if e.tag == "a" and not now.in_header(e) and not now.in_foot(e)]
    return now.is_results and (now.nothing_found or (not now.cards and len(shown) < 4))


def explore(now: Scene) -> Iterator[Move]:
    """Take the section, tab or list whose name fits the question best."""
    want = wish(now.question)
    taken = len(now.history.saying(WAY))
    if now.question.act or now.question.compares or taken >= SPENT or (now.things and not now.thing and not led(now)):
        return
    lost = (
        now.thing in now.things
        or led(now)
        or bool(want.place and not now.is_results)
        or barren(now)
        or (now.history.steps and not now.is_results and not now.cards)
        or taken
    )
    rated = sorted(
        ((fit(now, element, bool(want.ranking or want.place)), element) for element in ways(now)), key=_first
    )
    for value, element in rated[:3]:
        if value >= (1.0 if lost else 2.0):
            yield click(element, WAY)


def led(now: Scene) -> bool:
    """Whether the question named the page that the last steps led to."""
    return bool(now.history.saying(NAMED_PAGE))


def _first(pair: tuple[float, Element]) -> float:
    return -pair[0]


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
    if not told or set(told) <= brand(now):
        return 0
    met = [word for word in told if any(akin(other, word) for other in said)]
    capital = re.fullmatch(r"[A-Z]{2,5}|[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)+", element.name)
    short = any(element.name == "".join(word[0] for word in name.split()) for name in now.question.names)
    capital = capital and (element.name in now.question.text or short)
    title = now.page.titles[0]
    if set(told) <= set(words(title)) and len(words(title)) < 2 * len(words(element.name)) + 1:
        return 0  # one is there already
    value = 1.0 + 0.5 * (len(met) - 1) + bool(capital) if len(met) == len(told) or short else 0
    value += 0.5 * (len(met) > 1) if value else 0
    if ranks and not value and any(akin(word, other) for word in told for other in RANKED) and len(told) < 3:
        value = 1.0
    if set(TRANSLATED) & set(said) and "translation" in told:
        value = max(value, 1.5)
    return value - 0.3 * now.in_foot(element) - 0.2 * now.history.clicked(element.name)
