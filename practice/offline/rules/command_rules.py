"""Rules about commands: fill in and choose what the question says, then press the button."""

from collections.abc import Iterator

from ..memory.memory import PRESSING
from ..page.page import Element
from ..question.question import GENERIC
from ..question.words import STOP, content, fold, stem, tokens
from .moves import Move, click, write
from .situation import Situation

PLACES = (
    {"cart", "basket", "bag", "trolley"},
    {"favorite", "favourite", "bookmark", "save", "saved"},
)
# Words on a button that name no item.
HARMLESS = {*set().union(*PLACES), "to", "my", "your", "for", "later", "this"}
# Words of a control that offers a choice, as in "Color Red".
CHOOSING = {"color", "colour", "size", "option", "choose", "select", "style", "variant"}


def set_up(now: Situation) -> Iterator[Move]:
    """On the right item's page, fill in and choose what the question says: "two of", "in red"."""
    item, names = now.kind.item, now.question.names
    if not item or item in now.goal.done_items:
        return
    place, several = (names.index(item) if item in names else 0), len(now.goal.items) > 1
    # For an item that the question doesn't name, the choices of the question's first name count.
    choices = now.question.choices[place : place + 1]
    words = set(content(" ".join(choices))) if several else now.goal.term_words
    for element in now.page.elements:
        if not now.kind.in_menu(element):
            yield from _choose_option(now, element, words)
    settings = now.question.settings[place : place + 1] if several else now.question.settings
    for noun, number in settings:
        fields = [e for e in now.page.elements if e.tag == "select" or e.typeable]
        for element in fields:
            names = {stem(noun), *(["qty"] if noun == "quantity" else [])}
            named = names & set(tokens(element.name))
            tried = now.memory.uses(element.name, now.page.address, number)
            if named and element.value != number and tried < 2:
                yield Move(
                    f'The question says {number}. I set "{element.name}".',
                    f"Type [{element.label}]; {number}",
                )


def _choose_option(now: Situation, element: Element, words: set[str]) -> Iterator[Move]:
    """Choose an option named in the question: a colour, a size."""
    if element.tag == "select":
        for option in element.options:
            if (
                content(option)
                and set(content(option)) <= words
                and fold(option) != fold(element.value)
            ):
                yield write(element, option, "The question says so: I choose")
    elif element.toggle or element.tag in ("button", "a"):
        name = set(content(element.name))
        telling = name - CHOOSING
        chosen = element.checked or now.memory.uses(element.name)
        if telling and telling <= words and len(name) < 5 and not chosen:
            yield click(element, "The question says so: I choose")


def press(now: Situation) -> Iterator[Move]:
    """Press the button for the question's command, on the page of the right item."""
    command, item = now.question.command, now.kind.item
    if not command or not item or item in now.goal.done_items:
        return
    own = set(tokens(item))
    harmless = {*HARMLESS, *command.verbs, *tokens(command.place)}
    for element in _find_buttons(now):
        name = set(tokens(element.name))
        other = name - harmless - STOP - GENERIC
        if not own <= name and (len(other) > 1 or other & own):
            continue  # a button for another item
        fits = own <= name or {*tokens(command.place), "cart"} & name
        if fits or not now.page.goes_on or command.place in command.verbs:
            yield click(element, PRESSING.format(item))


def _find_buttons(now: Situation) -> list[Element]:
    command = now.question.command
    place = set(tokens(command.place))
    place |= next((group for group in PLACES if place & group), set())
    rated = []
    for element in now.page.elements:
        words = set(tokens(element.name))
        if element.disabled or not words & set(command.verbs) or element.typeable:
            continue
        button = element.tag in ("button", "input") or element.role == "button"
        if not now.memory.uses(element.name, now.page.address) and (button or words & place):
            rated.append((2 * len(words & place) + 2 * button - 0.1 * len(words), element))
    return [element for _, element in sorted(rated, key=lambda pair: -pair[0])]
