"""The checks of the notebooks' exercises: what they accept, and what they say of wrong answers.

The notebooks and their solutions must call every check.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import nbformat
import pandas
import pytest
from nbformat import NotebookNode

from notebooks import exercises
from notebooks.exercises import CHECKS, NOT_YET, RIGHT
from practice.miniweb import MiniWeb
from webvoyager import runs
from webvoyager.lab.failures import signals
from webvoyager.lab.search import trees
from webvoyager.records import Episode, Verdict

ROOT = Path(__file__).parents[1]
RUN = ROOT / "data" / "runs" / "offline-42"
CALL = re.compile(r'exercises\.check\("(\w+\.\d)", (\w+)(?:, (.+))?\)')
VIEWS = ["", "-accessibility_tree", "-marked_with_text", "-web_search"]

pytestmark = pytest.mark.xdist_group("miniweb")
each = pytest.mark.parametrize("exercise", CHECKS)


@cache
def episodes() -> list[Episode]:
    return runs.load(RUN)[:60]


@cache
def table() -> pandas.DataFrame:
    return pandas.concat([runs.table(f"{RUN}{view}") for view in VIEWS], ignore_index=True)


def find_arguments(exercise: str, web: MiniWeb) -> tuple:
    """The parts of a notebook that an exercise is about: the further arguments of its check."""
    first = episodes()[0]
    of = {
        "00.2": first,
        "01.2": first.steps[0].observation,
        "02.2": _add_scroll(first),
        "03.2": web,
    }
    of |= {"04.2": table(), "06.2": episodes(), "07.2": table(), "10.2": table()}
    of["09.2"] = planned_steps()
    if exercise == "08.2":
        return (f"{RUN}-tree_search",)
    if exercise == "05.2":
        return episodes(), runs.verdicts(RUN)
    return (of[exercise],) if exercise in of else ()


def planned_steps() -> pandas.DataFrame:
    """Steps of two tasks, one long and one short, with and without a slow plan."""
    rows = [("long", "plain", 0)] * 3 + [("long", "slow plan", 1)] * 3
    rows += [("short", "plain", 1), ("short", "slow plan", 1)]
    steps = pandas.DataFrame(rows, columns=["task", "method", "success"])
    other = steps[steps["task"] == "short"].assign(split="new_world")
    return pandas.concat([steps.assign(split="cross_task"), other])


def _add_scroll(episode: Episode) -> Episode:
    return next(one for one in episodes() if one.steps[0].observation.scroll[1] > 2)


def make_word_limit(most: int, split: Callable = str.split) -> Callable:
    """An answer to 03b.2: a check that accepts up to `most` words."""
    return lambda row: {
        "check": "length",
        "passed": len(split(row.ques)) <= most,
        "reason": "Counted.",
    }


def make_unanimous_judge(*judges: str) -> Callable[[Episode], Verdict]:
    """An answer to 05.2: a judge that accepts what all of these judges accept."""
    said = [runs.by_judge(runs.verdicts(RUN), judge) for judge in judges]

    def judge(episode: Episode) -> Verdict:
        both = all(given[episode.task.id, episode.attempt].success for given in said)
        return Verdict(episode.task.id, both, "Looked up.", "cautious")

    return judge


def make_scroll_signal(least: int, category: str = "Navigation Stuck") -> Callable:
    """An answer to 06.2: a signal that gives a hint from `least` scrolls on."""

    def signal(episode: Episode) -> Iterator[signals.Hint]:
        steps = tuple(
            step.index for step in episode.steps if step.action and step.action.name == "Scroll"
        )
        if len(steps) >= least:
            yield signals.Hint("long-winded", steps, category, "It scrolled.")

    return signal


def right_answer(exercise: str, web: MiniWeb) -> Any:
    """The right answer, computed in another way than in the check."""
    of, *_ = find_arguments(exercise, web) or (None,)
    if exercise == "00.2":
        return sum(len(step.observation.marks) for step in of.steps) / len(of.steps)
    if exercise == "01.2":
        return Counter(mark.role for mark in of.marks)
    if exercise == "02.2":
        above, below = of.steps[0].observation.scroll
        return [(above, below), (above + 0.8, below - 0.8), (above + 1.6, below - 1.6)]
    if exercise == "03.2":
        lengths = pandas.Series({name: len(steps) for name, steps in of.oracles().items()})
        return lengths.groupby(lengths.index.str.split("--").str[0]).mean()
    if exercise == "07.2":
        solved = of.pivot(index="task", columns="view", values="success").fillna(False).astype(bool)
        return {
            view: sorted(solved.index[solved[view] & (solved.sum(axis=1) == 1)]) for view in solved
        }
    return {
        "03b.2": make_word_limit(30),
        "04.2": table().success.dropna().mean(),
        "05.2": make_unanimous_judge("offline-rules, all", "offline-rules, key points"),
        "06.2": make_scroll_signal(5),
        "08.2": pandas.Series(
            {
                tree.task: len(tree.visited) / len(tree.states)
                for tree in (trees.load(one.folder) for one in runs.load(f"{RUN}-tree_search"))
            }
        ),
        "09.2": {"cross_task": 0.5, "new_world": 0.0},
        "10.2": table().groupby("success")["steps"].mean(),
    }[exercise]


# How to make a wrong answer from the right one, and a part of what the check says about it.
WRONG: dict[str, list[tuple[Callable, str]]] = {
    "00.2": [
        (str, "of type str"),
        (lambda mean: mean + 0.5, "mean"),
        (lambda mean: mean * 100, "lies between"),
    ],
    "01.2": [
        (list, "of type list"),
        (lambda counts: dict(counts.most_common(1)), "is missing"),
        (lambda counts: {**counts, "wizard": 1}, "no role 'wizard'"),
        (lambda counts: dict.fromkeys(counts, 99), "is wrong"),
    ],
    "02.2": [
        (lambda looks: looks[:2], "there are 2"),
        (lambda looks: [1, 2, 3], "pairs"),
        (lambda looks: [(0, 0)] * 3, "top of the task's own page"),
        (lambda looks: [looks[0]] * 3, "did not grow"),
    ],
    "03.2": [
        (lambda means: means.drop("shop"), "'shop' is missing"),
        (lambda means: means * 2, "is wrong"),
        (lambda means: 3, "of type int"),
    ],
    "03b.2": [
        (lambda check: make_word_limit(31), "of 31 words"),
        (lambda check: make_word_limit(29), "of 30 words"),
        (lambda check: make_word_limit(30, lambda text: text.split(" ")), "another kind of space"),
        (lambda check: lambda row: len(row.ques.split()) <= 30, "a dict"),
        (lambda check: lambda row: check(row) | {"reason": ""}, "reason is empty"),
    ],
    "04.2": [(lambda rate: rate * 100, "between 0 and 1"), (lambda rate: rate / 2, "count: which")],
    "05.2": [
        (lambda judge: make_unanimous_judge("offline-rules, all"), "it should not say True"),
        (
            lambda judge: lambda episode: replace(judge(episode), success=False),
            "it should not say False",
        ),
        (lambda judge: lambda episode: replace(judge(episode), task="x"), "is about 'x'"),
    ],
    "06.2": [
        (lambda signal: make_scroll_signal(4), "scrolls 4 times"),
        (lambda signal: make_scroll_signal(6), "scrolls 5 times"),
        (lambda signal: make_scroll_signal(5, "Bad Luck"), "'Bad Luck'"),
    ],
    "07.2": [
        (lambda alone: {view: [] for view in alone}, "is wrong"),
        (lambda alone: {view: [*ids, "shop--99"] for view, ids in alone.items()}, "is wrong"),
        (lambda alone: len(alone), "of type int"),
    ],
    "08.2": [
        (lambda shares: shares * 100, "is wrong"),
        (lambda shares: shares[1:], "is missing"),
        (lambda shares: 0.5, "of type float"),
    ],
    "09.2": [
        (lambda gains: gains | {"cross_task": 0.75}, "is wrong"),  # the mean over steps, not tasks
        (lambda gains: {"cross_task": 0.5}, "is missing"),
        (lambda gains: list(gains.values()), "of type list"),
    ],
    "10.2": [
        (lambda means: means[::-1].set_axis(means.index), "is wrong"),
        (lambda means: means.drop(True), "missing"),
    ],
}


@each
def test_a_right_answer_passes(exercise: str, web: MiniWeb):
    assert (
        exercises.check(exercise, right_answer(exercise, web), *find_arguments(exercise, web))
        == RIGHT
    )


@each
def test_a_wrong_answer_gets_one_sentence_that_says_what_is_wrong(exercise: str, web: MiniWeb):
    for spoil, words in WRONG[exercise]:
        said = exercises.check(
            exercise, spoil(right_answer(exercise, web)), *find_arguments(exercise, web)
        )
        assert words in said and said[-1] in ".?" and "\n" not in said and len(said) < 160


def test_an_unknown_exercise_raises_with_a_list_of_the_known_ones():
    with pytest.raises(
        ValueError, match=r"exercise '00\.1' has no check; checks exist for 00\.2, 01\.2"
    ):
        exercises.check("00.1", 3)


# --- in the notebooks ---


def find_checks(folder: str) -> dict[str, tuple[NotebookNode, NotebookNode, str]]:
    """The checks in a folder's notebooks, by exercise.

    Each is the cell, the code cell before it and the name of the answer.
    """
    found = {}
    for path in sorted((ROOT / folder).glob("[0-9]*.ipynb")):
        code = [
            cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"
        ]
        for before, cell in pairwise(code):
            if call := CALL.fullmatch(cell.source):
                assert path.name.startswith(call[1].partition(".")[0]), (
                    f"{path.name} checks {call[1]}"
                )
                found[call[1]] = (cell, before, call[2])
    return found


def read_output(cell: NotebookNode) -> list[str]:
    """What a cell showed when it was stored."""
    return [output.data["text/plain"].strip("'") for output in cell.outputs]


@pytest.mark.parametrize("folder", ["notebooks", "notebooks/solutions"])
def test_every_check_is_called_once_in_a_notebook_and_once_in_its_solutions(folder: str):
    assert find_checks(folder).keys() == CHECKS.keys()


@each
def test_the_stub_of_an_exercise_is_not_yet_right(exercise: str, web: MiniWeb):
    cell, stub, name = find_checks("notebooks")[exercise]
    written: dict[str, Any] = {}
    exec(stub.source, {"Verdict": Verdict}, written)
    assert exercises.check(exercise, written[name], *find_arguments(exercise, web)) == NOT_YET
    assert set(read_output(cell)) <= {NOT_YET}


@each
def test_the_solutions_pass(exercise: str):
    assert set(read_output(find_checks("notebooks/solutions")[exercise][0])) <= {RIGHT}
