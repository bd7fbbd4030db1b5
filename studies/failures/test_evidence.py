"""Whether a failed agent had seen its answer, compared with answers to other tasks."""

from dataclasses import replace

import matplotlib.pyplot as plt
import pandas
import pytest

from studies.failures import evidence, failures_figures
from webvoyager import Action, Episode, Observation, Task
from webvoyager.lab.statistics import rates
from webvoyager.records import Step

PARTS = [2200, ["$31", "31 dollars"]]


def failed(number: int, parts: list, *screens: list[str]) -> Episode:
    """An episode that saw these lines, a list a step, and then gave a wrong answer."""
    task = Task(
        id=f"shop--{number}",
        site="shop",
        url="http://shop.mini/",
        question="Which kettle?",
        answer={"rule": {"parts": parts}},
    )
    steps = [
        Step(n, observe(lines), "…", "", Action("Click", 1)) for n, lines in enumerate(screens, 1)
    ]
    end = Step(len(steps) + 1, observe(()), "…", "", Action("ANSWER", None, "Blue"))
    return Episode(task, (*steps, end), "answer", "m")


def observe(lines) -> Observation:
    words = tuple((0.0, 20.0 * n, 100.0, 14.0, line) for n, line in enumerate(lines))
    return Observation("http://shop.mini/", "Shop", (), "", (), lines=words)


def test_failures_with_a_seen_and_an_unseen_answer_are_told_apart():
    seen = failed(0, PARTS, ["2,200 W"], ["Now $31"])
    never = replace(failed(0, PARTS, ["2,200 W"]), attempt=2)
    table = pandas.DataFrame(
        {"task": "shop--0", "attempt": [1, 2, 3], "success": [False, False, True]}
    ).astype({"success": "boolean"})
    found = evidence.could_have_known([seen, never, replace(seen, attempt=3)], table)
    assert found.saw.to_list() == [2, pandas.NA] and list(found.attempt) == [1, 2]


def test_seen_answers_are_compared_with_chance():
    episodes = [
        failed(1, ["Red Kettle", 31], ["Red Kettle", "$31", "Lamp"]),
        failed(2, ["Lamp"], ["Red Kettle"]),
        failed(3, [4], ["4 lamps", "Red Kettle"]),
    ]
    table = pandas.DataFrame(
        {"task": [f"shop--{n}" for n in (1, 2, 3)], "attempt": 1, "success": False}
    )
    known = evidence.could_have_known(episodes, table)
    assert known["saw"].to_list() == [1, pandas.NA, 1]
    assert known["chance"].to_list() == [0.5, 0, 0], "of the other answers, only Lamp was seen"
    total = evidence.seen_beyond_chance(known).loc["all sites"]
    assert (total["n"], total["saw"], total["share"]) == (3, 2, 2 / 3)
    assert total["chance"] == pytest.approx(1 / 6) and total["beyond"] == pytest.approx(0.5)
    assert (total["low"], total["high"]) == rates.wilson(2, 3)
    assert total["beyond_low"] < 0 < total["beyond_high"], "three episodes are too few"


def test_a_site_with_one_task_has_no_chance_to_compare_with():
    table = pandas.DataFrame({"task": ["shop--0"], "attempt": 1, "success": [False]})
    known = evidence.could_have_known([failed(0, PARTS, ["2,200 W", "$31"])], table)
    assert known["chance"].isna().all()
    assert evidence.seen_beyond_chance(known)["beyond"].isna().all()


def test_answers_seen_and_not_given_are_drawn_by_site_beside_chance():
    found = pandas.DataFrame(
        {
            "task": ["a1", "a2", "b1"],
            "site": ["a", "a", "b"],
            "saw": [2, None, None],
            "chance": [0.25, 0.75, None],
        }
    ).astype({"saw": "Int64", "chance": "Float64"})
    ax = failures_figures.seen_and_not_said(found, "offline-rules")
    assert [tick.get_text() for tick in ax.get_yticklabels()] == [
        "all sites\nn = 3",
        "a\nn = 2",
        "b\nn = 1",
    ]
    points = [(line.get_gid(), round(line.get_xdata()[0])) for line in ax.lines if line.get_gid()]
    assert points == [("seen", 33), ("chance", 50), ("seen", 50), ("chance", 50), ("seen", 0)]
    words = "\n".join(text.get_text() for text in ax.texts)
    assert "33 % (1)" in words and "chance 50 %" in words
    assert "Beyond chance: 0 percentage points" in words and "not a language model" in words
    plt.close(ax.figure)
