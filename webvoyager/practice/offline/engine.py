"""Rules about what a search page says by itself: the result of a sum or a conversion, and how it would spell a word."""

import re
from collections.abc import Iterator

from .moves import Move, answer
from .pages import Element, Line
from .quantities import NUMBER
from .scene import Scene
from .words import fold

MEANT = re.compile(
    r"\b(?:did you mean|you may have meant|perhaps you meant|similar (?:words|names|pages)|closest matches)\b"
)
SPELLED = re.compile(r"\b(?:spelling|did you mean|suggests?\b.* instead)\b")
WHOLE = re.compile(r"\b(?:whole number|whole [a-z]+|nearest whole|no decimals)\b")


def tell_result(now: Scene) -> Iterator[Move]:
    """The page has worked it out: "7 cups = 1,656.1 millilitres"."""
    if not (now.question.calculates and now.is_results):
        return
    for line in now.body:
        said = line.text if re.search(r"= ?[\d.,-]+", line.text) else f"{line.text} {_next(now, line)}"
        if found := re.search(rf"= ?(-?(?:{NUMBER}))(?!\.?\d)(?: ([^\d\s]\S*))?", said):
            value = float(found[1].replace(",", ""))
            shown = f"{value:.0f}" if WHOLE.search(fold(now.question.text)) else found[1]
            yield answer("The search page has worked it out.", f"{shown} {found[2] or ''}".strip() + ".")
            return


def _next(now: Scene, line: Line) -> str:
    """What stands beside a line, else below it."""
    if not line.text.rstrip().endswith("="):
        return ""
    rest = [other for other in now.body if other is not line and (other.beside(line) and other.x > line.x)]
    rest = rest or [other for other in now.body if other.y > line.y and abs(other.x - line.x) < 40]
    return min(rest, key=lambda other: (other.y, other.x)).text if rest else ""


def tell_spelling(now: Scene) -> Iterator[Move]:
    """Which other word the page offers, where the question wants to know that."""
    if SPELLED.search(fold(now.question.text)) and (link := meant(now)):
        yield answer("The page offers this spelling.", f"{link.name}.")


def meant(now: Scene) -> Element | None:
    """The link that a page offers where it asks whether something else was meant."""
    asks = next((line for line in now.page.body if MEANT.search(fold(line.text))), None)
    links = [e for e in now.page.elements if e.tag == "a" and e.box and not now.in_foot(e)] if asks else []
    beside = [e for e in links if asks.beside(e.box) and e.box.right > asks.x]
    below = [e for e in links if e.box.y > asks.y]
    return next(iter(beside or below), None)
