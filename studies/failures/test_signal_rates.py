"""How often signals are right, worked out by hand on a few hints."""

import pandas
import pytest

from studies.failures import signal_rates
from webvoyager.lab.failures.signals import HINTS_AT
from webvoyager.lab.statistics import rates


def hints(*fired: tuple[int, str]) -> pandas.DataFrame:
    """A table of hints: (attempt, signal)."""
    rows = [("shop--0", attempt, name, HINTS_AT[name]) for attempt, name in fired]
    return pandas.DataFrame(rows, columns=["task", "attempt", "hint", "category"])


FOUND = hints((1, "gave up"), (1, "gave up"), (4, "gave up"), (2, "clicked a neighbour"))


def test_the_precision_of_hints_is_measured_and_unused_signals_are_listed():
    table = pandas.DataFrame(
        {"task": "shop--0", "attempt": [1, 2, 3, 4, 5], "success": [False, False, True, True, None]}
    )
    found = signal_rates.precision(FOUND, table)
    assert list(found.index) == ["any episode", *HINTS_AT]
    assert list(found.loc["any episode"]) == [4, 2, 50, ""]
    assert list(found.loc["gave up"]) == [2, 1, 50, "shop--0"]
    assert list(found.loc["ended early"]) == [0, 0, 0, "none"]


def test_hints_are_compared_with_the_categories_of_people():
    names = ["Navigation Stuck", "Navigation Stuck", "Hallucination", "Hallucination", ""]
    people = pandas.DataFrame({"task": "shop--0", "attempt": [1, 2, 3, 4, 5], "category": names})
    found = signal_rates.match_categories(FOUND, people)
    assert list(found.index) == list(HINTS_AT)
    gave_up, neighbour = found.loc["gave up"], found.loc["clicked a neighbour"]
    assert (gave_up["hinted"], gave_up["right"], gave_up["share"]) == (2, 1, 1 / 2)
    assert gave_up["base"] == 1 / 2 and gave_up["recall"] == 1 / 2
    assert (gave_up["low"], gave_up["high"]) == rates.wilson(1, 2)
    assert (neighbour["hinted"], neighbour["right"], neighbour["base"]) == (1, 0, 0)
    assert found.loc["unreadable reply"][["hinted", "low", "high"]].to_list() == [0, 0, 1]
    with pytest.raises(ValueError, match="No failure is labelled yet"):
        signal_rates.match_categories(FOUND, people[4:])
