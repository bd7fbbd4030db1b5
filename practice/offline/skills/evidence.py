"""Checks a key point against an answer and screenshots: met, not met or unknown, and why."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from ..page.facts import amount, find_fact, measure, meets
from ..page.page import Line, Page, usual_height
from ..question.conditions import find_conditions
from ..question.properties import find_properties
from ..question.quantities import find_quantities
from ..question.superlatives import find_order, sorts_by
from ..question.words import contains_phrase, content, fold, tokens

Finding = tuple[bool | None, str]  # None: nothing shown decides it
GIVES_UP = re.compile(
    r"\b(?:could not|couldn't|cannot|can't|(?:un|not )able to|did not|didn't)"
    r" (?:find|determine|do)\b"
)
MORE = re.compile(
    r"\b(?:and|or) (?:for |in |on |by |at |from |to"
    r" )?(?:what|which|who|whose|when|where|how|does|is|are)\b"
)
SAYS_DONE = re.compile(r"\b(?:did|done|added|saved|booked|reserved|created|changed|yes|no)\b")
OPEN_ANSWER = re.compile(r"\bnot stated\b|\bunknown\b|\bnot found\b")
DONE_NOTICE = re.compile(
    r"\b(?:added|saved|reserved|booked|removed|subscribed|following|bookmarked|in your \w+)\b"
)
COUNTED = re.compile(
    r"\b(\d[\d,]*)"
    r" (?:results?|items?|products?|recipes?|papers?|entries|words|places|matches|found)\b"
)


@dataclass(frozen=True)
class Shown:
    """What a judge sees: the answer, the pages in the screenshots, the actions, one per line."""

    answer: str
    pages: tuple[Page, ...]
    actions: str = ""

    @cached_property
    def blocks(self) -> list[tuple[Line, list[Line]]]:
        """For each page that shows what the answer names: the title there, and its lines.

        The newest page comes first.
        """
        return [
            (line, find_block(line, page))
            for page in self.pages[::-1]
            if (line := self.named_on(page))
        ]

    def named_on(self, page: Page) -> Line | None:
        """The longest line of a page that the answer contains; of equals, the tallest."""
        named = [line for line in page.lines if re.search(r"[^\W\d_]{3}", line.text)]
        named = [line for line in named if contains_phrase(self.answer, line.text)]
        return max(named, key=lambda line: (len(tokens(line.text)), line.h), default=None)


def left_out(task: str, answer: str) -> str:
    """What an answer clearly leaves out, or ""."""
    plain = fold(answer)
    if GIVES_UP.search(plain):
        return "The answer says that it was not found."
    new = [word for word in content(answer) if word not in content(task)]
    if not new and not SAYS_DONE.search(plain):
        return "The answer says nothing that the task does not say."
    if MORE.search(fold(task)) and len(new) < 2 and not SAYS_DONE.search(plain):
        return "The task asks for more than one thing, and the answer tells one."
    return ""


def check(point: str, shown: Shown) -> Finding:
    """Whether a point ("Limit: price under $50") is met."""
    kind, _, words = point.partition(": ")
    ways: dict[str, Callable[[str, Shown], Finding]] = {
        "About": check_item,
        "Limit": check_limit,
        "Order": check_order,
        "To do": check_command,
        "To tell": check_report,
    }
    if kind in ways:
        return ways[kind](words.strip(), shown)
    return None, "This point is not understood."


def check_item(words: str, shown: Shown) -> Finding:
    """Whether the answer or a page names the item."""
    item = words.strip('"')
    if contains_phrase(shown.answer, item):
        return True, "The answer names it."
    seen = any(contains_phrase(_join_lines(page.lines), item) for page in shown.pages)
    return (True, "A screenshot shows it.") if seen else (None, "No screenshot names it.")


def check_limit(words: str, shown: Shown) -> Finding:
    """Whether the thing that the answer names keeps a limit, judging by the pages."""
    for condition in find_conditions(fold(words)):
        for title, lines in shown.blocks:
            if (kept := meets(condition, lines)) is not None:
                return kept, f'"{title.text}" {"keeps" if kept else "breaks"} it.'
        if any(contains_phrase(line, condition.text) for line in shown.actions.splitlines()):
            return True, "It was set on the way."
    return None, "No screenshot shows whether it is kept."


def check_order(words: str, shown: Shown) -> Finding:
    """Whether the thing that the answer names comes first in that order in its list."""
    order = find_order(fold(words))
    if not order:
        return None, "This order is not understood."
    for page in shown.pages[::-1]:
        title = shown.named_on(page)
        peers = [each for each in page.lines if title and _are_peers(each, title)]
        values = {line: measure(order.label, order.kind, find_block(line, page)) for line in peers}
        known = {line: value for line, value in values.items() if value is not None}
        if len(known) > 2 and title in known:
            best = (max if order.most else min)(known.values())
            first = known[title] == best
            verdict = "is" if first else "is not"
            return first, f'Of {len(known)} listed, "{title.text}" {verdict} the {order.words}.'
    lines = [line.text for page in shown.pages for line in page.lines] + shown.actions.splitlines()
    if any(sorts_by(line, order) for line in lines if len(line) < 80):
        return True, "The list was sorted so."
    return None, "No screenshot shows the order."


def check_command(words: str, shown: Shown) -> Finding:
    """Whether a page says that the command was done, or its button was pressed."""
    verb, _, place = words.partition(" to ")
    for page in shown.pages[::-1]:
        notice = next(
            (line.text for line in page.lines if DONE_NOTICE.search(fold(line.text))), None
        )
        if notice:
            return True, f'A screenshot says "{notice[:60]}".'
    pressed = rf'Click .*"[^"]*\b(?:{verb}|{place})\b'
    if re.search(pressed, shown.actions, re.I):
        return True, "The button for it was pressed."
    return None, "No screenshot says that it was done."


def check_report(words: str, shown: Shown) -> Finding:
    """Whether the answer reports what is asked for, and the pages agree."""
    answer = fold(shown.answer)
    if OPEN_ANSWER.search(answer):
        return False, "The answer leaves it open."
    if words.startswith("how many "):
        return _check_count(answer, shown)
    asked = next(iter(find_properties(f"what is the {fold(words)}?")), None)
    if not asked:
        return None, "It cannot be told what is asked for."
    if asked.kind not in ("", "person", "date") and not re.search(r"\d", answer):
        return False, "The answer has no number for it."
    for title, lines in shown.blocks:
        if fact := find_fact(asked, lines):
            same = _has_value(fact.value, answer, asked.kind)
            return same, f'"{title.text}" has {fact.label}: {fact.value}.'
    return None, "No screenshot shows it."


def find_block(title: Line, page: Page) -> list[Line]:
    """The lines that belong to a title.

    A page's heading has everything below it, a title in a list everything up to the next one.
    """
    peers = [line for line in page.lines if line is not title and _are_peers(line, title)]
    if title.h >= 1.25 * usual_height(page.lines) and not peers:
        return [line for line in page.lines if line.y >= title.y - 4]
    below = [line.y for line in peers if line.y > title.bottom - 2 and abs(line.x - title.x) < 30]
    right = [line.x for line in peers if line.x > title.right and abs(line.y - title.y) < 60]
    floor, wall = min(below, default=title.y + 260), min(right, default=page.viewport[0])
    return [
        line
        for line in page.lines
        if title.x - 30 <= line.x < wall - 4 and title.y - 4 <= line.y < floor
    ]


def _check_count(answer: str, shown: Shown) -> Finding:
    counts = [number for page in shown.pages[::-1] for number in _find_counts(page)]
    numbers = {quantity.value for quantity in find_quantities(answer)}
    if not numbers:
        return False, "The answer has no number."
    if counts:
        return counts[0] in numbers, f"The newest screenshot that counts says {counts[0]:g}."
    return None, "No screenshot counts."


def _find_counts(page: Page) -> Iterator[float]:
    for line in page.lines:
        if match := COUNTED.search(fold(line.text)):
            yield float(match[1].replace(",", ""))


def _has_value(value: str, answer: str, kind: str) -> bool:
    """Whether an answer contains a value: the same number, else the same words."""
    wanted = amount(value, kind)
    if wanted is not None and re.search(r"\d", value):
        numbers = [each.value for each in find_quantities(answer)]
        return any(abs(number - wanted) < 1e-6 for number in numbers) or fold(value) in answer
    return contains_phrase(answer, value)


def _are_peers(line: Line, title: Line) -> bool:
    """Whether two lines are titles of one list: letters of one size, in one column or one row."""
    return abs(line.h - title.h) <= 1 and (abs(line.x - title.x) < 30 or abs(line.y - title.y) < 4)


def _join_lines(lines: tuple[Line, ...]) -> str:
    return " \n ".join(line.text for line in lines)
