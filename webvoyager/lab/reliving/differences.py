"""How a page differs from what it was, in one sentence."""

from collections import Counter
from collections.abc import Callable

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
    sentences = (find(then, now) for find in _SEARCHES)
    return next(filter(None, sentences))


def _compare_addresses(then: Observation, now: Observation) -> str:
    return "" if then.url == now.url else f"The address is {now.url}, not {then.url}."


def _compare_titles(then: Observation, now: Observation) -> str:
    return "" if then.title == now.title else _say_changed("The title", then.title, now.title)


def _compare_scrolling(then: Observation, now: Observation) -> str:
    was, is_now = then.scroll[0], now.scroll[0]
    return "" if was == is_now else f"The page is scrolled {is_now:g} screens down, not {was:g}."


def _compare_marks(then: Observation, now: Observation) -> str:
    """The first mark that is missing, else the first that is new, else another order."""
    names, others = ([name_mark(mark) for mark in page.marks] for page in (then, now))
    before, after = Counter(names), Counter(others)
    if gone := [mark for mark in then.marks if name_mark(mark) in before - after]:
        return f"{_show_mark(gone[0])} is missing."
    if new := [mark for mark in now.marks if name_mark(mark) in after - before]:
        return f"{_show_mark(new[0])} is new."
    return "" if names == others else "The elements are in another order."


def _compare_states(then: Observation, now: Observation) -> str:
    """A field with another value, or a mark that is chosen or disabled only once."""
    for before, after in zip(then.marks, now.marks, strict=True):
        if before.value != after.value:
            return _say_changed(_show_mark(after), before.value or "", after.value or "", "holds")
        if before.checked != after.checked:
            return f"{_show_mark(after)} is {'' if after.checked else 'not '}chosen."
        if before.disabled != after.disabled:
            return f"{_show_mark(after)} is {'' if after.disabled else 'not '}disabled."
    return ""


def _compare_words(then: Observation, now: Observation) -> str:
    """The first line of text that is missing or new, or both."""
    before, after = Counter(then.words), Counter(now.words)
    missing = [line for line in then.words if line in before - after]
    new = [line for line in now.words if line in after - before]
    if missing and new:
        return f"The page says {_show(new[0])} where it said {_show(missing[0])}."
    if missing or new:
        return f"The words {_show((missing or new)[0])} are {'missing' if missing else 'new'}."
    return "" if then.words == now.words else "The words are in another order."


def _compare_lengths(then: Observation, now: Observation) -> str:
    return "" if then.scroll[1] == now.scroll[1] else "The page has another length."


_SEARCHES: tuple[Callable[[Observation, Observation], str], ...] = (
    _compare_addresses,
    _compare_titles,
    _compare_scrolling,
    _compare_marks,
    _compare_states,
    _compare_words,
    _compare_lengths,
)


def _show_mark(mark: Mark) -> str:
    kind = mark.role or mark.tag
    return f"The {kind} {_show(mark.text)}" if mark.text else f"A {kind} without a name"


def _show(words: str) -> str:
    return quoted(words if len(words) <= LONGEST else f"{words[:LONGEST]}…")


def _say_changed(what: str, was: str, now: str, verb: str = "is") -> str:
    return f"{what} {verb} {_show(now)}, not {_show(was)}."
