"""Rules about reading the page of an item: what to note, what to open, when to read on."""

from collections.abc import Iterator

from ..memory.memory import Note
from ..page.facts import LOOSE, find_fact
from ..page.page import Element
from ..page.passages import find_in_passages
from ..question.properties import Property
from ..question.words import content, fold
from .moves import Move, click, quotable, scroll, with_notes
from .situation import Situation


def new_notes(now: Situation) -> list[Note]:
    """The values of the page's item that aren't noted yet."""
    subject = now.kind.subject
    notes = [
        Note(quotable(subject), need.words, fact.value) for need, fact in now.kind.facts.items()
    ]
    return [note for note in notes if now.memory.note(note.item, note.label) is None]


def read_on(now: Situation) -> Iterator[Move]:
    """On the right page with something missing: open its parts, scroll down, note the best fit."""
    subject, command = now.kind.subject, now.question.command
    missing = now.missing(subject) if subject else []
    if not subject or (not missing and (not command or now.goal.done)):
        return
    words = missing[0].words if missing else command.place
    for element in _find_unread_parts(now, subject, missing):
        yield click(element, f"This is the page of {subject}. I look for the {words} in its part")
    if now.kind.may_scroll():
        yield scroll(
            f"This is the page of {subject}. I do not see the {words} yet, and more lies below."
        )
        return
    lines = [
        line for page in now.talk.pages if page.address == now.page.address for line in page.body
    ]
    loose = {
        need: find_in_passages(need, now.goal.term_words, lines, now.page.title)
        or find_fact(need, lines, LOOSE)
        for need in missing
    }
    notes = [
        Note(quotable(subject), need.words, fact.value if fact else "not stated")
        for need, fact in loose.items()
    ]
    if missing and (any(loose.values()) or len(now.goal.items) > 1):
        move = scroll("I have read the page to its end, and nothing fits better.", "up")
        yield with_notes(notes, move)


def _find_unread_parts(now: Situation, subject: str, missing: list[Property]) -> list[Element]:
    """Unopened tabs, folded parts and links named like what is missing; the likeliest first."""
    wanted = {word for need in missing for word in need.stems}
    wanted |= now.goal.term_words - set(content(subject))
    found = []
    for element in now.page.elements:
        words, is_tab = set(content(element.name)), element.role == "tab"
        folded = element.tag == "summary" or element.expanded is False
        linked = element.tag == "a" and 0 < len(words) <= 4
        linked = linked and not (now.kind.in_menu(element) or now.kind.in_foot(element))
        near = len(wanted & words) >= (1 if folded or is_tab else max(1, len(words) / 2))
        other = element.tag != "select" and fold(element.name) != fold(subject)
        named = near and other and (folded or linked or is_tab)
        fresh = not element.checked and not now.memory.uses(element.name)
        if fresh and (named or (is_tab and missing)):
            found.append((not near, element))
    return [element for _, element in sorted(found, key=lambda pair: pair[0])]
