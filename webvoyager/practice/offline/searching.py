"""Rules about finding one's way: closing what covers the page, the search box, going back."""

import re
from collections.abc import Iterator

from .moves import Move, answer, back, click, scroll, write
from .naming import bare
from .pages import Element
from .question import GENERIC
from .scene import Scene
from .thoughts import TURN
from .words import content, fold, tokens

CLOSERS = (
    "accept", "accept all", "accept all cookies", "accept cookies", "allow all", "agree", "i agree", "ok", "okay", "got it",
    "close", "close dialog", "close popup", "close banner", "dismiss", "no thanks", "no, thanks", "not now", "maybe later", "skip",
    "×", "✕", "x", "reject all", "reject", "decline", "continue without accepting", "only necessary", "necessary only",
    "only essential", "essential only", "i understand", "hide", "no thank you", "only what is needed", "later",
)  # fmt: skip
FEWER, MOST_WORDS = "so I try fewer words", 3  # so often other words are tried
_HELP = "help faq about guide guideline information info policy support note service rule"
HELP = frozenset(_HELP.split())


def dismiss(now: Scene) -> Iterator[Move]:
    """Close a dialog or banner, unless that did nothing before."""
    for element in now.page.named(*CLOSERS):
        if element.tag != "a" and now.history.clicked(element.name) < 2:
            yield click(element, "Something covers part of the page. I close it with")


def leave_address(now: Scene) -> Iterator[Move]:
    """Type an e-mail address that the question gives into the field for one."""
    address = re.search(r"[\w.+-]+@[\w-]+\.[\w.-]*\w", now.question.text)
    for element in now.page.elements if address else ():
        asks = element.type == "email" or {"email", "mail"} & set(tokens(element.name))
        empty = element.typeable and not element.value
        if asks and empty and not now.history.typed(address[0], element.name):
            yield write(element, address[0], "Here is the field for the address in the question: I type")


def search_box(now: Scene) -> Element | None:
    """The field that searches: by its type or name, else the only field one can type into."""
    fields = [element for element in now.page.elements if element.typeable]
    named = [e for e in fields if e.type == "search" or e.role == "searchbox" or "search" in fold(e.name)]
    texts = [e for e in fields if e.type in ("", "text")]
    return next(iter(named or (texts if len(texts) == 1 else ())), None)


def queries(now: Scene) -> list[str]:
    """What to search for, the most telling words first, then fewer."""
    thing = next((thing for thing in now.things if not now.settled(thing)), None)
    if thing:
        words = [word for word in thing.split() if fold(word) not in GENERIC]
        shorter = [stem_ for stem_ in content(thing) if stem_ not in GENERIC]
        return [thing, bare(thing), " ".join(words[:3]), *sorted(shorter, key=len, reverse=True)[:2]]
    if now.question.searches:
        return list(now.question.searches)
    order = now.question.order
    if now.question.names and order and order.kind == "number" and now.question.names[0] not in now.history.queries:
        owner = next((name for name in now.question.names if len(name.split()) > 1), "")
        if owner and fold(owner) not in now.history.queries:
            return [owner]
    terms = [*(() if now.things else now.question.names), *now.question.terms]
    terms = [term for term in terms if set(content(term)) & now.unmet]
    if not terms and not now.wanted:
        terms = [one.words for one in now.question.asked if not one.kind]
    single = [word for term in terms for word in term.split()]
    found = [" ".join(terms), *sorted(terms, key=lambda term: -len(term.split())), *single]
    return [query for query in dict.fromkeys(found) if query]


def unused(now: Scene) -> list[str]:
    """The queries not yet typed."""
    return [query for query in queries(now) if query and fold(query) not in now.history.queries]


def consult(now: Scene) -> Iterator[Move]:
    """A question about no thing in particular may be one for the help pages: links that speak of it, else "Help"."""
    asks = now.question
    lists = asks.conditions or asks.order or asks.act or asks.counts or asks.wants_name
    turned = len(now.history.saying(TURN))
    if asks.names or asks.searches or lists or now.is_results or now.history.queries or turned > 3:
        return
    links = [element for element in now.page.elements if element.tag == "a" and not now.history.clicked(element.name)]
    if len(links) < 8:
        return
    inside = [element for element in links if not turned or not (now.in_header(element) or now.in_foot(element))]
    rated = sorted(((now.speaks(element), element) for element in inside), key=lambda pair: -pair[0])
    for fit, element in rated[:1]:
        if fit >= (0.3 if turned else 0.5):
            yield click(element, f"This link speaks of what I look for. {TURN}")
    for element in links:
        if not turned and HELP & set(tokens(element.name)) and len(tokens(element.name)) < 4:
            yield click(element, f"The answer may stand on a page of information. {TURN}")
    if now.may_scroll(4):
        yield scroll("I look for the answer or a link to it further down.")


def search_first(now: Scene) -> Iterator[Move]:
    """Search, if that was not done yet for what is sought now."""
    box, wanted = search_box(now), queries(now)
    if now.after_form and not now.things:
        return  # all was listed; a form's field for places takes no other words
    if not now.things and now.history.queries and now.is_results:
        return  # searched already; what is left is a matter of filters
    if now.in_section and (now.cards or now.page.goes_on):
        return
    if box and wanted and fold(wanted[0]) not in now.history.queries:
        yield write(box, wanted[0], f"I look for this with the search box {_called(box)}: I type")
    elif not box and wanted and not now.history.queries and not any(e.typeable for e in now.page.elements):
        for element in now.page.named("search", "open search", "show search"):
            if not now.history.clicked(element.name):
                yield click(element, "The search box is hidden. I open it with")


def search_other(now: Scene) -> Iterator[Move]:
    """Other words at once, where a search says that it found nothing."""
    if now.nothing_found and now.is_results:
        yield from search_again(now)


def search_again(now: Scene) -> Iterator[Move]:
    """Fewer or other words, where the last search led to nothing of use."""
    if now.thing or (now.after_form and not now.things):
        return
    box, rest = search_box(now), unused(now)
    if box and rest and len(now.history.saying(FEWER)) < MOST_WORDS:
        why = "Nothing was found" if now.nothing_found else "Nothing here fits"
        yield write(box, rest[0], f"{why}, {FEWER}: I type")


def retreat(now: Scene) -> Iterator[Move]:
    """Back to the page before; where there is none, on to the search engine."""
    last = now.history.last
    gone = sum(past.name == "GoBack" for past in now.history.steps) > 5
    if now.history.steps and not gone and not (last and last.name == "GoBack" and last.vain):
        yield back("This page does not help, so I go back to the one before.")
    if not any(past.name == "Google" for past in now.history.steps):
        yield Move("This site does not show what I look for, so I try the search engine.", "Google")
    yield answer("I have tried what I can.", "I could not find this out.")


def _called(box: Element) -> str:
    return f"({box.name})" if box.name else ""
