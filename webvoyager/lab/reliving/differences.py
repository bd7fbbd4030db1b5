"""How a page differs from what it was, in one sentence."""

from collections import Counter

from ...records import Mark, Observation, quoted
from ..retracing import name_mark, same

LONGEST = 80  # characters of a page's words in a sentence


def find_difference(then: Observation, now: Observation) -> str:
    """The first thing that differs, as a sentence; "" if both show the same state.

    The address is compared first, then the title, how far the page is scrolled, the marks, their
    values, the words, and the page's length. Numbers of marks and pictures are not compared.
    """
    if same(then, now):
        return ""
    if then.url != now.url:
        return f"The address is {now.url}, not {then.url}."
    if then.title != now.title:
        return f"The title is {_show(now.title)}, not {_show(then.title)}."
    if then.scroll[0] != now.scroll[0]:
        return f"The page is scrolled {now.scroll[0]:g} screens down, not {then.scroll[0]:g}."
    if difference := _compare_marks(then.marks, now.marks):
        return difference
    before, after = Counter(then.words), Counter(now.words)
    missing = [line for line in then.words if line in before - after]
    new = [line for line in now.words if line in after - before]
    if missing and new:
        return f"The page says {_show(new[0])} where it said {_show(missing[0])}."
    if missing or new:
        return f"The words {_show((missing or new)[0])} are {'missing' if missing else 'new'}."
    if then.words != now.words:
        return "The words are in another order."
    return "The page has another length."


def _compare_marks(then: tuple[Mark, ...], now: tuple[Mark, ...]) -> str:
    """The first that is missing or new, or has another value, or is chosen or disabled once."""
    before, after = (Counter(map(name_mark, marks)) for marks in (then, now))
    if gone := [mark for mark in then if name_mark(mark) in before - after]:
        return f"{_show_mark(gone[0])} is missing."
    if new := [mark for mark in now if name_mark(mark) in after - before]:
        return f"{_show_mark(new[0])} is new."
    if [*map(name_mark, then)] != [*map(name_mark, now)]:
        return "The elements are in another order."
    for was, mark in zip(then, now, strict=True):
        if was.value != mark.value:
            return f"{_show_mark(mark)} holds {_show(mark.value)}, not {_show(was.value)}."
        if was.checked != mark.checked:
            return f"{_show_mark(mark)} is {'' if mark.checked else 'not '}chosen."
        if was.disabled != mark.disabled:
            return f"{_show_mark(mark)} is {'' if mark.disabled else 'not '}disabled."
    return ""


def _show_mark(mark: Mark) -> str:
    kind = mark.role or mark.tag
    return f"The {kind} {_show(mark.text)}" if mark.text else f"A {kind} without a name"


def _show(words: str | None) -> str:
    words = words or ""
    return quoted(words if len(words) <= LONGEST else f"{words[:LONGEST]}…")
