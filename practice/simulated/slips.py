"""What a simulated agent does wrong, by kind: plausible moves that aren't the right one.

The function of each kind takes the state, the right move and a random source, and returns the slip:
a Move, or the text of a reply that cannot be parsed.
"""

import random
import re
from collections.abc import Callable, Sequence

from ..learned.state import Done, find_role
from ..offline.page.page import Element, Page
from ..offline.question.words import fold
from .skill import KINDS
from .standing import GIVES_UP, Move, Standing, click

Slip = Move | str
CLICKABLE = ("link", "button", "tab", "menuitem", "option")
NUMBER = re.compile(r"(?P<sign>[$€£]?)(?P<digits>\d[\d,.:]*\d|\d)")
NOT_YET = (
    "Shall I go on? Please confirm first.",
    "You can find this out on the page that is open now.",
    "I would do the rest now.",
)


def navigate(state: Standing, right: Move, chance: random.Random) -> Slip:
    """A wrong link, scrolling on, going back, or giving up."""
    page, words = state.page, set(fold(state.way.task.question).split())
    others = [each for each in page.elements if _is_clickable(each) and not _is_used(each, right)]
    moves = [Move(Done("Scroll", text="down"))] if page.goes_on else []
    moves += [Move(Done("GoBack"))] if state.done else []
    moves = [move for move in moves if move.done != right.done]
    draw = chance.random()
    if others and (draw < 0.75 or not moves):
        weights = [1 + 4 * len(words & set(fold(each.name).split())) for each in others]
        return click(chance.choices(others, weights)[0])
    if moves and draw < 0.95:
        return chance.choice(moves)
    return Move(Done("ANSWER", text=GIVES_UP))


def misread(state: Standing, right: Move, chance: random.Random) -> Slip:
    """A neighbour of the right element; for an answer, another value from the page."""
    if right.done.action == "ANSWER":
        return _make_answer(swap_value(right.done.text, state.page, chance))
    others = [each for each in state.page.elements if not each.disabled]
    if right.element is None:
        return click(chance.choice(others)) if others else _make_answer(GIVES_UP)
    alike = [each for each in others if _is_neighbour(each, right)]
    near = sorted(alike, key=lambda each: _measure_distance(each, right.element))[:3]
    if not near:
        return Move(Done("Scroll", text="down"))
    other = chance.choice(near)
    if right.done.action == "Type":
        return Move(Done("Type", find_role(other), other.name, right.done.text), other)
    return click(other)


def invent(state: Standing, right: Move, chance: random.Random) -> Slip:
    """An answer that comes too early, has a wrong value, or lacks a part of what was asked for."""
    answer = state.way.answer
    if right.done.action == "ANSWER":
        parts = re.split(r"; |, (?=[A-Z$€£\d])| and ", answer)
        if len(parts) > 1 and chance.random() < 0.4:
            return _make_answer(parts[chance.randrange(len(parts))])
    elif asks_for_action(state):
        return _make_answer(answer)  # what was not done is reported as done
    return _make_answer(swap_value(answer, state.page, chance))


def misalign(state: Standing, right: Move, chance: random.Random) -> Slip:
    """A reply in the wrong form, or an answer given instead of acting."""
    words = right.done.name or right.done.text or "the page"
    broken = (
        f"Thought: I go on with {words}.\nAction: {right.done.action} {words}",
        f'{{"action": "{right.done.action}", "target": "{words}"}}',
        f"I go on with {words} now.",
    )
    if chance.random() < 0.6:
        return chance.choice(broken)
    return _make_answer(chance.choice(NOT_YET))


SLIPS: dict[str, Callable[[Standing, Move, random.Random], Slip]] = dict(
    zip(KINDS, (navigate, misread, invent, misalign), strict=True)
)


def asks_for_action(state: Standing) -> bool:
    """Whether the task asks the agent to do something, and not only to report."""
    return "state" in (state.way.task.answer or {}).get("rule", {})


def swap_value(answer: str, page: Page, chance: random.Random) -> str:
    """The answer with one number changed, or a link's name from the page if it has no number."""
    numbers = [*NUMBER.finditer(answer)]
    if numbers:
        spot = chance.choice(numbers)
        other = _find_number(spot, answer, page, chance)
        return answer[: spot.start("digits")] + other + answer[spot.end("digits") :]
    names = [
        each.name
        for each in page.elements
        if each.tag == "a" and " " in each.name and fold(each.name) not in fold(answer)
    ]
    return chance.choice(names) if names else GIVES_UP


def _find_number(spot: re.Match, answer: str, page: Page, chance: random.Random) -> str:
    found = {
        match["digits"]
        for line in page.lines
        for match in NUMBER.finditer(line.text)
        if match["sign"] == spot["sign"] and ("." in match["digits"]) == ("." in spot["digits"])
    }
    others = sorted(found - {match["digits"] for match in NUMBER.finditer(answer)})
    if others:
        return chance.choice(others)
    digits = spot["digits"]
    last = (int(digits[-1]) + chance.randint(1, 9)) % 10
    return f"{digits[:-1]}{last}"


def _make_answer(text: str) -> Move:
    return Move(Done("ANSWER", text=text))


def _is_clickable(element: Element) -> bool:
    return find_role(element) in CLICKABLE and bool(element.name) and not element.disabled


def _is_used(element: Element, right: Move) -> bool:
    return (find_role(element), element.name) == (right.done.role, right.done.name)


def _is_neighbour(element: Element, right: Move) -> bool:
    if _is_used(element, right):
        return False
    return element.typeable if right.done.action == "Type" else not element.typeable


def _measure_distance(first: Element, second: Element) -> float:
    """The distance of two elements in pixels, or that of their numbers if they have no boxes."""
    if first.box is None or second.box is None:
        return abs(first.label - second.label)
    across = first.box.middle - second.box.middle
    down = first.box.y + first.box.h / 2 - second.box.y - second.box.h / 2
    return (across**2 + down**2) ** 0.5


def draw_slips(
    state: Standing, right: Move, key: str, shares: dict[str, float], count: int = 2
) -> Sequence[tuple[float, str, Slip]]:
    """The possible slips in a state: the probability of each among slips, its kind, and the slip.

    There are `count` of each kind, the first likelier than the others.
    """
    found = []
    for kind, share in shares.items():
        for number in range(count):
            chance = random.Random(f"{key}/{kind}/{number}")
            weight = share * (0.7 if number == 0 else 0.3 / max(count - 1, 1))
            found.append((weight, kind, SLIPS[kind](state, right, chance)))
    return found
