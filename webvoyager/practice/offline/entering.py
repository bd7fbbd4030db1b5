"""Rules about opening things: what the question names, what fits best, and what to press there."""

from collections.abc import Iterator

from .answering import answer_card
from .concluding import told
from .finding import find
from .moves import Move, answer, back, click
from .pages import Element
from .question import CHOOSING, GENERIC
from .scene import Scene
from .thoughts import SECTION, TURN, doing
from .words import STOP, content, fold, stem, tokens

PLACES = ({"cart", "basket", "bag", "trolley"}, {"favorite", "favourite", "bookmark", "save", "saved"})


def set_up(now: Scene) -> Iterator[Move]:
    """On the page of the right thing, fill in and choose what the question says: "two of", "in red"."""
    if not now.thing or now.thing in now.acted or now.verdict_here is False:
        return
    place = now.question.names.index(now.thing) if now.thing in now.question.names else 0
    words = set(content(now.question.choices[place])) if len(now.things) > 1 else now.own_words
    for element in now.page.elements:
        if not now.in_header(element):
            yield from option(now, element, words)
    settings = now.question.settings
    for noun, number in settings[place : place + 1] if len(now.things) > 1 else settings:
        for element in now.page.elements:
            named = stem(noun) in tokens(element.name) or (noun == "quantity" and "qty" in tokens(element.name))
            tried = now.history.typed(number, element.name, now.page.address)
            if named and (element.tag == "select" or element.typeable) and element.value != number and tried < 2:
                yield Move(f'The question says {number}. I set "{element.name}".', f"Type [{element.label}]; {number}")


def option(now: Scene, element: Element, words: set[str]) -> Iterator[Move]:
    """Choose what is named like a word of the question: a colour, a size."""
    if element.tag == "select":
        for each in element.options:
            if content(each) and set(content(each)) <= words and fold(each) != fold(element.value):
                yield Move(f'The question says so: I choose "{each}".', f"Type [{element.label}]; {each}")
    elif element.toggle or element.tag in ("button", "a"):
        said = set(content(element.name))
        last = [word for word in content(element.name) if word not in CHOOSING]
        chosen = element.checked or now.history.clicked(element.name)
        if last and set(last) <= words and len(said) < 5 and not chosen:
            yield click(element, "The question says so: I choose")


def press(now: Scene) -> Iterator[Move]:
    """Press the button that does what the question wants done, on the page of the right thing."""
    act = now.question.act
    if not act or not now.thing or now.thing in now.acted or now.verdict_here is False:
        return
    for element in buttons(now):
        said, mine = set(tokens(element.name)), set(tokens(now.thing))
        other = said - set(act_words(now)) - STOP - GENERIC
        if not mine <= said and (len(other) > 1 or other & mine):
            continue  # a button for another thing
        fits = mine <= said or {*tokens(act.place), "cart"} & said
        if fits or not now.page.goes_on or act.place in act.verbs:
            yield click(element, doing(now.thing))


def act_words(now: Scene) -> list[str]:
    """The stems a button may carry that name no thing: the verbs and where the act leads."""
    act = now.question.act
    return [*act.verbs, *tokens(act.place), *set().union(*PLACES), "to", "my", "your", "for", "later", "this"]


def buttons(now: Scene) -> list[Element]:
    """The buttons whose names speak of the act, the best first."""
    act = now.question.act
    place = set(tokens(act.place))
    place |= next((group for group in PLACES if place & group), set())
    rated = []
    for element in now.page.elements:
        words = set(tokens(element.name))
        if element.disabled or not words & set(act.verbs) or element.typeable:
            continue
        button = element.tag in ("button", "input") or element.role == "button"
        score = 2 * len(words & place) + 2 * button - 0.1 * len(words)
        if now.history.clicked(element.name, now.page.address) == 0 and (button or words & place):
            rated.append((score, element))
    return [element for score, element in sorted(rated, key=lambda pair: -pair[0])]


def give_up_entry(now: Scene) -> Iterator[Move]:
    """Leave an entry again whose page shows that it does not keep a condition."""
    if not now.things and now.entered and now.verdict_here is False:
        yield back(f'{now.broken} Ruled out: "{now.entered}". I go back to the list.')


def enter_named(now: Scene) -> Iterator[Move]:
    """Open what the question names, as soon as a link to it is in sight."""
    if now.thing and not now.settled(now.thing):
        return
    for thing in now.things:
        if now.settled(thing):
            continue
        link = now.find_link(thing)
        if link and now.history.clicked(link.name) < 2:
            yield click(link, f"I see a link to {thing}. I open")
        return


def enter_best(now: Scene) -> Iterator[Move]:
    """Of a list's entries take the best, and answer at once where the list says all that is asked."""
    if now.things or now.question.counts or now.thing or not now.candidates:
        return
    if now.question.order and not now.is_sorted and now.has_more:
        return
    if now.relevance(now.candidates[0].text) < 0.99 and now.has_more and now.history.scrolled(now.page.address) < 3:
        return
    if now.question.top > 1 and now.is_sorted and len(now.candidates) >= now.question.top and not now.needs:
        said = [answer_card(now, card) or card.title for card in now.candidates[: now.question.top]]
        yield answer("These are the first of the list in the wanted order.", " ".join(said))
    for card in now.candidates[:2]:
        if now.question.act is None and now.verdict(card.lines) and (text := answer_card(now, card)):
            yield answer(f'The list says all I need of "{card.title}".', text)
        elif card.element and not now.history.clicked(card.element.name):
            fits = "keeps the conditions as far as the list tells" if now.question.conditions else "fits best"
            yield Move(f'This entry {fits}. I open "{card.title}".', f"Click [{card.element.label}]")


def tell(now: Scene) -> Iterator[Move]:
    """Answer a question about no thing in particular from what this page says, in its pairs or sentences."""
    asks = now.question
    lists = now.things or asks.conditions or asks.order or asks.act or asks.counts
    if lists or not now.history.steps or (now.is_results and not asks.calculates):
        return
    values = {need: value for need in now.needs if (value := find(need, now.page.body, now.wanted))}
    if values and len(values) == len(now.needs):
        yield answer("The page says it.", " ".join(f"{value.label}: {value.words}." for value in values.values()))
    if said := told(now, 0.6):
        yield answer("This sentence answers the question.", said)


def look_after(now: Scene) -> Iterator[Move]:
    """After the act, see what the cart or the list says, where that is asked."""
    if now.done and any(not now.known(now.acted[0], need) for need in now.needs):
        place = set(tokens(now.question.act.place))
        for element in now.page.elements:
            if element.tag == "a" and place & set(tokens(element.name)) and not now.history.clicked(element.name):
                yield click(element, "What was asked is done; to see what came of it, I open")


def enter_section(now: Scene) -> Iterator[Move]:
    """A link of the menu that is named like a part of what is wanted leads to a shorter list than a search."""
    asks = now.question
    if now.things or now.is_results or not (asks.conditions or asks.order or asks.counts):
        return
    if asks.order and asks.order.kind == "number" and any(len(name.split()) > 1 for name in asks.names):
        return  # a list on the page of what is named
    names = [set(content(name)) for name in (*asks.names, *asks.terms)]
    for element in now.page.elements:
        words = set(content(element.name))
        whole = any(words and words <= name and len(words) >= len(name) / 2 for name in names)
        whole = whole and "search" not in tokens(element.name)
        if element.tag == "a" and whole and words <= now.unmet and not now.history.clicked(element.name):
            yield click(element, f"The question speaks of this. {SECTION}")


def follow(now: Scene) -> Iterator[Move]:
    """A page that tells something, or a link that speaks of what is asked."""
    if now.question.conditions or now.question.order:
        return
    links = [element for element in now.page.elements if element.tag == "a" and not now.history.clicked(element.name)]
    rated = sorted(((now.speaks(element), element) for element in links), key=lambda pair: -pair[0])
    for fit, element in rated[:2]:
        if fit > 0.2:
            yield click(element, f"This link speaks of what I look for. {TURN}")
