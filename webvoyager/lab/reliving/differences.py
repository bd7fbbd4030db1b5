"""How a page differs from what it was, in one sentence."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import zip_longest

from ...records import Mark, Observation, quoted
from ..retracing import name_mark, same

LONGEST = 80  # characters of a page's words in a sentence


def find_difference(then: Observation, now: Observation) -> str:
    """The first thing that differs, as a sentence; "" if both show the same state.

    The address is compared first, then the title, the marks, their values, the words, and how far
    the page is scrolled. Numbers of marks and pictures are not compared.
    """
    if same(then, now):
        return ""
    sentences = (find(then, now) for find in _SEARCHES)
    return next(filter(None, sentences), "The elements are in another order.")


def _compare_addresses(then: Observation, now: Observation) -> str:
    return "" if then.url == now.url else f"The address is {now.url}, not {then.url}."


def _compare_titles(then: Observation, now: Observation) -> str:
    return "" if then.title == now.title else _say_changed("The title", then.title, now.title)


def _compare_marks(then: Observation, now: Observation) -> str:
    before, after = (Counter(map(name_mark, page.marks)) for page in (then, now))
    missing = [mark for mark in then.marks if name_mark(mark) in before - after]
    new = [mark for mark in now.marks if name_mark(mark) in after - before]
    if missing:
        return f"{_show_mark(missing[0])} is missing."
    return f"{_show_mark(new[0])} is new." if new else ""


def _compare_states(then: Observation, now: Observation) -> str:
    """A field with another value, or a mark that is chosen or disabled only once."""
    for before, after in _pair_marks(then.marks, now.marks):
        if before.value != after.value:
            return _say_changed(_show_mark(after), before.value or "", after.value or "", "holds")
        if before.checked != after.checked:
            return f"{_show_mark(after)} is {'' if after.checked else 'not '}chosen."
        if before.disabled != after.disabled:
            return f"{_show_mark(after)} is {'' if after.disabled else 'not '}disabled."
    return ""


def _compare_words(then: Observation, now: Observation) -> str:
    """The first line of text that differs."""
    for before, after in zip_longest(then.words, now.words):
        if before == after:
            continue
        if before is None:
            return f"The words {_show(after)} are new."
        if after is None:
            return f"The words {_show(before)} are missing."
        return f"The page says {_show(after)} where it said {_show(before)}."
    return ""


def _compare_places(then: Observation, now: Observation) -> str:
    above = then.scroll[0], now.scroll[0]
    if above[0] == above[1]:
        return "" if then.scroll == now.scroll else "The page has another length."
    return f"The page is scrolled {above[1]:.1f} screens down, not {above[0]:.1f}."


_SEARCHES: tuple[Callable[[Observation, Observation], str], ...] = (
    _compare_addresses,
    _compare_titles,
    _compare_marks,
    _compare_states,
    _compare_words,
    _compare_places,
)


def _pair_marks(before: Sequence[Mark], after: Sequence[Mark]) -> list[tuple[Mark, Mark]]:
    """The marks in pairs of the same name and role, in their order."""
    pairs = zip(sorted(before, key=name_mark), sorted(after, key=name_mark), strict=False)
    return sorted(pairs, key=lambda pair: pair[1].label)


def _show_mark(mark: Mark) -> str:
    kind = mark.role or mark.tag
    return f"The {kind} {_show(mark.text)}" if mark.text else f"A {kind} without a name"


def _show(words: str) -> str:
    return quoted(words if len(words) <= LONGEST else f"{words[:LONGEST]}…")


def _say_changed(what: str, was: str, now: str, verb: str = "is") -> str:
    return f"{what} {verb} {_show(now)}, not {_show(was)}."
