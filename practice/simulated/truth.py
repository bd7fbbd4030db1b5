"""The truth about a state or an answer, as far as a prompt and the answer key show it."""

from collections.abc import Collection

from webvoyager.lab.judging.checking import check

from ..offline.question.words import fold
from .ways import Way

SAME_PAGE = 0.7  # share of common lines from which two pages count as the same


def is_right(way: Way, answer: str, actions: str | None, lines: Collection[str]) -> bool:
    """Whether an answer is right and, if the task asks for a change, whether that was made.

    It was made if `actions` names every element that the oracle used; without `actions`, if the
    newest page, by its lines, is the oracle's last.
    """
    reference = way.task.answer
    words = _leave_out_state(reference["rule"])
    correct = (
        check(answer, {**reference, "rule": words}, way.task.question).success if words else True
    )
    if not correct or "state" not in reference["rule"]:
        return bool(correct)
    if actions is None:
        return _is_last_page(way, lines)
    names = [fold(stop.done.name) for stop in way.stops if stop.done.name]
    return all(name in fold(actions) for name in names)


def rate_state(way: Way, answer: str, actions: str, address: str) -> str:
    """SUCCESS, ON THE WAY or FAILURE: the truth about a state of a search."""
    if answer:
        return "SUCCESS" if is_right(way, answer, actions, ()) else "FAILURE"
    return "ON THE WAY" if address in {stop.address for stop in way.stops} else "FAILURE"


def _leave_out_state(rule: dict) -> dict:
    words = {key: value for key, value in rule.items() if key != "state"}
    if "any" in words:
        words["any"] = [_leave_out_state(one) for one in words["any"]]
    return words


def _is_last_page(way: Way, lines: Collection[str]) -> bool:
    here, there = set(map(fold, lines)), way.last_lines
    return len(here & there) >= SAME_PAGE * max(len(here | there), 1)
