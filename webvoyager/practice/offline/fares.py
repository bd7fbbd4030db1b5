"""Rules about choosing a fare: the row of the journey, then the fare that the question names, then what it costs."""

import re
from collections.abc import Iterator

from .moves import Move, answer, click, scroll
from .scene import Scene
from .thoughts import ROW
from .words import fold, tokens

WANTED = re.compile(r"\b[Cc]hoose (?:its|the|an?) (?P<fare>[A-Z]\w+) (?:fare|ticket|rate|tariff)\b")
WAITS = re.compile(r"\b(?:loading|please wait|one moment|(?:can|may) take a (?:moment|while)|asking the)\b")
CHOSEN = "The question wants this fare. I press"
VERBS = {"choose", "select", "take", "pick", "book"}


def choose_fare(now: Scene) -> Iterator[Move]:
    """Press the button of the named fare, and then say what its name told of the price."""
    wanted = WANTED.search(now.question.text)
    if not wanted:
        return
    for past in now.history.saying(CHOSEN):
        if not past.vain:
            yield answer("The fare is chosen.", f"{wanted['fare']}: {past.target}.")
    for element in now.page.elements:
        words = tokens(element.name)
        if fold(wanted["fare"]) in words and VERBS & set(words) and element.tag in ("a", "button", "input"):
            yield click(element, CHOSEN)
            return
    if WAITS.search(now.page.folded) and sum(past.name == "Wait" for past in now.history.steps) < 3:
        yield Move("The page is still asking for what it is to show, so I wait.", "Wait")
    selected = now.history.saying(ROW)
    if selected and not now.is_results and now.may_scroll(3):
        yield scroll("The fares may lie further down.")
